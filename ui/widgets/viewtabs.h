// Saved views as tabs: name and count each; what has no room stands in a menu under "More". GUI thread.
#pragma once

#include <QWidget>

namespace lazaret::ui {

class Button;
class TabStrip;

class ViewTabs : public QWidget
{
    Q_OBJECT
public:
    struct View
    {
        QString name;
        QString tone; // of the count
        bool own = false;
    };
    explicit ViewTabs(QWidget *parent = nullptr);

    void setViews(const QList<View> &views, int current);
    void setCurrent(int index); // -1: none of them, the query was changed
    int current() const { return m_current; }
    void setCounts(const QList<qint64> &counts); // -1: not known
    TabStrip *strip() const { return m_strip; }

Q_SIGNALS:
    void chosen(int index);
    void saveRequested();
    void renameRequested(int index);
    void removeRequested(int index);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void showMore();
    void showMenu(const QPoint &at);
    QList<View> m_views;
    QList<qint64> m_counts;
    int m_current = 0;
    TabStrip *m_strip;
    Button *m_more, *m_add;
    bool m_arranging = false;
};

} // namespace lazaret::ui
