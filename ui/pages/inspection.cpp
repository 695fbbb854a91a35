#include "pages/inspection.h"

#include "pages/casesuggestions.h"
#include "pages/evidence.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"
#include "widgets/textfield.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int dotWidth = 24;

// The number of a step, or its tick, with the line down to the next one.
class StepDot : public QWidget
{
public:
    enum class State { waiting, open, done };
    StepDot(int number, State state) : m_number(number), m_state(state) { setFixedWidth(dotWidth); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_number < 6)
            painter.fillRect(QRectF(9.5, 24, 1, height() - 25), color(u"border.default"));
        const QRectF circle(0.5, 1.5, 19, 19);
        const bool open = m_state == State::open, done = m_state == State::done;
        painter.setPen(open || done ? QPen(Qt::NoPen) : QPen(color(u"border.control"), 1));
        painter.setBrush(open ? color(u"accent.fill") : done ? color(u"good.soft") : QColor(Qt::transparent));
        painter.drawEllipse(circle);
        if (done)
            paintIcon(painter, u"check", QRectF(4, 5, 12, 12), color(u"good.text"));
        else
            paintElided(painter, circle, QString::number(m_number), ui::font(u"caption", QFont::DemiBold),
                        color(open ? u"text.onFill" : u"text.muted"), Qt::AlignCenter);
    }

private:
    int m_number;
    State m_state;
};

// The title of a step, and beside it who found something, or what is suggested. Pressing it opens the step.
class StepHead : public QPushButton
{
public:
    StepHead(int step, const QString &note, bool strong) : QPushButton(stepTitle(step)), m_note(note), m_strong(strong)
    {
        setObjectName(QStringLiteral("stepHead%1").arg(step));
        setFixedHeight(24);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
        setAccessibleName(QStringLiteral("%1. %2, %3").arg(step).arg(stepTitle(step), note));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QFont small = ui::font(u"caption", QFont::Normal);
        const int note = QFontMetrics(small).horizontalAdvance(m_note);
        paintElided(painter, QRectF(0, 0, width() - note - 8, height()), text(),
                    ui::font(u"body", m_strong ? QFont::DemiBold : QFont::Medium),
                    color(m_strong || underMouse() ? u"text.primary" : u"text.secondary"));
        paintElided(painter, QRectF(width() - note - 1, 0, note + 2, height()), m_note, small, color(u"text.muted"));
        if (hasFocus())
            paintFocusRing(painter, rect(), ui::radius(u"chip"));
    }

private:
    QString m_note;
    bool m_strong;
};

QString evidenceOf(const CaseView &view, int step)
{
    const auto &record = view.record;
    switch (step) {
    case 1: {
        QStringList facts;
        if (!record.inputReference.isEmpty())
            facts << record.inputReference;
        if (view.delivery)
            facts << Inspection::tr("%1 bytes").arg(countText(view.delivery->bodySize));
        facts << record.workflow + u'@' + record.workflowVersion;
        return facts.join(QStringLiteral(", "));
    }
    case 2:
        return record.signatureVerified ? Inspection::tr("Signature verified, event %1, first delivery of its id")
                                              .arg(record.eventType.isEmpty() ? QStringLiteral("–") : record.eventType)
                                        : Inspection::tr("The signature was not verified");
    case 3:
        return record.lastCompletedStep.isEmpty() ? Inspection::tr("No step completed")
                                                  : Inspection::tr("%1 completed").arg(record.lastCompletedStep);
    case 4:
        return record.receipts.isEmpty() ? Inspection::tr("No outside effect was begun") : QString();
    case 5:
        return Inspection::tr("%1, %2").arg(token(record.errorClass).label, record.errorCode);
    default:
        return {};
    }
}

} // namespace

Inspection::Inspection(QWidget *parent)
    : QWidget(parent), m_column(new QVBoxLayout(this)), m_editor(new QWidget(this)), m_field(new TextField),
      m_note(new Text({}, ui::font(u"small"), QStringLiteral("text.muted"))), m_all(new Check(QStringLiteral("allAlike"), {})),
      m_use(new Button(tr("Use the suggestion"), Button::Kind::secondary)), m_sent(new Button(tr("It was sent…"), Button::Kind::secondary)),
      m_notSent(new Button(tr("It was not sent…"), Button::Kind::secondary)),
      m_record(new Button(tr("Record finding"), Button::Kind::primary))
{
    m_column->setContentsMargins(0, 10, 8, 8);
    m_column->setSpacing(0);
    buildEditor();
    m_editor->hide();
}

void Inspection::buildEditor()
{
    auto *column = new QVBoxLayout(m_editor);
    column->setContentsMargins(0, 4, 0, 4);
    column->setSpacing(7);
    m_field->setObjectName(QStringLiteral("finding"));
    m_field->setFixedHeight(48);
    column->addWidget(m_field);
    m_note->setObjectName(QStringLiteral("findingNote"));
    m_note->hide();
    column->addWidget(m_note);
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    const std::pair<Button *, const char *> buttons[] = {
        {m_use, "useSuggestion"}, {m_sent, "settleConfirmed"}, {m_notSent, "settleDenied"}, {m_record, "recordFinding"}};
    for (const auto &[button, name] : buttons) {
        button->compact()->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
    }
    m_record->withKeys(QStringLiteral("Ctrl ⏎"));
    m_all->setFont(ui::font(u"small"));
    auto *byHand = new QHBoxLayout; // in a row of its own: with the rest it would be wider than the pane
    byHand->setSpacing(6);
    byHand->addWidget(m_sent);
    byHand->addWidget(m_notSent);
    byHand->addStretch(1);
    column->addLayout(byHand);
    row->addWidget(m_use);
    row->addStretch(1);
    row->addWidget(m_all);
    row->addWidget(m_record);
    column->addLayout(row);
    connect(m_field, &TextField::textChanged, this, [this] {
        if (m_filling)
            return;
        m_note->hide();
        check();
        m_drafts[m_open] = m_field->text();
        Q_EMIT draftChanged(m_open, m_field->text());
    });
    connect(m_field, &TextField::shortened, this, [this] {
        m_note->setText(tr("Cut at %1 characters: a finding is no longer than that.").arg(TextField::longest));
        m_note->show();
    });
    connect(m_use, &Button::clicked, this, [this] {
        m_field->setText(suggestionFor(*m_case, m_open).text);
        m_field->setFocus(Qt::OtherFocusReason);
    });
    connect(m_sent, &Button::clicked, this, [this] { Q_EMIT settleRequested(ReceiptState::confirmed); });
    connect(m_notSent, &Button::clicked, this, [this] { Q_EMIT settleRequested(ReceiptState::denied); });
    connect(m_record, &Button::clicked, this, &Inspection::record);
}

void Inspection::show(const CaseView &view, const TimeView &time)
{
    const bool other = !m_case || m_case->record.caseId != view.record.caseId;
    m_case = view;
    m_time = time;
    if (other) {
        m_drafts.clear();
        m_alike = 0;
        m_open = 0;
        for (int step = 1; step <= 6 && !m_open; ++step) {
            if (!findingFor(view.record, step))
                m_open = step;
        }
    }
    if (signature() != m_shown)
        build();
}

// Everything the widgets show: while it stays the same they stay too, with the text being written in them.
QString Inspection::signature() const
{
    QString text = m_case->record.caseId.value + QString::number(m_open) + (m_time.utc ? u'u' : u'l') + m_case->currentVersion + m_locked;
    text += QString::number(m_case->record.lastFailureAt) + toText(m_case->record.status);
    for (const auto &finding : m_case->record.findings)
        text += QString::number(finding.id) + finding.text;
    for (const auto &receipt : m_case->record.receipts)
        text += receipt.action + toText(receipt.state) + receipt.evidence;
    return text;
}

void Inspection::build()
{
    const bool writing = m_field->hasFocus();
    m_shown = signature();
    m_editor->setParent(this); // out of what is thrown away
    m_editor->hide();
    delete m_steps;
    m_steps = new QWidget;
    auto *column = new QVBoxLayout(m_steps);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (int step = 1; step <= 6; ++step)
        column->addWidget(stepWidget(step));
    column->addStretch(1);
    m_column->addWidget(m_steps);
    m_steps->show();
    offer();
    if (writing && m_editor->isVisible())
        m_field->setFocus(Qt::OtherFocusReason);
}

QWidget *Inspection::stepWidget(int step)
{
    const auto *finding = findingFor(m_case->record, step);
    const bool open = step == m_open;
    const Suggestion suggestion = finding ? Suggestion{} : suggestionFor(*m_case, step);
    const auto uncertain = std::count_if(m_case->record.receipts.begin(), m_case->record.receipts.end(),
                                         [](const Receipt &receipt) { return receipt.state == ReceiptState::uncertain; });
    const QString note = finding                      ? initials(finding->by) + u' ' + shortTime(finding->at, m_time)
                         : step == 4 && uncertain     ? tr("%1 uncertain").arg(uncertain)
                         : suggestion.brief.isEmpty() ? QString()
                                                      : tr("suggested: %1").arg(suggestion.brief);
    auto *row = new QWidget;
    row->setObjectName(QStringLiteral("step%1").arg(step));
    auto *across = new QHBoxLayout(row);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(8);
    across->addWidget(new StepDot(step, open ? StepDot::State::open : finding ? StepDot::State::done : StepDot::State::waiting));
    auto *column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(2);
    across->addLayout(column, 1);
    auto *head = new StepHead(step, note, finding || open);
    connect(
        head, &QPushButton::clicked, this, [this, step] { this->open(step == m_open ? 0 : step); }, Qt::QueuedConnection);
    column->addWidget(head);
    if (const QString evidence = evidenceOf(*m_case, step); !evidence.isEmpty() && (open || !finding))
        column->addWidget(new Text(evidence, ui::font(u"small"), QStringLiteral("text.muted")));
    if (step == 4 && (open || !finding)) {
        if (auto *receipts = receiptsBox(*m_case, m_time))
            column->addWidget(receipts);
        if (auto *verify = open ? verifyNote() : nullptr)
            column->addWidget(verify);
    }
    if (finding)
        column->addWidget(new Text(finding->text, ui::font(u"small"), QStringLiteral("text.secondary")));
    if (open && !m_case->record.closedAt) {
        column->addWidget(m_editor);
        m_editor->show();
    }
    row->setAccessibleName(tr("Step %1, %2: %3").arg(step).arg(stepTitle(step), finding ? finding->text : tr("no finding yet")));
    return row;
}

// Violet, with the one thing to do first.
QWidget *Inspection::verifyNote()
{
    if (!openReceipt(*m_case))
        return nullptr;
    const QString host = recipientOf(*m_case);
    const bool asks = canAsk(*m_case);
    auto *card = new Card(nullptr, QStringLiteral("uncertain.soft"), QString());
    auto *row = new QHBoxLayout(card);
    row->setContentsMargins(10, 7, 8, 7);
    row->setSpacing(8);
    row->addWidget(new IconLabel(QStringLiteral("circle-help"), 15, QStringLiteral("uncertain.text")));
    row->addWidget(new Text(asks ? tr("Do not send again yet. Ask %1: it knows this key.").arg(host.isEmpty() ? tr("the recipient") : host)
                                 : tr("Do not send again yet. This step has no way to ask: settle it with evidence."),
                            ui::font(u"small", QFont::Medium), QStringLiteral("uncertain.text")),
                   1);
    if (asks) {
        auto *verify = new Button(host.isEmpty() ? tr("Verify") : tr("Verify at %1").arg(host.left(24)), Button::Kind::primary);
        verify->compact()->withKeys(QStringLiteral("V"))->setObjectName(QStringLiteral("verifyEffect"));
        verify->setEnabled(m_locked.isEmpty());
        verify->setToolTip(m_locked);
        connect(verify, &Button::clicked, this, &Inspection::verifyRequested);
        row->addWidget(verify);
    }
    return card;
}

void Inspection::offer()
{
    const bool uncertain = openReceipt(*m_case) && m_open == 4;
    m_sent->setVisible(uncertain);
    m_notSent->setVisible(uncertain);
    m_use->setVisible(!uncertain && !suggestionFor(*m_case, m_open).text.isEmpty());
    m_use->setToolTip(suggestionFor(*m_case, m_open).text);
    m_field->setAccessibleName(m_open ? tr("Finding for step %1, %2").arg(m_open).arg(stepTitle(m_open)) : tr("Finding"));
    m_field->setPlaceholderText(m_open == 4 ? tr("Finding: what is confirmed, denied, unknown?") : tr("Finding: what did you see?"));
    m_filling = true;
    m_field->setText(m_drafts.value(m_open));
    m_filling = false;
    setAlike(m_alike);
    check();
}

void Inspection::setAlike(qsizetype count)
{
    m_alike = count;
    m_all->setVisible(count > 1);
    m_all->setText(tr("all %1 alike").arg(countText(count)));
    m_all->setAccessibleName(m_all->text());
    m_all->setToolTip(tr("Records the finding on each of %1 cases of this query with the same class, code, workflow version and fault")
                          .arg(countText(count)));
    if (count <= 1)
        m_all->setChecked(false);
    m_all->updateGeometry();
}

void Inspection::setLocked(const QString &reason)
{
    m_locked = reason;
    for (auto *button : {m_sent, m_notSent}) {
        button->setEnabled(reason.isEmpty());
        button->setToolTip(reason);
    }
    check();
}

void Inspection::setDraft(int step, const QString &text)
{
    if (text.isEmpty())
        return;
    m_drafts[step] = text;
    if (step == m_open)
        offer();
}

void Inspection::forgetDraft(int step)
{
    m_drafts.remove(step);
    if (step == m_open)
        offer();
}

void Inspection::check()
{
    const bool empty = m_field->text().trimmed().isEmpty();
    m_record->setEnabled(m_locked.isEmpty() && !empty);
    m_record->setToolTip(!m_locked.isEmpty() ? m_locked : empty ? tr("Write what was found first") : QString());
}

void Inspection::open(int step)
{
    m_open = step;
    if (!m_case)
        return;
    build();
    if (step && m_editor->isVisible())
        m_field->setFocus(Qt::OtherFocusReason);
    Q_EMIT opened();
}

void Inspection::openNext(int recorded)
{
    if (!m_case)
        return;
    if (!recorded && m_open && !findingFor(m_case->record, m_open) && !m_field->hasFocus())
        return open(m_open); // the open one first
    for (int i = 1; i <= 6; ++i) {
        const int step = (m_open + i - 1) % 6 + 1;
        if (step != m_open && step != recorded && !findingFor(m_case->record, step))
            return open(step);
    }
    open(recorded ? 0 : qMax(1, m_open));
}

void Inspection::record()
{
    const QString text = m_field->text().trimmed();
    if (!m_open || text.isEmpty() || !m_locked.isEmpty())
        return;
    Q_EMIT recordRequested(m_open, text, m_all->isVisible() && m_all->isChecked());
}

} // namespace lazaret::ui
