#include "models/enginedata.h"

#include <QElapsedTimer>

namespace lazaret::ui {

namespace {

constexpr int needsOfEach = 2;

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

} // namespace

// Both sources keep the order of the last answered question as row numbers (8 bytes each) and read the rows of a segment by number.
class EngineData::CaseSource : public PageSource<CaseRecord>
{
public:
    explicit CaseSource(EngineData &data) : m_data(data) {}

    void askSize(const TableQuestion &question, SizeAnswer answer) override
    {
        const auto now = m_data.m_clock.nowMs();
        m_data.m_reader.ask<queries::CaseOrder>(
            &m_data, QStringLiteral("cases.size"),
            [viewer = m_data.m_viewer, question, now](Database &db) {
                return queries::caseOrder(db, viewer, question.query, storeColumn(question.sortKey), question.descending, now);
            },
            [this, answer = std::move(answer)](const Result<queries::CaseOrder> &order) {
                if (!order)
                    return answer(tl::unexpected(order.error()));
                if (order->error)
                    return answer(fail(ErrorCode::usage, order->error->message));
                m_rows = order->rows;
                answer(TableSize{m_rows.size(), order->total, order->tookMs});
            });
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
        [viewer = m_viewer, id = CaseId{caseId}](Database &db) { return queries::caseDetail(db, viewer, id); },
        [caseId, answer = std::move(answer)](const Result<std::optional<CaseView>> &found) {
            if (!found)
                return answer(tl::unexpected(found.error()));
            if (!*found)
                return answer(fail(ErrorCode::not_found, caseId));
            answer(**found);
        });
}

void EngineData::askOverview(qint64 rangeMs, int points, std::function<void(const Result<OverviewView> &)> answer)
{
    m_reader.ask<OverviewView>(
        this, QStringLiteral("overview"),
        [viewer = m_viewer, now = m_clock.nowMs(), rangeMs, points](Database &db) {
            return OverviewView{queries::overview(db, viewer, now), queries::history(db, now - rangeMs, now, points),
                                queries::needsYou(db, viewer, now, needsOfEach)};
        },
        std::move(answer));
}

} // namespace lazaret::ui
