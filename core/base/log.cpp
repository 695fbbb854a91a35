#include "base/log.h"

#include "base/scrub.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <atomic>
#include <cstdio>
#include <mutex>

namespace lazaret {

namespace {

struct Sink
{
    std::mutex mutex;
    std::function<void(const QByteArray &)> write;
};

Sink &sink()
{
    static Sink instance;
    return instance;
}

std::atomic<LogLevel> leastLevel{LogLevel::info};

const char *levelName(LogLevel level)
{
    static constexpr const char *names[]{"debug", "info", "warning", "error"};
    return names[size_t(level)];
}

} // namespace

void logLine(LogLevel level, const char *room, const QString &message, std::initializer_list<std::pair<const char *, QString>> fields)
{
    if (level < leastLevel)
        return;
    QJsonObject line{{QStringLiteral("time"), QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
                     {QStringLiteral("level"), QLatin1StringView(levelName(level))},
                     {QStringLiteral("room"), QLatin1StringView(room)},
                     {QStringLiteral("message"), scrub(message)}};
    for (const auto &[key, value] : fields)
        line.insert(QLatin1StringView(key), scrub(value));
    const QByteArray text = QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
    const std::lock_guard lock(sink().mutex);
    if (sink().write)
        sink().write(text);
    else
        std::fwrite(text.constData(), 1, size_t(text.size()), stderr);
}

void setLogSink(std::function<void(const QByteArray &)> write)
{
    const std::lock_guard lock(sink().mutex);
    sink().write = std::move(write);
}

void setLogLevel(LogLevel least)
{
    leastLevel = least;
}

} // namespace lazaret
