// The log: one JSON object per line on standard error, every text scrubbed. Any thread.
#pragma once

#include <QString>

#include <functional>
#include <initializer_list>
#include <utility>

namespace lazaret {

enum class LogLevel { debug, info, warning, error };

// room: which step of the journey speaks. fields: ids and figures, for example {"job", "job_…"}.
void logLine(LogLevel level, const char *room, const QString &message, std::initializer_list<std::pair<const char *, QString>> fields = {});

// Where lines go instead of standard error; an empty function restores it. debug lines are dropped unless the level allows them.
void setLogSink(std::function<void(const QByteArray &line)> sink);
void setLogLevel(LogLevel least);

} // namespace lazaret
