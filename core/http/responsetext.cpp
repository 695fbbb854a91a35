#include "http/responsetext.h"

#include "http/headscan.h"

#include <QDateTime>
#include <QLocale>

namespace lazaret::http {

namespace {

struct Phrase
{
    int status;
    const char *text;
};

constexpr Phrase phrases[] = {
    {200, "OK"},
    {202, "Accepted"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

const char *phraseOf(int status)
{
    for (const Phrase &p : phrases) {
        if (p.status == status)
            return p.text;
    }
    return ""; // an empty phrase is legal (RFC 9112 section 4)
}

// Formatting a date costs more than the rest of the head together, and it changes once a second.
const QByteArray &dateText(qint64 nowMs)
{
    thread_local qint64 second = -1;
    thread_local QByteArray text;
    if (nowMs / 1000 != second) {
        second = nowMs / 1000;
        text = QLocale::c().toString(QDateTime::fromSecsSinceEpoch(second, Qt::UTC), u"ddd, dd MMM yyyy HH:mm:ss 'GMT'").toLatin1();
    }
    return text;
}

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

bool isServersOwn(const QByteArray &name)
{
    for (const char *own : {"Date", "Content-Length", "Connection", "Transfer-Encoding"}) {
        if (name.compare(own, Qt::CaseInsensitive) == 0)
            return true;
    }
    return false;
}

} // namespace

QByteArray responseText(const Response &response, qint64 nowMs, bool close, bool headOnly)
{
    const bool bodiless = response.status == 204 || response.status == 304; // RFC 9110 sections 15.3.5, 15.4.5
    QByteArray text;
    text.reserve(256 + response.body.size());
    text += "HTTP/1.1 " + QByteArray::number(response.status) + ' ' + phraseOf(response.status) + "\r\nDate: " + dateText(nowMs) + "\r\n";
    for (const Header &h : response.headers) {
        if (isToken(view(h.name)) && !hasControlByte(view(h.value)) && !isServersOwn(h.name))
            text += h.name + ": " + h.value + "\r\n";
    }
    if (!bodiless)
        text += "Content-Length: " + QByteArray::number(response.body.size()) + "\r\n";
    if (close)
        text += "Connection: close\r\n";
    text += "\r\n";
    if (!bodiless && !headOnly)
        text += response.body;
    return text;
}

} // namespace lazaret::http
