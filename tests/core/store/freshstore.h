// A data directory of its own, real file and real schema, with a clock that stands still. For the tests of all rooms above the store.
#pragma once

#include "store/cases.h"
#include "store/datadirectory.h"
#include "store/deliveries.h"
#include "store/jobs.h"
#include "support/fakeclock.h"

#include <QTemporaryDir>
#include <QTest>

namespace lazaret::test {

class FreshStore
{
public:
    FreshStore()
    {
        auto opened = DataDirectory::open(m_dir.filePath(QStringLiteral("data")), clock);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().detail));
        directory = std::make_unique<DataDirectory>(*opened);
        db = connect();
    }

    std::unique_ptr<Database> connect() const
    {
        auto opened = Database::open(directory->databaseFile(), Database::Access::readWrite);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().detail));
        return std::move(*opened);
    }

    // One transaction; false: something in it failed and nothing was kept.
    template <typename Work>
    bool write(Work work)
    {
        db->clearError();
        if (!db->begin())
            return false;
        work(*db);
        if (db->commit())
            return true;
        qWarning("%s", qPrintable(db->error()->detail));
        db->rollback();
        db->clearError();
        return false;
    }

    qint64 number(const QString &sql)
    {
        Statement read = db->prepareOnce(sql);
        return read.run() && read.next() ? read.integer(0) : -1;
    }

    QString text(const QString &sql)
    {
        Statement read = db->prepareOnce(sql);
        return read.run() && read.next() ? read.text(0) : QString();
    }

    // A delivery and its ready job.
    Job arrive(Database &to, const QString &workflow = QStringLiteral("cards"), const QString &source = QStringLiteral("shop"))
    {
        const qint64 now = clock.nowMs();
        Delivery delivery;
        delivery.source = source;
        delivery.sourceVersion = 1;
        delivery.deliveryId = QStringLiteral("d%1").arg(++m_arrived);
        delivery.eventType = QStringLiteral("card.saved");
        delivery.receivedAt = now;
        delivery.scheme = QStringLiteral("github-sha256");
        delivery.keySlot = 1;
        Job job;
        job.deliverySeq = store::insertDelivery(to, delivery, delivery.deliveryId.toLatin1());
        job.jobId = newJobId(now);
        job.deliveryId = delivery.deliveryId;
        job.source = source;
        job.taskType = QStringLiteral("save");
        job.workflow = workflow;
        job.workflowVersion = QStringLiteral("1");
        job.dueAt = now;
        job.createdAt = now;
        store::insertJob(to, job);
        return job;
    }

    FakeClock clock;
    std::unique_ptr<DataDirectory> directory;
    std::unique_ptr<Database> db;

private:
    QTemporaryDir m_dir;
    int m_arrived = 0;
};

} // namespace lazaret::test
