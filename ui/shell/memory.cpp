#include "shell/memory.h"

#include <QCryptographicHash>
#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

namespace lazaret::ui {

namespace {

constexpr int titlePx = 36; // of the window manager, around a window never shown before

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
    const bool kept = window.restoreGeometry(value("geometry").toByteArray());
    if (kept && (window.isMaximized() || window.isFullScreen()))
        return;
    const auto *screen = QGuiApplication::screenAt(window.geometry().center());
    const QRect room = (screen ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    QRect place = window.geometry();
    const QSize most = kept ? room.size() : room.size() - QSize(0, titlePx);
    if (!kept && (most.width() < window.minimumWidth() || most.height() < window.minimumHeight()))
        return;
    if (kept ? room.contains(place) : place.width() <= most.width() && place.height() <= most.height())
        return;
    place.setSize(place.size().boundedTo(most).expandedTo(window.minimumSize())); // on a smaller screen its corner at least
    place.moveLeft(qBound(room.left(), place.left(), qMax(room.left(), room.right() + 1 - place.width())));
    place.moveTop(qBound(room.top(), place.top(), qMax(room.top(), room.bottom() + 1 - place.height())));
    window.setGeometry(place);
}

} // namespace lazaret::ui
