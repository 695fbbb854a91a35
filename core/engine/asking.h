// Asking recipients: verification of uncertain effects and reconciliation of released cases. Joins work → cases → reconcile.
// Runs on the dispatcher's strand; the same calls carry out what commands asked for and what a running release needs.
#pragma once

#include "base/clock.h"
#include "base/strand.h"
#include "http/client.h"
#include "reconcile/match.h"
#include "store/releases.h"
#include "store/writer.h"
#include "work/httpstep.h"

#include <QJsonObject>
#include <QSet>

namespace lazaret {

class Asking
{
public:
    struct Tools
    {
        Writer &journal;
        http::Client &client;
        const Clock &clock;
        Strand &strand;
    };
    explicit Asking(Tools tools) : m_tools(std::move(tools)) {}

    // Takes up what commands left. Each answers when every one of its cases has its result.
    void pump(Database &reader);
    // For a release whose case has settled; done on the strand.
    void reconcile(const CaseId &id, std::function<void()> done);
    bool idle() const { return m_open == 0; }

private:
    using CaseDone = std::function<void(QJsonObject)>; // {"id", "result", "reason"}
    void carryOut(const store::Request &request);
    void verifyCase(const CaseId &id, const store::Request &request, CaseDone done);
    void reconcileCase(const CaseId &id, CaseDone done);
    // Asks about each of these actions; `asked` gets the answers on the strand.
    void probe(const Job &job, const QList<std::pair<Step, qint64>> &steps,
               std::function<void(QList<std::pair<QString, work::ProbeAnswer>>)> asked);

    Tools m_tools;
    QSet<qint64> m_taken;
    int m_open = 0;
};

} // namespace lazaret
