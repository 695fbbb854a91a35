// One of a few: SegmentedSwitch (a range, UTC or local) and TabStrip (views of the same thing, with counts). Both are QTabBars drawn our
// way, so that arrow keys, focus and screen readers come from Qt.
#pragma once

#include <QTabBar>

namespace lazaret::ui {

class SegmentedSwitch : public QTabBar
{
    Q_OBJECT
public:
    explicit SegmentedSwitch(const QStringList &items, QWidget *parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    QSize tabSizeHint(int index) const override;
    void paintEvent(QPaintEvent *event) override;
};

class TabStrip : public QTabBar
{
    Q_OBJECT
public:
    explicit TabStrip(QWidget *parent = nullptr);
    void addView(const QString &name);
    void clearViews();
    int widthOf(int index) const;
    void setNote(int index, const QString &note, const QString &tone = {}); // a count beside the name: "3 of 6"
    QSize minimumSizeHint() const override { return {48, 34}; }             // QTabBar without scroll buttons would hold its page open

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void tabLayoutChange() override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Note
    {
        QString text;
        QString tone;
    };
    int textWidth(int index) const;
    int noteWidth(int index) const;
    bool notesFit() const;
    int gap() const; // between tabs: smaller where there is less room
    QList<Note> m_notes;
};

} // namespace lazaret::ui
