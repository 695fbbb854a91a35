// One installation as a user has it: a data directory of its own, commands run as the real lazaretctl, and a real `serve` whose
// ports, log and death are the test's. Nothing here sleeps: whoever waits, waits for a condition (EVENTUALLY).
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QUrl>

#include <functional>
#include <memory>

namespace lazaret::test {

// "cases list --query"_w: the words of a command.
inline QStringList operator""_w(const char *text, size_t size)
{
    return QString::fromUtf8(text, qsizetype(size)).split(u' ');
}

struct Said // what a command answered
{
    int exit = -1; // -1: it crashed or hung
    QByteArray out;
    QByteArray err;
    QJsonObject json; // of --json
};

struct HttpReply
{
    int status = 0; // 0: no whole answer came
    QByteArray head;
    QByteArray body;
    QByteArray header(const QByteArray &name) const; // lower case; null: absent
};

// Everything a raw POST may want to get wrong.
struct Post
{
    QByteArray id;
    QByteArray body;
    QByteArray event = "card";
    QByteArray secret = {};       // null: the installation's
    QByteArray signature = {};    // null: the right one; empty: no such header
    QByteArray extraHeaders = {}; // complete lines
};

class Installation
{
public:
    static constexpr int kPatienceMs = 30000; // for what takes milliseconds on an idle machine

    Installation();
    ~Installation(); // kills what still runs

    static const QString &program(); // the real lazaretctl
    QString data() const { return m_dir.filePath(QStringLiteral("data")); }
    QString file(const QString &name) const { return m_dir.filePath(name); } // beside the data directory
    QString logFile() const { return file(QStringLiteral("serve.log")); }    // standard error of every serve so far

    Said run(const QStringList &arguments, const QString &as = QStringLiteral("ana")) const;
    // With --json. A command that fails says so in the test's log.
    QJsonObject ask(const QStringList &arguments, const QString &as = QStringLiteral("ana")) const;
    QJsonObject show(const QString &kind, const QString &id) const { return ask({kind, QStringLiteral("show"), id}); }
    qint64 total(const QStringList &listCommand) const { return ask(listCommand).value(QStringLiteral("total")).toInteger(-1); }
    QJsonArray items(const QStringList &listCommand) const { return ask(listCommand).value(QStringLiteral("items")).toArray(); }
    QStringList ids(const QString &query = {}) const; // of cases
    qint64 cases(const QString &query = {}) const;    // how many

    Said apply(const QJsonObject &workspace); // as "root": administrator where the test has operators

    // Starts serve on free ports and waits until it says it is ready. wrap: a program before it, as in {"prlimit", "--fsize=…"}.
    bool serve(const QStringList &wrap = {});
    void kill9();
    int terminate(); // SIGTERM; its exit code
    bool serving() const { return m_serve && m_serve->state() == QProcess::Running; }
    qint64 pid() const { return m_serve ? m_serve->processId() : 0; }
    QUrl hooks() const { return m_hooks; }
    QUrl admin() const { return m_admin; }

    // From any thread, each on a connection of its own. The source's scheme is github-sha256.
    HttpReply post(const QString &source, const Post &post) const;
    HttpReply sendSigned(const QString &source, const QByteArray &id, const QByteArray &body) const { return post(source, {id, body}); }
    HttpReply get(const QUrl &url) const;
    HttpReply exchange(quint16 port, const QByteArray &bytes, int patienceMs = kPatienceMs) const;

    QByteArray secret = "a shared secret of the test, 32+";

private:
    QTemporaryDir m_dir;
    std::unique_ptr<QProcess> m_serve;
    QUrl m_hooks;
    QUrl m_admin;
};

QByteArray githubSignature(const QByteArray &secret, const QByteArray &body); // "sha256=…"

// The six findings of an inspection, a redrive, a plan: what every journey does.
bool inspect(const Installation &at, const QString &query, qsizetype expect, const QString &as = QStringLiteral("ana"));

// Workspace parts with every default left out; `more` adds or replaces keys.
QJsonObject with(QJsonObject base, const QJsonObject &more);
QJsonObject httpStep(const QString &name, const QByteArray &url, const QJsonObject &more = {});
QJsonObject cardsWorkflow(const QString &version, const QJsonArray &steps, const QJsonObject &more = {});
QJsonObject cardsSource(const QByteArray &secret, const QJsonObject &more = {});
QJsonObject workspaceOf(const QJsonArray &sources, const QJsonArray &workflows, const QJsonObject &more = {});
// A step that saves a card at the recipient and can ask it about the effect.
QJsonObject saveStep(const QByteArray &cardsUrl, const QByteArray &effectsUrl, const QJsonObject &more = {});
QByteArray cardBody(const QString &inputRef, const QString &tenant = QStringLiteral("acme"));

} // namespace lazaret::test

// Asks until the answer is the wanted one or the patience is over; asking again changes nothing once it was. Unlike QTRY_COMPARE it
// measures time and not rounds: an answer costs a process here.
#define EVENTUALLY(actual, wanted)                                                                                                         \
    do {                                                                                                                                   \
        auto lastSeen = (actual);                                                                                                          \
        const decltype(lastSeen) awaited = (wanted);                                                                                       \
        (void)QTest::qWaitFor([&] { return lastSeen == awaited || (lastSeen = (actual)) == awaited; },                                     \
                              lazaret::test::Installation::kPatienceMs);                                                                   \
        QCOMPARE(lastSeen, awaited);                                                                                                       \
    } while (false)
