#include "pages/proofpane.h"

#include "models/proof.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/commandbutton.h"
#include "widgets/label.h"
#include "widgets/settleform.h"
#include "widgets/surfaces.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int lineHeight = 30, eventHeight = 23, nameWidth = 92, markWidth = 22;

// One line of the comparison; the first is its head.
class CompareRow : public QWidget
{
public:
    CompareRow(ProofLine line, bool head) : m_line(std::move(line)), m_head(head)
    {
        setFixedHeight(head ? 24 : lineHeight);
        setToolTip(m_line.tooltip);
        setAccessibleName(head ? QStringList{m_line.ours, m_line.theirs}.join(u", ")
                               : QStringList{m_line.name, m_line.ours, m_line.theirs, agreementWord()}.join(u", "));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const qreal side = (width() - nameWidth - markWidth) / 2.0;
        const QFont caption = ui::font(u"caption", QFont::DemiBold);
        const QFont body = m_head ? caption : m_line.mono ? monoFont(u"caption", QFont::Normal) : ui::font(u"small");
        const QColor ink = color(m_head ? u"text.secondary" : u"text.primary");
        paintElided(painter, QRectF(0, 0, nameWidth - 6, height()), m_line.name, ui::font(u"small"), color(u"text.muted"));
        paintElided(painter, QRectF(nameWidth, 0, side - 8, height()), m_line.ours, body, ink);
        paintElided(painter, QRectF(nameWidth + side, 0, side - 4, height()), m_line.theirs, body, ink);
        painter.fillRect(QRect(0, height() - 1, width(), 1), color(u"border.subtle"));
        if (m_head)
            return;
        using enum ProofLine::Agreement;
        const QRectF mark(width() - 15, (height() - 14) / 2.0, 14, 14);
        if (m_line.agreement == agrees)
            paintIcon(painter, u"check", mark, color(u"good.text"));
        else if (m_line.agreement == differs)
            paintIcon(painter, u"triangle-alert", mark, color(u"uncertain.text"));
        else
            paintIcon(painter, u"minus", mark, color(u"text.muted"));
    }

private:
    QString agreementWord() const
    {
        using enum ProofLine::Agreement;
        return m_line.agreement == agrees    ? ProofPane::tr("they agree")
               : m_line.agreement == differs ? ProofPane::tr("they differ")
                                             : ProofPane::tr("cannot be compared");
    }

    ProofLine m_line;
    bool m_head;
};

class EventRow : public QWidget
{
public:
    EventRow(ProofEvent event, const QString &when, const QString &tooltip) : m_event(std::move(event)), m_when(when)
    {
        setFixedHeight(eventHeight);
        setToolTip(tooltip);
        setAccessibleName(m_when + u", " + m_event.text);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QFont mono = monoFont(u"caption", QFont::Normal);
        const int when = QFontMetrics(mono).horizontalAdvance(m_when);
        paintIcon(painter, m_event.icon, QRectF(0, (height() - 14) / 2.0, 14, 14), toneColor(m_event.tone, u"text"));
        paintElided(painter, QRectF(22, 0, width() - when - 32, height()), m_event.text, ui::font(u"small"), color(u"text.primary"));
        paintElided(painter, QRectF(width() - when - 1, 0, when + 2, height()), m_when, mono, color(u"text.muted"));
    }

private:
    ProofEvent m_event;
    QString m_when;
};

QWidget *verdictBox(const ProofVerdict &verdict)
{
    auto *box = new Card(nullptr, verdict.tone + QStringLiteral(".soft"), {});
    box->setObjectName(QStringLiteral("proofVerdict"));
    box->setAccessibleName(verdict.text);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(10, 8, 10, 8);
    row->setSpacing(8);
    row->addWidget(new IconLabel(verdict.icon, 15, verdict.tone + QStringLiteral(".text")), 0, Qt::AlignTop);
    row->addWidget(new Text(verdict.text, ui::font(u"small", QFont::Medium), verdict.tone + QStringLiteral(".text")), 1);
    return box;
}

Label *heading(const QString &text)
{
    return new Label(text, ui::font(u"small", QFont::DemiBold), QStringLiteral("text.secondary"));
}

// A digest in a narrow pane is noise: its first digits name it, the tooltip has it whole.
QString shortHash(const QString &hash)
{
    return hash.size() > 14 ? hash.left(8) + QStringLiteral("…") + hash.right(4) : hash;
}

} // namespace

ProofPane::ProofPane(Command *verify, Command *settle, QWidget *parent)
    : SidePane(parent), m_pages(new QStackedWidget), m_nothing(new EmptyState),
      m_title(new Label({}, ui::font(u"section", QFont::DemiBold))),
      m_how(new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"))),
      m_anchor(new Label({}, monoFont(u"mono"), QStringLiteral("text.secondary"))), m_outcome(new Chip),
      m_open(new Button({}, Button::Kind::ghost)), m_copyHash(new Button({}, Button::Kind::ghost)), m_actions(new QWidget),
      m_form(new SettleForm), m_scroll(new QScrollArea)
{
    setObjectName(QStringLiteral("proofPane"));
    setAccessibleName(tr("Proof"));
    m_title->setObjectName(QStringLiteral("proofTitle"));
    m_how->setObjectName(QStringLiteral("proofHow"));
    m_scroll->setObjectName(QStringLiteral("proofBody"));
    m_scroll->setAccessibleName(tr("Proof, line by line"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->setFocusPolicy(Qt::StrongFocus);

    auto *actions = new QHBoxLayout(m_actions);
    actions->setContentsMargins(0, 8, 0, 0);
    actions->setSpacing(8);
    actions->addWidget((new CommandButton(verify, Button::Kind::primary, QStringLiteral("V")))->compact());
    actions->addWidget((new CommandButton(settle, Button::Kind::secondary))->compact());
    actions->addStretch(1);

    auto *shown = new QWidget;
    auto *column = new QVBoxLayout(shown);
    column->setContentsMargins(16, 12, 14, 12);
    column->setSpacing(0);
    column->addWidget(buildHead());
    column->addSpacing(2);
    column->addWidget(m_how);
    column->addWidget(m_actions);
    column->addWidget(m_form);
    column->addSpacing(8);
    column->addWidget(m_scroll, 1);
    column->addWidget(buildFoot());
    m_form->hide();
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(shown);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_pages);
    connect(m_form, &SettleForm::settled, this, &ProofPane::settled);
    connect(m_form, &SettleForm::cancelled, this, &ProofPane::closeSettle);
}

QWidget *ProofPane::buildHead()
{
    auto *head = new QWidget;
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addWidget(m_outcome);
    row->addStretch(1);
    m_open->withIcon(QStringLiteral("external-link"))->compact()->setAccessibleName(tr("Open the case"));
    m_open->setObjectName(QStringLiteral("proofOpenCase"));
    m_open->setToolTip(tr("Open the case (Enter)"));
    row->addWidget(m_open);
    connect(m_open, &Button::clicked, this, [this] {
        if (m_case)
            Q_EMIT caseRequested(m_case->record.caseId.value);
    });
    return head;
}

QWidget *ProofPane::buildFoot()
{
    auto *foot = new QWidget;
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(0, 8, 0, 0);
    row->setSpacing(6);
    row->addWidget(new IconLabel(QStringLiteral("link"), 13, QStringLiteral("text.muted")));
    m_anchor->setObjectName(QStringLiteral("proofAnchor"));
    row->addWidget(m_anchor, 1);
    m_copyHash->withIcon(QStringLiteral("copy"))->compact()->setAccessibleName(tr("Copy the hash"));
    m_copyHash->setObjectName(QStringLiteral("proofCopyHash"));
    m_copyHash->setToolTip(tr("Copy the hash this report is anchored to"));
    row->addWidget(m_copyHash);
    auto *verify = new Button(tr("Verify the chain"), Button::Kind::link);
    verify->setObjectName(QStringLiteral("proofVerifyChain"));
    row->addWidget(verify);
    connect(m_copyHash, &Button::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_hash); });
    connect(verify, &Button::clicked, this, &ProofPane::chainRequested);
    return foot;
}

QWidget *ProofPane::buildBody()
{
    auto *body = new QWidget;
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 6, 4);
    column->setSpacing(0);
    const QString recipient = recipientName(m_detail);
    column->addWidget(
        new CompareRow({{}, tr("Our receipts"), recipient.isEmpty() ? tr("The recipient says") : tr("%1 says").arg(recipient)}, true));
    for (const auto &line : proofLines(*m_case, m_view))
        column->addWidget(new CompareRow(line, false));
    column->addSpacing(10);
    column->addWidget(verdictBox(proofVerdict(*m_case)));
    column->addSpacing(14);
    column->addWidget(heading(tr("How it got here")));
    column->addSpacing(4);
    const auto addEvent = [&](const ProofEvent &event) {
        column->addWidget(new EventRow(event, secondTime(event.at, m_view), timeTooltip(event.at) + u'\n' + event.text));
    };
    for (const auto &event : proofEvents(*m_case, m_detail))
        addEvent(event);
    const auto reconciliations = m_detail ? m_detail->reconciliations : QList<ReconciliationItem>();
    column->addSpacing(12);
    column->addWidget(heading(tr("Reconciled %n time(s)", nullptr, int(reconciliations.size()))));
    column->addSpacing(4);
    for (const auto &item : reconciliations) {
        const auto look = token(item.outcome);
        addEvent({item.at, look.icon, look.tone, tr("%1: %2").arg(observedWord(item.observed), item.how)});
    }
    column->addStretch(1);
    return body;
}

void ProofPane::showCase(const reconcile::ReportCase &c, const std::optional<queries::CaseDetail> &detail, const TimeView &view)
{
    const bool other = !m_case || m_case->record.caseId != c.record.caseId;
    m_case = c;
    m_detail = detail;
    m_view = view;
    m_title->setText(tr("Proof for %1").arg(caseName(c.record)));
    const QString word = outcomeWord(c);
    m_outcome->show(outcomeShort(c), {outcomeTone(word), outcomeIcon(word)});
    if (!c.reconciliation)
        m_how->setText(tr("The recipient has not been asked yet"));
    else if (c.reconciliation->observedAt)
        m_how->setText(tr("Asked %1: %2").arg(secondTime(*c.reconciliation->observedAt, view), observedWord(c.reconciliation->observed)));
    else
        m_how->setText(tr("Not asked: %1").arg(c.reconciliation->how));
    m_how->setToolTip(c.reconciliation ? c.reconciliation->how : QString());
    m_actions->setVisible(c.outcome == Reconciled::still_uncertain && !c.record.closedAt);
    if (other || !m_actions->isVisibleTo(this))
        closeSettle();
    setAccessibleName(m_title->text() + u", " + outcomeShort(c));
    const int place = other ? 0 : m_scroll->verticalScrollBar()->value();
    auto *body = buildBody();
    m_scroll->setWidget(body);
    body->setAutoFillBackground(false); // QScrollArea::setWidget turns it on
    m_scroll->verticalScrollBar()->setValue(place);
    m_pages->setCurrentIndex(1);
}

void ProofPane::showNothing(const QString &title, const QString &text)
{
    m_case.reset();
    m_detail.reset();
    m_nothing->show(QStringLiteral("scale"), title, text);
    m_pages->setCurrentIndex(0);
}

void ProofPane::showAnchor(qint64 auditHead, const QString &hash)
{
    m_hash = hash;
    m_anchor->setText(hash.isEmpty() ? tr("no audit entry yet") : tr("Audit %1 · %2").arg(countText(auditHead), shortHash(hash)));
    m_anchor->setToolTip(tr("The report is anchored to entry %1 of the audit log, whose hash is\n%2").arg(countText(auditHead), hash));
    m_copyHash->setEnabled(!hash.isEmpty());
}

void ProofPane::openSettle()
{
    if (!m_case)
        return;
    QStringList uncertain;
    for (const auto &receipt : m_case->record.receipts) {
        if (receipt.isOpen())
            uncertain.append(receipt.action);
    }
    m_form->ask(uncertain);
}

void ProofPane::closeSettle()
{
    m_form->hide();
}

QWidget *ProofPane::focusTarget() const
{
    return m_scroll;
}

void ProofPane::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), ui::radius(u"card"), color(u"bg.surface"), color(u"border.subtle"));
}

} // namespace lazaret::ui
