#include "pages/casespage.h"

#include "models/deskdata.h"
#include "pages/bulkbar.h"
#include "pages/casepane.h"
#include "pages/inspection.h"
#include "pages/listpage.h"
#include "support/remembered.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/querybar.h"
#include "widgets/tabs.h"
#include "widgets/viewtabs.h"

#include <QAction>
#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int narrowWindow = 1200, lowPage = 700;
constexpr std::array<const char16_t *, 5> groupWords{u"", u"class", u"code", u"workflow", u"fault"};

struct SortChoice
{
    QString text;
    QString key;
    bool descending;
};
QList<SortChoice> sortChoices()
{
    return {{CasesPage::tr("Sort: latest first"), QStringLiteral("failed"), true},
            {CasesPage::tr("Sort: oldest first"), QStringLiteral("failed"), false},
            {CasesPage::tr("Sort: review first"), QStringLiteral("review"), false},
            {CasesPage::tr("Sort: most attempts"), QStringLiteral("attempts"), true},
            {CasesPage::tr("Sort: by class"), QStringLiteral("class"), false},
            {CasesPage::tr("Sort: by owner"), QStringLiteral("owner"), false}};
}

// The keys that act here, where a person looks for them.
class KeyRow : public QWidget
{
public:
    explicit KeyRow(const QList<std::pair<QString, QString>> &keys)
    {
        setFixedHeight(ui::size(u"control"));
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(16, 0, 16, 0);
        row->setSpacing(8);
        for (const auto &[key, word] : keys) {
            row->addWidget(new KeyHint(key));
            row->addWidget(new Label(word, ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted")));
            row->addSpacing(4);
        }
        row->addStretch(1);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), color(u"bg.surface"));
        painter.fillRect(QRect(0, 0, width(), 1), color(u"border.subtle"));
    }
};

} // namespace

CasesPage::CasesPage(DeskServices &services, QWidget *parent)
    : Page(QStringLiteral("cases"), tr("Cases"), QStringLiteral("inbox"), parent), m_services(services), m_data(services.data()),
      m_views(services.dataDirectory()), m_model(new CasesModel(m_data.cases(), this)), m_tabs(new ViewTabs), m_query(new QueryBar),
      m_table(new DataTable(caseColumns())), m_pane(new CasePane), m_bulk(new BulkBar), m_splitter(new QSplitter(Qt::Horizontal)),
      m_work(new CaseWork(services, this)), m_question{openQuery(), QStringLiteral("failed"), true}
{
    m_table->setObjectName(QStringLiteral("caseTable"));
    m_table->setAccessibleName(tr("Cases"));
    m_table->showModel(m_model);
    m_pane->setPerson(services.operatorName(), services.operatorRole());
    m_area = new ListArea(m_table, m_model);
    m_area->whenEmpty = [this]() -> ListArea::EmptyWords {
        const auto size = m_model->tableSize();
        if (!size.kept)
            return {QStringLiteral("circle-check"),
                    tr("No cases yet"),
                    tr("A job that cannot go on becomes a case and waits here for a decision."),
                    {}};
        if (m_question.query == openQuery())
            return {QStringLiteral("circle-check"), tr("No open cases"),
                    tr("Nothing is in quarantine. %1 cases are kept, all closed.").arg(countText(size.kept)), tr("See closed cases")};
        return {QStringLiteral("search-x"), tr("No case matches"),
                tr("%1 cases are kept; none answers this query.").arg(countText(size.kept)), tr("Show open cases")};
    };
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_splitter);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(buildList());
    m_splitter->addWidget(m_pane);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_alikeSoon.setSingleShot(true);
    m_alikeSoon.setInterval(120);
    m_draftsSoon.setSingleShot(true);
    m_draftsSoon.setInterval(800);
    m_query->setHistory(remembered(services.dataDirectory()).value(QStringLiteral("cases/history")).toStringList());
    addCommands();
    connectParts();
    m_view = m_views.current();
    showViews(m_view);
    m_question = m_views.all()[m_view].question;
    m_table->setHiddenColumns(m_views.all()[m_view].hidden);
    showShown();
    selectionChanged();
    lockCommands();
}

CasesPage::~CasesPage()
{
    keepDrafts();
}

QWidget *CasesPage::buildList()
{
    auto *list = new QWidget;
    list->setMinimumWidth(420);
    auto *column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *top = new QVBoxLayout;
    top->setContentsMargins(16, 6, 16, 8);
    top->setSpacing(8);
    top->addWidget(m_tabs);
    top->addWidget(m_query);
    top->addWidget(buildOptions());
    column->addLayout(top);
    column->addWidget(new Line);
    column->addWidget(m_area, 1);
    m_keys = new KeyRow({{QStringLiteral("J"), tr("next")},
                         {QStringLiteral("K"), tr("previous")},
                         {QStringLiteral("X"), tr("select")},
                         {QStringLiteral("⏎"), tr("open")},
                         {QStringLiteral("V"), tr("verify")},
                         {QStringLiteral("D"), tr("decide")}});
    column->addWidget(m_keys);
    column->addWidget(m_bulk);
    return list;
}

QWidget *CasesPage::buildOptions()
{
    auto *options = new QWidget;
    auto *row = new QHBoxLayout(options);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const QStringList groups{tr("None"), tr("Class"), tr("Code"), tr("Workflow"), tr("Fault")};
    m_group = new SegmentedSwitch(groups);
    m_group->setObjectName(QStringLiteral("groupSwitch"));
    m_group->setAccessibleName(tr("Group by"));
    m_groupList = new Select(QStringLiteral("groupList"), tr("Group by"));
    m_groupList->addItems(groups);
    m_sort = new Select(QStringLiteral("sortList"), tr("Sort"));
    for (const auto &choice : sortChoices())
        m_sort->addItem(choice.text);
    for (auto *select : {m_groupList, m_sort}) {
        select->setFixedHeight(ui::size(u"controlSmall"));
        select->setFont(ui::font(u"small", QFont::Medium));
    }
    auto *columns = new Button({}, Button::Kind::ghost);
    columns->withIcon(QStringLiteral("columns-3"))->compact()->setAccessibleName(tr("Columns"));
    columns->setObjectName(QStringLiteral("chooseColumns"));
    columns->setToolTip(tr("Columns (C)"));
    auto *density = new Button({}, Button::Kind::ghost);
    density->withIcon(QStringLiteral("rows-3"))->compact()->setAccessibleName(tr("Row height"));
    density->setObjectName(QStringLiteral("rowDensity"));
    density->setToolTip(tr("Row height"));
    m_export = new Button(tr("Export"), Button::Kind::ghost);
    m_export->withIcon(QStringLiteral("download"))->compact()->setObjectName(QStringLiteral("exportCases"));
    auto *caption = new Label(tr("Group"), ui::font(u"small"), QStringLiteral("text.muted"));
    caption->keepWhole(true);
    row->addWidget(caption);
    row->addWidget(m_group);
    row->addWidget(m_groupList);
    row->addWidget(m_sort);
    row->addStretch(1);
    row->addWidget(columns);
    row->addWidget(density);
    row->addWidget(m_export);
    connect(m_group, &QTabBar::currentChanged, this,
            [this](int index) { groupBy(QString::fromUtf16(groupWords[size_t(qMax(0, index))])); });
    connect(m_groupList, &QComboBox::activated, this,
            [this](int index) { groupBy(QString::fromUtf16(groupWords[size_t(qMax(0, index))])); });
    connect(m_sort, &QComboBox::activated, this, [this](int index) {
        const auto choice = sortChoices().value(index);
        if (!choice.key.isEmpty())
            sortBy(choice.key, choice.descending);
    });
    connect(columns, &Button::clicked, this, &CasesPage::chooseColumns);
    connect(m_export, &Button::clicked, this, &CasesPage::askExport);
    connect(density, &Button::clicked, this, [this] { // the window's own commands, one after another
        const std::array<const char *, 3> names{"density_compact", "density_regular", "density_relaxed"};
        for (size_t i = 0; i < names.size(); ++i) {
            const auto *action = window()->findChild<QAction *>(QLatin1String(names[i]));
            auto *next = window()->findChild<QAction *>(QLatin1String(names[(i + 1) % names.size()]));
            if (action && next && action->isChecked())
                return next->trigger();
        }
    });
    return options;
}

void CasesPage::connectParts()
{
    connect(m_query, &QueryBar::queryChanged, this, &CasesPage::ask);
    connect(m_query, &QueryBar::leftDown, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_query, &QueryBar::entering, this, &CasesPage::readWords);
    connect(m_query, &QueryBar::historyChanged, this, [this](const QStringList &history) {
        remembered(m_services.dataDirectory()).setValue(QStringLiteral("cases/history"), history);
    });
    connect(m_tabs, &ViewTabs::chosen, this, &CasesPage::applyView);
    connect(m_tabs, &ViewTabs::saveRequested, this, &CasesPage::saveView);
    connect(m_tabs, &ViewTabs::renameRequested, this, &CasesPage::renameView);
    connect(m_tabs, &ViewTabs::removeRequested, this, &CasesPage::removeView);
    connect(m_table, &DataTable::sortRequested, this, &CasesPage::sortBy);
    connect(m_table, &DataTable::currentIdChanged, this, &CasesPage::showCase);
    connect(m_table, &DataTable::opened, this, [this] {
        m_pane->show();
        m_pane->takeFocus();
    });
    connect(m_table, &DataTable::boxHeaderClicked, this, [this] {
        if (selection().isEmpty())
            selectAllMatching();
        else
            selection().clear();
    });
    connect(m_table, &DataTable::boxClicked, this, [this](int at, bool extend) {
        if (extend)
            m_model->selectRange(m_table->currentIndex().row(), at);
        else
            m_model->toggleRow(at);
    });
    connect(m_table, &DataTable::extended, m_model, &CasesModel::selectRange);
    connect(m_table, &DataTable::escaped, this, [this] { selection().clear(); });
    connect(m_table, &DataTable::foldRequested, this, [this](int at, bool folded) {
        const int group = m_model->layout().at(at).group;
        if (group < 0)
            return;
        m_model->fold(group, folded);
        m_table->setCurrentIndex(m_model->index(m_model->layout().headOf(group), 0));
    });
    connect(&selection(), &CaseSelection::changed, this, &CasesPage::selectionChanged);
    connect(m_pane, &CasePane::stepRequested, this, &CasesPage::step);
    connect(m_pane, &CasePane::left, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_pane, &CasePane::closeRequested, this, [this] {
        m_pane->hide();
        m_table->setFocus(Qt::OtherFocusReason);
    });
    connect(m_model, &WindowModel::sized, this, &CasesPage::sized);
    connect(m_model, &WindowModel::failed, this, [this] {
        m_query->showResult(tr("not read"));
        Q_EMIT ready();
    });
    connect(m_area, &ListArea::settled, this, [this] {
        if (!m_model->rowCount())
            Q_EMIT ready();
    });
    connect(m_area, &ListArea::emptyActionRequested, this,
            [this] { showQuery(m_question.query == openQuery() ? QStringLiteral("status:closed") : openQuery()); });
    connect(m_work, &CaseWork::changed, this, &CasesPage::refresh);
    connect(m_work, &CaseWork::decided, this, &CasesPage::nextCase);
    connect(&m_alikeSoon, &QTimer::timeout, this, &CasesPage::readAlike);
    connect(&m_draftsSoon, &QTimer::timeout, this, &CasesPage::keepDrafts);
}

void CasesPage::showQuery(const QString &query, const QString &caseId)
{
    m_wanted = caseId;
    for (int i = 0; i < m_views.all().size(); ++i) {
        if (m_views.all()[i].question.query == query)
            return applyView(i);
    }
    m_query->setQuery(query);
}

bool CasesPage::focusQuery()
{
    m_query->takeFocus();
    return true;
}

QString CasesPage::query() const
{
    return m_question.query;
}

QByteArray CasesPage::splitterState() const
{
    return m_splitter->saveState();
}

void CasesPage::restoreSplitter(const QByteArray &state)
{
    m_splitterRestored = m_splitter->restoreState(state);
}

QList<QWidget *> CasesPage::panes()
{
    return {m_query->edit(), m_table, m_pane->focusTarget()};
}

QWidget *CasesPage::arrivalFocus()
{
    return m_table;
}

void CasesPage::follow(const Link &link)
{
    showQuery(link.query, link.id);
}

void CasesPage::refresh()
{
    if (m_query->query().isEmpty() && m_model->tableSize().kept == 0 && !m_question.query.isEmpty()) {
        m_query->setQuery(m_question.query); // first time
        return;
    }
    m_area->waitForAnswer();
    m_model->refresh();
}

void CasesPage::ask(const QString &query)
{
    m_question.query = query.trimmed();
    askAgain();
}

void CasesPage::askAgain()
{
    m_area->waitForAnswer();
    m_model->ask(m_question);
    lockCommands();
}

void CasesPage::sortBy(const QString &key, bool descending)
{
    m_question.sortKey = key;
    m_question.descending = descending;
    showShown();
    keepShown();
    askAgain();
}

void CasesPage::groupBy(const QString &group)
{
    if (m_applying || m_question.group == group)
        return;
    m_question.group = group;
    showShown();
    keepShown();
    askAgain();
}

void CasesPage::showShown()
{
    m_applying = true;
    m_table->setSort(m_question.sortKey, m_question.descending);
    for (size_t i = 0; i < groupWords.size(); ++i) {
        if (m_question.group == QStringView(groupWords[i])) {
            m_group->setCurrentIndex(int(i));
            m_groupList->setCurrentIndex(int(i));
        }
    }
    const auto choices = sortChoices();
    int chosen = -1;
    for (int i = 0; i < choices.size(); ++i) {
        if (choices[i].key == m_question.sortKey && choices[i].descending == m_question.descending)
            chosen = i;
    }
    while (m_sort->count() > choices.size())
        m_sort->removeItem(m_sort->count() - 1);
    if (chosen < 0) { // by a column's head
        m_sort->addItem(tr("Sort: by column"));
        chosen = m_sort->count() - 1;
    }
    m_sort->setCurrentIndex(chosen);
    m_applying = false;
}

void CasesPage::sized()
{
    const auto size = m_model->tableSize();
    m_query->showResult(
        tr("%1 of %2 · %3 ms").arg(countText(size.matching), countText(size.kept)).arg(qMax<qint64>(1, qRound64(size.elapsedMs))));
    setSubtitle(m_open < 0 ? tr("%1 kept").arg(countText(size.kept)) : tr("%1 kept, %2 open").arg(countText(size.kept), countText(m_open)));
    if (!size.matching)
        m_pane->showNothing();
    else if (!m_caseId.isEmpty())
        readCase(); // it may have changed too
    countViews();
    Q_EMIT answered();
}

void CasesPage::showCase(const QString &caseId)
{
    if (caseId.isEmpty())
        return;
    m_caseId = caseId;
    if (!m_wanted.isEmpty() && m_wanted != caseId) { // asked for by name: its row may be far away, its pane need not wait
        const int row = m_model->findRow(m_wanted);
        m_caseId = std::exchange(m_wanted, {});
        if (row >= 0)
            m_table->setCurrentIndex(m_model->index(row, 0));
    }
    m_wanted.clear();
    readCase();
}

void CasesPage::readCase()
{
    const auto asked = ++m_askedCase;
    m_data.askCase(m_caseId, [self = QPointer(this), asked](const Result<CaseView> &answer) {
        if (!self || self->m_askedCase != asked)
            return;
        if (answer) {
            const bool other = self->m_alikeOf != answer->record.caseId.value;
            self->m_pane->showCase(*answer, self->timeView());
            if (other) {
                self->m_alikeOf = answer->record.caseId.value;
                self->m_alike = {};
                self->recallDrafts(self->m_alikeOf);
            }
            self->m_alikeSoon.start();
        } else {
            self->m_pane->showError(answer.error());
        }
        self->lockCommands();
        Q_EMIT self->ready();
    });
}

// "All N alike" says an exact number: it is the length of the list that would be worked on.
void CasesPage::readAlike()
{
    const QString id = m_alikeOf;
    if (id.isEmpty() || !isVisible())
        return;
    m_data.ask<queries::FrozenCases>(
        this, QStringLiteral("cases.alike"),
        [query = m_question.query, id](Database &db, const DeskData::Look &look) {
            return queries::casesAlike(db, look.viewer, query, CaseId{id}, look.now);
        },
        [this, id](const Result<queries::FrozenCases> &alike) {
            if (!alike || m_alikeOf != id)
                return;
            m_alike = *alike;
            m_pane->inspection()->setAlike(m_alike.ids.size());
        });
}

void CasesPage::step(int rows)
{
    m_table->moveBy(rows);
    while (m_table->currentIndex().data(GroupRole).isValid()) { // heads of groups are no cases
        const int before = m_table->currentIndex().row();
        m_table->moveBy(rows < 0 ? -1 : 1);
        if (m_table->currentIndex().row() == before)
            return;
    }
}

// After a decision the next case: the row below, unless the one decided is still looked at for another reason.
void CasesPage::nextCase(const QStringList &decided)
{
    if (decided.size() == 1 && decided[0] == m_caseId)
        step(1);
    else
        selection().clear();
}

void CasesPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    m_model->setTimeView(view);
    m_pane->setTimeView(view);
    m_bulk->show(selection(), view);
}

void CasesPage::setRowHeight(int px)
{
    m_table->setRowHeight(px);
}

void CasesPage::arrange()
{
    const bool narrow = window()->width() < narrowWindow;
    m_group->setVisible(!narrow);
    m_groupList->setVisible(narrow);
    m_pane->setCompact(height() < lowPage);
    if (m_splitterRestored)
        return;
    const int pane = qMin(ui::size(u"casePane"), width() * 48 / 100);
    m_splitter->setSizes({width() - pane - 1, pane});
}

void CasesPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    arrange();
}

} // namespace lazaret::ui
