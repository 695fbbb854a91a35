#include "http/headscan.h"

#include <algorithm>
#include <array>

namespace lazaret::http {

namespace {

using View = std::string_view;

constexpr std::array<View, 8> knownMethods = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"};

bool isKnownMethod(View method)
{
    return std::find(knownMethods.begin(), knownMethods.end(), method) != knownMethods.end();
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isAlnum(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isOneOf(char c, View set)
{
    return set.find(c) != View::npos;
}

bool isControl(char c)
{
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
}

View trimmed(View text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

QByteArray bytes(View text)
{
    return {text.data(), qsizetype(text.size())};
}

View view(const QByteArray &bytes)
{
    return {bytes.constData(), size_t(bytes.size())};
}

// Calls each(element) for a comma-separated list (RFC 9110 section 5.6.1), empty elements included.
template <typename Each>
void forEachElement(View list, Each each)
{
    while (true) {
        const size_t comma = list.find(',');
        each(trimmed(list.substr(0, comma)));
        if (comma == View::npos)
            return;
        list.remove_prefix(comma + 1);
    }
}

bool isRegName(View name)
{
    for (size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '%') {
            if (i + 2 >= name.size() || !isHex(name[i + 1]) || !isHex(name[i + 2]))
                return false;
            i += 2;
        } else if (!isAlnum(name[i]) && !isOneOf(name[i], "-._~!$&'()*+,;=")) {
            return false;
        }
    }
    return !name.empty();
}

} // namespace

bool isToken(View text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return isAlnum(c) || isOneOf(c, "!#$%&'*+-.^_`|~"); });
}

bool hasControlByte(View text)
{
    return std::any_of(text.begin(), text.end(), isControl);
}

bool hasLoneLineEnd(View text)
{
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r'))
            return true;
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] != '\n')
            return true;
    }
    return false;
}

std::optional<QByteArray> hostOfAuthority(View authority)
{
    View name = authority;
    View rest;
    if (!authority.empty() && authority.front() == '[') {
        const size_t close = authority.find(']');
        if (close == View::npos)
            return std::nullopt;
        name = authority.substr(0, close + 1);
        rest = authority.substr(close + 1);
        const View inside = name.substr(1, close - 1);
        if (inside.size() < 2 || !std::all_of(inside.begin(), inside.end(), [](char c) { return isHex(c) || c == ':' || c == '.'; }))
            return std::nullopt;
    } else {
        const size_t colon = authority.find(':');
        name = authority.substr(0, colon);
        rest = colon == View::npos ? View() : authority.substr(colon);
        if (!isRegName(name))
            return std::nullopt;
    }
    if (!rest.empty() && (rest.front() != ':' || rest.size() > 6 || !std::all_of(rest.begin() + 1, rest.end(), isDigit)))
        return std::nullopt;
    return bytes(name).toLower();
}

HeadScanner::State HeadScanner::refuse(int status, const char *reason)
{
    m_refusal = {status, reason};
    return State::refused;
}

HeadScanner::State HeadScanner::feed(View all)
{
    // A TLS hello on the plain port (record type 22): said at its first byte, so that the caller can close without an answer.
    if (m_pos == 0 && !all.empty() && all.front() == 0x16)
        return refuse(400, "tls");
    while (m_pos < all.size()) {
        const State state = byte(all);
        if (state == State::refused)
            return state;
        ++m_pos;
        if (m_complete)
            return State::done;
    }
    return State::more;
}

HeadScanner::State HeadScanner::byte(View all)
{
    const char c = all[m_pos];
    const size_t inLine = m_pos - m_lineStart;
    const bool afterCr = inLine > 0 && all[m_pos - 1] == '\r';
    if (c == '\n') {
        if (!afterCr)
            return refuse(400, "bare_lf");
        const State state = endLine(all.substr(m_lineStart, inLine - 1));
        m_lineStart = m_pos + 1;
        return state;
    }
    if (afterCr)
        return refuse(400, "bare_cr");
    if (c == '\r')
        return State::more;
    if (isControl(c))
        return refuse(400, "control_byte");
    if (qsizetype(inLine) >= (m_haveRequestLine ? m_limits.fieldBytes : m_limits.requestLineBytes))
        return tooLong(all.substr(m_lineStart, inLine));
    return State::more;
}

HeadScanner::State HeadScanner::tooLong(View partial)
{
    if (m_haveRequestLine)
        return refuse(431, "field_too_long");
    // RFC 9112 section 3: a method longer than any implemented is 501, a target longer than wanted 414.
    const View method = partial.substr(0, partial.find(' '));
    if (!isToken(method))
        return refuse(400, "method");
    return isKnownMethod(method) ? refuse(414, "request_line_too_long") : refuse(501, "unknown_method");
}

HeadScanner::State HeadScanner::endLine(View line)
{
    if (!m_haveRequestLine) {
        if (!line.empty())
            return requestLine(line);
        if (m_lineStart > 0)
            return refuse(400, "empty_line");
        m_begin = m_pos + 1; // RFC 9112 section 2.2: at least one empty line before the request is ignored
        return State::more;
    }
    return line.empty() ? finish() : field(line);
}

HeadScanner::State HeadScanner::requestLine(View line)
{
    m_haveRequestLine = true;
    const size_t first = line.find(' ');
    const size_t last = line.rfind(' ');
    if (first == View::npos || first == last)
        return refuse(400, "request_line");
    const View method = line.substr(0, first);
    const View version = line.substr(last + 1);
    if (!isToken(method))
        return refuse(400, "method");
    if (version.size() != 8 || version.substr(0, 5) != "HTTP/" || !isDigit(version[5]) || version[6] != '.' || !isDigit(version[7]))
        return refuse(400, "version");
    if (version[5] != '1')
        return refuse(505, "version_not_supported");
    if (!isKnownMethod(method))
        return refuse(501, "unknown_method");
    m_head.http10 = version[7] == '0';
    m_head.method = bytes(method);
    return target(line.substr(first + 1, last - first - 1));
}

HeadScanner::State HeadScanner::target(View text)
{
    // Printable ASCII without space; a fragment is never sent (RFC 9112 section 3.2).
    if (text.empty() || std::any_of(text.begin(), text.end(), [](char c) { return c <= ' ' || c > '~' || c == '#'; }))
        return refuse(400, "target");
    if (text.front() == '/' || (text == "*" && m_head.method == "OPTIONS")) {
        m_head.target = bytes(text);
        return State::more;
    }
    const size_t scheme = text.find("://");
    const QByteArray name = bytes(text.substr(0, scheme == View::npos ? 0 : scheme)).toLower();
    if (name != "http" && name != "https")
        return refuse(400, "target");
    text.remove_prefix(scheme + 3);
    const size_t path = std::min(text.find_first_of("/?"), text.size());
    const auto host = hostOfAuthority(text.substr(0, path));
    if (!host)
        return refuse(400, "target");
    m_absoluteHost = *host;
    text.remove_prefix(path);
    m_head.target = (text.empty() || text.front() != '/') ? '/' + bytes(text) : bytes(text);
    return State::more;
}

HeadScanner::State HeadScanner::field(View line)
{
    m_fieldsBytes += qsizetype(line.size()) + 2;
    if (m_fieldsBytes > m_limits.allFieldsBytes)
        return refuse(431, "fields_too_long");
    if (m_head.headers.size() >= m_limits.fields)
        return refuse(431, "too_many_fields");
    if (line.front() == ' ' || line.front() == '\t')
        return refuse(400, "obs_fold");
    const size_t colon = line.find(':');
    if (colon == View::npos)
        return refuse(400, "no_colon");
    if (!isToken(line.substr(0, colon)))
        return refuse(400, "field_name");
    m_head.headers.append({bytes(line.substr(0, colon)), bytes(trimmed(line.substr(colon + 1)))});
    return State::more;
}

HeadScanner::State HeadScanner::finish()
{
    m_complete = true;
    connection();
    expect();
    const State state = framing();
    return state == State::refused ? state : host();
}

HeadScanner::State HeadScanner::framing()
{
    const int lengths = countHeader(m_head.headers, "Content-Length");
    const int codings = countHeader(m_head.headers, "Transfer-Encoding");
    if (codings > 0) {
        if (m_head.http10)
            return refuse(400, "transfer_encoding_in_http10");
        if (lengths > 0)
            return refuse(400, "length_and_transfer_encoding");
        if (codings > 1)
            return refuse(400, "two_transfer_encodings");
        return transferEncoding(*findHeader(m_head.headers, "Transfer-Encoding"));
    }
    if (lengths > 1)
        return refuse(400, "two_content_lengths");
    if (lengths == 1) {
        const QByteArray text = *findHeader(m_head.headers, "Content-Length");
        if (text.isEmpty() || !std::all_of(text.begin(), text.end(), isDigit))
            return refuse(400, "content_length");
        bool ok = false;
        m_head.contentLength = text.toLongLong(&ok);
        return ok ? State::more : refuse(400, "content_length");
    }
    // RFC 9112 section 6.3: without a length the bytes that follow would become the next request.
    const bool wantsBody = m_head.method == "POST" || m_head.method == "PUT" || m_head.method == "PATCH";
    return wantsBody ? refuse(411, "length_required") : State::more;
}

HeadScanner::State HeadScanner::transferEncoding(const QByteArray &value)
{
    const QByteArray lower = value.toLower();
    int elements = 0;
    int chunkedAt = 0;
    bool malformed = false;
    bool chunkedTwice = false;
    forEachElement(view(lower), [&](View coding) {
        ++elements;
        malformed |= !isToken(coding.substr(0, coding.find(';')));
        if (coding == "chunked") {
            chunkedTwice |= chunkedAt > 0;
            chunkedAt = elements;
        }
    });
    if (malformed || chunkedTwice)
        return refuse(400, "transfer_encoding");
    if (chunkedAt > 0 && chunkedAt < elements)
        return refuse(400, "chunked_not_last");
    if (elements > 1 || chunkedAt == 0)
        return refuse(501, "unknown_transfer_encoding");
    m_head.chunked = true;
    return State::more;
}

HeadScanner::State HeadScanner::host()
{
    const int hosts = countHeader(m_head.headers, "Host");
    if (hosts != 1)
        return refuse(400, hosts == 0 ? "no_host" : "two_hosts");
    const auto host = hostOfAuthority(view(*findHeader(m_head.headers, "Host")));
    if (!host)
        return refuse(400, "host");
    m_head.host = m_absoluteHost.isEmpty() ? *host : m_absoluteHost;
    return State::more;
}

void HeadScanner::connection()
{
    // HTTP/1.0 persistence is a later addition that a server may leave out (RFC 9112 section 9.3).
    m_head.close = m_head.http10;
    for (const Header &h : std::as_const(m_head.headers)) {
        if (h.name.compare("Connection", Qt::CaseInsensitive) == 0)
            forEachElement(view(h.value),
                           [this](View option) { m_head.close |= bytes(option).compare("close", Qt::CaseInsensitive) == 0; });
    }
}

void HeadScanner::expect()
{
    if (m_head.http10) // RFC 9110 section 10.1.1: ignored in an HTTP/1.0 request
        return;
    for (const Header &h : std::as_const(m_head.headers)) {
        if (h.name.compare("Expect", Qt::CaseInsensitive) != 0)
            continue;
        if (h.value.compare("100-continue", Qt::CaseInsensitive) == 0)
            m_head.expectContinue = true;
        else
            m_head.expectUnknown = true;
    }
}

} // namespace lazaret::http
