#include "pages/workflows_steps.h"

#include "support/jsontext.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QComboBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

QJsonObject freshStep(qsizetype number)
{
    const QString name = QStringLiteral("step-%1").arg(number);
    return {{QStringLiteral("name"), name},
            {QStringLiteral("kind"), QStringLiteral("http")},
            {QStringLiteral("action"), name},
            {QStringLiteral("effect"), true},
            {QStringLiteral("method"), QStringLiteral("POST")},
            {QStringLiteral("url"), QString()},
            {QStringLiteral("expect"), QJsonArray{QStringLiteral("2xx")}},
            {QStringLiteral("timeout_ms"), 10000}};
}

} // namespace

StepsForm::StepsForm(QWidget *parent) : Form(parent), m_holder(new QWidget), m_add(new Button(tr("Add a step"), Button::Kind::secondary))
{
    m_rows = new QVBoxLayout(m_holder);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(12);
    add(m_holder);
    m_add->withIcon(QStringLiteral("plus"));
    m_add->setObjectName(QStringLiteral("addStep"));
    m_add->setAccessibleName(m_add->text());
    add(m_add);
    connect(m_add, &QPushButton::clicked, this, [this] {
        const auto count = m_shown.value(QStringLiteral("steps")).toArray().size();
        Q_EMIT edited(QStringLiteral("/steps/%1").arg(count), freshStep(count + 1));
    });
}

void StepsForm::tell(int index, const QString &pointer, const QJsonValue &value)
{
    // No address to ask at: no probe.
    const QString probe = QStringLiteral("/steps/%1/verify").arg(index);
    if (pointer == probe + QStringLiteral("/url") && value.toString().isEmpty())
        Q_EMIT edited(probe, QJsonValue::Null);
    else
        Q_EMIT edited(pointer, value);
}

void StepsForm::move(int index, int by)
{
    QJsonArray steps = m_shown.value(QStringLiteral("steps")).toArray();
    if (index + by < 0 || index + by >= steps.size())
        return;
    const QJsonValue step = steps.takeAt(index);
    steps.insert(index + by, step);
    Q_EMIT edited(QStringLiteral("/steps"), steps);
}

StepsForm::StepPart StepsForm::makeStep(int index)
{
    const QString at = QStringLiteral("/steps/%1").arg(index);
    StepPart part{new Card(nullptr, QStringLiteral("bg.surface")), new Form, {}};
    auto *column = new QVBoxLayout(part.box);
    column->setContentsMargins(14, 10, 14, 12);
    auto *head = new QHBoxLayout;
    head->addWidget(new Label(tr("Step %1").arg(index + 1), ui::font(u"section")), 1);
    for (const auto &[name, icon, text] :
         {std::tuple("Up", "arrow-up", tr("Move up")), {"Down", "arrow-down", tr("Move down")}, {"Remove", "x", tr("Remove")}}) {
        auto *button = new Button({}, Button::Kind::ghost);
        button->compact();
        button->withIcon(QLatin1String(icon));
        button->setObjectName(QStringLiteral("step%1_%2").arg(QLatin1String(name)).arg(index));
        button->setAccessibleName(tr("%1: step %2").arg(text).arg(index + 1));
        button->setToolTip(text);
        head->addWidget(button);
        part.buttons.append(button);
    }
    connect(part.buttons[0], &QPushButton::clicked, this, [this, index] { move(index, -1); });
    connect(part.buttons[1], &QPushButton::clicked, this, [this, index] { move(index, 1); });
    connect(part.buttons[2], &QPushButton::clicked, this, [this, at] { Q_EMIT edited(at, QJsonValue(QJsonValue::Undefined)); });
    column->addLayout(head);
    column->addWidget(part.form);
    auto &form = *part.form;
    form.beginRow();
    form.add(Line{at + QStringLiteral("/name"), tr("Name"), As::needed, {}, {}, true});
    form.add(Line{at + QStringLiteral("/action"), tr("Action, the end of its idempotency key"), As::text, {}, tr("as the name"), true});
    form.endRow();
    form.beginRow();
    QList<std::pair<QString, QJsonValue>> methods;
    for (const auto *method : {"POST", "PUT", "PATCH", "DELETE", "GET", "HEAD"})
        methods.append({QLatin1String(method), QLatin1String(method)});
    form.add(Choice{at + QStringLiteral("/method"), tr("Method"), methods})->setMaximumWidth(110);
    form.add(
        Line{at + QStringLiteral("/url"), tr("Address called"), As::needed, {}, tr("https://cards.example/cards/{operation_id}"), true});
    form.endRow();
    form.add(Line{
        at + QStringLiteral("/body"), tr("Body"), As::json, tr("JSON with placeholders such as {operation_id}; empty: none."), {}, true});
    form.add(
        Line{at + QStringLiteral("/headers"), tr("Headers"), As::json, {}, QStringLiteral("{\"Accept\": \"application/json\"}"), true});
    form.beginRow();
    form.add(Line{at + QStringLiteral("/expect"), tr("Statuses that mean done"), As::list, {}, {}, true});
    form.add(Line{at + QStringLiteral("/timeout_ms"), tr("Time for the answer, ms"), As::number, {}, {}, true});
    form.endRow();
    form.addSwitch(at + QStringLiteral("/effect"), tr("It has an effect outside"),
                   tr("Its intent is recorded first; it is never sent twice blindly."));
    form.addSwitch(at + QStringLiteral("/irreversible"), tr("The effect cannot be taken back"));
    form.addSwitch(at + QStringLiteral("/idempotent_target"), tr("The recipient acts once per idempotency key"),
                   tr("Then an unanswered call may be sent again."));
    form.addSwitch(at + QStringLiteral("/allow_loopback"), tr("It may call this machine or a private network"));
    form.add(Line{at + QStringLiteral("/verify/url"), tr("Where the recipient is asked what became of it"), As::text,
                  tr("Empty: an uncertain effect can only be settled by a person."), tr("https://cards.example/effects/{idempotency_key}"),
                  true});
    form.beginRow();
    form.add(Line{at + QStringLiteral("/verify/completed/status"), tr("Answer: it happened"), As::number, {}, QStringLiteral("200"), true});
    form.add(Line{at + QStringLiteral("/verify/absent/status"), tr("Answer: it did not"), As::number, {}, QStringLiteral("404"), true});
    form.add(Line{at + QStringLiteral("/verify/absent_after_s"), tr("Believed after, s"), As::number, {}, tr("30 or more"), true});
    form.endRow();
    form.setReadOnly(m_readOnly);
    connect(part.form, &Form::edited, this,
            [this, index](const QString &pointer, const QJsonValue &value) { tell(index, pointer, value); });
    return part;
}

void StepsForm::rebuild(qsizetype count)
{
    while (m_steps.size() > count) {
        auto last = m_steps.takeLast();
        m_rows->removeWidget(last.box);
        last.box->hide();
        last.box->deleteLater(); // it may be its own button that asked
    }
    while (m_steps.size() < count) {
        m_steps.append(makeStep(int(m_steps.size())));
        m_rows->addWidget(m_steps.last().box);
    }
    for (qsizetype i = 0; i < m_steps.size(); ++i) {
        m_steps[i].buttons[0]->setEnabled(!m_readOnly && i > 0);
        m_steps[i].buttons[1]->setEnabled(!m_readOnly && i + 1 < count);
        m_steps[i].buttons[2]->setEnabled(!m_readOnly && count > 1);
    }
}

void StepsForm::show(const QJsonObject &definition)
{
    m_shown = definition;
    rebuild(definition.value(QStringLiteral("steps")).toArray().size());
    for (const auto &step : std::as_const(m_steps))
        step.form->show(definition);
}

void StepsForm::setReadOnly(bool readOnly)
{
    m_readOnly = readOnly;
    m_add->setEnabled(!readOnly);
    for (const auto &step : std::as_const(m_steps))
        step.form->setReadOnly(readOnly);
    rebuild(m_steps.size());
}

QList<Problem> StepsForm::showProblems(const QList<Problem> &problems)
{
    QList<Problem> left = problems;
    for (const auto &step : std::as_const(m_steps))
        left = step.form->showProblems(left);
    return left;
}

qsizetype StepsForm::problemCount() const
{
    qsizetype count = 0;
    for (const auto &step : m_steps)
        count += step.form->problemCount();
    return count;
}

bool StepsForm::focusProblem()
{
    return std::any_of(m_steps.begin(), m_steps.end(), [](const StepPart &step) { return step.form->focusProblem(); });
}

} // namespace lazaret::ui
