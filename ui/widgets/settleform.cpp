#include "widgets/settleform.h"

#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/painting.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace lazaret::ui {

SettleForm::SettleForm(QWidget *parent)
    : QFrame(parent), m_action(new Select(QStringLiteral("settleAction"), tr("Which effect"))),
      m_state(new Select(QStringLiteral("settleState"), tr("What happened"))),
      m_evidence(new Field(QStringLiteral("settleEvidence"), tr("How you know"))), m_record(new Button(tr("Record"), Button::Kind::primary))
{
    setObjectName(QStringLiteral("settleForm"));
    setAccessibleName(tr("Settle by hand"));
    m_state->addItem(tr("It happened (confirmed)"), int(ReceiptState::confirmed));
    m_state->addItem(tr("It did not happen (denied)"), int(ReceiptState::denied));
    m_evidence->setPlaceholderText(tr("What shows it: a record, a call, who said so"));
    m_record->compact()->withKeys(QStringLiteral("Ctrl ⏎"))->setObjectName(QStringLiteral("settleRecord"));
    auto *cancel = new Button(tr("Cancel"), Button::Kind::ghost);
    cancel->compact()->setObjectName(QStringLiteral("settleCancel"));

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(6);
    column->addWidget(new Text(tr("What you record here stands as proof under your name, and is not asked of the recipient."),
                               ui::font(u"small"), QStringLiteral("text.secondary")));
    auto *choices = new QHBoxLayout;
    choices->setSpacing(8);
    choices->addWidget(m_action, 1);
    choices->addWidget(m_state, 1);
    column->addLayout(choices);
    column->addWidget(m_evidence);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_record);
    buttons->addWidget(cancel);
    buttons->addStretch(1);
    column->addLayout(buttons);
    connect(m_evidence, &QLineEdit::textChanged, this, &SettleForm::check);
    connect(m_record, &Button::clicked, this, &SettleForm::send);
    connect(cancel, &Button::clicked, this, &SettleForm::cancelled);
}

void SettleForm::ask(const QStringList &actions)
{
    m_action->clear();
    m_action->addItems(actions);
    m_evidence->clear();
    check();
    show();
    m_evidence->setFocus(Qt::OtherFocusReason);
}

void SettleForm::check()
{
    const bool ready = m_action->count() && !m_evidence->text().trimmed().isEmpty();
    m_record->setEnabled(ready);
    m_record->setToolTip(ready ? QString() : tr("Say how you know it"));
}

void SettleForm::send()
{
    if (m_record->isEnabled())
        Q_EMIT settled(m_action->currentText(), ReceiptState(m_state->currentData().toInt()), m_evidence->text().trimmed());
}

void SettleForm::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), ui::radius(u"control"), color(u"bg.sunken"), color(u"border.default"));
}

void SettleForm::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers().testFlag(Qt::ControlModifier))
        send();
    else if (event->key() == Qt::Key_Escape)
        Q_EMIT cancelled();
    else if (!enter) // plain Enter records nothing
        QFrame::keyPressEvent(event);
}

} // namespace lazaret::ui
