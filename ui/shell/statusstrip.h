// The foot of the window: is it receiving, where; how fast the journal commits; room on the disk; what the clerk works
// on; how fresh the page is; the clock.
#pragma once

#include "models/deskservices.h"
#include "support/format.h"

#include <QWidget>

namespace lazaret::ui {

class IconLabel;
class Label;
class OperationLine;

class StatusStrip : public QWidget
{
    Q_OBJECT
public:
    StatusStrip(Clerk &clerk, const Clock &clock, QWidget *parent = nullptr);
    void showStatus(const DeskStatus &status);
    // ageMs: since the page last read something; -1: not yet. The clock counts as shown in `view`.
    void showTime(qint64 ageMs, bool paused, const TimeView &view);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Item
    {
        IconLabel *icon;
        Label *text;
        bool wanted = true;
    };
    Item addItem(const QString &name, const QString &icon);
    void show(Item &item, const QString &text);

    Item m_pipeline, m_journal, m_disk;
    void makeRoom();
    OperationLine *m_operations;
    Label *m_freshness, *m_clock;
};

} // namespace lazaret::ui
