// The journal under its promises: groups, answers, seals, recovers, drains; on a real file with real commits.
#include "store/journal.h"

#include "core/store/freshstore.h"

#include <QTest>

#include <set>

using namespace lazaret;

namespace {

// Holds the journal's thread inside a work until it is let go, so that what is submitted meanwhile is one queue.
class Gate
{
public:
    void hold(Journal &journal)
    {
        auto open = m_open.get_future().share();
        std::promise<void> entered;
        auto inside = entered.get_future();
        journal.submit(
            [&entered, open](Database &) -> Result<> {
                entered.set_value();
                open.wait();
                return {};
            },
            [](const Result<> &) {});
        inside.wait();
    }
    void letGo() { m_open.set_value(); }

private:
    std::promise<void> m_open;
};

Writer::Work insert(const QString &key)
{
    return [key](Database &db) -> Result<> {
        db.prepare("INSERT INTO meta (key, value) VALUES (?, '')").run(key);
        return {};
    };
}

// Collects the answers of many submits and waits for all of them.
class Answers
{
public:
    Writer::Done next(const QString &name)
    {
        const std::lock_guard lock(m_mutex);
        ++m_asked;
        return [this, name](const Result<> &result) {
            const std::lock_guard inner(m_mutex);
            m_results.insert(name, result ? QStringLiteral("ok") : QString::number(int(result.error().code)));
            ++m_answered;
            m_changed.notify_all();
        };
    }
    QMap<QString, QString> all()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_answered == m_asked; });
        return m_results;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    QMap<QString, QString> m_results;
    int m_asked = 0;
    int m_answered = 0;
};

const QString ok = QStringLiteral("ok");
const QString sealed = QString::number(int(ErrorCode::sealed));

// Follows seal and unseal from the outside.
class SealWatch
{
public:
    std::function<void(bool, const QString &)> observer()
    {
        return [this](bool shut, const QString &) {
            const std::lock_guard lock(m_mutex);
            ++(shut ? m_seals : m_unseals);
            m_changed.notify_all();
        };
    }
    void waitForUnseal(int count)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_unseals >= count; });
    }
    int seals()
    {
        const std::lock_guard lock(m_mutex);
        return m_seals;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_seals = 0;
    int m_unseals = 0;
};

} // namespace

class TestJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsWhatQueuedMeanwhile_data();
    void groupsWhatQueuedMeanwhile();
    void eachCallerGetsItsOwnResult();
    void aFailureUndoesItsOwnWorkAlone();
    void answersAfterTheCommitAndInOrder();
    void aFailedCommitSealsItsWholeGroup_data();
    void aFailedCommitSealsItsWholeGroup();
    void everyNthCommitFails_data();
    void everyNthCommitFails();
    void aFullFileLosesTheGroupAndComesBack();
    void aFileDeletedUnderItSealsIt();
    void whileSealedEverythingIsAnsweredAtOnce();
    void drainsOnStop();
    void beyondTheQueueLimitIsRefused();
    void eightThreads();
    void aFileThatCannotBeOpened();
};

void TestJournal::groupsWhatQueuedMeanwhile_data()
{
    QTest::addColumn<int>("works");
    QTest::addColumn<qsizetype>("bytes");
    QTest::addColumn<quint64>("commits");
    QTest::newRow("one") << 1 << qsizetype(256) << quint64(1);
    QTest::newRow("a full group") << 256 << qsizetype(256) << quint64(1);
    QTest::newRow("one more than a group") << 257 << qsizetype(256) << quint64(2);
    QTest::newRow("three groups") << 600 << qsizetype(256) << quint64(3);
    QTest::newRow("bytes bound it before the count") << 5 << qsizetype(512 * 1024) << quint64(3);
    QTest::newRow("one larger than the bound goes alone") << 3 << qsizetype(2 << 20) << quint64(3);
}

void TestJournal::groupsWhatQueuedMeanwhile()
{
    QFETCH(int, works);
    QFETCH(qsizetype, bytes);
    test::FreshStore store;
    Journal journal(store.directory->databaseFile(), {});
    QVERIFY(journal.start());
    Gate gate;
    gate.hold(journal);
    Answers answers;
    for (int i = 0; i < works; ++i)
        journal.submit(insert(QStringLiteral("k%1").arg(i)), answers.next(QString::number(i)), bytes);
    gate.letGo();
    QCOMPARE(answers.all().size(), works);
    journal.stop();
    QTEST(journal.figures().commits - 1, "commits"); // the gate's own
    QCOMPARE(journal.figures().works, quint64(works) + 1);
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key LIKE 'k%'")), qint64(works));
}

void TestJournal::eachCallerGetsItsOwnResult()
{
    test::FreshStore store;
    Journal journal(store.directory->databaseFile(), {});
    QVERIFY(journal.start());
    Gate gate;
    gate.hold(journal);
    std::vector<std::future<Result<int>>> results;
    for (int i = 0; i < 50; ++i) {
        auto promise = std::make_shared<std::promise<Result<int>>>();
        results.push_back(promise->get_future());
        journal.write<int>(
            [i](Database &) -> Result<int> {
                if (i % 3 == 0)
                    return fail(ErrorCode::conflict, QString::number(i));
                return i;
            },
            [promise](Result<int> result) { promise->set_value(std::move(result)); });
    }
    gate.letGo();
    for (int i = 0; i < 50; ++i) {
        const auto result = results[size_t(i)].get();
        QCOMPARE(bool(result), i % 3 != 0);
        if (result)
            QCOMPARE(*result, i);
        else
            QCOMPARE(result.error().detail, QString::number(i));
    }
    QCOMPARE(journal.figures().commits, quint64(2));
}

void TestJournal::aFailureUndoesItsOwnWorkAlone()
{
    test::FreshStore store;
    Journal journal(store.directory->databaseFile(), {});
    QVERIFY(journal.start());
    Gate gate;
    gate.hold(journal);
    Answers answers;
    journal.submit(insert(QStringLiteral("kept-1")), answers.next(QStringLiteral("1")));
    journal.submit(
        [](Database &db) -> Result<> { // writes first, then says no: the row must go
            db.prepare("INSERT INTO meta (key, value) VALUES ('undone-refused', '')").run();
            return fail(ErrorCode::refused, QStringLiteral("no"));
        },
        answers.next(QStringLiteral("2")));
    journal.submit(
        [](Database &db) -> Result<> { // breaks a constraint halfway and does not notice
            db.prepare("INSERT INTO meta (key, value) VALUES ('undone-broken', '')").run();
            db.prepare("INSERT INTO holds (kind, name, since, by) VALUES ('nonsense', 'x', 1, 'y')").run();
            db.prepare("INSERT INTO meta (key, value) VALUES ('undone-after', '')").run();
            return {};
        },
        answers.next(QStringLiteral("3")));
    journal.submit(insert(QStringLiteral("kept-1")), answers.next(QStringLiteral("4"))); // the key is taken
    journal.submit(insert(QStringLiteral("kept-2")), answers.next(QStringLiteral("5")));
    gate.letGo();
    const auto results = answers.all();
    QCOMPARE(results.value(QStringLiteral("1")), ok);
    QCOMPARE(results.value(QStringLiteral("2")), QString::number(int(ErrorCode::refused)));
    QCOMPARE(results.value(QStringLiteral("3")), QString::number(int(ErrorCode::internal)));
    QCOMPARE(results.value(QStringLiteral("4")), QString::number(int(ErrorCode::internal)));
    QCOMPARE(results.value(QStringLiteral("5")), ok);
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key LIKE 'kept%'")), 2);
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key LIKE 'undone%'")), 0);
    QCOMPARE(journal.figures().commits, quint64(2));
    QVERIFY(!journal.isSealed());
}

void TestJournal::answersAfterTheCommitAndInOrder()
{
    test::FreshStore store;
    std::mutex mutex;
    QStringList events;
    const auto note = [&](const QString &what) {
        const std::lock_guard lock(mutex);
        events.append(what);
    };
    Journal journal(store.directory->databaseFile(), {[&] { note(QStringLiteral("committed")); }, {}});
    QVERIFY(journal.start());
    Gate gate;
    gate.hold(journal);
    std::promise<void> last;
    for (int i = 0; i < 3; ++i) {
        journal.submit(insert(QStringLiteral("k%1").arg(i)), [&, i](const Result<> &) {
            // Another connection sees the whole group: it is committed, not only written.
            auto other = Database::open(store.directory->databaseFile(), Database::Access::readOnly);
            Statement count = (*other)->prepare("SELECT count(*) FROM meta WHERE key LIKE 'k%'");
            note(QStringLiteral("%1 sees %2").arg(i).arg(count.run() && count.next() ? count.integer(0) : -1));
            if (i == 2)
                last.set_value();
        });
    }
    gate.letGo();
    last.get_future().wait();
    journal.stop();
    const QStringList expected{QStringLiteral("committed"), QStringLiteral("committed"), QStringLiteral("0 sees 3"),
                               QStringLiteral("1 sees 3"), QStringLiteral("2 sees 3")};
    QCOMPARE(events, expected);
}

void TestJournal::aFailedCommitSealsItsWholeGroup_data()
{
    QTest::addColumn<int>("failing"); // which commit, from 1
    for (const int n : {1, 2, 3, 5, 9})
        QTest::addRow("commit %d", n) << n;
}

void TestJournal::aFailedCommitSealsItsWholeGroup()
{
    QFETCH(int, failing);
    test::FreshStore store;
    SealWatch watch;
    Journal journal(store.directory->databaseFile(), {{}, watch.observer()});
    auto commits = std::make_shared<std::atomic<int>>(0);
    journal.setCommitFault([commits, failing]() -> std::optional<Error> {
        if (++*commits == failing)
            return Error{ErrorCode::sealed, QStringLiteral("no space left")};
        return std::nullopt;
    });
    QVERIFY(journal.start());
    for (int i = 1; i < failing; ++i)
        QVERIFY(journal.writeNow(insert(QStringLiteral("before-%1").arg(i))));
    // The failing group: works that succeed and one that refuses are all lost, and all are told so.
    Answers answers;
    std::promise<void> open;
    auto opened = open.get_future().share();
    std::promise<void> entered;
    journal.submit(
        [&entered, opened](Database &db) -> Result<> {
            db.prepare("INSERT INTO meta (key, value) VALUES ('lost-0', '')").run();
            entered.set_value();
            opened.wait();
            return {};
        },
        answers.next(QStringLiteral("0")));
    entered.get_future().wait();
    open.set_value();
    QCOMPARE(answers.all(), (QMap<QString, QString>{{QStringLiteral("0"), sealed}}));
    QVERIFY(journal.isSealed());
    QCOMPARE(journal.sealReason(), QStringLiteral("no space left"));
    QCOMPARE(watch.seals(), 1);
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key LIKE 'lost%'")), 0);
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key LIKE 'before%'")), qint64(failing - 1));
    watch.waitForUnseal(1); // by itself, nobody asks
    QVERIFY(!journal.isSealed());
    QVERIFY(journal.writeNow(insert(QStringLiteral("after"))));
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key = 'after'")), 1);
}

void TestJournal::everyNthCommitFails_data()
{
    QTest::addColumn<int>("n");
    QTest::newRow("every 3rd") << 3;
    QTest::newRow("every 5th") << 5;
    QTest::newRow("every 7th") << 7;
}

// Whatever fails when: what was answered ok is there, what was answered sealed is not, and nobody waits for ever.
void TestJournal::everyNthCommitFails()
{
    QFETCH(int, n);
    test::FreshStore store;
    SealWatch watch;
    Journal journal(store.directory->databaseFile(), {{}, watch.observer()});
    auto commits = std::make_shared<std::atomic<int>>(0);
    journal.setCommitFault([commits, n]() -> std::optional<Error> {
        if (++*commits % n == 0)
            return Error{ErrorCode::sealed, QStringLiteral("I/O error")};
        return std::nullopt;
    });
    QVERIFY(journal.start());
    std::set<QString> kept;
    for (int round = 0; watch.seals() < 3; ++round) {
        Answers answers;
        Gate gate;
        gate.hold(journal);
        for (int i = 0; i < 10; ++i) {
            const QString key = QStringLiteral("r%1-%2").arg(round).arg(i);
            journal.submit(insert(key), answers.next(key));
        }
        gate.letGo();
        const auto results = answers.all();
        const std::set<QString> words(results.cbegin(), results.cend());
        QVERIFY2(words.size() == 1, "a group is kept or lost as a whole");
        for (auto it = results.begin(); it != results.end(); ++it) {
            if (*it == ok)
                kept.insert(it.key());
            else
                QCOMPARE(*it, sealed);
        }
        if (journal.isSealed())
            watch.waitForUnseal(watch.seals());
    }
    journal.stop();
    std::set<QString> stored;
    Statement read = store.db->prepare("SELECT key FROM meta WHERE key LIKE 'r%-%'");
    QVERIFY(read.run());
    while (read.next())
        stored.insert(read.text(0));
    QVERIFY(stored == kept);
    QVERIFY(!kept.empty());
}

// Not injected: SQLite itself runs out of pages in the middle of a work and rolls back behind our back.
void TestJournal::aFullFileLosesTheGroupAndComesBack()
{
    test::FreshStore store;
    SealWatch watch;
    Journal journal(store.directory->databaseFile(), {{}, watch.observer()});
    QVERIFY(journal.start());
    Gate gate;
    gate.hold(journal);
    Answers answers;
    journal.submit(insert(QStringLiteral("lost-1")), answers.next(QStringLiteral("1")));
    journal.submit(
        [](Database &db) -> Result<> {
            { // at its present size the file is full; only this connection knows
                Statement limit = db.prepare("PRAGMA max_page_count = 1");
                limit.run();
                limit.next();
            }
            db.prepare("INSERT INTO meta (key, value) VALUES ('lost-2', zeroblob(100000))").run();
            return {};
        },
        answers.next(QStringLiteral("2")));
    journal.submit(insert(QStringLiteral("lost-3")), answers.next(QStringLiteral("3")));
    gate.letGo();
    const auto results = answers.all();
    QCOMPARE(results.values(), QStringList({sealed, sealed, sealed}));
    QVERIFY(journal.sealReason().contains(QStringLiteral("full")));
    watch.waitForUnseal(1);
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key LIKE 'lost%'")), 0);
    QVERIFY(journal.writeNow(insert(QStringLiteral("after"))));
}

void TestJournal::aFileDeletedUnderItSealsIt()
{
#ifdef Q_OS_WIN
    QSKIP("an open file cannot be moved there");
#endif
    test::FreshStore store;
    SealWatch watch;
    const QString file = store.directory->databaseFile();
    Journal journal(file, {{}, watch.observer()});
    QVERIFY(journal.start());
    QVERIFY(journal.writeNow(insert(QStringLiteral("before"))));
    QVERIFY(QFile::rename(file, file + QStringLiteral(".away")));
    QCOMPARE(journal.writeNow(insert(QStringLiteral("lost"))).error().code, ErrorCode::sealed);
    QVERIFY(journal.sealReason().contains(QStringLiteral("moved or deleted")));
    QCOMPARE(journal.writeNow(insert(QStringLiteral("again"))).error().code, ErrorCode::sealed);
    QVERIFY2(!QFile::exists(file), "no empty database may take its place");
    QVERIFY(QFile::rename(file + QStringLiteral(".away"), file));
    watch.waitForUnseal(1);
    QVERIFY(journal.writeNow(insert(QStringLiteral("after"))));
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key IN ('before', 'after')")), 2);
}

void TestJournal::whileSealedEverythingIsAnsweredAtOnce()
{
    test::FreshStore store;
    SealWatch watch;
    Journal journal(store.directory->databaseFile(), {{}, watch.observer()});
    auto broken = std::make_shared<std::atomic<bool>>(true);
    journal.setCommitFault([broken]() -> std::optional<Error> {
        return *broken ? std::optional(Error{ErrorCode::sealed, QStringLiteral("broken disk")}) : std::nullopt;
    });
    QVERIFY(journal.start());
    QCOMPARE(journal.writeNow(insert(QStringLiteral("a"))).error().code, ErrorCode::sealed);
    bool ran = false;
    for (int i = 0; i < 20; ++i) {
        const auto refused = journal.writeNow([&ran](Database &) -> Result<> {
            ran = true;
            return {};
        });
        QCOMPARE(refused.error().code, ErrorCode::sealed);
        QCOMPARE(refused.error().detail, QStringLiteral("broken disk"));
    }
    QVERIFY2(!ran, "a sealed journal runs nothing");
    QCOMPARE(watch.seals(), 1); // a try that fails is not a new seal
    *broken = false;
    watch.waitForUnseal(1);
    QVERIFY(journal.writeNow(insert(QStringLiteral("a"))));
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key = 'a'")), 1);
}

void TestJournal::drainsOnStop()
{
    test::FreshStore store;
    Journal journal(store.directory->databaseFile(), {});
    QVERIFY(journal.start());
    Gate gate;
    gate.hold(journal);
    Answers answers;
    for (int i = 0; i < 700; ++i)
        journal.submit(insert(QStringLiteral("k%1").arg(i)), answers.next(QString::number(i)));
    auto stopped = std::async(std::launch::async, [&] { journal.stop(); });
    gate.letGo();
    stopped.get();
    const auto results = answers.all();
    QCOMPARE(results.size(), 700);
    QVERIFY(std::all_of(results.begin(), results.end(), [](const QString &r) { return r == ok; }));
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key LIKE 'k%'")), 700);
    QCOMPARE(journal.writeNow(insert(QStringLiteral("late"))).error().code, ErrorCode::sealed);
}

void TestJournal::beyondTheQueueLimitIsRefused()
{
    test::FreshStore store;
    Journal journal(store.directory->databaseFile(), {});
    QVERIFY(journal.start());
    Gate gate;
    gate.hold(journal);
    std::atomic<int> done{0};
    for (size_t i = 0; i < Journal::kQueueLimit; ++i)
        journal.submit([](Database &) -> Result<> { return {}; }, [&done](const Result<> &r) { done += r ? 1 : 0; });
    const auto refused = journal.writeNow(insert(QStringLiteral("too-much"))); // answered while the journal still stands
    QCOMPARE(refused.error().code, ErrorCode::sealed);
    QVERIFY2(!journal.isSealed(), "too much work is no broken store");
    gate.letGo();
    journal.stop();
    QCOMPARE(done.load(), int(Journal::kQueueLimit));
}

void TestJournal::eightThreads()
{
    test::FreshStore store;
    Journal journal(store.directory->databaseFile(), {});
    QVERIFY(journal.start());
    constexpr int threads = 8, each = 500;
    std::vector<std::future<int>> workers;
    for (int t = 0; t < threads; ++t) {
        workers.push_back(std::async(std::launch::async, [&journal, t] {
            int good = 0;
            std::vector<std::future<Result<QString>>> results;
            for (int i = 0; i < each; ++i) {
                const QString key = QStringLiteral("t%1-%2").arg(t).arg(i);
                auto promise = std::make_shared<std::promise<Result<QString>>>();
                results.push_back(promise->get_future());
                journal.write<QString>(
                    [key](Database &db) -> Result<QString> {
                        db.prepare("INSERT INTO meta (key, value) VALUES (?, '')").run(key);
                        return key;
                    },
                    [promise](Result<QString> result) { promise->set_value(std::move(result)); });
            }
            for (int i = 0; i < each; ++i) {
                const auto result = results[size_t(i)].get();
                good += result && *result == QStringLiteral("t%1-%2").arg(t).arg(i);
            }
            return good;
        }));
    }
    for (auto &worker : workers)
        QCOMPARE(worker.get(), each);
    QCOMPARE(store.number(QStringLiteral("SELECT count(*) FROM meta WHERE key LIKE 't%-%'")), qint64(threads * each));
    QCOMPARE(journal.figures().works, quint64(threads * each));
    QVERIFY(journal.figures().commits < quint64(threads * each));
}

void TestJournal::aFileThatCannotBeOpened()
{
    const QTemporaryDir dir;
    Journal journal(dir.filePath(QStringLiteral("no/such/folder/lazaret.db")), {});
    const auto started = journal.start();
    QVERIFY(!started);
    QCOMPARE(started.error().code, ErrorCode::io);
}

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
