// The foot of the cases table while cases are selected: how many of which list, and what can be done to all of them. GUI thread.
#pragma once

#include "models/caseselection.h"
#include "support/format.h"

#include <QWidget>

namespace lazaret::ui {

class Button;
class Label;

class BulkBar : public QWidget
{
    Q_OBJECT
public:
    explicit BulkBar(QWidget *parent = nullptr);
    void show(const CaseSelection &selection, const TimeView &time);
    void setLocked(const QString &inspect, const QString &decide, const QString &plan); // reasons, or empty
    QWidget *decideButton() const;

Q_SIGNALS:
    void assignRequested();
    void decideRequested();
    void findingRequested();
    void planRequested();
    void clearRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    Label *m_count, *m_frozen;
    Button *m_assign, *m_finding, *m_decide, *m_plan, *m_clear;
    qsizetype m_cases = 0;
};

} // namespace lazaret::ui
