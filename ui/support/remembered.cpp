#include "support/remembered.h"

#include <QCryptographicHash>

namespace lazaret::ui {

QSettings remembered(const QString &dataDirectory)
{
    const auto key = QCryptographicHash::hash(dataDirectory.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("Lazaret"),
                     QStringLiteral("desk-") + QString::fromLatin1(key));
}

} // namespace lazaret::ui
