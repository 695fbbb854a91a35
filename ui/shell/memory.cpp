#include "shell/memory.h"

#include <QCryptographicHash>
#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

namespace lazaret::ui {

namespace {

QString nameFor(const QString &dataDirectory)
{
    const auto key = QCryptographicHash::hash(dataDirectory.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return QStringLiteral("desk-") + QString::fromLatin1(key);
}

} // namespace

DeskMemory::DeskMemory(const QString &dataDirectory)
    : m_settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("Lazaret"), nameFor(dataDirectory))
{
}

QString DeskMemory::text(const char *key, const QString &otherwise) const
{
    return m_settings.value(QLatin1String(key), otherwise).toString();
}

int DeskMemory::number(const char *key, int otherwise) const
{
    return m_settings.value(QLatin1String(key), otherwise).toInt();
}

void DeskMemory::keepGeometry(const QWidget &window)
{
    keep("geometry", window.saveGeometry());
}

void DeskMemory::restoreGeometry(QWidget &window, const QSize &first) const
{
    window.resize(first);
    if (!window.restoreGeometry(value("geometry").toByteArray()) || window.isMaximized() || window.isFullScreen())
        return;
    const auto *screen = QGuiApplication::screenAt(window.geometry().center());
    const QRect room = (screen ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    QRect place = window.geometry();
    if (room.contains(place))
        return;
    place.setSize(place.size().boundedTo(room.size()).expandedTo(window.minimumSize())); // on a smaller screen its corner at least
    place.moveLeft(qBound(room.left(), place.left(), qMax(room.left(), room.right() + 1 - place.width())));
    place.moveTop(qBound(room.top(), place.top(), qMax(room.top(), room.bottom() + 1 - place.height())));
    window.setGeometry(place);
}

} // namespace lazaret::ui
