#include "shell/statusstrip.h"

#include "shell/operations.h"
#include "theme/tokens.h"
#include "widgets/label.h"
#include "widgets/painting.h"
#include "widgets/surfaces.h"

#include <QHBoxLayout>

namespace lazaret::ui {

namespace {

constexpr qint64 lowDisk = qint64(2) * 1024 * 1024 * 1024;
constexpr int narrow = 760, narrower = 600;

struct PipelineWords
{
    QString icon, tone, text;
};

PipelineWords wordsFor(const DeskStatus &status)
{
    using Pipeline = DeskStatus::Pipeline;
    switch (status.pipeline) {
    case Pipeline::receiving:
        return {QStringLiteral("circle-check"), QStringLiteral("good"), StatusStrip::tr("Receiving on %1").arg(status.address)};
    case Pipeline::attached:
        return {QStringLiteral("link"), QStringLiteral("neutral"),
                StatusStrip::tr("Attached to the pipeline of process %1").arg(status.ownerPid)};
    case Pipeline::readOnly:
        return {QStringLiteral("eye"), QStringLiteral("neutral"), StatusStrip::tr("Reading only, no pipeline")};
    case Pipeline::sealed:
        return {QStringLiteral("octagon-alert"), QStringLiteral("bad"), StatusStrip::tr("Sealed: nothing new is accepted")};
    case Pipeline::starting:
        break;
    }
    return {QStringLiteral("loader"), QStringLiteral("neutral"), StatusStrip::tr("Starting")};
}

} // namespace

StatusStrip::StatusStrip(Clerk &clerk, const Clock &clock, QWidget *parent) : QWidget(parent), m_operations(new OperationLine(clerk, clock))
{
    setObjectName(QStringLiteral("statusStrip"));
    setAccessibleName(tr("Status"));
    setFixedHeight(ui::size(u"statusStrip"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 1, 14, 0);
    row->setSpacing(5);
    m_pipeline = addItem(QStringLiteral("statusPipeline"), QStringLiteral("loader"));
    m_journal = addItem(QStringLiteral("statusJournal"), QStringLiteral("database"));
    m_disk = addItem(QStringLiteral("statusDisk"), QStringLiteral("hard-drive"));
    row->addStretch(1);
    row->addWidget(m_operations);
    connect(m_operations, &OperationLine::wantedChanged, this, &StatusStrip::makeRoom);
    m_freshness = new Label({}, ui::font(u"caption"), QStringLiteral("text.muted"));
    m_clock = new Label({}, ui::font(u"caption"), QStringLiteral("text.muted"));
    m_freshness->setObjectName(QStringLiteral("statusFreshness"));
    m_clock->setObjectName(QStringLiteral("statusClock"));
    m_clock->keepWhole(true);
    row->addWidget(m_freshness);
    row->addSpacing(8);
    row->addWidget(m_clock);
}

StatusStrip::Item StatusStrip::addItem(const QString &name, const QString &icon)
{
    auto *row = static_cast<QHBoxLayout *>(layout());
    Item item{new IconLabel(icon, 13, QStringLiteral("neutral.text")),
              new Label({}, ui::font(u"caption"), QStringLiteral("text.secondary"))};
    item.text->setObjectName(name);
    row->addWidget(item.icon);
    row->addWidget(item.text);
    row->addSpacing(13);
    return item;
}

void StatusStrip::show(Item &item, const QString &text)
{
    item.wanted = !text.isEmpty();
    item.text->setText(text);
    item.text->setAccessibleName(text);
}

void StatusStrip::showStatus(const DeskStatus &status)
{
    const auto words = wordsFor(status);
    m_pipeline.icon->setIcon(words.icon, words.tone + u".text");
    m_pipeline.text->setColorPath(status.pipeline == DeskStatus::Pipeline::sealed ? QStringLiteral("bad.text")
                                                                                  : QStringLiteral("text.secondary"));
    show(m_pipeline, words.text);
    show(m_journal,
         status.journalCommitMs ? tr("Journal commit %1 ms").arg(QLocale().toString(*status.journalCommitMs, 'f', 1)) : QString());
    const bool low = status.diskFreeBytes && *status.diskFreeBytes < lowDisk;
    show(m_disk, status.diskFreeBytes ? tr("Disk %1 free").arg(bytesText(*status.diskFreeBytes)) : QString());
    makeRoom();
    m_disk.icon->setIcon(low ? QStringLiteral("triangle-alert") : QStringLiteral("hard-drive"),
                         low ? QStringLiteral("warn.text") : QStringLiteral("neutral.text"));
}

void StatusStrip::showTime(qint64 ageMs, bool paused, const TimeView &view)
{
    m_freshness->setText(paused ? tr("Paused") : ageMs < 0 ? tr("Reading") : tr("Updated %1 ago").arg(duration(ageMs)));
    const TimeView today{view.utc, view.nowMs};
    m_clock->setText(secondTime(view.nowMs, today) + u' ' + zoneWord(view));
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(u"bg.rail"));
    painter.fillRect(QRect(0, 0, width(), 1), color(u"border.subtle"));
}

void StatusStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    makeRoom();
}

// What one waits for is worth more than the disk and the journal, where there is not room for all.
void StatusStrip::makeRoom()
{
    const int wide = width() / (m_operations->isWanted() ? 2 : 1);
    for (auto *item : {&m_journal, &m_disk}) {
        const bool room = item->wanted && (item == &m_disk ? wide >= narrow : wide >= narrower);
        item->icon->setVisible(room);
        item->text->setVisible(room);
    }
}

} // namespace lazaret::ui
