#include "engine/queries_audit.h"

#include "engine/report.h"
#include "guard/rights.h"
#include "model/records_json.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QSaveFile>

#include <algorithm>

namespace lazaret::queries {

Result<> mayReadAudit(const Viewer &viewer)
{
    if (viewer.tenants.contains(QStringLiteral("*")))
        return {};
    return fail(
        ErrorCode::refused,
        QStringLiteral("the audit log tells of every tenant; %1 sees only: %2").arg(viewer.me, viewer.tenants.join(QStringLiteral(", "))));
}

qint64 AuditOrder::placeOf(qint64 number) const
{
    if (!listed)
        return number >= 1 && number <= last ? last - number : -1;
    const auto it = std::lower_bound(numbers.begin(), numbers.end(), number, std::greater<>());
    return it != numbers.end() && *it == number ? it - numbers.begin() : -1;
}

Result<AuditOrder> auditOrder(Database &db, const Viewer &viewer, const AuditFilter &filter)
{
    if (const auto may = mayReadAudit(viewer); !may)
        return tl::unexpected(may.error());
    QElapsedTimer timer;
    timer.start();
    const auto extent = store::auditExtent(db);
    AuditOrder order;
    order.kept = extent.count;
    order.last = extent.last;
    order.listed = !filter.isEmpty() || extent.count != extent.last; // an entry is missing: then the rest is listed one by one
    if (order.listed)
        order.numbers = store::auditNumbers(db, filter);
    order.matching = order.listed ? order.numbers.size() : extent.count;
    order.tookMs = double(timer.nsecsElapsed()) / 1e6;
    return order;
}

QList<AuditEntry> auditPage(Database &db, const Viewer &viewer, const QList<qint64> &numbers)
{
    return mayReadAudit(viewer) ? store::auditByNumber(db, numbers) : QList<AuditEntry>();
}

AuditWords auditWords(Database &db, const Viewer &viewer, int most)
{
    if (!mayReadAudit(viewer))
        return {};
    return {store::auditActors(db, most), store::auditActions(db, most)};
}

namespace {

QByteArray csvLine(const AuditEntry &e)
{
    QByteArray line = QByteArray::number(e.seq) + ',' + isoTime(e.at).toUtf8();
    for (const auto &text : {e.actor, e.osUser, e.action, e.object, e.details, e.previousHash, e.hash})
        line += ',' + reconcile::csvCell(text);
    return line + "\r\n";
}

} // namespace

Result<AuditWritten> writeAudit(Database &db, const Viewer &viewer, const AuditFilter &filter, AuditFormat format, const QString &file,
                                const AuditProgress &progress)
{
    const auto actor = guard::resolveActor(db, viewer.me, {});
    if (!actor)
        return tl::unexpected(actor.error());
    if (const auto may = guard::require(*actor, guard::Right::exportData, QStringLiteral("exporting the audit log")); !may)
        return tl::unexpected(may.error());
    const auto order = auditOrder(db, viewer, filter);
    if (!order)
        return tl::unexpected(order.error());
    QSaveFile out(file);
    const auto failed = [&] { return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2").arg(file, out.errorString())); };
    if (!out.open(QIODevice::WriteOnly))
        return failed();
    if (format == AuditFormat::csv)
        out.write("\xEF\xBB\xBFseq,at,actor,os_user,action,object,details,previous_hash,hash\r\n");
    constexpr qint64 atOnce = 1000;
    AuditWritten written;
    for (qint64 place = order->matching; place > 0;) {
        QList<qint64> numbers;
        for (const qint64 until = std::max<qint64>(0, place - atOnce); place > until;)
            numbers.append(order->numberAt(--place));
        for (const auto &entry : store::auditByNumber(db, numbers)) {
            out.write(format == AuditFormat::csv ? csvLine(entry) : QJsonDocument(recordJson(entry)).toJson(QJsonDocument::Compact) + '\n');
            ++written.entries;
        }
        if (!progress(written.entries, order->matching))
            return fail(ErrorCode::cancelled, QStringLiteral("stopped; nothing was written"));
    }
    if (const auto last = store::lastAudit(db))
        written.head = last->hash;
    if (db.error())
        return tl::unexpected(*db.error());
    if (out.error() != QFileDevice::NoError || !out.commit())
        return failed();
    return written;
}

Result<guard::ChainCheck> verifyAudit(Database &db, const AuditProgress &progress)
{
    const qint64 total = store::auditExtent(db).count;
    const auto check = guard::verifyChain(db, [&](qint64 done) { return progress(done, total); });
    if (check.stopped)
        return fail(ErrorCode::cancelled,
                    QStringLiteral("stopped after %1 of %2 entries, all of them intact").arg(check.entries).arg(total));
    return check;
}

} // namespace lazaret::queries
