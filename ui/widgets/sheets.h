// The pages of a report as sheets of paper, always light, two beside each other where there is room. Only those looked at are painted, off
// the GUI thread; a page that is not there yet is a blank sheet with its number. Keys: PgUp PgDn Home End, + − 0 for the size.
#pragma once

#include "print/pdf.h"

#include <QAbstractScrollArea>
#include <QCache>
#include <QPixmap>

#include <memory>

namespace lazaret::ui {

class Sheets : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit Sheets(QWidget *parent = nullptr);

    void show(std::shared_ptr<const print::Preview> preview);
    int pages() const { return m_preview ? m_preview->pages() : 0; }
    int currentPage() const; // from 1; the first that is mostly visible
    void goTo(int page);
    bool isPainted(int page) const { return m_pictures.contains(page); }
    qreal scale() const;  // pixels per point
    void zoom(int steps); // 0: so that a sheet fits

Q_SIGNALS:
    void painted(); // everything visible is there
    void pageChanged(int page);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    QSize sheetSize() const;
    int columns() const;
    QRect placeOf(int page) const; // in the viewport
    std::pair<int, int> visiblePages() const;
    void layOut();
    void want();
    void take(quint64 asked, const QMap<int, QImage> &pictures);

    std::shared_ptr<const print::Preview> m_preview;
    QCache<int, QPixmap> m_pictures;
    qreal m_zoom = 0; // factor over what fits; 0: what fits
    quint64 m_asked = 0;
    bool m_underWay = false;
};

} // namespace lazaret::ui
