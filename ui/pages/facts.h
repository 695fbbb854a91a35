// The facts above the tabs of the case pane.
#pragma once

#include "models/views.h"
#include "support/format.h"

#include <QWidget>

namespace lazaret::ui {

// Six facts (label above value), three in a row; in compact form only the row that matters most.
class FactGrid : public QWidget
{
    Q_OBJECT
public:
    struct Fact
    {
        QString label{}, value{}, icon{}, tone{}, tooltip{};
        bool essential = false;
    };
    explicit FactGrid(QWidget *parent = nullptr);
    void show(const QList<Fact> &facts, bool compact);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRect cell(int i) const;
    QList<Fact> m_facts;
};

QList<FactGrid::Fact> caseFacts(const CaseRecord &record, const TimeView &time);

} // namespace lazaret::ui
