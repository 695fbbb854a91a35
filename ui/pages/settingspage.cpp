#include "pages/settingspage.h"

#include "pages/settings_looks.h"
#include "pages/settings_people.h"
#include "pages/settings_storage.h"
#include "widgets/setuplist.h"
#include "widgets/surfaces.h"

#include <QAction>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int listPx = 236, mostPanePx = 860;

}

SettingsPage::SettingsPage(DeskServices &services)
    : Page(QStringLiteral("settings"), tr("Settings"), QStringLiteral("settings")), m_services(services),
      m_list(new SetupList(QStringLiteral("settingsList"), tr("Settings"))), m_stack(new QStackedWidget)
{
    auto *listCard = new Card;
    auto *listColumn = new QVBoxLayout(listCard);
    listColumn->setContentsMargins(8, 8, 8, 8);
    listColumn->addWidget(m_list);
    listCard->setFixedWidth(listPx);
    auto *card = new Card;
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(m_stack);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 14, 16, 14);
    row->setSpacing(12);
    row->addWidget(listCard);
    row->addWidget(card, 1);

    using Group = ActionsPane::Group;
    addSection(
        QStringLiteral("appearance"), tr("Appearance"), tr("Theme, rows, text size"),
        new ActionsPane(
            QStringLiteral("settingsAppearance"), tr("Appearance"), tr("Kept for this workspace on this machine."),
            {Group{tr("Theme"), {QStringLiteral("theme_system"), QStringLiteral("theme_light"), QStringLiteral("theme_dark")}},
             Group{tr("Rows"), {QStringLiteral("density_compact"), QStringLiteral("density_regular"), QStringLiteral("density_relaxed")}},
             Group{tr("Text"), {QStringLiteral("textSmaller"), QStringLiteral("textNormal"), QStringLiteral("textLarger")}, false},
             Group{tr("Rail"), {QStringLiteral("railCollapsed")}, false}}));
    addSection(QStringLiteral("time"), tr("Time"), tr("UTC or local"),
               new ActionsPane(QStringLiteral("settingsTime"), tr("Time"),
                               tr("All views, axes and exports change at once. A time's tooltip always shows both."),
                               {Group{tr("Shown in"), {QStringLiteral("localTime")}, false}}));
    auto *people = new PeoplePane(services);
    addSection(QStringLiteral("people"), tr("People and roles"), tr("Who may do what, four eyes"), people);
    auto *storage = new StoragePane(services);
    addSection(QStringLiteral("storage"), tr("Storage"), tr("Directory, size, health"), storage);
    auto *secrets = new SecretsPane(services);
    addSection(QStringLiteral("secrets"), tr("Secrets"), tr("Where they are, which are set"), secrets);
    auto *workspace = new WorkspacePane(services);
    addSection(QStringLiteral("workspace"), tr("Workspace file"), tr("Import and export"), workspace);
    addSection(QStringLiteral("about"), tr("About"), tr("Version and licences"), new AboutPane);
    connect(m_list, &SetupList::currentIdChanged, this, [this] {
        m_stack->setCurrentIndex(std::max(0, m_list->currentIndex().row()));
        refresh();
    });
    m_list->setCurrentId(QStringLiteral("appearance"));
}

void SettingsPage::addSection(const QString &id, const QString &title, const QString &second, SettingsPane *pane)
{
    auto *holder = new QWidget;
    auto *across = new QHBoxLayout(holder);
    across->setContentsMargins(0, 0, 0, 0);
    pane->setMaximumWidth(mostPanePx);
    across->addWidget(pane, 1);
    across->addStretch(0);
    auto *area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(holder);
    area->viewport()->setAutoFillBackground(false);
    holder->setAutoFillBackground(false);
    m_stack->addWidget(area);
    m_sections.append(pane);
    auto rows = m_list->rows()->rows();
    rows.append(SetupRow{id, title, second, {}, {}, {}});
    m_list->setRows(rows);
    connect(pane, &SettingsPane::said, this, &SettingsPage::said);
    connect(pane, &SettingsPane::troubled, this, &SettingsPage::troubled);
    connect(pane, &SettingsPane::done, this, [this] {
        Q_EMIT answered();
        Q_EMIT ready();
    });
}

QList<QWidget *> SettingsPage::panes()
{
    return {m_list, m_sections.value(m_stack->currentIndex())};
}

QWidget *SettingsPage::arrivalFocus()
{
    return m_list;
}

QList<QAction *> SettingsPage::commands() const
{
    QList<QAction *> commands;
    for (auto *section : m_sections)
        commands += section->commands();
    return commands;
}

void SettingsPage::refresh()
{
    auto *section = m_sections.value(m_stack->currentIndex());
    setSubtitle(section ? section->accessibleName() : QString());
    if (section)
        section->read();
}

void SettingsPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    for (auto *section : std::as_const(m_sections))
        section->setTimeView(view);
}

void SettingsPage::follow(const Link &link)
{
    m_list->setCurrentId(link.id);
}

} // namespace lazaret::ui
