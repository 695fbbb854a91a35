#include "models/journeywords.h"

#include "theme/vocabulary.h"

#include <QCoreApplication>

namespace lazaret::ui {

namespace {

using queries::Journey;
using queries::JourneySpan;
using Kind = JourneySpan::Kind;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Journey)
};

QString span(const QList<JourneySpan> &spans, const TimeView &view)
{
    if (spans.isEmpty())
        return {};
    const QString from = secondTime(spans.first().from, view);
    return spans.last().running ? Words::tr("%1 until now").arg(from) : Words::tr("%1 to %2").arg(from, secondTime(spans.last().to, view));
}

qint64 sum(const QList<JourneySpan> &spans, bool work)
{
    qint64 ms = 0;
    for (const auto &each : spans) {
        if ((each.kind == Kind::work) == work)
            ms += each.length();
    }
    return ms;
}

JourneyText arrival(const Journey &journey, const TimeView &view)
{
    const auto &delivery = journey.row.delivery;
    JourneyText text{QStringLiteral("arrival"), Words::tr("Arrival"), exactTime(delivery.receivedAt, view),
                     delivery.keySlot == 2 ? Words::tr("verified by key B") : Words::tr("verified by key A")};
    text.sentence = Words::tr("Arrival at %1: %2, committed, then answered").arg(text.when, text.below);
    return text;
}

JourneyText attempts(const Journey &journey, const TimeView &view)
{
    JourneyText text{QStringLiteral("attempts"), Words::tr("Attempts"), span(journey.attempts, view)};
    text.spans = journey.attempts;
    QStringList each;
    int count = 0;
    for (const auto &one : journey.attempts) {
        if (one.kind != Kind::work)
            continue;
        if (++count <= 5)
            each.append(Words::tr("attempt %1 %2 after %3").arg(one.attempt).arg(one.code, lengthText(one.length())));
    }
    if (!count)
        text.missing = journey.row.jobState ? Words::tr("No attempt so far.") : Words::tr("It made no job.");
    else if (count > 5)
        each.append(Words::tr("%n more", nullptr, count - 5));
    text.sentence = count ? Words::tr("Attempts, %1: %2 of work, %3 of waits; %4")
                                .arg(text.when, lengthText(sum(text.spans, true)), lengthText(sum(text.spans, false)), each.join(u", "))
                          : Words::tr("Attempts: %1").arg(text.missing);
    return text;
}

JourneyText caseOf(const Journey &journey, const TimeView &view)
{
    JourneyText text{QStringLiteral("case"), Words::tr("Case"), span(journey.people, view)};
    text.spans = journey.people;
    if (!journey.record) {
        text.missing = journey.ended && journey.row.jobState == JobState::done
                           ? Words::tr("No case: it was done at attempt %1.").arg(journey.row.attempt)
                       : journey.ended ? Words::tr("No case: it ended without one.")
                                       : Words::tr("No case so far.");
        text.sentence = Words::tr("Case: %1").arg(text.missing);
        return text;
    }
    const auto look = token(journey.record->errorClass);
    text.below = look.label;
    text.tone = look.tone;
    text.sentence = Words::tr("Case, %1: %2, %3 with people").arg(text.when, look.label, lengthText(sum(text.spans, false)));
    return text;
}

JourneyText release(const Journey &journey, const TimeView &view)
{
    JourneyText text{QStringLiteral("release"), Words::tr("Release"), span(journey.release, view)};
    text.spans = journey.release;
    if (!journey.redriveId.isEmpty()) {
        text.below = journey.approver.isEmpty() ? tailOfId(journey.redriveId) : Words::tr("approved by %1").arg(journey.approver);
        text.sentence = Words::tr("Release %1, %2: %3").arg(journey.redriveId, text.when, text.below);
        return text;
    }
    const auto &record = journey.record;
    text.missing = !record ? Words::tr("Nothing had to be released.")
                   : record->closedAt && record->disposition
                       ? Words::tr("No release: decided as %1.").arg(token(record->disposition->kind).label.toLower())
                   : record->closedAt ? Words::tr("No release.")
                                      : Words::tr("Not released so far.");
    text.sentence = Words::tr("Release: %1").arg(text.missing);
    return text;
}

JourneyText proof(const Journey &journey, const TimeView &view)
{
    JourneyText text{QStringLiteral("reconciled"), Words::tr("Reconciled"), {}};
    text.spans = journey.proof;
    const auto &found = journey.reconciliation;
    if (found) {
        const auto look = token(found->outcome);
        text.when = secondTime(found->at, view);
        text.below = look.label;
        text.tone = look.tone;
        text.sentence = Words::tr("Reconciled at %1: %2").arg(text.when, look.label);
        return text;
    }
    if (!text.spans.isEmpty()) {
        text.when = span(text.spans, view);
        text.below = Words::tr("being asked");
        text.sentence = Words::tr("Reconciliation, %1: the recipient is being asked").arg(text.when);
        return text;
    }
    text.missing = journey.record          ? (journey.ended ? Words::tr("Nothing was reconciled.") : Words::tr("Not reconciled so far."))
                   : journey.row.confirmed ? Words::tr("Not needed: the effect was confirmed when it was sent.")
                                           : Words::tr("Nothing to reconcile.");
    text.sentence = Words::tr("Reconciled: %1").arg(text.missing);
    return text;
}

} // namespace

QList<JourneyText> journeyTexts(const Journey &journey, const TimeView &view)
{
    return {arrival(journey, view), attempts(journey, view), caseOf(journey, view), release(journey, view), proof(journey, view)};
}

QString journeyHeadline(const Journey &journey)
{
    const QString all = lengthText(journey.endedAt - journey.row.delivery.receivedAt), work = lengthText(journey.workMs),
                  waits = lengthText(journey.waitMs), people = lengthText(journey.peopleMs);
    if (!journey.ended)
        return journey.record ? Words::tr("%1 since its arrival: %2 of work, %3 of waits, %4 with people").arg(all, work, waits, people)
                              : Words::tr("%1 since its arrival: %2 of work, %3 of waits").arg(all, work, waits);
    if (!journey.record)
        return Words::tr("%1 from arrival to its end: %2 of work, %3 of waits").arg(all, work, waits);
    return journey.reconciliation
               ? Words::tr("%1 from arrival to proof: %2 of work, %3 of waits, %4 with people").arg(all, work, waits, people)
               : Words::tr("%1 from arrival to its close: %2 of work, %3 of waits, %4 with people").arg(all, work, waits, people);
}

QString lengthText(qint64 ms)
{
    return ms < 100 ? Words::tr("%1 ms").arg(ms) : duration(ms);
}

QString shortCode(const QString &code)
{
    const QString rest = code.startsWith(u"http.") ? code.mid(5) : code;
    bool number = false;
    (void)rest.toInt(&number);
    return number ? rest : code;
}

} // namespace lazaret::ui
