#include "models/releasewords.h"

#include "engine/stoprules.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <algorithm>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Releases)
};

QString sentence(const QString &text)
{
    return text.isEmpty() ? text : text.at(0).toUpper() + text.mid(1);
}

QString caseCount(int n)
{
    return n == 1 ? Words::tr("1 case") : Words::tr("%1 cases").arg(countText(n));
}

QString personOf(const QString &settledBy)
{
    return settledBy.startsWith(u"operator:") ? settledBy.mid(9) : settledBy;
}

} // namespace

QString releaseTitle(const Release &release)
{
    const QString from = release.sourceVersions.join(QStringLiteral(", "));
    return from == release.targetVersion ? release.workflow + u'@' + from
                                         : Words::tr("%1@%2 → %3").arg(release.workflow, from, release.targetVersion);
}

Token verdict(const queries::ReleaseRow &row, const QString &canary)
{
    const auto &item = row.item;
    if (item.eligible) {
        if (item.caseId.value == canary)
            return {item.irreversible ? Words::tr("Canary, does something irreversible") : Words::tr("Canary: goes out first, alone"),
                    QStringLiteral("bird"), QStringLiteral("good")};
        if (item.irreversible)
            return {Words::tr("Same keys; holds an irreversible step"), QStringLiteral("triangle-alert"), QStringLiteral("warn")};
        return {Words::tr("Goes out under the same keys"), QStringLiteral("check"), QStringLiteral("good")};
    }
    const QString why = sentence(item.reason);
    if (item.reason.contains(u"is uncertain"))
        return {Words::tr("Effect uncertain: verify first"), QStringLiteral("circle-help"), QStringLiteral("uncertain")};
    if (item.reason.startsWith(u"closed"))
        return {why, QStringLiteral("check-check"), QStringLiteral("good")};
    if (item.reason.endsWith(u"blocked"))
        return {why, QStringLiteral("calendar-clock"), QStringLiteral("warn")};
    if (item.reason.startsWith(u"no approved redrive"))
        return {Words::tr("No approved redrive, %1").arg(item.reason.section(QStringLiteral(" is "), -1).replace(u'_', u' ')),
                QStringLiteral("lock"), QStringLiteral("neutral")};
    return {why, QStringLiteral("ban"), QStringLiteral("neutral")};
}

QString touchedText(const store::ReleaseCaseFacts &facts, const TimeView &view)
{
    if (facts.touchedAt)
        return Words::tr("yes, by %1 %2").arg(personOf(facts.touchedBy), shortTime(*facts.touchedAt, view));
    return facts.manualRecord.isEmpty() ? Words::tr("no") : Words::tr("yes, by hand");
}

QString failedBecause(const store::ReleaseCaseFacts &facts)
{
    const QString said = facts.lastException.section(u'\n', 0, 0).trimmed();
    return said.isEmpty() ? facts.errorCode : said;
}

QString consequence(int eligible, int selected, const QStringList &hosts, const QString &version, double ratePerMin)
{
    if (eligible == 0)
        return Words::tr("Nothing goes out: none of the %1 selected cases can be released.").arg(countText(selected));
    const QString where = hosts.isEmpty() ? Words::tr("their recipient") : hosts.join(QStringLiteral(", "));
    const QString who = eligible == 1 ? Words::tr("1 case goes") : Words::tr("%1 cases go").arg(countText(eligible));
    QString text = ratePerMin > 0 ? Words::tr("%1 to %2 under %3, at most %4 a minute, which takes at least %5 of sending.")
                                        .arg(who, where, version, QLocale().toString(ratePerMin, 'g', 6),
                                             preciseDuration(sendingMs(eligible, ratePerMin)))
                                  : Words::tr("%1 to %2 under %3, each step as fast as the workers are free.").arg(who, where, version);
    const int stay = selected - eligible;
    if (stay > 0)
        text += u' ' + (stay == 1 ? Words::tr("1 case stays as it is.") : Words::tr("%1 cases stay as they are.").arg(countText(stay)));
    return text;
}

QString abortConsequence(const Release &release)
{
    const int sent = release.counters.released, left = release.counters.remaining;
    if (!release.startedAt)
        return Words::tr("Nothing was sent. %1 stay in quarantine, still approved.").arg(caseCount(left));
    return Words::tr("%1 not sent stay in quarantine; %2 sent are reconciled.").arg(countText(left), countText(sent));
}

QString resumeConsequence(const Release &release)
{
    const int bad = release.counters.failedAgain + release.counters.uncertain;
    const QString next = release.counters.remaining == 0 ? Words::tr("Nothing is left to send; what is out is settled and reconciled.")
                                                         : Words::tr("%1 more go out.").arg(caseCount(release.counters.remaining));
    return bad == 0
               ? next
               : next + u' ' + Words::tr("What went wrong so far (%1) is accepted: it never stops this release again.").arg(caseCount(bad));
}

QString stopRuleText(const QString &text)
{
    using enum release::StopRule::Kind;
    const auto rule = release::readStopRule(text);
    if (!rule)
        return text;
    switch (rule->kind) {
    case uncertain_effect:
        return Words::tr("any effect is uncertain");
    case canary_not_clean:
        return Words::tr("the canary is not clean");
    case failures:
        return Words::tr("%1 cases of a step fail again").arg(rule->threshold);
    case failure_share:
        return Words::tr("%1 % of a step fail again").arg(rule->threshold);
    case new_class:
        return Words::tr("a new error class appears");
    case live_traffic:
        return Words::tr("a live job waits over 5 min");
    }
    return text;
}

namespace {

QString pauseCause(const QString &rule)
{
    return rule == u"uncertain_effect"                                ? Words::tr("an effect is uncertain")
           : rule == u"canary_not_clean" || rule == u"step_not_clean" ? Words::tr("the step did not end clean")
           : rule == u"failures"                                      ? Words::tr("too many cases failed again")
           : rule == u"new_class"                                     ? Words::tr("a new error class appeared")
           : rule == u"live_traffic"                                  ? Words::tr("live traffic waits")
                                                                      : rule;
}

} // namespace

PauseWords pauseWords(const Release &r, const QList<const queries::ReleaseRow *> &uncertain, const QStringList &hosts, Time since,
                      const TimeView &view)
{
    const QString when = since ? secondTime(*since, view) + u' ' : QString();
    if (!uncertain.isEmpty()) {
        const auto &facts = uncertain.first()->facts;
        const QString name = facts.operationId.isEmpty() ? tailOfId(uncertain.first()->item.caseId.value) : facts.operationId;
        const bool one = uncertain.size() == 1;
        return {one ? Words::tr("Paused %1because one effect is uncertain").arg(when)
                    : Words::tr("Paused %1because %2 effects are uncertain").arg(when, countText(uncertain.size())),
                (one ? Words::tr("%1 was sent, what %2 did is not known. Nothing more is sent. Resume opens when it is settled.")
                     : Words::tr("%1 and others were sent, what %2 did is not known. Nothing more is sent. Resume opens when they are "
                                 "settled."))
                    .arg(name, hosts.isEmpty() ? Words::tr("the recipient") : hosts.join(QStringLiteral(", "))),
                QStringLiteral("uncertain")};
    }
    const QString rule = r.stateReason.section(QStringLiteral(": "), 0, 0), rest = r.stateReason.section(QStringLiteral(": "), 1);
    const QString sent = Words::tr("Nothing more is sent; %1 wait.").arg(caseCount(r.counters.remaining));
    if (rest.isEmpty()) // a person, or a restart
        return {Words::tr("Paused %1– %2").arg(when, r.stateReason), sent, QStringLiteral("warn")};
    const QString why = Words::tr("because %1").arg(pauseCause(rule));
    return {Words::tr("Paused %1%2").arg(when, why), sentence(rest) + u". " + sent, QStringLiteral("warn")};
}

namespace {

LogLine lineOf(const AuditEntry &e, const Release &r)
{
    LogLine line{e.at, e.seq, QStringLiteral("circle-dot"), QStringLiteral("neutral"), e.action};
    const auto say = [&](const char *icon, const char *tone, const QString &text) {
        line.icon = QLatin1String(icon);
        line.tone = QLatin1String(tone);
        line.text = text;
    };
    if (e.action == u"release.plan")
        say("clipboard-list", "neutral", Words::tr("Planned by %1").arg(e.actor));
    else if (e.action == u"release.approve")
        say("user-check", "neutral",
            r.selfApproved ? Words::tr("Approved by %1, who planned it").arg(e.actor) : Words::tr("Approved by %1").arg(e.actor));
    else if (e.action == u"release.start")
        say("send", "neutral", Words::tr("Started by %1: canary").arg(e.actor));
    else if (e.action == u"release.pause")
        say("pause", "warn", Words::tr("Paused by %1").arg(e.actor));
    else if (e.action == u"release.paused")
        say("pause", e.details.startsWith(u"uncertain_effect") ? "uncertain" : "warn",
            Words::tr("Paused: %1").arg(pauseCause(e.details.section(QStringLiteral(": "), 0, 0))));
    else if (e.action == u"release.resume")
        say("play", "neutral", Words::tr("Resumed by %1").arg(e.actor));
    else if (e.action == u"release.step")
        say("play", "neutral", sentence(e.details));
    else if (e.action == u"release.abort")
        say("octagon-x", "bad", Words::tr("Aborted by %1").arg(e.actor));
    else if (e.action == u"release.reconciling")
        say("scale", "neutral", sentence(e.details));
    else if (e.action == u"release.finished")
        say("check-check", "good", Words::tr("Finished: %1").arg(e.details));
    else if (e.action == u"release.aborted")
        say("octagon-x", "neutral", sentence(e.details));
    else if (e.action == u"release.reconcile_asked")
        say("scale", "neutral", Words::tr("Reconciliation asked by %1").arg(e.actor));
    return line;
}

} // namespace

QList<LogLine> releaseLog(const Release &release, const QList<StepCard> &steps, const QList<AuditEntry> &entries)
{
    QList<LogLine> lines;
    for (const auto &entry : entries)
        lines.append(lineOf(entry, release));
    for (const auto &step : steps) {
        const bool ended = step.state == StepCard::State::clean || step.state == StepCard::State::notClean;
        if (!ended || !step.settledAt)
            continue;
        const bool clean = step.state == StepCard::State::clean;
        const auto confirmed = std::count(step.cells.begin(), step.cells.end(), Fate::succeeded);
        lines.append({*step.settledAt, 0, clean ? QStringLiteral("check-check") : QStringLiteral("circle-x"),
                      clean ? QStringLiteral("good") : QStringLiteral("bad"),
                      clean ? Words::tr("%1 clean: %2 of %3 succeeded").arg(step.title).arg(confirmed).arg(step.sent)
                            : Words::tr("%1 not clean: %2 of %3 succeeded").arg(step.title).arg(confirmed).arg(step.sent)});
    }
    std::stable_sort(lines.begin(), lines.end(), [](const LogLine &a, const LogLine &b) { return a.at > b.at; });
    return lines;
}

QString approvalLock(const Release &release, bool fourEyes, const QString &me, Role role)
{
    if (release.approvedCaseCount == 0)
        return Words::tr("No case of the plan is eligible: there is nothing to approve.");
    if (role < Role::approver)
        return Words::tr("Approving needs the role approver; yours is %1.").arg(roleWord(role).toLower());
    if (fourEyes && release.plannedBy == me)
        return Words::tr("You asked for it, so a second person approves.");
    return {};
}

} // namespace lazaret::ui
