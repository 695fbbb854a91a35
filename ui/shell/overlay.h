// A card over the window with the rest dimmed: the palette, the sheet of keys. A child widget, so that it is drawn and grabbed with the
// window; it keeps the focus inside, Esc or a click beside it closes it, and the focus goes back to where it was.
#pragma once

#include <QPointer>
#include <QWidget>

class QLineEdit;
class QVBoxLayout;

namespace lazaret::ui {

class Card;
class EntryList;

class Overlay : public QWidget
{
    Q_OBJECT
public:
    Overlay(const QString &name, const QString &title, QWidget *window);

    void open();
    void close();
    bool isOpen() const { return isVisible(); }

Q_SIGNALS:
    void closed();

protected:
    // A line to search in, above everything else.
    QLineEdit *addSearch(const QString &prompt);
    QVBoxLayout *column() const { return m_column; }
    virtual void opened() = 0;
    virtual bool takeKey(QKeyEvent *event) = 0; // keys that the field or the list would take first

    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void place();
    Card *m_card;
    QVBoxLayout *m_column;
    QPointer<QWidget> m_before;
};

} // namespace lazaret::ui
