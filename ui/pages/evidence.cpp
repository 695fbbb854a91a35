#include "pages/evidence.h"

#include "models/casesmodel.h"
#include "pages/casesuggestions.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QCoreApplication>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Evidence)
};

constexpr int rowHeight = 26;

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("–") : text;
}

// One line of evidence: icon, name in mono, state word in its colour, a note, a time.
class EvidenceRow : public QWidget
{
public:
    struct Line
    {
        Token token;
        QString name{}, state{}, note{}, when{}, tooltip{};
        int nameWidth = 120;
    };
    explicit EvidenceRow(const Line &line) : m_line(line)
    {
        setFixedHeight(rowHeight);
        setAccessibleName(QStringList{line.name, line.state, line.note, line.when}.join(u", "));
        setToolTip(line.tooltip.isEmpty() ? line.note : line.tooltip);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QFont state = ui::font(u"small", QFont::DemiBold), mono = monoFont(u"caption", QFont::Normal);
        paintIcon(painter, m_line.token.icon, QRectF(0, (height() - 14) / 2.0, 14, 14), toneColor(m_line.token.tone, u"text"));
        const int when = QFontMetrics(mono).horizontalAdvance(m_line.when);
        qreal x = 22;
        const qreal end = width() - when - 10;
        paintElided(painter, QRectF(x, 0, m_line.nameWidth - 6, height()), m_line.name, monoFont(u"mono", QFont::Medium),
                    color(u"text.primary"));
        x += m_line.nameWidth;
        const int stateWidth = qMax(80, QFontMetrics(state).horizontalAdvance(m_line.state) + 10);
        paintElided(painter, QRectF(x, 0, stateWidth, height()), m_line.state, state, toneColor(m_line.token.tone, u"text"));
        x += stateWidth;
        paintElided(painter, QRectF(x, 0, end - x, height()), m_line.note, ui::font(u"small"), color(u"text.secondary"));
        paintElided(painter, QRectF(width() - when - 1, 0, when + 2, height()), m_line.when, mono, color(u"text.muted"));
    }

private:
    Line m_line;
};

QVBoxLayout *columnIn(QWidget *widget, int spacing = 0, const QMargins &margins = {})
{
    auto *column = new QVBoxLayout(widget);
    column->setSpacing(spacing);
    column->setContentsMargins(margins);
    return column;
}

QWidget *boxed(const QList<EvidenceRow::Line> &lines)
{
    auto *box = new Card(nullptr, QStringLiteral("bg.sunken"));
    auto *column = columnIn(box, 0, {10, 3, 10, 3});
    const QFontMetrics mono(monoFont(u"mono", QFont::Medium));
    int nameWidth = 80;
    for (const auto &line : lines)
        nameWidth = qBound(nameWidth, mono.horizontalAdvance(line.name) + 14, 170);
    for (auto line : lines) {
        line.nameWidth = nameWidth;
        column->addWidget(new EvidenceRow(line));
    }
    return box;
}

QWidget *bodyWith(const QList<QWidget *> &parts, int spacing = 8)
{
    auto *body = new QWidget;
    auto *column = columnIn(body, spacing, {0, 10, 8, 8});
    for (auto *part : parts)
        column->addWidget(part);
    column->addStretch(1);
    return body;
}

QWidget *nothing(const QString &text)
{
    return bodyWith({new Text(text, ui::font(u"small"), QStringLiteral("text.muted"))});
}

EvidenceRow::Line receiptLine(const Receipt &receipt, const TimeView &time)
{
    const auto look = token(receipt.state);
    return {.token = look,
            .name = receipt.action,
            .state = look.label,
            .note = receipt.evidence.isEmpty() ? Words::tr("sent, not settled") : receipt.evidence,
            .when = secondTime(receipt.settledAt.value_or(receipt.intendedAt), time),
            .tooltip = QStringList{receipt.idempotencyKey, receipt.externalRef, receipt.evidence,
                                   receipt.settledBy.isEmpty() ? QString() : Words::tr("settled by %1").arg(receipt.settledBy)}
                           .filter(QRegularExpression(QStringLiteral(".")))
                           .join(u'\n')};
}

Token outcomeToken(OutcomeKind kind)
{
    switch (kind) {
    case OutcomeKind::done:
    case OutcomeKind::no_op:
        return {kind == OutcomeKind::done ? Words::tr("done") : Words::tr("no-op"), QStringLiteral("circle-check"), QStringLiteral("good")};
    case OutcomeKind::retryable:
        return {Words::tr("retryable"), QStringLiteral("timer-reset"), QStringLiteral("class.transient")};
    case OutcomeKind::terminal:
        return {Words::tr("terminal"), QStringLiteral("circle-x"), QStringLiteral("bad")};
    case OutcomeKind::manual_review:
        return {Words::tr("needs a person"), QStringLiteral("hand"), QStringLiteral("warn")};
    }
    return {};
}

QWidget *attemptWidget(const Attempt &attempt, const TimeView &time)
{
    auto *part = new QWidget;
    auto *column = columnIn(part, 3);
    const Token look =
        attempt.outcome ? outcomeToken(*attempt.outcome) : Token{Words::tr("running"), QStringLiteral("cpu"), QStringLiteral("neutral")};
    const bool uncertain = attempt.errorClass == ErrorClass::uncertain_effect; // no answer is not a failure
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(new Label(Words::tr("Attempt %1").arg(attempt.number), ui::font(u"section")));
    auto *chip = new Chip;
    if (attempt.errorClass)
        chip->show(attempt.errorCode, {token(*attempt.errorClass).tone, token(*attempt.errorClass).icon, false, true});
    else
        chip->show(look.label, {look.tone, look.icon});
    head->addWidget(chip);
    head->addStretch(1);
    head->addWidget(new Label(exactTime(attempt.startedAt, time), ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted")));
    column->addLayout(head);
    QStringList facts{look.label};
    if (attempt.finishedAt)
        facts << Words::tr("took %1").arg(duration(*attempt.finishedAt - attempt.startedAt));
    facts << Words::tr("version %1").arg(attempt.workflowVersion) << attempt.workerId;
    if (attempt.retryAfterMs)
        facts << Words::tr("asked to wait %1").arg(duration(*attempt.retryAfterMs));
    column->addWidget(new Label(facts.join(u" · "), ui::font(u"small"), QStringLiteral("text.muted")));
    if (!attempt.message.isEmpty())
        column->addWidget(new Text(attempt.message, ui::font(u"small"), QStringLiteral("text.secondary")));
    QList<EvidenceRow::Line> lines;
    for (const auto &step : attempt.steps) {
        const bool failed = step.result.contains(u'.'); // an error code: "http.503"
        const Token known = token(!failed ? ReceiptState::confirmed : uncertain ? ReceiptState::uncertain : ReceiptState::denied);
        lines.append({.token = known,
                      .name = step.name,
                      .state = step.result,
                      .note = step.targetHost.isEmpty() ? step.kind : step.kind + u", " + step.targetHost,
                      .when = step.startedAt && step.finishedAt ? duration(*step.finishedAt - *step.startedAt) : QString()});
    }
    if (!lines.isEmpty())
        column->addWidget(boxed(lines));
    return part;
}

} // namespace

const Finding *findingFor(const CaseRecord &record, int step)
{
    const Finding *latest = nullptr;
    for (const auto &finding : record.findings) {
        if (finding.step == step && finding.at >= record.lastFailureAt && (!latest || finding.at >= latest->at))
            latest = &finding;
    }
    return latest;
}

int findingsSinceFailure(const CaseRecord &record)
{
    int count = 0;
    for (int step = 1; step <= 6; ++step)
        count += findingFor(record, step) != nullptr;
    return count;
}

QWidget *receiptsBox(const CaseView &view, const TimeView &time)
{
    QList<EvidenceRow::Line> lines;
    for (const auto &receipt : view.record.receipts)
        lines.append(receiptLine(receipt, time));
    for (const auto &action : actionsNotBegun(view))
        lines.append({.token = {{}, QStringLiteral("circle-dashed"), QStringLiteral("neutral")},
                      .name = action,
                      .state = Words::tr("not begun"),
                      .note = Words::tr("no receipt"),
                      .when = QStringLiteral("–")});
    return lines.isEmpty() ? nullptr : boxed(lines);
}

QWidget *attemptsBody(const CaseView &view, const TimeView &time)
{
    if (view.attempts.isEmpty())
        return nothing(Words::tr("No attempt was recorded."));
    QList<QWidget *> parts;
    for (auto attempt = view.attempts.rbegin(); attempt != view.attempts.rend(); ++attempt)
        parts.append(attemptWidget(*attempt, time));
    return bodyWith(parts, 14);
}

QWidget *receiptsBody(const CaseView &view, const TimeView &time)
{
    if (view.record.receipts.isEmpty())
        return nothing(Words::tr("No outside effect was begun, so there is nothing to confirm."));
    QList<EvidenceRow::Line> lines;
    for (const auto &receipt : view.record.receipts)
        lines.append(receiptLine(receipt, time));
    QList<QWidget *> parts{boxed(lines)};
    for (const auto &receipt : view.record.receipts) {
        auto *key = new Label(receipt.idempotencyKey, monoFont(u"caption", QFont::Normal), QStringLiteral("text.muted"));
        key->setAccessibleName(Words::tr("Idempotency key of %1: %2").arg(receipt.action, receipt.idempotencyKey));
        key->setTextInteractionFlags(Qt::TextSelectableByMouse);
        parts.append(key);
    }
    return bodyWith(parts, 6);
}

QWidget *payloadBody(const CaseView &view, const TimeView &)
{
    const auto &record = view.record;
    QList<EvidenceRow::Line> lines;
    const auto add = [&](const char *icon, const QString &what, const QString &value) {
        lines.append({.token = {{}, QLatin1String(icon), QStringLiteral("neutral")},
                      .name = what,
                      .state = {},
                      .note = orDash(value),
                      .tooltip = value});
    };
    add("file-text", Words::tr("reference"), record.inputReference);
    if (view.delivery)
        add("webhook", Words::tr("as received"), Words::tr("%1 bytes").arg(countText(view.delivery->bodySize)));
    add("key-round", Words::tr("SHA-256"),
        !record.inputSha256.isEmpty() ? record.inputSha256
        : view.delivery               ? view.delivery->bodySha256
                                      : QString());
    add("shield-check", Words::tr("data"), record.dataClassification);
    return bodyWith({boxed(lines), new Text(Words::tr("This version keeps no payload: the vault is not part of it. What is known is the "
                                                      "reference, the size and the hash of what was received; the content stays with the "
                                                      "sender and the recipient."),
                                            ui::font(u"small"), QStringLiteral("text.muted"))},
                    10);
}

namespace {

EvidenceRow::Line lineageLine(const QString &icon, const QString &what, const QString &id, const QString &note, const QString &when)
{
    return {.token = {{}, icon, QStringLiteral("neutral")},
            .name = what,
            .state = id,
            .note = note,
            .when = when,
            .tooltip = id + u"\n" + note};
}

} // namespace

QWidget *lineageBody(const CaseView &view, const TimeView &time)
{
    const auto &record = view.record;
    QList<EvidenceRow::Line> lines;
    if (!record.deliveryId.isEmpty())
        lines.append(lineageLine(QStringLiteral("webhook"), Words::tr("delivery"), record.deliveryId, record.source,
                                 view.delivery ? secondTime(view.delivery->receivedAt, time) : QString()));
    lines.append(lineageLine(QStringLiteral("cpu"), Words::tr("job"), middleOfId(record.jobId.value), record.taskType,
                             view.job.createdAt ? secondTime(view.job.createdAt, time) : QString()));
    for (const auto &attempt : view.attempts)
        lines.append(lineageLine(QStringLiteral("refresh-cw"), Words::tr("attempt %1").arg(attempt.number),
                                 attempt.errorCode.isEmpty() ? QStringLiteral("–") : attempt.errorCode,
                                 Words::tr("version %1").arg(attempt.workflowVersion), secondTime(attempt.startedAt, time)));
    lines.append(lineageLine(QStringLiteral("inbox"), Words::tr("case"), middleOfId(record.caseId.value), token(record.errorClass).label,
                             secondTime(record.firstFailureAt, time)));
    for (auto run = view.releases.rbegin(); run != view.releases.rend(); ++run)
        lines.append(lineageLine(QStringLiteral("route"), Words::tr("release"), middleOfId(run->redriveId),
                                 run->item.eligible ? toText(run->item.state) : Words::tr("not eligible: %1").arg(run->item.reason),
                                 run->item.releasedAt ? secondTime(*run->item.releasedAt, time) : QString()));
    for (const auto &item : view.reconciliations) {
        const auto look = token(item.outcome);
        lines.append({.token = look,
                      .name = Words::tr("reconciled"),
                      .state = look.label,
                      .note = item.proof.isEmpty() ? item.how : item.proof,
                      .when = secondTime(item.at, time)});
    }
    if (record.closedAt)
        lines.append(lineageLine(QStringLiteral("check-check"), Words::tr("closed"), {}, {}, secondTime(*record.closedAt, time)));
    return bodyWith({boxed(lines)});
}

namespace {

QWidget *dispositionsBody(const CaseView &view, const TimeView &time)
{
    QList<QWidget *> parts;
    for (const auto &entry : view.record.dispositions) {
        auto *part = new QWidget;
        auto *column = columnIn(part, 2);
        const auto look = token(entry.kind);
        auto *head = new QHBoxLayout;
        head->setSpacing(8);
        auto *chip = new Chip;
        chip->show(look.label, {look.tone, look.icon});
        head->addWidget(chip);
        head->addWidget(new Label(toText(entry.state), ui::font(u"small"), QStringLiteral("text.secondary")), 1);
        head->addWidget(
            new Label(entry.by + u' ' + shortTime(entry.at, time), ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted")));
        column->addLayout(head);
        column->addWidget(new Text(entry.reason, ui::font(u"small"), QStringLiteral("text.secondary")));
        QStringList facts;
        const auto fact = [&](const QString &words, const QString &value) {
            if (!value.isEmpty())
                facts << words.arg(value);
        };
        fact(Words::tr("authority %1"), entry.authority);
        fact(Words::tr("asked by %1"), entry.requestedBy);
        fact(Words::tr("approved by %1"), entry.approvedBy);
        fact(Words::tr("link %1"), entry.link);
        fact(Words::tr("incident %1"), entry.incident);
        fact(Words::tr("until %1"), entry.until ? shortTime(*entry.until, time) : QString());
        if (entry.selfApproved)
            facts << Words::tr("self-approved");
        if (!facts.isEmpty())
            column->addWidget(new Text(facts.join(u" · "), ui::font(u"small"), QStringLiteral("text.muted")));
        parts.append(part);
    }
    auto *all = new QWidget;
    auto *decisions = columnIn(all, 12);
    for (auto *part : parts)
        decisions->addWidget(part);
    return all;
}

QWidget *noteWidget(const CaseView &view, const Finding &note, const TimeView &time)
{
    auto *part = new QWidget;
    auto *row = new QHBoxLayout(part);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const bool withdrawn = view.withdrawnNotes.contains(note.id);
    QFont font = ui::font(u"small");
    font.setStrikeOut(withdrawn);
    auto *text = new Text(note.text, font, withdrawn ? QStringLiteral("text.muted") : QStringLiteral("text.secondary"));
    if (withdrawn)
        text->setAccessibleName(Words::tr("taken back: %1").arg(note.text));
    row->addWidget(new IconLabel(QStringLiteral("pencil"), 13, QStringLiteral("text.muted")), 0, Qt::AlignTop);
    row->addWidget(text, 1);
    row->addWidget(
        new Label(initials(note.by) + u' ' + shortTime(note.at, time), ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted")),
        0, Qt::AlignTop);
    return part;
}

} // namespace

// What people did and what the pipeline wrote down about them: decisions, notes, and the entries of the audit log with their numbers.
QWidget *auditBody(const CaseView &view, const TimeView &time)
{
    QList<QWidget *> parts;
    const auto heading = [&](const QString &text) { parts.append(new Label(text, ui::font(u"caption"), QStringLiteral("text.muted"))); };
    if (!view.record.dispositions.isEmpty()) {
        heading(Words::tr("Decisions"));
        parts.append(dispositionsBody(view, time));
    }
    bool notes = false;
    for (const auto &finding : view.record.findings) {
        if (finding.step != 0)
            continue;
        if (!std::exchange(notes, true))
            heading(Words::tr("Notes"));
        parts.append(noteWidget(view, finding, time));
    }
    if (!view.audit.isEmpty()) {
        heading(Words::tr("Audit log"));
        QList<EvidenceRow::Line> lines;
        for (auto entry = view.audit.rbegin(); entry != view.audit.rend(); ++entry)
            lines.append({.token = {{}, QStringLiteral("scroll-text"), QStringLiteral("neutral")},
                          .name = QStringLiteral("#%1").arg(entry->seq),
                          .state = entry->actor,
                          .note = entry->action,
                          .when = secondTime(entry->at, time),
                          .tooltip = entry->action + u"\n" + entry->details});
        parts.append(boxed(lines));
    }
    if (parts.isEmpty())
        return nothing(Words::tr("Nobody has done anything with this case yet."));
    return bodyWith(parts, 8);
}

} // namespace lazaret::ui
