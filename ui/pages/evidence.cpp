#include "pages/evidence.h"

#include "models/casesmodel.h"
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

// The number of a step, or its tick, with the line down to the next one.
class StepDot : public QWidget
{
public:
    StepDot(int number, bool done, bool last) : m_number(number), m_done(done), m_last(last) { setFixedWidth(24); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (!m_last)
            painter.fillRect(QRectF(9.5, 24, 1, height() - 25), color(u"border.default"));
        const QRectF circle(0.5, 1.5, 19, 19);
        painter.setPen(m_done ? QPen(Qt::NoPen) : QPen(color(u"border.control"), 1));
        painter.setBrush(m_done ? color(u"good.soft") : QColor(Qt::transparent));
        painter.drawEllipse(circle);
        if (m_done)
            paintIcon(painter, u"check", QRectF(4, 5, 12, 12), color(u"good.text"));
        else
            paintElided(painter, circle, QString::number(m_number), ui::font(u"caption", QFont::DemiBold), color(u"text.muted"),
                        Qt::AlignCenter);
    }

private:
    int m_number;
    bool m_done, m_last;
};

const Finding *findingFor(const CaseRecord &record, int step)
{
    const Finding *latest = nullptr;
    for (const auto &finding : record.findings) {
        if (finding.step == step && finding.at >= record.lastFailureAt && (!latest || finding.at >= latest->at))
            latest = &finding;
    }
    return latest;
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

QString evidenceOf(const CaseView &view, int step)
{
    const auto &record = view.record;
    switch (step) {
    case 1:
        return Words::tr("%1, %2@%3")
            .arg(record.inputReference.isEmpty() ? Words::tr("No input reference") : record.inputReference, record.workflow,
                 record.workflowVersion);
    case 2:
        return record.signatureVerified ? Words::tr("Signature verified, event %1, first delivery of its id").arg(orDash(record.eventType))
                                        : Words::tr("The signature was not verified");
    case 3:
        return record.lastCompletedStep.isEmpty() ? Words::tr("No step completed")
                                                  : Words::tr("%1 completed").arg(record.lastCompletedStep);
    case 4:
        return record.receipts.isEmpty() ? Words::tr("No outside effect was begun") : QString();
    case 5:
        return Words::tr("%1, %2").arg(token(record.errorClass).label, record.errorCode);
    default:
        return {};
    }
}

QWidget *stepWidget(const CaseView &view, int step, const TimeView &time)
{
    const auto *finding = findingFor(view.record, step);
    auto *row = new QWidget;
    row->setObjectName(QStringLiteral("step%1").arg(step));
    auto *across = new QHBoxLayout(row);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(8);
    across->addWidget(new StepDot(step, finding, step == 6));
    auto *column = new QVBoxLayout;
    column->setContentsMargins(0, 2, 0, 9);
    column->setSpacing(2);
    across->addLayout(column, 1);
    auto *head = new QHBoxLayout;
    head->addWidget(new Label(stepTitle(step), ui::font(u"body", finding ? QFont::DemiBold : QFont::Medium),
                              finding ? QStringLiteral("text.primary") : QStringLiteral("text.secondary")),
                    1);
    if (finding)
        head->addWidget(new Label(initials(finding->by) + u' ' + shortTime(finding->at, time), ui::font(u"caption", QFont::Normal),
                                  QStringLiteral("text.muted")));
    column->addLayout(head);
    if (const auto evidence = evidenceOf(view, step); !evidence.isEmpty())
        column->addWidget(new Text(evidence, ui::font(u"small"), QStringLiteral("text.muted")));
    if (step == 4 && !view.record.receipts.isEmpty()) {
        QList<EvidenceRow::Line> lines;
        for (const auto &receipt : view.record.receipts)
            lines.append(receiptLine(receipt, time));
        column->addSpacing(2);
        column->addWidget(boxed(lines));
    }
    if (finding)
        column->addWidget(new Text(finding->text, ui::font(u"small"), QStringLiteral("text.secondary")));
    row->setAccessibleName(
        Words::tr("Step %1, %2: %3").arg(step).arg(stepTitle(step), finding ? finding->text : Words::tr("no finding yet")));
    return row;
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

int findingsSinceFailure(const CaseRecord &record)
{
    int count = 0;
    for (int step = 1; step <= 6; ++step)
        count += findingFor(record, step) != nullptr;
    return count;
}

QWidget *inspectionBody(const CaseView &view, const TimeView &time)
{
    QList<QWidget *> steps;
    for (int step = 1; step <= 6; ++step)
        steps.append(stepWidget(view, step, time));
    return bodyWith(steps, 0);
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

QWidget *lineageBody(const CaseView &view, const TimeView &time)
{
    const auto &record = view.record;
    QList<EvidenceRow::Line> lines;
    const auto add = [&](const char *icon, const QString &what, const QString &id, const QString &note, const QString &when) {
        lines.append({.token = {{}, QLatin1String(icon), QStringLiteral("neutral")},
                      .name = what,
                      .state = id,
                      .note = note,
                      .when = when,
                      .tooltip = id});
    };
    if (!record.deliveryId.isEmpty())
        add("webhook", Words::tr("delivery"), record.deliveryId, record.source, {});
    add("cpu", Words::tr("job"), middleOfId(record.jobId.value), record.taskType, {});
    add("inbox", Words::tr("case"), middleOfId(record.caseId.value), token(record.errorClass).label,
        secondTime(record.firstFailureAt, time));
    if (!record.redriveId.isEmpty())
        add("route", Words::tr("release"), middleOfId(record.redriveId), {}, {});
    for (const auto &item : view.reconciliations) {
        const auto look = token(item.outcome);
        lines.append({.token = look,
                      .name = Words::tr("reconciled"),
                      .state = look.label,
                      .note = item.proof.isEmpty() ? item.how : item.proof,
                      .when = secondTime(item.at, time)});
    }
    if (record.closedAt)
        add("check-check", Words::tr("closed"), {}, {}, secondTime(*record.closedAt, time));
    return bodyWith({boxed(lines)});
}

QWidget *dispositionsBody(const CaseView &view, const TimeView &time)
{
    if (view.record.dispositions.isEmpty())
        return nothing(Words::tr("No decision has been recorded for this case."));
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
    return bodyWith(parts, 12);
}

} // namespace lazaret::ui
