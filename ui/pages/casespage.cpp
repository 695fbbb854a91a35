#include "pages/casespage.h"

#include "pages/casepane.h"
#include "pages/listpage.h"
#include "theme/tokens.h"
#include "widgets/label.h"
#include "widgets/querybar.h"

#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

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
            row->addSpacing(6);
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

CasesPage::CasesPage(DeskData &desk, QWidget *parent)
    : Page(QStringLiteral("cases"), tr("Cases"), QStringLiteral("inbox"), parent), m_data(desk),
      m_model(new CasesModel(desk.cases(), this)), m_query(new QueryBar), m_table(new DataTable(caseColumns())), m_pane(new CasePane),
      m_splitter(new QSplitter(Qt::Horizontal)), m_question{openQuery(), QStringLiteral("failed"), true}
{
    m_table->setObjectName(QStringLiteral("caseTable"));
    m_table->setAccessibleName(tr("Cases"));
    m_table->showModel(m_model);
    m_table->setSort(m_question.sortKey, m_question.descending);
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

    connect(m_query, &QueryBar::queryChanged, this, &CasesPage::ask);
    connect(m_query, &QueryBar::leftDown, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_table, &DataTable::sortRequested, this, &CasesPage::sortBy);
    connect(m_table, &DataTable::currentIdChanged, this, &CasesPage::showCase);
    connect(m_table, &DataTable::opened, this, [this] { m_pane->takeFocus(); });
    connect(m_pane, &CasePane::stepRequested, this, &CasesPage::step);
    connect(m_pane, &CasePane::left, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_model, &WindowModel::sized, this, &CasesPage::sized);
    connect(m_model, &WindowModel::failed, this, [this] { m_query->showResult(tr("not read")); });
    connect(m_area, &ListArea::settled, this, [this] {
        if (!m_model->rowCount())
            Q_EMIT ready();
    });
    connect(m_area, &ListArea::emptyActionRequested, this,
            [this] { showQuery(m_question.query == openQuery() ? QStringLiteral("status:closed") : openQuery()); });
}

QWidget *CasesPage::buildList()
{
    auto *list = new QWidget;
    list->setMinimumWidth(420);
    auto *column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *top = new QVBoxLayout;
    top->setContentsMargins(16, 12, 16, 10);
    top->addWidget(m_query);
    column->addLayout(top);
    column->addWidget(new Line);
    column->addWidget(m_area, 1);
    column->addWidget(new KeyRow({{QStringLiteral("J"), tr("next")},
                                  {QStringLiteral("K"), tr("previous")},
                                  {QStringLiteral("⏎"), tr("open")},
                                  {QStringLiteral("/"), tr("query")},
                                  {QStringLiteral("F6"), tr("pane")}}));
    return list;
}

void CasesPage::showQuery(const QString &query, const QString &caseId)
{
    m_wanted = caseId;
    m_query->setQuery(query);
}

void CasesPage::focusQuery()
{
    m_query->takeFocus();
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

void CasesPage::refresh()
{
    if (m_query->query().isEmpty() && m_model->tableSize().kept == 0 && m_question.query == openQuery()) {
        m_query->setQuery(m_question.query); // first time
        return;
    }
    m_area->waitForAnswer();
    m_model->refresh();
}

void CasesPage::ask(const QString &query)
{
    m_question.query = query.trimmed();
    m_area->waitForAnswer();
    m_model->ask(m_question);
}

void CasesPage::sortBy(const QString &key, bool descending)
{
    m_question.sortKey = key;
    m_question.descending = descending;
    m_table->setSort(key, descending);
    m_area->waitForAnswer();
    m_model->ask(m_question);
}

void CasesPage::sized()
{
    const auto size = m_model->tableSize();
    m_query->showResult(
        tr("%1 of %2 · %3 ms").arg(countText(size.matching), countText(size.kept)).arg(qMax<qint64>(1, qRound64(size.elapsedMs))));
    setSubtitle(tr("%1 kept").arg(countText(size.kept)));
    if (!size.matching)
        m_pane->showNothing();
    else if (!m_caseId.isEmpty())
        readCase(); // it may have changed too
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
        if (answer)
            self->m_pane->showCase(*answer, self->timeView());
        else
            self->m_pane->showError(answer.error());
        Q_EMIT self->ready();
    });
}

void CasesPage::step(int rows)
{
    const int row = qBound(0, m_table->currentIndex().row() + rows, m_model->rowCount() - 1);
    m_table->setCurrentIndex(m_model->index(row, 0));
}

void CasesPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    m_model->setTimeView(view);
    m_pane->setTimeView(view);
}

void CasesPage::setRowHeight(int px)
{
    m_table->setRowHeight(px);
}

void CasesPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    m_pane->setCompact(height() < 660);
    if (!m_splitterRestored && event->size().width() != event->oldSize().width()) {
        const int pane = qMin(ui::size(u"casePane"), width() * 48 / 100);
        m_splitter->setSizes({width() - pane - 1, pane});
    }
}

} // namespace lazaret::ui
