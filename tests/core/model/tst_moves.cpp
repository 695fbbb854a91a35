// The legal moves are the contract's, no more and no fewer; and every vocabulary reads what it writes.
#include "model/moves.h"

#include <QSet>
#include <QTest>

using namespace lazaret;

namespace {

template <typename E>
QList<E> all()
{
    QList<E> values;
    for (size_t i = 0; i < Vocabulary<E>::words.size(); ++i)
        values.append(E(i));
    return values;
}

template <typename E>
QSet<QString> allowed(const std::function<bool(E, E)> &may)
{
    QSet<QString> moves;
    for (const E from : all<E>()) {
        for (const E to : all<E>()) {
            if (may(from, to))
                moves.insert(toText(from) + u'>' + toText(to));
        }
    }
    return moves;
}

QSet<QString> words(const char *text)
{
    const auto list = QString::fromLatin1(text).simplified().split(u' ');
    return {list.begin(), list.end()};
}

template <typename E>
void readsWhatItWrites()
{
    QSet<QString> seen;
    for (const E value : all<E>()) {
        const QString word = toText(value);
        QCOMPARE(fromText<E>(word), std::optional(value));
        QVERIFY(wordList<E>().contains(word));
        QVERIFY2(!seen.contains(word), qPrintable(word));
        seen.insert(word);
        QCOMPARE(fromText<E>(word.toUpper()), std::nullopt);
    }
    QCOMPARE(fromText<E>(u""), std::nullopt);
}

} // namespace

class TestMoves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jobs();
    void receipts();
    void releases();
    void vocabularies();
};

void TestMoves::jobs()
{
    QCOMPARE(allowed<JobState>(jobMayMove), words(R"(
        ready>leased waiting>leased waiting>ready
        leased>done leased>waiting leased>quarantined leased>ready
        quarantined>ready quarantined>ended
        ready>ended waiting>ended
        ready>quarantined waiting>quarantined)"));
}

void TestMoves::receipts()
{
    const auto strict = allowed<ReceiptState>([](ReceiptState from, ReceiptState to) { return receiptMayMove(from, to, false); });
    QCOMPARE(strict, words(R"(
        intended>confirmed intended>denied intended>uncertain
        denied>intended
        uncertain>confirmed uncertain>denied
        confirmed>compensated)"));
    const auto idempotent = allowed<ReceiptState>([](ReceiptState from, ReceiptState to) { return receiptMayMove(from, to, true); });
    QCOMPARE(idempotent - strict, words("uncertain>intended"));
}

void TestMoves::releases()
{
    QCOMPARE(allowed<ReleaseState>(releaseMayMove), words(R"(
        draft>planned planned>approved approved>canary
        canary>running canary>paused running>paused paused>canary paused>running
        canary>reconciling running>reconciling paused>reconciling reconciling>finished
        reconciling>aborted planned>aborted approved>aborted canary>aborted running>aborted)"));
}

void TestMoves::vocabularies()
{
    readsWhatItWrites<ErrorClass>();
    readsWhatItWrites<JobState>();
    readsWhatItWrites<OutcomeKind>();
    readsWhatItWrites<ReceiptState>();
    readsWhatItWrites<CaseStatus>();
    readsWhatItWrites<DispositionKind>();
    readsWhatItWrites<DispositionState>();
    readsWhatItWrites<ReleaseState>();
    readsWhatItWrites<ReleaseItemState>();
    readsWhatItWrites<Reconciled>();
    readsWhatItWrites<Role>();
}

QTEST_GUILESS_MAIN(TestMoves)
#include "tst_moves.moc"
