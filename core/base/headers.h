// HTTP header fields as they arrived: order, case and repetitions kept. Lookups ignore case (RFC 9110 section 5.1).
#pragma once

#include <QByteArray>
#include <QList>

#include <optional>

namespace lazaret {

struct Header
{
    QByteArray name;
    QByteArray value;
};

using Headers = QList<Header>;

inline int countHeader(const Headers &headers, const QByteArray &name)
{
    int n = 0;
    for (const auto &h : headers)
        n += h.name.compare(name, Qt::CaseInsensitive) == 0;
    return n;
}

// The first field of that name; nullopt when absent. Whoever needs exactly one asks countHeader first.
inline std::optional<QByteArray> findHeader(const Headers &headers, const QByteArray &name)
{
    for (const auto &h : headers) {
        if (h.name.compare(name, Qt::CaseInsensitive) == 0)
            return h.value;
    }
    return std::nullopt;
}

} // namespace lazaret
