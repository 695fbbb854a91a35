// A test delivery, sent by real HTTP to where the pipeline listens: new, repeated, or with the faults a provider can show. What came back
// stands beside what should.
#pragma once

#include "engine/testdelivery.h"
#include "model/source.h"
#include "widgets/sheet.h"

class QVBoxLayout;

namespace lazaret::ui {

class DeskServices;
class Label;
class Select;
class Text;

class TestSheet : public Sheet
{
    Q_OBJECT
public:
    // Of several sources the person chooses one. There is at least one.
    TestSheet(DeskServices &services, const QList<Source> &sources, QWidget *over);

Q_SIGNALS:
    void answered(const QList<lazaret::TestAnswer> &answers);

private:
    void explain();
    void takeEvent();
    void send();
    void show(TestFault fault, const Source &sent, const Result<QList<TestAnswer>> &answers);

    DeskServices &m_services;
    const Source &source() const;
    const QList<Source> m_sources;
    Select *m_which = nullptr;
    Select *m_kind;
    Field *m_event;
    Text *m_expected, *m_state;
    QVBoxLayout *m_rows;
};

} // namespace lazaret::ui
