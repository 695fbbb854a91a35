// The port to where secrets are kept. Values enter once and leave only towards a signature check or a signing; they are never
// shown, logged or exported. Which store a data directory uses is fixed at its creation, so every process finds the same one.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lazaret::guard {

class SecretStore
{
public:
    virtual ~SecretStore() = default;
    virtual QString kind() const = 0; // "file" or "keychain"
    virtual Result<QByteArray> read(const QString &ref) = 0;
    virtual Result<> write(const QString &ref, const QByteArray &value) = 0;
    virtual Result<> remove(const QString &ref) = 0;
    virtual Result<QStringList> refs() = 0;
};

// secrets.json, mode 0600: the headless store. Values are base64 so that any bytes survive; that is an encoding, not protection.
// A file others can read is refused rather than used.
class FileSecrets final : public SecretStore
{
public:
    explicit FileSecrets(QString file) : m_file(std::move(file)) {}
    QString kind() const override { return QStringLiteral("file"); }
    Result<QByteArray> read(const QString &ref) override;
    Result<> write(const QString &ref, const QByteArray &value) override;
    Result<> remove(const QString &ref) override;
    Result<QStringList> refs() override;

private:
    const QString m_file;
};

} // namespace lazaret::guard
