// Releasing: carries out what release::next decides, one guarded commit at a time. Joins release → queue → reconcile.
#pragma once

#include "engine/asking.h"
#include "release/ladder.h"

namespace lazaret {

class Releasing
{
public:
    struct Tools
    {
        Writer &journal;
        const Clock &clock;
        Strand &strand;
        Asking &asking;
    };
    explicit Releasing(Tools tools) : m_tools(std::move(tools)) {}

    // On the strand. Answers when it wants to be asked again (ms); nullopt: after the next commit.
    std::optional<qint64> pump(Database &reader);
    // After a restart a running release comes back paused, saying why.
    static void pauseAll(Database &db, const QString &reason, qint64 now);

private:
    void carryOut(const Release &release, const release::Next &next);
    void releaseCase(const QString &redriveId, const CaseId &id);
    void move(const Release &release, ReleaseState to, const QString &action, const QString &reason,
              std::function<void(Database &)> also = {});

    Tools m_tools;
    QSet<QString> m_busy;        // releases with a move under way
    QSet<QString> m_reconciling; // cases being asked about
};

} // namespace lazaret
