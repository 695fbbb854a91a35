#include "keychain.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <future>

#include <qt6keychain/keychain.h>

namespace lazaret {

namespace {

// A keychain cannot be listed through QtKeychain, so an entry of ours holds the names (never the values).
const QString kIndex = QStringLiteral("index");

} // namespace

KeychainSecrets::KeychainSecrets(QString service) : m_service(std::move(service))
{
    m_onThread.moveToThread(&m_thread);
    m_thread.start();
}

KeychainSecrets::~KeychainSecrets()
{
    m_thread.quit();
    m_thread.wait();
}

template <typename Job, typename Prepare, typename Take>
Result<QByteArray> KeychainSecrets::run(const QString &key, Prepare prepare, Take take)
{
    std::promise<Result<QByteArray>> promise;
    auto answer = promise.get_future();
    QMetaObject::invokeMethod(&m_onThread, [&] {
        auto *job = new Job(m_service);
        job->setKey(key);
        job->setInsecureFallback(false); // no keychain means an error, never plain text somewhere else
        prepare(*job);
        QObject::connect(job, &QKeychain::Job::finished, &m_onThread, [&promise, job, take, key] {
            if (job->error() == QKeychain::NoError)
                promise.set_value(take(*job));
            else if (job->error() == QKeychain::EntryNotFound)
                promise.set_value(fail(ErrorCode::not_found, QStringLiteral("no secret %1 in the system's keychain").arg(key)));
            else
                promise.set_value(fail(ErrorCode::io, QStringLiteral("the system's keychain refused: %1; unlock or start it. A data "
                                                                     "directory created by lazaretctl keeps its secrets in a file instead")
                                                          .arg(job->errorString())));
        });
        job->start();
    });
    return answer.get();
}

Result<QByteArray> KeychainSecrets::read(const QString &ref)
{
    return run<QKeychain::ReadPasswordJob>(
        ref, [](QKeychain::ReadPasswordJob &) {}, [](QKeychain::ReadPasswordJob &job) { return job.binaryData(); });
}

Result<> KeychainSecrets::write(const QString &ref, const QByteArray &value)
{
    auto known = refs();
    if (!known)
        return tl::unexpected(known.error());
    if (!known->contains(ref)) { // named first: a secret without a name could never be removed again
        known->append(ref);
        if (auto named = writeRefs(*known); !named)
            return named;
    }
    const auto written = run<QKeychain::WritePasswordJob>(
        ref, [&](QKeychain::WritePasswordJob &job) { job.setBinaryData(value); },
        [](QKeychain::WritePasswordJob &) { return QByteArray(); });
    if (!written)
        return tl::unexpected(written.error());
    return {};
}

Result<> KeychainSecrets::remove(const QString &ref)
{
    const auto removed = run<QKeychain::DeletePasswordJob>(
        ref, [](QKeychain::DeletePasswordJob &) {}, [](QKeychain::DeletePasswordJob &) { return QByteArray(); });
    if (!removed && removed.error().code != ErrorCode::not_found)
        return tl::unexpected(removed.error());
    auto known = refs();
    if (!known)
        return tl::unexpected(known.error());
    known->removeAll(ref);
    return writeRefs(*known);
}

Result<QStringList> KeychainSecrets::refs()
{
    const auto text = read(kIndex);
    if (!text && text.error().code == ErrorCode::not_found)
        return QStringList();
    if (!text)
        return tl::unexpected(text.error());
    QStringList list;
    const QJsonArray array = QJsonDocument::fromJson(*text).array();
    for (const auto &ref : array)
        list.append(ref.toString());
    return list;
}

Result<> KeychainSecrets::writeRefs(const QStringList &refs)
{
    const QByteArray text = QJsonDocument(QJsonArray::fromStringList(refs)).toJson(QJsonDocument::Compact);
    const auto written = run<QKeychain::WritePasswordJob>(
        kIndex, [&](QKeychain::WritePasswordJob &job) { job.setBinaryData(text); },
        [](QKeychain::WritePasswordJob &) { return QByteArray(); });
    if (!written)
        return tl::unexpected(written.error());
    return {};
}

} // namespace lazaret
