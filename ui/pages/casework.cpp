#include "pages/casework.h"

#include "engine/queries_groups.h"
#include "models/casesmodel.h"
#include "models/deskdata.h"
#include "theme/vocabulary.h"
#include "widgets/fields.h"
#include "widgets/formsheet.h"
#include "widgets/textfield.h"

#include <QClipboard>
#include <QDateTimeEdit>
#include <QGuiApplication>
#include <QPointer>
#include <QUrl>

namespace lazaret::ui {

namespace {

// It is the case's only proof, so at least somebody could follow it. {operation} and its like become the case's own.
bool namesARecord(QString link)
{
    const QUrl url(link.trimmed().remove(u'{').remove(u'}'), QUrl::StrictMode);
    return url.isValid() && !url.scheme().isEmpty() && !(url.host().isEmpty() && url.path().isEmpty());
}

bool changedMeanwhile(const ItemResult &item)
{
    return item.reason.startsWith(u"changed since you looked");
}

// The remarks of the core name the command line's words; here the desk's own stand beside them.
QString needsText(const QString &text)
{
    return text.trimmed().isEmpty() ? CaseWork::tr("A reason is needed: it stays with the case.") : QString();
}

} // namespace

QString CaseWork::Target::name() const
{
    if (!isBulk())
        return CaseWork::tr("case %1").arg(tailOfId(ids.value(0)));
    return matching > ids.size() ? CaseWork::tr("%1 of %2 selected cases").arg(countText(ids.size()), countText(matching))
                                 : casesText(ids.size());
}

CaseWork::CaseWork(DeskServices &services, Page *page) : QObject(page), m_services(services), m_page(page)
{
    setObjectName(QStringLiteral("caseWork"));
}

void CaseWork::submit(const Target &target, const QString &doing, const QString &done, Work work, Then then)
{
    m_services.clerk().submit<BulkResult>(
        this, doing, std::move(work),
        [this, target, doing, done, then = std::move(then)](const Bulk &result) { tell(target, doing, done, result, then); });
}

void CaseWork::tell(const Target &target, const QString &doing, const QString &done, const Bulk &result, const Then &then)
{
    Q_EMIT changed();
    if (!result) {
        Q_EMIT m_page->troubled(doing, result.error());
        return;
    }
    QStringList did;
    for (const auto &item : result->items) {
        if (item.result != u"refused" && item.result != u"not_found" && item.result != u"failed" && item.result != u"stopped")
            did.append(item.id);
    }
    if (!did.isEmpty())
        Q_EMIT m_page->said(target.isBulk() ? tr("%1: %2 of %3").arg(done, countText(did.size()), casesText(result->items.size())) : done);
    if (did.size() < result->items.size()) {
        if (target.isBulk())
            showRefused(done, *result);
        else
            Q_EMIT m_page->troubled(doing, {ErrorCode::refused, result->items[0].reason});
    }
    if (!did.isEmpty() && then)
        then(did);
}

void CaseWork::showRefused(const QString &done, const BulkResult &result)
{
    QStringList lines;
    qsizetype moved = 0;
    for (const auto &item : result.items) {
        if (item.result == u"refused" || item.result == u"not_found" || item.result == u"failed" || item.result == u"stopped") {
            lines.append(item.id + u"  " + item.reason);
            moved += changedMeanwhile(item);
        }
    }
    const QString title = tr("%1 of %2 done, %3 not")
                              .arg(countText(result.items.size() - lines.size()), casesText(result.items.size()), countText(lines.size()));
    QString text = tr("%1. The others are as they were.").arg(done);
    if (moved)
        text += u' ' + tr("%1 changed since you looked: somebody else or the pipeline was first.").arg(casesText(moved));
    auto *sheet = new FormSheet(QStringLiteral("bulkResult"), title, text, m_page);
    sheet->addList(QStringLiteral("refusedList"), lines);
    sheet->setAction(tr("Copy the list"), false, {}, [lines] { QGuiApplication::clipboard()->setText(lines.join(u'\n')); });
    sheet->open();
}

void CaseWork::offerUndo(const QStringList &ids, const QString &what, const QString &doing, Work takeBack)
{
    Q_EMIT m_page->undoable(what, [self = QPointer(this), ids, doing, takeBack = std::move(takeBack)] {
        if (self)
            self->submit({ids, {}, 0}, doing, tr("Taken back"), takeBack);
    });
}

void CaseWork::assign(const Target &target)
{
    m_services.data().ask<QStringList>(
        this, QStringLiteral("cases.operators"), [](Database &db, const DeskData::Look &) { return queries::operatorNames(db); },
        [this, target](const Result<QStringList> &names) {
            if (names)
                askAssign(target, *names);
            else
                Q_EMIT m_page->troubled(tr("Reading who there is"), names.error());
        });
}

void CaseWork::askAssign(const Target &target, const QStringList &operators)
{
    auto *sheet = new FormSheet(QStringLiteral("assignSheet"), tr("Assign %1").arg(target.name()),
                                tr("The owner answers for the review. The former owner is kept in the audit log."), m_page);
    const auto known = operators.isEmpty() ? QStringList{m_services.operatorName()} : operators;
    auto *who = sheet->addChoice(QStringLiteral("owner"), tr("Owner"), known);
    who->setCurrentText(m_services.operatorName());
    sheet->addNote(QStringLiteral("undo-2"), tr("Can be undone for 10 s."));
    sheet->setAction(target.isBulk() ? tr("Assign %1").arg(casesText(target.ids.size())) : tr("Assign"), false, {}, [this, target, who] {
        const QString owner = who->currentText();
        const QString done = tr("Assigned to %1").arg(owner);
        submit(
            target, tr("Assigning %1").arg(target.name()), done,
            [ids = target.ids, owner, seen = target.seen](Desk &desk) { return desk.assign(ids, owner, seen); },
            [this, done](const QStringList &ids) {
                offerUndo(ids, done, tr("Putting the former owner back"), [ids](Desk &desk) { return desk.takeBackOwner(ids); });
            });
    });
    sheet->open();
    who->setFocus();
}

void CaseWork::moveReview(const Target &target, const TimeView &time, Time due)
{
    constexpr qint64 day = 24 * 3'600'000;
    auto *sheet = new FormSheet(QStringLiteral("reviewSheet"), tr("Move the review of %1").arg(target.name()),
                                tr("Until then it is not overdue. Nothing else changes."), m_page);
    auto *when = sheet->addTime(QStringLiteral("reviewDate"), tr("Review on"), qMax(due.value_or(0), time.nowMs) + day, time.utc);
    sheet->addNote(QStringLiteral("undo-2"), tr("Can be undone for 10 s."));
    const auto late = [when, now = time.nowMs] { return timeIn(when) > now ? QString() : tr("A review date lies in the future."); };
    sheet->setAction(tr("Move the review"), false, late, [this, target, when, time] {
        const qint64 at = timeIn(when);
        const QString done = tr("Review moved to %1").arg(shortTime(at, time));
        submit(
            target, tr("Moving the review of %1").arg(target.name()), done,
            [ids = target.ids, at](Desk &desk) { return desk.setReview(ids, at); },
            [this, done](const QStringList &ids) {
                offerUndo(ids, done, tr("Putting the review date back"), [ids](Desk &desk) { return desk.takeBackReview(ids); });
            });
    });
    sheet->open();
    when->setFocus();
}

void CaseWork::addNote(const Target &target)
{
    auto *sheet = new FormSheet(QStringLiteral("noteSheet"), tr("Note on %1").arg(target.name()),
                                tr("A note stays with the case and decides nothing."), m_page);
    auto *text = sheet->addText(QStringLiteral("noteText"), tr("Note"));
    sheet->addNote(QStringLiteral("undo-2"), tr("Can be taken back for 10 s; that leaves its trace."));
    const auto empty = [text] { return text->text().trimmed().isEmpty() ? tr("Write the note first.") : QString(); };
    sheet->setAction(tr("Keep the note"), false, empty, [this, target, text] {
        const QString note = text->text().trimmed();
        submit(
            target, tr("Noting something on %1").arg(target.name()), tr("Note kept"),
            [ids = target.ids, note](Desk &desk) { return desk.note(ids, note); },
            [this, note](const QStringList &ids) {
                offerUndo(ids, tr("Note kept"), tr("Taking the note back"),
                          [ids, note](Desk &desk) { return desk.takeBackNote(ids, note); });
            });
    });
    sheet->open();
    text->setFocus();
}

namespace {

struct DisposeWords
{
    QString title, consequence, verb;
};

// What follows in one sentence; what is asked for is never said as done.
DisposeWords wordsFor(DispositionKind kind, const QString &name, bool asks)
{
    using enum DispositionKind;
    switch (kind) {
    case redrive_approved:
        return {CaseWork::tr("Redrive %1?").arg(name),
                asks ? CaseWork::tr("An approver decides. Nothing is sent: after that it waits for a release plan.")
                     : CaseWork::tr("Nothing is sent by this: it waits for a release plan, which names the fix, the rate and the ladder."),
                asks ? CaseWork::tr("Ask to redrive") : CaseWork::tr("Redrive")};
    case manual_completion:
        return {CaseWork::tr("Done by hand: %1?").arg(name),
                CaseWork::tr("It closes as recreated by hand, with the link as its proof. Nothing is sent."),
                CaseWork::tr("Record as done")};
    case accepted_partial:
        return {CaseWork::tr("Accept %1 as partial?").arg(name),
                CaseWork::tr("It closes with what was done so far. Nothing is sent; the rest is never done."),
                CaseWork::tr("Accept as partial")};
    case discard_business_valid:
        return {
            CaseWork::tr("Discard %1?").arg(name),
            asks ? CaseWork::tr("It will close as “discarded, business reason valid” once a second person approves. Nothing is sent. The "
                                "records stay; the work is never done.")
                 : CaseWork::tr("It closes as “discarded, business reason valid”. Nothing is sent. The records stay; the work is never "
                                "done."),
            asks ? CaseWork::tr("Ask to discard") : CaseWork::tr("Discard")};
    case incident_opened:
        return {CaseWork::tr("Attach %1 to an incident?").arg(name),
                CaseWork::tr("It stays open and closes with the incident, once that says what was learned."), CaseWork::tr("Attach")};
    case blocked_evidence:
        return {CaseWork::tr("Block %1?").arg(name), CaseWork::tr("It waits until then for evidence, and asks again."),
                CaseWork::tr("Block")};
    }
    return {};
}

} // namespace

void CaseWork::dispose(const Target &target, DispositionKind kind, const TimeView &time, bool asks)
{
    if (kind != DispositionKind::incident_opened)
        return askDispose(target, kind, time, asks, {});
    m_services.data().ask<QList<Incident>>(
        this, QStringLiteral("cases.incidents"),
        [](Database &db, const DeskData::Look &look) { return queries::openIncidents(db, look.viewer); },
        [this, target, kind, time, asks](const Result<QList<Incident>> &incidents) {
            if (incidents)
                askDispose(target, kind, time, asks, *incidents);
            else
                Q_EMIT m_page->troubled(tr("Reading the open incidents"), incidents.error());
        });
}

void CaseWork::askDispose(const Target &target, DispositionKind kind, const TimeView &time, bool asks, const QList<Incident> &incidents)
{
    using enum DispositionKind;
    constexpr qint64 day = 24 * 3'600'000;
    const auto words = wordsFor(kind, target.name(), asks);
    auto *sheet = new FormSheet(QStringLiteral("decideSheet"), words.title, words.consequence, m_page);
    auto *reason = sheet->addText(QStringLiteral("reason"), tr("Reason"));
    Field *line = nullptr;
    if (kind == manual_completion)
        line = sheet->addLine(QStringLiteral("link"), tr("Link to the record"),
                              target.isBulk() ? tr("https://…/{operation} or {delivery}: each case has its own")
                                              : tr("where the work done by hand can be seen"));
    else if (kind == accepted_partial || kind == discard_business_valid)
        line = sheet->addLine(QStringLiteral("authority"), tr("Authority"), tr("who has the say, and said so"));
    Select *incident = nullptr;
    if (kind == incident_opened) {
        QStringList names{tr("A new incident, named by the reason")};
        for (const auto &open : incidents)
            names.append(open.incidentId.value + u"  " + open.title);
        incident = sheet->addChoice(QStringLiteral("incident"), tr("Incident"), names);
    }
    QDateTimeEdit *until =
        kind == blocked_evidence ? sheet->addTime(QStringLiteral("until"), tr("Until"), time.nowMs + day, time.utc) : nullptr;
    if (asks)
        sheet->addNote(QStringLiteral("undo-2"), tr("Can be undone for 10 s, then only until it is approved."));
    const auto missing = [reason, line, until, kind, now = time.nowMs] {
        if (const QString needs = needsText(reason->text()); !needs.isEmpty())
            return needs;
        if (line && line->text().trimmed().isEmpty())
            return tr("%1 is needed.").arg(line->accessibleName());
        if (kind == manual_completion && !namesARecord(line->text()))
            return tr("The link needs to be a whole address, as https://host/record.");
        return until && timeIn(until) <= now ? tr("The date must lie in the future.") : QString();
    };
    const QString verb = target.isBulk() ? tr("%1 %2").arg(words.verb, casesText(target.ids.size())) : words.verb;
    sheet->setAction(verb, kind == discard_business_valid, missing, [this, target, kind, reason, line, incident, until, incidents] {
        DispositionRequest request;
        request.kind = kind;
        request.reason = reason->text().trimmed();
        if (line)
            (kind == manual_completion ? request.link : request.authority) = line->text().trimmed();
        if (incident)
            request.incident =
                incident->currentIndex() > 0 ? incidents[incident->currentIndex() - 1].incidentId.value : QStringLiteral("new");
        if (until)
            request.until = timeIn(until);
        sendDisposition(target, request);
    });
    sheet->open();
    reason->setFocus();
}

void CaseWork::sendDisposition(const Target &target, const DispositionRequest &request)
{
    const QString doing = tr("Deciding %1").arg(target.name());
    const QString word = token(request.kind).label;
    m_services.clerk().submit<BulkResult>(
        this, doing,
        [target, request](Desk &desk) {
            return desk.dispose({target.ids, {}, {}, target.seen}, request);
        },
        [this, target, request, doing, word](const Bulk &result) {
            QStringList requested;
            for (const auto &item : result ? result->items : QList<ItemResult>()) {
                if (item.result == u"done" && item.reason.startsWith(u"requested"))
                    requested.append(item.id);
            }
            const QString done = requested.isEmpty() ? tr("Decided: %1").arg(word) : tr("Asked for: %1").arg(word);
            tell(target, doing, done, result, [this, requested, done](const QStringList &ids) {
                if (!requested.isEmpty())
                    offerUndo(requested, done, tr("Withdrawing the request"), [requested](Desk &desk) { return desk.withdraw(requested); });
                Q_EMIT decided(ids);
            });
            if (result && !target.isBulk() && !result->items.isEmpty() && changedMeanwhile(result->items[0]))
                keepAsNote(target, request, result->items[0].reason);
        });
}

// Who was second keeps what they meant: as a note, beside the decision that stands.
void CaseWork::keepAsNote(const Target &target, const DispositionRequest &request, const QString &why)
{
    const QString note = tr("Meant to decide %1: %2. Not recorded, %3").arg(token(request.kind).label, request.reason, why);
    m_services.clerk().submit<BulkResult>(
        this, tr("Keeping your reason as a note"), [ids = target.ids, note](Desk &desk) { return desk.note(ids, note); },
        [this](const Bulk &) { Q_EMIT changed(); });
}

void CaseWork::approve(const Target &target, const QString &what)
{
    auto *sheet = new FormSheet(
        QStringLiteral("approveSheet"), tr("Approve %1 for %2?").arg(what, target.name()),
        tr("The decision takes effect at once. An approved redrive waits for a release plan: nothing is sent by this."), m_page);
    auto *reason = sheet->addText(QStringLiteral("reason"), tr("Reason, if there is something to say"));
    sheet->setAction(target.isBulk() ? tr("Approve %1").arg(casesText(target.ids.size())) : tr("Approve"), false, {},
                     [this, target, reason] {
                         const QString text = reason->text().trimmed();
                         submit(
                             target, tr("Approving %1").arg(target.name()), tr("Approved"),
                             [target, text](Desk &desk) { return desk.approve(target.ids, text, target.seen); },
                             [this](const QStringList &ids) { Q_EMIT decided(ids); });
                     });
    sheet->open();
    reason->setFocus();
}

void CaseWork::reject(const Target &target, const QString &what)
{
    auto *sheet = new FormSheet(QStringLiteral("rejectSheet"), tr("Reject %1 for %2?").arg(what, target.name()),
                                tr("The case waits for another decision. Whoever asked reads your reason."), m_page);
    auto *reason = sheet->addText(QStringLiteral("reason"), tr("Reason"));
    sheet->setAction(
        target.isBulk() ? tr("Reject %1").arg(casesText(target.ids.size())) : tr("Reject"), false,
        [reason] { return needsText(reason->text()); },
        [this, target, reason] {
            const QString text = reason->text().trimmed();
            submit(
                target, tr("Rejecting %1").arg(target.name()), tr("Rejected"),
                [target, text](Desk &desk) { return desk.reject(target.ids, text, target.seen); },
                [this](const QStringList &ids) { Q_EMIT decided(ids); });
        });
    sheet->open();
    reason->setFocus();
}

void CaseWork::withdraw(const Target &target)
{
    submit(target, tr("Withdrawing the request of %1").arg(target.name()), tr("Withdrawn"),
           [ids = target.ids](Desk &desk) { return desk.withdraw(ids); });
}

void CaseWork::settle(const Target &target, const QString &action, ReceiptState state)
{
    const bool confirmed = state == ReceiptState::confirmed;
    auto *sheet = new FormSheet(QStringLiteral("settleSheet"),
                                confirmed ? tr("%1 was sent and took effect?").arg(action) : tr("%1 was not sent?").arg(action),
                                confirmed ? tr("The effect counts as confirmed: it is never sent again.")
                                          : tr("The effect counts as denied: a release may send it again under the same key."),
                                m_page);
    auto *evidence = sheet->addText(QStringLiteral("evidence"), tr("Evidence"), tr("where you looked, what you saw"));
    sheet->addNote(QStringLiteral("circle-help"), tr("Only a later verification can correct this: be sure."));
    const auto empty = [evidence] {
        return evidence->text().trimmed().isEmpty() ? tr("Evidence is needed: it is what reconciliation relies on.") : QString();
    };
    sheet->setAction(confirmed ? tr("Settle as confirmed") : tr("Settle as denied"), false, empty, [this, target, action, state, evidence] {
        const QString text = evidence->text().trimmed();
        submit(target, tr("Settling %1 of %2").arg(action, target.name()), tr("Settled as %1").arg(token(state).label),
               [target, action, state, text](Desk &desk) -> Bulk {
                   const auto done = desk.settleEffect(CaseId{target.ids[0]}, action, state, text, target.seen);
                   if (!done && done.error().code != ErrorCode::refused && done.error().code != ErrorCode::conflict)
                       return tl::unexpected(done.error());
                   BulkResult bulk;
                   bulk.items.append(
                       {target.ids[0], done ? QStringLiteral("done") : QStringLiteral("refused"), done ? QString() : done.error().detail});
                   return bulk;
               });
    });
    sheet->open();
    evidence->setFocus();
}

void CaseWork::verify(const Target &target)
{
    const QString doing = tr("Asking the recipient about %1").arg(target.name());
    m_services.clerk().submitAsked(
        this, doing,
        [target](Desk &desk) {
            return desk.askVerifyEffect({target.ids, {}, {}, target.seen});
        },
        [this, target, doing](const Bulk &result) {
            QString word = tr("Asked");
            if (result && !target.isBulk() && !result->items.isEmpty())
                word = tr("The recipient answered: %1").arg(result->items[0].result);
            tell(target, doing, word, result, {});
        });
}

void CaseWork::recordFinding(const Target &target, int step, const QString &text)
{
    submit(
        target, tr("Recording a finding on %1").arg(target.name()), tr("Finding recorded, step %1").arg(step),
        [target, step, text](Desk &desk) {
            return desk.addFinding({target.ids, {}, {}, target.seen}, step, text);
        },
        [this, step](const QStringList &ids) { Q_EMIT found(ids, step); });
}

void CaseWork::writeFinding(const Target &target)
{
    auto *sheet = new FormSheet(QStringLiteral("findingSheet"), tr("Record a finding for %1").arg(target.name()),
                                tr("It is recorded on each of them, under your name."), m_page);
    QStringList steps;
    for (int step = 1; step <= 6; ++step)
        steps.append(QStringLiteral("%1  %2").arg(step).arg(stepTitle(step)));
    auto *step = sheet->addChoice(QStringLiteral("step"), tr("Step"), steps);
    auto *text = sheet->addText(QStringLiteral("findingText"), tr("Finding"));
    const auto empty = [text] { return text->text().trimmed().isEmpty() ? tr("Write what was found first.") : QString(); };
    sheet->setAction(tr("Record for %1").arg(casesText(target.ids.size())), false, empty,
                     [this, target, step, text] { recordFinding(target, step->currentIndex() + 1, text->text().trimmed()); });
    sheet->open();
    text->setFocus();
}

} // namespace lazaret::ui
