// The strict reading of a request head, on raw bytes. Refuses what a lenient parser lets pass (4xx or 501/505 with a short stable reason),
// so that no two parsers can see two different requests in the same bytes (request smuggling, RFC 9112 section 11.2). Pure: no I/O, no
// clock.
#pragma once

#include "base/headers.h"

#include <string_view>

namespace lazaret::http {

struct HeadLimits
{
    qsizetype requestLineBytes = 8192; // without CRLF; RFC 9112 section 3 wants at least 8,000
    qsizetype fieldBytes = 8192;       // one field line, without CRLF
    qsizetype allFieldsBytes = 32768;  // all field lines with their CRLF
    int fields = 100;
};

struct HeadRefusal
{
    int status = 400;
    const char *reason = ""; // snake_case word, stable: counters and tests use it
};

struct ScannedHead
{
    QByteArray method;
    QByteArray target; // exact as sent; an absolute-form is reduced to its origin-form
    QByteArray host;   // lower case, without port; IPv6 in brackets; from the absolute-form when there is one (RFC 9112 section 3.2.2)
    Headers headers;
    bool http10 = false;
    bool chunked = false;
    qint64 contentLength = 0; // 0 when absent or chunked
    bool close = false;       // the client asked for it, or speaks HTTP/1.0
    bool expectContinue = false;
    bool expectUnknown = false; // an Expect other than 100-continue: 417, but only after the checks that come first
    bool hasBody() const { return chunked || contentLength > 0; }
};

class HeadScanner
{
public:
    enum class State { more, done, refused };

    explicit HeadScanner(const HeadLimits &limits = {}) : m_limits(limits) {}

    // `all` holds every byte received since the previous request ended; it only grows from call to call. Each byte is looked at once.
    State feed(std::string_view all);

    const HeadRefusal &refusal() const { return m_refusal; }
    ScannedHead &head() { return m_head; }
    // Where the request line starts (after one tolerated empty line) and where the body starts. Valid when done.
    qsizetype begin() const { return qsizetype(m_begin); }
    qsizetype end() const { return qsizetype(m_pos); }

private:
    using View = std::string_view;

    State refuse(int status, const char *reason);
    State byte(View all);
    State endLine(View line);
    State requestLine(View line);
    State target(View target);
    State field(View line);
    State tooLong(View partial);
    State finish();
    State framing();
    State transferEncoding(const QByteArray &value);
    State host();
    void connection();
    void expect();

    const HeadLimits m_limits;
    HeadRefusal m_refusal;
    ScannedHead m_head;
    QByteArray m_absoluteHost;
    size_t m_pos = 0;
    size_t m_begin = 0;
    size_t m_lineStart = 0;
    qsizetype m_fieldsBytes = 0;
    bool m_haveRequestLine = false;
    bool m_complete = false;
};

// Host or host:port by RFC 3986 section 3.2, no userinfo: the host in lower case, or nullopt when it is not one.
std::optional<QByteArray> hostOfAuthority(std::string_view authority);
bool isToken(std::string_view text);             // RFC 9110 section 5.6.2
bool hasLoneLineEnd(std::string_view text);      // a CR or LF outside a CRLF; a CR at the very end may still get its LF
bool hasControlByte(std::string_view fieldText); // RFC 9110 section 5.5: anything below 0x20 but a tab, and 0x7f

} // namespace lazaret::http
