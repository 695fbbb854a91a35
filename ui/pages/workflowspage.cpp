#include "pages/workflowspage.h"

#include "model/workspace.h"
#include "models/deskdata.h"
#include "pages/setupwords.h"
#include "pages/workflows_steps.h"
#include "support/command.h"
#include "support/jsontext.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/commandbutton.h"
#include "widgets/diffview.h"
#include "widgets/fields.h"
#include "widgets/form.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"
#include "widgets/tabs.h"

#include <QAction>
#include <QComboBox>
#include <QJsonArray>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lazaret::ui {

QString nextVersion(const QString &version, const QStringList &taken)
{
    static const QRegularExpression tail(QStringLiteral("^(.*?)([0-9]+)$"));
    const auto match = tail.match(version);
    const QString stem = match.hasMatch() ? match.captured(1) : version + u'-';
    for (qint64 number = match.hasMatch() ? match.captured(2).toLongLong() + 1 : 2;; ++number) {
        if (const QString next = stem + QString::number(number); !taken.contains(next))
            return next;
    }
}

WorkflowsPage::WorkflowsPage(DeskServices &services)
    : SetupPage(services,
                {QStringLiteral("workflows"), tr("Workflows"), QStringLiteral("workflow"), QStringLiteral("workflow"),
                 QStringLiteral("workflows"), QStringLiteral("name"), tr("New workflow…"), tr("No workflow yet"),
                 tr("A workflow is the steps taken for a delivery, each one call to a recipient, and what happens when one fails.")}),
      m_steps(new StepsForm)
{
    m_newVersion = new Command(QStringLiteral("workflowsNewVersion"), QStringLiteral("copy"), tr("New version"),
                               {QKeySequence(QStringLiteral("Ctrl+Shift+C"))}, this);
    m_hold = new Command(QStringLiteral("workflowsHold"), QStringLiteral("pause"), tr("Hold"), {}, this);
    addFormTab(tr("Steps"), m_steps);
    addFormTab(tr("Retries"), retries());
    addFormTab(tr("Cases"), cases());
    addFormTab(tr("General"), general());
    addSide(tr("Text"), nullptr);
    addSide(tr("Differences"), differences());
    addSide(tr("Where used"), whereUsed());
    auto *row = static_cast<QHBoxLayout *>(toolBox()->layout());
    for (auto *command : {m_hold, m_newVersion}) {
        auto *button = new CommandButton(command, Button::Kind::ghost);
        button->compact();
        row->insertWidget(1, button);
    }
    connect(m_newVersion, &QAction::triggered, this, &WorkflowsPage::newVersion);
    connect(m_hold, &QAction::triggered, this, &WorkflowsPage::toggleHold);
}

QList<QAction *> WorkflowsPage::commands() const
{
    return SetupPage::commands() + QList<QAction *>{m_newVersion, m_hold};
}

// --- the form

Form *WorkflowsPage::general()
{
    auto *form = new Form;
    using As = Form::As;
    form->beginRow();
    form->add(Form::Line{QStringLiteral("/name"), tr("Name"), As::needed, {}, tr("cards"), true});
    form->add(Form::Line{
        QStringLiteral("/version"), tr("Version"), As::needed, tr("Once jobs have run under it, its content stands."), {}, true});
    form->endRow();
    form->add(Form::Line{QStringLiteral("/task_type"), tr("Task type"), As::text, {}, tr("as the name"), true});
    form->beginRow();
    form->add(Form::Line{QStringLiteral("/concurrency"), tr("Jobs at a time"), As::number, tr("0: none."), {}, true});
    form->add(
        Form::Line{QStringLiteral("/lease_s"), tr("Lease, s"), As::number, tr("A worker silent for longer has lost the job."), {}, true});
    form->endRow();
    return form;
}

Form *WorkflowsPage::retries()
{
    auto *form = new Form;
    using As = Form::As;
    form->addTitle(tr("Transient failures are tried again"));
    form->beginRow();
    form->add(Form::Line{QStringLiteral("/budgets/transient/attempts"), tr("Attempts at most"), As::number, {}, {}, true});
    form->add(Form::Line{QStringLiteral("/budgets/transient/window_s"), tr("Within, s"), As::number, tr("0: no limit."), {}, true});
    form->add(Form::Line{QStringLiteral("/budgets/transient/jitter"), tr("Spread"), As::number, tr("0 to 1"), {}, true});
    form->endRow();
    form->add(Form::Line{QStringLiteral("/budgets/transient/delays_s"),
                         tr("Waits between them, s"),
                         As::numbers,
                         tr("Separated by commas; the last one repeats."),
                         {},
                         true});
    form->addTitle(tr("Results of poor quality"));
    form->add(Form::Line{QStringLiteral("/budgets/quality/attempts"), tr("Attempts at most"), As::number, tr("1 or 2"), {}, true});
    form->add(new Text(tr("Every other class goes to quarantine at its first failure, where a person decides. An uncertain effect is never "
                          "tried again blindly."),
                       ui::font(u"small"), QStringLiteral("text.secondary")));
    form->addTitle(tr("Answers that mean something else here"));
    form->add(Form::Line{
        QStringLiteral("/classify"), tr("Exact code and its class"), As::json, {}, QStringLiteral("{\"http.409\": \"policy\"}"), true});
    return form;
}

Form *WorkflowsPage::cases()
{
    auto *form = new Form;
    using As = Form::As;
    form->add(Form::Line{QStringLiteral("/case/owner"), tr("Owner of new cases"), As::text, {}, tr("nobody yet")});
    form->add(Form::Line{QStringLiteral("/case/data_classification"), tr("Data classification"), As::text, {}, tr("internal")});
    form->add(Form::Line{QStringLiteral("/case/review_after_h/default"),
                         tr("Review due after, hours"),
                         As::number,
                         tr("Other times for single classes are set in the text."),
                         {},
                         true});
    return form;
}

QWidget *WorkflowsPage::differences()
{
    m_older = new Select(QStringLiteral("diffOlder"), tr("Compared from"));
    m_newer = new Select(QStringLiteral("diffNewer"), tr("Compared with"));
    m_diff = new DiffView;
    auto *box = new QWidget;
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    auto *row = new QHBoxLayout;
    row->addLayout(labelled(tr("From"), m_older), 1);
    row->addLayout(labelled(tr("To"), m_newer), 1);
    column->addLayout(row);
    column->addWidget(m_diff, 1);
    connect(m_older, &QComboBox::activated, this, &WorkflowsPage::compare);
    connect(m_newer, &QComboBox::activated, this, &WorkflowsPage::compare);
    return box;
}

QWidget *WorkflowsPage::whereUsed()
{
    auto *inside = new QWidget;
    m_uses = new QVBoxLayout(inside);
    m_uses->setContentsMargins(0, 6, 6, 6);
    m_uses->setSpacing(6);
    auto *area = new QScrollArea;
    area->setObjectName(QStringLiteral("whereUsed"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(inside);
    area->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    return area;
}

QJsonObject WorkflowsPage::freshDefinition() const
{
    Workflow workflow;
    workflow.version = QStringLiteral("1");
    for (size_t i = 0; i < Vocabulary<ErrorClass>::words.size(); ++i)
        workflow.budgets.insert(ErrorClass(i), defaultBudget(ErrorClass(i)));
    Step step;
    step.name = step.action = QStringLiteral("send");
    workflow.steps.append(step);
    return toJson(workflow);
}

// --- reading

void WorkflowsPage::refresh()
{
    services().data().ask<QList<queries::WorkflowView>>(
        this, QStringLiteral("workflows.list"), [](Database &db, const DeskData::Look &) { return queries::workflowList(db); },
        [this](const Result<QList<queries::WorkflowView>> &answer) {
            if (answer)
                take(*answer);
            else
                failedToRead(answer.error());
        });
}

void WorkflowsPage::take(const QList<queries::WorkflowView> &list)
{
    m_workflows = list;
    QList<Item> items;
    for (const auto &view : list) {
        SetupRow row{view.workflow.name, view.workflow.name, {}, {}, {}, {}};
        row.second = view.versions.size() == 1 ? tr("version %1").arg(view.workflow.version)
                                               : tr("version %1, %2 in all").arg(view.workflow.version).arg(view.versions.size());
        row.state = view.held                ? tr("on hold")
                    : view.sources.isEmpty() ? tr("no source")
                    : view.openCases         ? tr("%1 open").arg(countText(view.openCases))
                                             : QString();
        row.icon = view.held ? QStringLiteral("circle-pause") : view.sources.isEmpty() ? QStringLiteral("unplug") : QStringLiteral("inbox");
        row.tone = view.held || view.openCases ? QStringLiteral("warn") : QStringLiteral("neutral");
        items.append({view.workflow.name, view.definition, view.standing, row});
    }
    const auto held = std::count_if(list.begin(), list.end(), [](const auto &view) { return view.held; });
    setSubtitle(list.isEmpty() ? QString() : held ? tr("%1, of them %2 on hold").arg(list.size()).arg(held) : countText(list.size()));
    takeItems(items);
}

const queries::WorkflowView *WorkflowsPage::view() const
{
    const auto *draft = current();
    for (const auto &view : m_workflows) {
        if (draft && view.workflow.name == draft->name)
            return &view;
    }
    return nullptr;
}

void WorkflowsPage::shown(const Draft &draft)
{
    const auto *workflow = view();
    const QString version = draft.now.value(QStringLiteral("version")).toString();
    if (!workflow)
        chip()->show(tr("new"), {.tone = QStringLiteral("neutral"), .icon = QStringLiteral("plus")});
    else if (workflow->held)
        chip()->show(tr("on hold"), {.tone = QStringLiteral("warn"), .icon = QStringLiteral("circle-pause")});
    else
        chip()->show(tr("version %1").arg(version),
                     {.tone = version == workflow->workflow.version ? QStringLiteral("good") : QStringLiteral("warn"), .icon = {}});
    m_hold->setText(workflow && workflow->held ? tr("Resume") : tr("Hold"));
    const QString unsaved = workflow ? QString() : tr("It is not saved yet.");
    m_hold->lock(mayConfigure() ? unsaved : lockedReason());
    m_newVersion->lock(mayConfigure() ? unsaved : lockedReason());
    if (auto *name = findChild<Field *>(Form::pathName(QStringLiteral("/name"))))
        name->setReadOnly(!draft.name.isEmpty() || !mayConfigure());
    if (m_comparedWith != draft.name || m_older->count() != (workflow ? workflow->versions.size() : 0)) {
        m_comparedWith = draft.name;
        m_older->clear();
        m_newer->clear();
        const QStringList versions = workflow ? workflow->versions : QStringList();
        for (const auto &each : versions)
            m_older->addItem(each);
        m_newer->addItems(QStringList{tr("what is edited here")} + versions);
        m_older->setCurrentText(workflow ? workflow->workflow.version : QString());
        showUses();
    }
    compare();
}

QString WorkflowsPage::removalConsequence() const
{
    const auto *workflow = view();
    return workflow && workflow->openCases
               ? tr("No new jobs. %1 open cases keep it and can still be redriven.").arg(countText(workflow->openCases))
               : tr("No new jobs. Jobs that have begun go on.");
}

QList<Problem> WorkflowsPage::ownProblems(const Draft &draft) const
{
    const QString name = draft.now.value(QStringLiteral("name")).toString();
    if (!draft.name.isEmpty() && name != draft.name)
        return {{QStringLiteral("/name"), tr("a saved workflow keeps its name, %1; make a new one instead").arg(draft.name)}};
    const bool taken = std::any_of(m_workflows.begin(), m_workflows.end(), [&](const auto &view) { return view.workflow.name == name; });
    if (draft.name.isEmpty() && taken)
        return {{QStringLiteral("/name"), tr("there is a workflow with this name already")}};
    return {};
}

// --- versions

void WorkflowsPage::askVersion(const QString &version, std::function<void(const QJsonObject &)> answer)
{
    services().data().ask<std::optional<QJsonObject>>(
        this, QStringLiteral("workflows.version.") + version,
        [name = m_comparedWith, version](Database &db, const DeskData::Look &) { return queries::workflowDefinition(db, name, version); },
        [answer = std::move(answer)](const Result<std::optional<QJsonObject>> &found) {
            if (found && *found)
                answer(**found);
        });
}

void WorkflowsPage::compare()
{
    const auto *draft = current();
    if (!draft || m_older->currentText().isEmpty()) {
        m_diff->show({}, {});
        return;
    }
    const bool edited = m_newer->currentIndex() <= 0;
    askVersion(m_older->currentText(), [this, edited, now = jsonText(draft->now)](const QJsonObject &older) {
        const QString before = jsonText(older);
        if (edited)
            m_diff->show(before, now);
        else
            askVersion(m_newer->currentText(), [this, before](const QJsonObject &newer) { m_diff->show(before, jsonText(newer)); });
    });
}

void WorkflowsPage::showUses()
{
    while (auto *item = m_uses->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto *workflow = view();
    if (!workflow) {
        m_uses->addWidget(new Text(tr("Nothing uses it: it is not saved yet."), ui::font(u"body"), QStringLiteral("text.secondary")));
        m_uses->addStretch(1);
        return;
    }
    const auto link = [this](const QString &name, const QString &text, const Link &to) {
        auto *button = new Button(text, Button::Kind::link);
        button->setObjectName(name);
        button->setAccessibleName(text);
        connect(button, &QPushButton::clicked, this, [this, to] { Q_EMIT linkRequested(to); });
        m_uses->addWidget(button);
    };
    m_uses->addWidget(new Label(tr("Sources that give it their deliveries"), ui::font(u"small", QFont::DemiBold)));
    for (const auto &source : workflow->sources)
        link(QStringLiteral("usedBy_") + source, source, {QStringLiteral("sources"), source, {}, {}});
    if (workflow->sources.isEmpty())
        m_uses->addWidget(new Text(tr("None: no delivery reaches it."), ui::font(u"small"), QStringLiteral("text.secondary")));
    m_uses->addWidget(new Label(tr("Cases"), ui::font(u"small", QFont::DemiBold)));
    link(QStringLiteral("usedByCases"), tr("%1 open").arg(countText(workflow->openCases)),
         {QStringLiteral("cases"), {}, QStringLiteral("workflow:%1 -status:closed").arg(workflow->workflow.name), {}});
    m_uses->addWidget(new Label(tr("Versions, newest first"), ui::font(u"small", QFont::DemiBold)));
    for (auto it = workflow->versions.rbegin(); it != workflow->versions.rend(); ++it) {
        auto *row = new QWidget;
        auto *across = new QHBoxLayout(row);
        across->setContentsMargins(0, 0, 0, 0);
        const bool inForce = *it == workflow->workflow.version;
        across->addWidget(new Label(*it, ui::monoFont()), 1);
        if (inForce) {
            auto *word = new Chip;
            word->show(tr("in force"), {.tone = QStringLiteral("good"), .icon = {}});
            across->addWidget(word);
        } else {
            auto *back = new Button(tr("Take as draft"), Button::Kind::secondary);
            back->compact();
            back->setObjectName(QStringLiteral("restore_") + *it);
            back->setAccessibleName(tr("Take version %1 as draft").arg(*it));
            back->setEnabled(mayConfigure());
            back->setToolTip(mayConfigure() ? tr("Saved, it is in force again.") : lockedReason());
            connect(back, &QPushButton::clicked, this, [this, version = *it] { restore(version); });
            across->addWidget(back);
        }
        m_uses->addWidget(row);
    }
    m_uses->addStretch(1);
}

void WorkflowsPage::newVersion()
{
    const auto *draft = current();
    if (!draft || !view())
        return;
    const QString next = nextVersion(draft->now.value(QStringLiteral("version")).toString(), view()->versions);
    edit(QStringLiteral("/version"), next);
    Q_EMIT said(tr("Version %1 is a copy: change it and save; until then %2 stays in force").arg(next, view()->workflow.version));
}

void WorkflowsPage::restore(const QString &version)
{
    askVersion(version, [this](const QJsonObject &definition) {
        QJsonObject restored = definition;
        restored.insert(QStringLiteral("hold"), current() ? current()->base.value(QStringLiteral("hold")) : QJsonValue(false));
        replace(restored);
    });
}

void WorkflowsPage::toggleHold()
{
    const auto *workflow = view();
    if (!workflow)
        return;
    const bool hold = !workflow->held;
    const QString name = workflow->workflow.name;
    services().clerk().submit<bool>(
        this, hold ? tr("Holding %1").arg(name) : tr("Resuming %1").arg(name),
        [name, hold](Desk &desk) { return desk.setHold(QStringLiteral("workflow"), name, hold); },
        [this, name, hold](const Result<bool> &answer) {
            if (!answer)
                Q_EMIT troubled(hold ? tr("Holding %1").arg(name) : tr("Resuming %1").arg(name), answer.error());
            else
                Q_EMIT said(hold ? tr("%1 is on hold: its jobs wait").arg(name) : tr("%1 is worked on again").arg(name));
            refresh();
        });
}

} // namespace lazaret::ui
