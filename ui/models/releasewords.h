// The sentences about a release: what it will do, why it stands, what happened. Pure.
#pragma once

#include "models/releaseprogress.h"
#include "support/format.h"

namespace lazaret::ui {

QString releaseTitle(const Release &release); // "cards@12 → 13"

// Why a case stays, in the core's words, with the icon and tone of its kind.
Token verdict(const queries::ReleaseRow &row, const QString &canary);
QString touchedText(const store::ReleaseCaseFacts &facts, const TimeView &view); // "no", "yes, by ana 10:04"
QString failedBecause(const store::ReleaseCaseFacts &facts);

// "33 cases go to catalog-api under cards@13, at most 12 a minute, which takes at least 2 min 45 s. 5 cases stay in quarantine."
QString consequence(int eligible, int selected, const QStringList &hosts, const QString &version, double ratePerMin);
QString abortConsequence(const Release &release); // "15 not sent stay in quarantine; 18 sent are reconciled."
QString resumeConsequence(const Release &release);

// What a stop rule says to a person; "failures>=3" → "3 cases of a step fail again".
QString stopRuleText(const QString &rule);

struct PauseWords
{
    QString title, text, tone;
};
// `uncertain`: the cases of the release whose effect is not known.
PauseWords pauseWords(const Release &release, const QList<const queries::ReleaseRow *> &uncertain, const QStringList &hosts, Time since,
                      const TimeView &view);

struct LogLine
{
    qint64 at = 0;
    qint64 seq = 0; // of its audit entry; 0: derived from the cases
    QString icon, tone, text;
};
// Newest first: the audit entries of the release, and how each step ended.
QList<LogLine> releaseLog(const Release &release, const QList<StepCard> &steps, const QList<AuditEntry> &entries);

// Why this person may not approve it: four eyes, or the role; empty: they may.
QString approvalLock(const Release &release, bool fourEyes, const QString &me, Role role);

} // namespace lazaret::ui
