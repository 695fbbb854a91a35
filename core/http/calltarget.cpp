#include "http/calltarget.h"

#include "http/headscan.h"

#include <QUrl>

namespace lazaret::http {

namespace {

std::string_view view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

bool isClientsOwn(const QByteArray &name)
{
    for (const char *own : {"Host", "Content-Length", "Connection", "Transfer-Encoding", "Expect"}) {
        if (name.compare(own, Qt::CaseInsensitive) == 0)
            return true;
    }
    return false;
}

} // namespace

std::optional<CallTarget> callTarget(const QByteArray &text)
{
    for (const char c : text) {
        if (c <= ' ' || c > '~')
            return std::nullopt;
    }
    const QUrl url = QUrl::fromEncoded(text, QUrl::StrictMode);
    const QString scheme = url.scheme().toLower();
    if (!url.isValid() || (scheme != u"http" && scheme != u"https") || url.host().isEmpty() || !url.userInfo().isEmpty())
        return std::nullopt;
    CallTarget target;
    target.tls = scheme == u"https";
    const int standard = target.tls ? 443 : 80;
    const int port = url.port(standard);
    if (port <= 0 || port > 65535)
        return std::nullopt;
    target.port = quint16(port);
    target.host = url.host(QUrl::FullyEncoded).toLatin1().toLower();
    target.hostField = target.host.contains(':') ? '[' + target.host + ']' : target.host;
    if (port != standard)
        target.hostField += ':' + QByteArray::number(port);
    // The path and query go out byte for byte as configured: QUrl would normalise them.
    const qsizetype authority = text.indexOf("://") + 3;
    qsizetype start = authority;
    while (start < text.size() && text[start] != '/' && text[start] != '?' && text[start] != '#')
        ++start;
    const qsizetype fragment = text.indexOf('#', start);
    target.target = text.mid(start, fragment < 0 ? -1 : fragment - start);
    if (!target.target.startsWith('/'))
        target.target.prepend('/');
    return target;
}

std::optional<QByteArray> requestText(const CallRequest &request, const CallTarget &target)
{
    if (!isToken(view(request.method)))
        return std::nullopt;
    QByteArray text;
    text.reserve(512 + request.body.size());
    text += request.method + ' ' + target.target + " HTTP/1.1\r\nHost: " + target.hostField + "\r\n";
    for (const Header &h : request.headers) {
        if (!isToken(view(h.name)) || hasControlByte(view(h.value)))
            return std::nullopt;
        if (!isClientsOwn(h.name))
            text += h.name + ": " + h.value + "\r\n";
    }
    text += "Content-Length: " + QByteArray::number(request.body.size()) + "\r\nConnection: close\r\n\r\n";
    text += request.body;
    return text;
}

} // namespace lazaret::http
