#include "widgets/testsheet.h"

#include "models/deskservices.h"
#include "support/format.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(TestSheet)
};

QString kindWords(TestFault fault)
{
    switch (fault) {
    case TestFault::none:
        return Words::tr("A new delivery");
    case TestFault::repeat:
        return Words::tr("The same delivery twice");
    case TestFault::wrongKey:
        return Words::tr("Signed with a wrong key");
    case TestFault::late:
        return Words::tr("Signed too long ago");
    case TestFault::reencoded:
        return Words::tr("Body re-encoded on the way");
    }
    return {};
}

QString expectedWords(TestFault fault, const Source &source)
{
    switch (fault) {
    case TestFault::none:
        return Words::tr("Expected: %1, and a job for workflow %2, which does what it does. Use a sender's test data where effects matter.")
            .arg(source.ackStatus)
            .arg(source.workflow);
    case TestFault::repeat:
        return Words::tr("Expected: %1 both times, one job.").arg(source.ackStatus);
    case TestFault::wrongKey:
    case TestFault::reencoded:
        return Words::tr("Expected: 401, no job.");
    case TestFault::late:
        return source.scheme == u"standard-webhooks-v1" && source.toleranceS > 0
                   ? Words::tr("Expected: 401, no job.")
                   : Words::tr("Expected: %1. This source looks at no time.").arg(source.ackStatus);
    }
    return {};
}

bool refusalExpected(TestFault fault, const Source &source)
{
    return fault == TestFault::wrongKey || fault == TestFault::reencoded ||
           (fault == TestFault::late && source.scheme == u"standard-webhooks-v1" && source.toleranceS > 0);
}

} // namespace

TestSheet::TestSheet(DeskServices &services, const QList<Source> &sources, QWidget *over)
    : Sheet(QStringLiteral("testSheet"), sources.size() == 1 ? tr("Test delivery to %1").arg(sources[0].slug) : tr("Test delivery"), over),
      m_services(services), m_sources(sources), m_kind(new Select(QStringLiteral("testKind"), tr("What is sent"))),
      m_event(new Field(QStringLiteral("testEvent"), tr("Event type"))),
      m_expected(new Text({}, ui::font(u"small"), QStringLiteral("text.secondary"))),
      m_state(new Text({}, ui::font(u"small"), QStringLiteral("text.secondary"))), m_rows(new QVBoxLayout)
{
    for (const auto fault : {TestFault::none, TestFault::repeat, TestFault::wrongKey, TestFault::late, TestFault::reencoded})
        m_kind->addItem(kindWords(fault));
    m_state->setObjectName(QStringLiteral("testState"));
    m_state->hide();
    if (sources.size() > 1) {
        m_which = new Select(QStringLiteral("testSource"), tr("Source"));
        for (const auto &each : sources)
            m_which->addItem(each.slug);
        content()->addLayout(labelled(tr("Source"), m_which));
        connect(m_which, &QComboBox::currentIndexChanged, this, &TestSheet::takeEvent);
    }
    content()->addLayout(labelled(tr("What is sent"), m_kind));
    content()->addLayout(labelled(tr("Event type"), m_event));
    content()->addWidget(m_expected);
    content()->addLayout(m_rows);
    content()->addWidget(m_state);
    auto *send = addMain(tr("Send"), false);
    send->withIcon(QStringLiteral("send"));
    connect(m_kind, &QComboBox::currentIndexChanged, this, &TestSheet::explain);
    connect(this, &Sheet::mainRequested, this, &TestSheet::send);
    takeEvent();
    m_kind->setFocus();
}

const Source &TestSheet::source() const
{
    return m_sources[m_which ? qMax(0, m_which->currentIndex()) : 0];
}

void TestSheet::takeEvent()
{
    const auto &events = source().events;
    m_event->setText(events && !events->isEmpty() ? events->first() : QStringLiteral("test"));
    explain();
}

void TestSheet::explain()
{
    m_expected->setText(expectedWords(TestFault(m_kind->currentIndex()), source()));
}

void TestSheet::send()
{
    const QString address = m_services.status().address;
    TestRequest request{source().slug, address.isEmpty() ? QString() : QStringLiteral("http://%1/hooks/").arg(address),
                        TestFault(m_kind->currentIndex())};
    request.event = m_event->text().trimmed();
    m_main->setEnabled(false);
    m_state->setText(tr("Sending…"));
    m_state->show();
    m_services.clerk().submit<QList<TestAnswer>>(
        this, tr("Sending a test delivery to %1").arg(source().slug), [request](Desk &desk) { return desk.sendTest(request); },
        [this, fault = request.fault, sent = source()](const Result<QList<TestAnswer>> &answers) { show(fault, sent, answers); });
}

void TestSheet::show(TestFault fault, const Source &sent, const Result<QList<TestAnswer>> &answers)
{
    m_main->setEnabled(true);
    m_state->setVisible(!answers);
    if (!answers) {
        m_state->setText(tr("Nothing was sent: %1.").arg(answers.error().detail));
        m_state->setColorPath(QStringLiteral("bad.text"));
        return;
    }
    for (const auto &answer : *answers) {
        const bool asExpected = answer.status && answer.accepted() != refusalExpected(fault, sent);
        auto *row = new QWidget;
        row->setObjectName(QStringLiteral("testAnswer"));
        auto *across = new QHBoxLayout(row);
        across->setContentsMargins(0, 0, 0, 0);
        across->setSpacing(8);
        across->addWidget(new IconLabel(asExpected ? QStringLiteral("circle-check") : QStringLiteral("circle-x"), 16,
                                        asExpected ? QStringLiteral("good.text") : QStringLiteral("bad.text")));
        auto *status = new Label(answer.status ? QString::number(answer.status) : tr("No answer"), ui::font(u"body", QFont::DemiBold));
        status->keepWhole(true);
        across->addWidget(status);
        across->addWidget(new Label(QStringLiteral("%1 · %2").arg(answer.id, answer.text.simplified().left(120)), ui::monoFont(),
                                    QStringLiteral("text.secondary")),
                          1);
        auto *took = new Label(duration(answer.tookMs), ui::font(u"small"), QStringLiteral("text.muted"));
        took->keepWhole(true);
        across->addWidget(took);
        const QString word = asExpected ? tr("as expected") : tr("not as expected");
        row->setAccessibleName(QStringLiteral("%1, %2, %3").arg(status->text(), answer.id, word));
        row->setToolTip(word);
        m_rows->addWidget(row);
    }
    adjustSize();
    Q_EMIT answered(*answers);
}

} // namespace lazaret::ui
