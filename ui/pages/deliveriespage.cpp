#include "pages/deliveriespage.h"

#include "models/deskdata.h"
#include "pages/deliveryflow.h"
#include "pages/journeycard.h"
#include "pages/listpage.h"
#include "support/remembered.h"
#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/querybar.h"
#include "widgets/tabs.h"

#include <QHBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int narrowPage = 1100, lowWindow = 760;
constexpr std::array<const char16_t *, 4> resultWords{u"", u"accepted", u"duplicate", u"refused"};

} // namespace

DeliveriesPage::DeliveriesPage(DeskServices &services, QWidget *parent)
    : Page(QStringLiteral("deliveries"), tr("Deliveries"), QStringLiteral("webhook"), parent), m_services(services),
      m_data(services.data()), m_model(new DeliveriesModel(m_data.deliveries(), this)), m_flow(new DeliveryFlow),
      m_query(new QueryBar(QStringLiteral("deliveryQuery"), queries::deliveryLanguage())),
      m_results(new SegmentedSwitch({tr("All"), tr("Accepted"), tr("Duplicate"), tr("Refused")})),
      m_table(new DataTable(deliveryColumns())), m_question{{}, QStringLiteral("received"), true}
{
    m_table->setObjectName(QStringLiteral("deliveryTable"));
    m_table->setAccessibleName(tr("Deliveries"));
    m_table->showModel(m_model);
    m_area = new ListArea(m_table, m_model);
    m_area->whenEmpty = [this]() -> ListArea::EmptyWords {
        const auto kept = m_model->tableSize().kept;
        if (kept)
            return {QStringLiteral("search-x"), tr("No delivery matches"),
                    tr("%1 are on record; none answers this query.").arg(countText(kept)), tr("Show all")};
        if (queries::resultOf(m_question.query) == u"refused")
            return {QStringLiteral("shield-check"), tr("Nothing was refused"),
                    tr("Refused deliveries are counted here by minute, source and reason; their content is never kept."), tr("Show all")};
        return {QStringLiteral("webhook"),
                tr("Nothing has arrived yet"),
                tr("Point a provider, a tunnel or curl at the address below; its first verified delivery appears here."),
                {}};
    };
    addCommands();
    m_journey = new JourneyCard(m_openCase);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(12);
    column->addWidget(m_flow);
    column->addWidget(buildList(), 1);
    column->addWidget(m_journey);
    auto settings = remembered(services.dataDirectory());
    m_query->setHistory(settings.value(QStringLiteral("deliveries/history")).toStringList());
    m_question.sortKey = settings.value(QStringLiteral("deliveries/sort"), m_question.sortKey).toString();
    m_question.descending = settings.value(QStringLiteral("deliveries/descending"), true).toBool();
    QSet<int> hidden;
    for (const auto &column_ : settings.value(QStringLiteral("deliveries/hidden")).toStringList())
        hidden.insert(column_.toInt());
    m_table->setHiddenColumns(hidden);
    m_table->setSort(m_question.sortKey, m_question.descending);
    connectParts();
    showFlow();
    lockCommands();
}

QWidget *DeliveriesPage::buildList()
{
    auto *card = new Card;
    auto *inside = new QVBoxLayout(card);
    inside->setContentsMargins(1, 8, 1, 6);
    inside->setSpacing(0);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(11, 0, 11, 0);
    row->setSpacing(8);
    m_results->setObjectName(QStringLiteral("resultSwitch"));
    m_results->setAccessibleName(tr("Result of the deliveries shown"));
    m_columns = new Button({}, Button::Kind::ghost);
    m_columns->withIcon(QStringLiteral("columns-3"))->setObjectName(QStringLiteral("deliveryColumns"));
    m_columns->setAccessibleName(tr("Columns"));
    m_columns->setToolTip(tr("Columns (C)"));
    connect(m_columns, &Button::clicked, m_chooseColumns, &QAction::trigger);
    auto *test = new CommandButton(m_test, Button::Kind::secondary, QStringLiteral("T"));
    test->setObjectName(QStringLiteral("sendTestDelivery"));
    row->addWidget(m_query, 1);
    for (QWidget *beside : std::initializer_list<QWidget *>{m_results, m_columns, test}) { // the line's problem may stand below it
        auto *lower = new QVBoxLayout;
        lower->addSpacing((ui::size(u"control") + 2 - beside->sizeHint().height()) / 2);
        lower->addWidget(beside);
        lower->addStretch(1);
        row->addLayout(lower);
    }
    inside->addLayout(row);
    inside->addSpacing(8);
    inside->addWidget(new Line);
    inside->addWidget(m_area, 1);
    return card;
}

void DeliveriesPage::connectParts()
{
    connect(m_flow, &DeliveryFlow::opened, this, &DeliveriesPage::open);
    connect(m_query, &QueryBar::queryChanged, this, &DeliveriesPage::ask);
    connect(m_query, &QueryBar::leftDown, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_query, &QueryBar::historyChanged, this, [this](const QStringList &history) {
        remembered(m_services.dataDirectory()).setValue(QStringLiteral("deliveries/history"), history);
    });
    connect(m_query, &QueryBar::entering, this, [this] {
        m_data.ask<QHash<QString, QStringList>>(
            this, QStringLiteral("deliveries.words"), [](Database &db, const DeskData::Look &) { return queries::deliveryWords(db); },
            [this](const Result<QHash<QString, QStringList>> &words) {
                if (words)
                    m_query->setWords(*words);
            });
    });
    connect(m_results, &QTabBar::currentChanged, this, [this](int index) {
        if (!m_applying)
            showQuery(queries::withResult(m_query->query(), QString::fromUtf16(resultWords[size_t(qMax(0, index))])));
    });
    connect(m_table, &DataTable::sortRequested, this, &DeliveriesPage::sortBy);
    connect(m_table, &DataTable::opened, m_openCase, &QAction::trigger);
    connect(m_table, &DataTable::currentIdChanged, this, [this](const QString &id) {
        if (id.isEmpty())
            return;
        if (const QString wanted = std::exchange(m_wanted, {}); !wanted.isEmpty() && wanted != id) {
            if (const int row = m_model->findRow(wanted); row >= 0)
                return m_table->setCurrentIndex(m_model->index(row, 0));
        }
        readJourney();
    });
    connect(m_model, &WindowModel::sized, this, &DeliveriesPage::sized);
    connect(m_model, &WindowModel::failed, this, [this] { m_query->showResult(tr("not read")); });
    connect(m_area, &ListArea::settled, this, &DeliveriesPage::ready);
    connect(m_area, &ListArea::emptyActionRequested, this, [this] { showQuery({}); });
    connect(&m_services, &DeskServices::statusChanged, this, &DeliveriesPage::lockCommands);
}

bool DeliveriesPage::focusQuery()
{
    m_query->takeFocus();
    return true;
}

void DeliveriesPage::showQuery(const QString &query)
{
    m_query->setQuery(query);
}

QList<QWidget *> DeliveriesPage::panes()
{
    return {m_flow->first(), m_query->edit(), m_table, m_journey->focusTarget()};
}

QWidget *DeliveriesPage::arrivalFocus()
{
    return m_table;
}

void DeliveriesPage::follow(const Link &link)
{
    m_wanted = link.id;
    showQuery(link.query);
}

void DeliveriesPage::ask(const QString &query)
{
    m_question.query = query.simplified();
    const auto result = queries::resultOf(m_question.query);
    m_applying = true;
    for (size_t i = 0; i < resultWords.size(); ++i) {
        if (result == QStringView(resultWords[i]))
            m_results->setCurrentIndex(int(i));
    }
    m_applying = false;
    m_asked = true;
    m_area->waitForAnswer();
    m_model->ask(m_question);
    lockCommands();
}

void DeliveriesPage::sortBy(const QString &key, bool descending)
{
    m_question.sortKey = key;
    m_question.descending = descending;
    m_table->setSort(key, descending);
    keepShown();
    ask(m_question.query);
}

void DeliveriesPage::refresh()
{
    readFlow();
    if (!m_asked)
        return ask(m_question.query);
    m_area->waitForAnswer();
    m_model->refresh();
}

void DeliveriesPage::sized()
{
    Q_EMIT answered();
    const auto size = m_model->tableSize();
    m_query->showResult(
        tr("%1 of %2 · %3 ms").arg(countText(size.matching), countText(size.kept)).arg(qMax<qint64>(1, qRound64(size.elapsedMs))));
    if (!size.matching) {
        m_told.reset();
        m_journey->showNothing(tr("No delivery is chosen."));
        lockCommands();
    } else if (!m_table->currentId().isEmpty()) {
        readJourney(); // it may have gone on
    }
}

void DeliveriesPage::readFlow()
{
    struct Read
    {
        store::DeliveryFlow flow;
        QList<Source> sources;
    };
    m_data.ask<Read>(
        this, QStringLiteral("deliveries.flow"),
        [](Database &db, const DeskData::Look &look) {
            return Read{store::deliveryFlow(db, look.viewer.tenants, look.now), queries::sourcesToSendTo(db)};
        },
        [this](const Result<Read> &read) {
            if (!read)
                return;
            m_flowNow = read->flow;
            m_sources = read->sources;
            showFlow();
            lockCommands();
        });
}

void DeliveriesPage::showFlow()
{
    m_flow->show(flowPoints(m_flowNow, timeView()));
}

void DeliveriesPage::readJourney()
{
    const auto *row = current();
    if (!row || row->refused) {
        m_told.reset();
        m_journey->showNothing(row ? tr("What was refused is only counted, by minute, source and reason: it has no journey.")
                                   : tr("No delivery is chosen."));
        return lockCommands();
    }
    m_data.ask<std::optional<queries::Journey>>(
        this, QStringLiteral("deliveries.journey"),
        [seq = row->delivery.seq](Database &db, const DeskData::Look &look) { return queries::journey(db, look.viewer, seq, look.now); },
        [this](const Result<std::optional<queries::Journey>> &told) {
            m_told = told ? *told : std::nullopt;
            if (m_told)
                m_journey->show(*m_told, timeView());
            else
                m_journey->showNothing(told ? tr("This delivery is not on record any more.")
                                            : tr("Its journey could not be read: %1. Press F5 to read again.").arg(told.error().detail));
            lockCommands();
        });
}

void DeliveriesPage::open(const FlowPoint &point)
{
    if (point.page == u"cases")
        Q_EMIT casesRequested(QStringLiteral("-status:closed"), {});
    else
        showQuery(point.query);
}

void DeliveriesPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    m_model->setTimeView(view);
    showFlow();
    if (m_told)
        m_journey->show(*m_told, view);
}

void DeliveriesPage::setRowHeight(int px)
{
    m_table->setRowHeight(px);
}

void DeliveriesPage::arrange()
{
    const bool low = window()->height() < lowWindow;
    m_flow->setCompact(low || width() < narrowPage - 32);
    m_journey->setCompact(low);
}

void DeliveriesPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    arrange();
}

} // namespace lazaret::ui
