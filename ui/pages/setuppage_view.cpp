// What a set-up page looks like: its commands, its three columns, and what of a draft is shown where.
#include "pages/setuppage.h"

#include "support/command.h"
#include "support/jsontext.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/commandbutton.h"
#include "widgets/form.h"
#include "widgets/jsonpane.h"
#include "widgets/label.h"
#include "widgets/setuplist.h"
#include "widgets/surfaces.h"
#include "widgets/tabs.h"

#include <QAction>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int listPx = 222, narrowListPx = 196, narrowBelow = 1130;

QScrollArea *scrolled(QWidget *inside)
{
    auto *area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(inside);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    return area;
}

} // namespace

void SetupPage::makeCommands()
{
    const auto make = [this](const char *name, const char *icon, const QString &text, const char *key) {
        return new Command(m_kind.page + QLatin1String(name), QLatin1String(icon), text,
                           key ? QList<QKeySequence>{QKeySequence(QLatin1String(key))} : QList<QKeySequence>(), this);
    };
    m_new = make("New", "plus", m_kind.newText, "Ctrl+N");
    m_save = make("Save", "check", tr("Save"), "Ctrl+S");
    m_discard = make("Discard", "undo-2", tr("Discard"), nullptr);
    m_check = make("Check", "refresh-cw", tr("Check again"), "Ctrl+Return");
    m_remove = make("Remove", "archive-x", tr("Remove…"), nullptr);
    connect(m_new, &QAction::triggered, this, &SetupPage::startNew);
    connect(m_save, &QAction::triggered, this, &SetupPage::save);
    connect(m_discard, &QAction::triggered, this, &SetupPage::discard);
    connect(m_check, &QAction::triggered, this, &SetupPage::check);
    connect(m_remove, &QAction::triggered, this, &SetupPage::removeCurrent);
    m_new->lock(lockedReason());
}

QWidget *SetupPage::buildHead()
{
    auto *head = new QWidget;
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    m_name = new Label({}, ui::font(u"title", QFont::DemiBold));
    m_name->setObjectName(m_kind.page + QStringLiteral("Name"));
    m_chip = new Chip;
    m_unsaved = new Label({}, ui::font(u"small"), QStringLiteral("warn.text"));
    m_unsaved->setObjectName(m_kind.page + QStringLiteral("Unsaved"));
    m_unsaved->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_name);
    row->addWidget(m_chip);
    row->addWidget(m_unsaved, 1);
    row->addWidget(new CommandButton(m_discard, Button::Kind::ghost));
    row->addWidget(new CommandButton(m_save, Button::Kind::primary, QStringLiteral("Ctrl S")));
    return head;
}

void SetupPage::build()
{
    m_list = new SetupList(m_kind.page + QStringLiteral("List"), m_kind.title);
    auto *listCard = new Card;
    listCard->setObjectName(QStringLiteral("listCard"));
    auto *listColumn = new QVBoxLayout(listCard);
    listColumn->setContentsMargins(8, 8, 8, 8);
    listColumn->addWidget(m_list, 1);
    auto *add = new CommandButton(m_new, Button::Kind::secondary, QStringLiteral("Ctrl N"));
    add->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    listColumn->addWidget(add);

    m_conflict = new Card(nullptr, QStringLiteral("warn.soft"), QStringLiteral("warn.fill"));
    m_conflict->setObjectName(m_kind.page + QStringLiteral("Conflict"));
    m_conflictText = new Text({}, ui::font(u"small"));
    auto *conflictColumn = new QVBoxLayout(m_conflict);
    conflictColumn->setContentsMargins(12, 8, 12, 8);
    conflictColumn->addWidget(m_conflictText);
    auto *ways = new QHBoxLayout;
    for (const auto &[name, text, mine] : {std::tuple("TakeTheirs", tr("Take theirs"), false), {"KeepMine", tr("Put mine on top"), true}}) {
        auto *way = new Button(text, Button::Kind::secondary);
        way->compact();
        way->setObjectName(m_kind.page + QLatin1String(name));
        way->setAccessibleName(text);
        ways->addWidget(way);
        connect(way, &QPushButton::clicked, this, [this, mine = mine] { resolve(mine); });
    }
    ways->addStretch(1);
    conflictColumn->addLayout(ways);
    m_conflict->hide();

    m_tabs = new TabStrip;
    m_tabs->setObjectName(m_kind.page + QStringLiteral("Tabs"));
    m_tabs->setAccessibleName(tr("Parts of the definition"));
    m_formStack = new QStackedWidget;
    m_editor = new Card;
    auto *editorColumn = new QVBoxLayout(m_editor);
    editorColumn->setContentsMargins(18, 12, 18, 12);
    editorColumn->setSpacing(8);
    editorColumn->addWidget(buildHead());
    editorColumn->addWidget(m_conflict);
    editorColumn->addWidget(m_tabs);
    editorColumn->addWidget(m_formStack, 1);
    connect(m_tabs, &QTabBar::currentChanged, m_formStack, &QStackedWidget::setCurrentIndex);

    m_sideTabs = new TabStrip;
    m_sideTabs->setObjectName(m_kind.page + QStringLiteral("Sides"));
    m_sideTabs->setAccessibleName(tr("Beside the form"));
    m_sideStack = new QStackedWidget;
    m_sideCard = new Card;
    auto *sideColumn = new QVBoxLayout(m_sideCard);
    sideColumn->setContentsMargins(18, 8, 18, 12);
    sideColumn->setSpacing(8);
    sideColumn->addWidget(m_sideTabs);
    sideColumn->addWidget(m_sideStack, 1);
    connect(m_sideTabs, &QTabBar::currentChanged, m_sideStack, &QStackedWidget::setCurrentIndex);
    m_text = new JsonPane;
    connect(m_text, &JsonPane::edited, this, &SetupPage::typed);

    auto *body = new QWidget;
    auto *across = new QHBoxLayout(body);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(12);
    across->addWidget(m_editor, 6);
    across->addWidget(m_sideCard, 5);
    m_empty = new EmptyState;
    m_middle = new QStackedWidget;
    m_middle->addWidget(body);
    m_middle->addWidget(m_empty);
    connect(m_empty, &EmptyState::actionRequested, m_new, &QAction::trigger);

    m_tools = new QWidget;
    auto *toolRow = new QHBoxLayout(m_tools);
    toolRow->setContentsMargins(0, 0, 0, 0);
    toolRow->setSpacing(8);
    m_narrow = new SegmentedSwitch({tr("Form"), tr("Beside it")});
    m_narrow->setObjectName(m_kind.page + QStringLiteral("Narrow"));
    m_narrow->setAccessibleName(tr("Form, or what is beside it"));
    m_narrow->hide();
    toolRow->addWidget(m_narrow);
    auto *remove = new CommandButton(m_remove, Button::Kind::ghost);
    remove->compact();
    toolRow->addWidget(remove);
    connect(m_narrow, &QTabBar::currentChanged, this, [this](int index) {
        m_editor->setVisible(!m_narrow->isVisibleTo(m_tools) || index == 0);
        m_sideCard->setVisible(!m_narrow->isVisibleTo(m_tools) || index == 1);
    });

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 14, 16, 14);
    row->setSpacing(12);
    listCard->setFixedWidth(listPx);
    row->addWidget(listCard);
    row->addWidget(m_middle, 1);
    connect(m_list, &SetupList::currentIdChanged, this, [this](const QString &key) {
        if (key == m_currentKey || key.isEmpty())
            return;
        if (auto *leaving = current())
            hideTypedSecrets(*leaving);
        m_currentKey = key;
        showCurrent();
        check();
    });
}

void SetupPage::addFormTab(const QString &title, Form *form)
{
    m_tabs->addView(title);
    auto *holder = new QWidget;
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(2, 6, 10, 6);
    column->addWidget(form);
    m_formStack->addWidget(scrolled(holder));
    m_forms.append(form);
    form->setReadOnly(!mayConfigure());
    connect(form, &Form::edited, this, &SetupPage::edit);
}

void SetupPage::addSide(const QString &title, QWidget *side)
{
    m_sideTabs->addView(title);
    m_sideStack->addWidget(side ? side : m_text);
    m_text->setReadOnly(!mayConfigure());
}

int SetupPage::sideIndex(const QWidget *side) const
{
    return m_sideStack->indexOf(side);
}

QList<QWidget *> SetupPage::panes()
{
    return {m_list, m_tabs, m_sideTabs};
}

QWidget *SetupPage::arrivalFocus()
{
    return m_list;
}

QList<QAction *> SetupPage::commands() const
{
    return {m_save, m_new, m_check, m_discard, m_remove};
}

void SetupPage::follow(const Link &link)
{
    if (link.id.isEmpty())
        return;
    if (m_items.isEmpty())
        m_currentKey = link.id; // shown as soon as the list is read
    m_list->setCurrentId(link.id);
}

void SetupPage::refreshRows()
{
    QList<SetupRow> rows;
    for (const auto &item : std::as_const(m_items)) {
        SetupRow row = item.row;
        row.changed = m_drafts.value(item.name).changed();
        rows.append(row);
    }
    for (const auto &draft : std::as_const(m_drafts)) { // removed by somebody else, with changes of ours
        const bool there = std::any_of(m_items.begin(), m_items.end(), [&](const Item &item) { return item.name == draft.name; });
        if (m_read && !there && !draft.name.isEmpty() && draft.changed())
            rows.append({draft.name, draft.name, tr("removed meanwhile"), {}, {}, {}, true, true});
    }
    if (m_drafts.contains(newKey())) {
        const QString name = m_drafts[newKey()].now.value(m_kind.nameKey).toString();
        rows.append({newKey(), name.isEmpty() ? m_kind.newText : name, tr("not saved yet"), {}, {}, {}, false, true});
    }
    const QSignalBlocker quiet(m_list); // what is looked at stays, whatever comes and goes around it
    m_list->setRows(rows);
    m_list->setCurrentId(m_currentKey);
}

// --- showing

void SetupPage::showCurrent()
{
    auto *draft = current();
    m_middle->setCurrentIndex(draft ? 0 : 1);
    m_tools->setEnabled(draft);
    if (!draft) {
        if (m_read)
            m_empty->show(m_kind.page == u"sources" ? QStringLiteral("plug") : QStringLiteral("workflow"), m_kind.emptyTitle,
                          m_kind.emptyText, mayConfigure() ? m_kind.newText : QString());
        m_save->lock(tr("There is nothing to save."));
        return;
    }
    for (auto *form : std::as_const(m_forms))
        form->show(draft->now);
    m_text->setText(draft->broken.isEmpty() ? jsonText(draft->now) : draft->broken);
    shown(*draft);
    showChecked();
}

void SetupPage::showHead()
{
    const auto *draft = current();
    if (!draft)
        return;
    const QString name = draft->now.value(m_kind.nameKey).toString();
    m_name->setText(name.isEmpty() ? m_kind.newText : name);
    const auto changes = draft->name.isEmpty() ? 0 : draft->changes();
    m_unsaved->setText(draft->name.isEmpty() ? tr("not saved yet")
                       : changes == 0        ? QString()
                       : changes == 1        ? tr("1 unsaved change")
                                             : tr("%1 unsaved changes").arg(changes));
    m_conflict->setVisible(draft->overtaken && !m_conflictText->text().isEmpty());
    const auto problems = draft->problems.size();
    m_save->lock(!mayConfigure()                               ? lockedReason()
                 : m_saving.contains(m_currentKey)             ? tr("It is being saved.")
                 : !draft->changed() && !draft->name.isEmpty() ? tr("There is nothing to save.")
                 : draft->overtaken                            ? tr("Somebody else changed it meanwhile: take theirs, or put yours on top.")
                 : problems == 1                               ? tr("One problem must be put right first.")
                 : problems > 1                                ? tr("%1 problems must be put right first.").arg(problems)
                                                               : QString());
    m_discard->lock(draft->changed() || draft->name.isEmpty() ? QString() : tr("There is nothing to discard."));
    m_remove->lock(!mayConfigure() ? lockedReason() : draft->name.isEmpty() ? tr("It is not saved yet: discard it.") : QString());
}

void SetupPage::showChecked()
{
    const auto *draft = current();
    if (!draft)
        return;
    for (int i = 0; i < m_forms.size(); ++i) {
        m_forms[i]->showProblems(draft->problems);
        const auto wrong = m_forms[i]->problemCount();
        m_tabs->setNote(i, wrong ? QString::number(wrong) : QString(), QStringLiteral("bad"));
    }
    m_text->showProblems(draft->problems, draft->warnings);
    if (m_sideStack->indexOf(m_text) >= 0)
        m_sideTabs->setNote(m_sideStack->indexOf(m_text), draft->problems.isEmpty() ? QString() : QString::number(draft->problems.size()),
                            QStringLiteral("bad"));
    showHead();
}

void SetupPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    const bool narrow = width() < narrowBelow;
    m_narrow->setVisible(narrow);
    findChild<QWidget *>(QStringLiteral("listCard"))->setFixedWidth(narrow ? narrowListPx : listPx);
    m_editor->setVisible(!narrow || m_narrow->currentIndex() == 0);
    m_sideCard->setVisible(!narrow || m_narrow->currentIndex() == 1);
}

} // namespace lazaret::ui
