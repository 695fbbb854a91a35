// The operating system's keychain as secret store (QtKeychain). Its calls are asynchronous; each runs on a thread of its own event
// loop while the caller waits, so no event loop nests. The system may ask the person to unlock: never call from the GUI thread.
#pragma once

#include "guard/secrets.h"

#include <QObject>
#include <QThread>

namespace lazaret {

class KeychainSecrets final : public guard::SecretStore
{
public:
    explicit KeychainSecrets(QString service); // "lazaret-<installation id>"
    ~KeychainSecrets() override;

    QString kind() const override { return QStringLiteral("keychain"); }
    Result<QByteArray> read(const QString &ref) override;
    Result<> write(const QString &ref, const QByteArray &value) override;
    Result<> remove(const QString &ref) override;
    Result<QStringList> refs() override;

private:
    template <typename Job, typename Prepare, typename Take>
    Result<QByteArray> run(const QString &key, Prepare prepare, Take take);
    Result<> writeRefs(const QStringList &refs);

    const QString m_service;
    QThread m_thread;
    QObject m_onThread;
};

} // namespace lazaret
