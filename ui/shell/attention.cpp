#include "shell/attention.h"

#include "models/deskdata.h"
#include "models/deskservices.h"
#include "shell/bell.h"
#include "shell/rail.h"
#include "support/format.h"

namespace lazaret::ui {

namespace {

constexpr int mostOftenMs = 500, ageMs = 20'000;

} // namespace

Attention::Attention(DeskServices &services, Rail &rail, Notices &notices, QObject *parent)
    : QObject(parent), m_services(services), m_rail(rail), m_notices(notices), m_since(services.clock().nowMs())
{
    m_coalesce.setSingleShot(true);
    m_coalesce.setInterval(mostOftenMs);
    m_age.setInterval(ageMs);
    connect(&m_coalesce, &QTimer::timeout, this, &Attention::ask);
    connect(&m_age, &QTimer::timeout, this, &Attention::ask);
    connect(&services, &DeskServices::dataChanged, this, [this] {
        if (!m_coalesce.isActive())
            m_coalesce.start();
    });
    m_age.start();
    ask();
}

void Attention::ask()
{
    if (m_asking)
        return m_coalesce.start(); // not to replace a question that is nearly answered
    m_asking = true;
    m_services.data().ask<queries::Frame>(
        this, QStringLiteral("frame"),
        [since = m_since](Database &db, const DeskData::Look &look) { return queries::frame(db, look.viewer, since, look.now); },
        [this](const Result<queries::Frame> &frame) {
            m_asking = false;
            if (!frame)
                return;
            const auto &counts = frame->counts;
            m_rail.setCount(QStringLiteral("cases"), counts.openCases, {}, tr("%1 open").arg(countText(counts.openCases)));
            m_rail.setCount(QStringLiteral("releases"), counts.releasesToApprove + counts.releasesPaused,
                            counts.releasesPaused ? QStringLiteral("warn") : QStringLiteral("accent"),
                            tr("%1 to approve, %2 paused").arg(countText(counts.releasesToApprove), countText(counts.releasesPaused)));
            m_rail.setCount(QStringLiteral("reconciliation"), counts.toReconcile, {},
                            tr("%1 wait for proof").arg(countText(counts.toReconcile)));
            m_notices.take(frame->notices, m_services.clock().nowMs());
            Q_EMIT answered(*frame);
        });
}

} // namespace lazaret::ui
