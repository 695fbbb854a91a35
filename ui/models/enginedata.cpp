#include "models/enginedata.h"

#include "engine/queries_groups.h"
#include "theme/vocabulary.h"

#include <QElapsedTimer>

namespace lazaret::ui {

namespace {

constexpr int needsOfEach = 4; // two are shown where there is little room

// The names of columns are the table's; those of the store's view stay here.
QString storeColumn(const QString &sortKey)
{
    static const QHash<QString, QString> columns{
        {QStringLiteral("class"), QStringLiteral("error_class")},      {QStringLiteral("workflow"), QStringLiteral("workflow")},
        {QStringLiteral("operation"), QStringLiteral("operation_id")}, {QStringLiteral("tenant"), QStringLiteral("tenant")},
        {QStringLiteral("attempts"), QStringLiteral("attempt_count")}, {QStringLiteral("failed"), QStringLiteral("last_failure_at")},
        {QStringLiteral("review"), QStringLiteral("review_due_at")},   {QStringLiteral("owner"), QStringLiteral("owner")},
        {QStringLiteral("status"), QStringLiteral("status")}};
    return columns.value(sortKey, QStringLiteral("case_id"));
}

queries::GroupBy groupBy(const QString &word)
{
    using enum queries::GroupBy;
    return word == u"class" ? errorClass : word == u"code" ? code : word == u"workflow" ? workflow : word == u"fault" ? fault : none;
}

TableGroup tableGroup(const QString &by, const queries::CaseGroup &group)
{
    const auto look = token(group.errorClass);
    const bool ofOneClass = by == u"class" || by == u"fault" || by == u"code";
    return {.key = by + u'|' + toText(group.errorClass) + u'|' + group.title,
            .title = by == u"class" ? look.label : group.title,
            .icon = ofOneClass ? look.icon : QStringLiteral("workflow"),
            .tone = ofOneClass ? look.tone : QStringLiteral("neutral"),
            .count = group.count,
            .firstAt = group.firstFailureAt,
            .lastAt = group.lastFailureAt};
}

} // namespace

// Both sources keep the order of the last answered question as row numbers (8 bytes each) and read the rows of a segment by number.
class EngineData::CaseSource : public PageSource<CaseRecord>
{
public:
    explicit CaseSource(EngineData &data) : m_data(data) {}

    void askSize(const TableQuestion &question, SizeAnswer answer) override
    {
        const auto now = m_data.m_clock.nowMs();
        m_data.m_reader.ask<queries::GroupedCases>(
            &m_data, QStringLiteral("cases.size"),
            [viewer = m_data.m_viewer, question, now](Database &db) {
                return queries::caseGroups(db, viewer, question.query, groupBy(question.group), storeColumn(question.sortKey),
                                           question.descending, now);
            },
            [this, question, answer = std::move(answer)](const Result<queries::GroupedCases> &found) {
                if (!found)
                    return answer(tl::unexpected(found.error()));
                if (found->order.error)
                    return answer(fail(ErrorCode::usage, found->order.error->message));
                m_rows = found->order.rows;
                TableSize size{m_rows.size(), found->order.total, found->order.tookMs};
                for (const auto &group : found->groups)
                    size.groups.append(tableGroup(question.group, group));
                size.seenAudit = found->order.seen.audit;
                size.seenAt = found->order.seen.at;
                answer(size);
            });
    }

    QList<qint64> frozenRows() const override { return m_rows; }

    void askIds(qint64 first, qint64 count, IdsAnswer answer) override
    {
        m_data.m_reader.ask<QStringList>(
            &m_data, QStringLiteral("cases.ids.%1").arg(first),
            [rows = m_rows.mid(first, count)](Database &db) { return queries::caseIds(db, rows); }, std::move(answer));
    }

    void askRows(const TableQuestion &, qint64 first, int count, RowsAnswer answer) override
    {
        m_data.m_reader.ask<QList<CaseRecord>>(
            &m_data, QStringLiteral("cases.rows.%1").arg(first),
            [rows = m_rows.mid(first, count)](Database &db) { return queries::casePage(db, rows); }, std::move(answer));
    }

private:
    EngineData &m_data;
    QList<qint64> m_rows;
};

class EngineData::DeliverySource : public PageSource<DeliveryView>
{
public:
    explicit DeliverySource(EngineData &data) : m_data(data) {}

    void askSize(const TableQuestion &question, SizeAnswer answer) override
    {
        struct Order
        {
            QList<qint64> rows;
            double tookMs = 0;
        };
        m_data.m_reader.ask<Order>(
            &m_data, QStringLiteral("deliveries.size"),
            [viewer = m_data.m_viewer, descending = question.descending](Database &db) {
                QElapsedTimer timer;
                timer.start();
                Order order{queries::deliveryOrder(db, viewer, {}), 0};
                if (!descending)
                    std::reverse(order.rows.begin(), order.rows.end());
                order.tookMs = double(timer.nsecsElapsed()) / 1e6;
                return order;
            },
            [this, answer = std::move(answer)](const Result<Order> &order) {
                if (!order)
                    return answer(tl::unexpected(order.error()));
                m_rows = order->rows;
                answer(TableSize{m_rows.size(), m_rows.size(), order->tookMs});
            });
    }

    void askRows(const TableQuestion &, qint64 first, int count, RowsAnswer answer) override
    {
        m_data.m_reader.ask<QList<DeliveryView>>(
            &m_data, QStringLiteral("deliveries.rows.%1").arg(first),
            [rows = m_rows.mid(first, count)](Database &db) { return queries::deliveryPage(db, rows); }, std::move(answer));
    }

private:
    EngineData &m_data;
    QList<qint64> m_rows;
};

EngineData::EngineData(Reader &reader, const Clock &clock, queries::Viewer viewer, QObject *parent)
    : QObject(parent), m_reader(reader), m_clock(clock), m_viewer(std::move(viewer)), m_cases(std::make_unique<CaseSource>(*this)),
      m_deliveries(std::make_unique<DeliverySource>(*this))
{
}

EngineData::~EngineData() = default;

PageSource<CaseRecord> &EngineData::cases()
{
    return *m_cases;
}

PageSource<DeliveryView> &EngineData::deliveries()
{
    return *m_deliveries;
}

void EngineData::askCase(const QString &caseId, std::function<void(const Result<CaseView> &)> answer)
{
    m_reader.ask<std::optional<CaseView>>(
        this, QStringLiteral("case"),
        [viewer = m_viewer, id = CaseId{caseId}, now = m_clock.nowMs()](Database &db) { return queries::caseDetail(db, viewer, id, now); },
        [caseId, answer = std::move(answer)](const Result<std::optional<CaseView>> &found) {
            if (!found)
                return answer(tl::unexpected(found.error()));
            if (!*found)
                return answer(fail(ErrorCode::not_found, caseId));
            answer(**found);
        });
}

void EngineData::askOverview(const OverviewQuestion &question, std::function<void(const Result<OverviewView> &)> answer)
{
    m_reader.ask<OverviewView>(
        this, QStringLiteral("overview"),
        [viewer = m_viewer, now = m_clock.nowMs(), question](Database &db) {
            return OverviewView{queries::overview(db, viewer, now),
                                queries::history(db, viewer, {now - question.rangeMs, now, question.points, question.bucketMs}),
                                queries::needsYou(db, viewer, now, needsOfEach)};
        },
        std::move(answer));
}

} // namespace lazaret::ui
