#include "base/strictjson.h"

#include <QList>

#include <simdjson.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace lazaret {

namespace dom = simdjson::dom;

struct StrictJson::Parsed
{
    QByteArray text; // without BOM; shares the caller's bytes otherwise
    dom::parser parser;
    dom::element root;
};

namespace {

QString reasonOf(simdjson::error_code error)
{
    switch (error) {
    case simdjson::EMPTY:
        return QStringLiteral("empty");
    case simdjson::DEPTH_ERROR:
        return QStringLiteral("nested deeper than %1").arg(StrictJson::kDepth);
    case simdjson::UTF8_ERROR:
        return QStringLiteral("invalid UTF-8");
    case simdjson::UNESCAPED_CHARS:
        return QStringLiteral("control byte in a string");
    case simdjson::UNCLOSED_STRING:
        return QStringLiteral("unclosed string");
    case simdjson::STRING_ERROR:
        return QStringLiteral("malformed string");
    case simdjson::NUMBER_ERROR:
        return QStringLiteral("number malformed or out of range");
    default:
        return QStringLiteral("malformed");
    }
}

// RFC 6901 section 3 and 4: reference tokens, ~1 and ~0 undone, as UTF-8.
std::optional<QList<QByteArray>> tokensOf(QStringView pointer)
{
    if (pointer.isEmpty())
        return QList<QByteArray>();
    if (pointer.front() != u'/')
        return std::nullopt;
    QList<QByteArray> tokens;
    for (const auto part : pointer.mid(1).split(u'/')) {
        const QByteArray escaped = part.toUtf8();
        QByteArray token;
        for (qsizetype i = 0; i < escaped.size(); ++i) {
            if (escaped[i] != '~') {
                token += escaped[i];
                continue;
            }
            const char code = ++i < escaped.size() ? escaped[i] : '\0';
            if (code != '0' && code != '1')
                return std::nullopt;
            token += code == '0' ? '~' : '/';
        }
        tokens.append(token);
    }
    return tokens;
}

// RFC 6901 section 4: digits without a leading zero.
std::optional<size_t> arrayIndex(const QByteArray &token)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (token.isEmpty() || token.size() > 9 || (token.size() > 1 && token[0] == '0') || !std::all_of(token.begin(), token.end(), isDigit))
        return std::nullopt;
    return token.toULong();
}

// Walks text that simdjson has already accepted, so it needs no checks of its own: the parsed form keeps no number's digits.
class AcceptedText
{
public:
    explicit AcceptedText(const QByteArray &text) : m_at(text.constData()), m_end(text.constData() + text.size()) {}

    // The token reached by taking the nth member or element at each level.
    QString tokenAt(const std::vector<size_t> &path)
    {
        for (const size_t index : path) {
            skipSpace();
            const bool object = *m_at++ == '{';
            for (size_t skipped = 0;; ++skipped) {
                if (object) {
                    skipValue();
                    skipSpace();
                    ++m_at; // the colon
                }
                if (skipped == index)
                    break;
                skipValue();
                skipSpace();
                ++m_at; // the comma
            }
        }
        skipSpace();
        const char *begin = m_at;
        skipValue();
        return QString::fromUtf8(begin, m_at - begin);
    }

    int deepest()
    {
        skipValue();
        return m_deepest;
    }

private:
    static bool among(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

    void skipSpace()
    {
        while (m_at < m_end && among(*m_at, " \t\r\n"))
            ++m_at;
    }

    void skipString()
    {
        for (++m_at; *m_at != '"'; ++m_at)
            m_at += *m_at == '\\';
        ++m_at;
    }

    void skipValue()
    {
        skipSpace();
        if (*m_at == '"')
            return skipString();
        if (!among(*m_at, "{[")) {
            while (m_at < m_end && !among(*m_at, ",]} \t\r\n"))
                ++m_at;
            return;
        }
        int depth = 0;
        do {
            if (*m_at == '"') {
                skipString();
                continue;
            }
            depth += among(*m_at, "{[");
            m_deepest = std::max(m_deepest, depth);
            depth -= among(*m_at, "}]");
            ++m_at;
        } while (depth > 0);
    }

    const char *m_at;
    const char *m_end;
    int m_deepest = 0;
};

struct Member
{
    dom::element value;
    size_t index = 0;
    int count = 0; // how often the object holds the key
};

Member memberOf(dom::object object, const QByteArray &key)
{
    const std::string_view wanted(key.constData(), size_t(key.size()));
    Member found;
    size_t index = 0;
    for (const auto member : object) {
        if (member.key == wanted && found.count++ == 0) {
            found.value = member.value;
            found.index = index;
        }
        ++index;
    }
    return found;
}

QString pointerUpTo(QStringView pointer, qsizetype tokens)
{
    return pointer.toString().section(u'/', 0, tokens);
}

QString escapedToken(std::string_view key)
{
    return QString::fromUtf8(key.data(), qsizetype(key.size())).replace(u'~', QStringLiteral("~0")).replace(u'/', QStringLiteral("~1"));
}

// Depth is bounded by parse().
QString duplicateIn(dom::element element, const QString &pointer)
{
    if (element.is_object()) {
        std::set<std::string_view> seen;
        const dom::object object = element.get_object().value_unsafe();
        for (const auto member : object) {
            const QString at = pointer + u'/' + escapedToken(member.key);
            if (!seen.insert(member.key).second)
                return at;
            if (const QString inside = duplicateIn(member.value, at); !inside.isNull())
                return inside;
        }
    } else if (element.is_array()) {
        qsizetype index = 0;
        const dom::array array = element.get_array().value_unsafe();
        for (const auto value : array) {
            if (const QString inside = duplicateIn(value, QStringLiteral("%1/%2").arg(pointer).arg(index++)); !inside.isNull())
                return inside;
        }
    }
    return {};
}

} // namespace

StrictJson::StrictJson(std::unique_ptr<Parsed> parsed) : m_parsed(std::move(parsed)) {}
StrictJson::StrictJson(StrictJson &&) noexcept = default;
StrictJson &StrictJson::operator=(StrictJson &&) noexcept = default;
StrictJson::~StrictJson() = default;

Result<StrictJson> StrictJson::parse(const QByteArray &text)
{
    auto parsed = std::make_unique<Parsed>();
    parsed->text = text.startsWith("\xEF\xBB\xBF") ? text.sliced(3) : text;
    const auto size = size_t(parsed->text.size());
    if (size == 0)
        return fail(ErrorCode::usage, reasonOf(simdjson::EMPTY));
    // simdjson counts the scalar inside the innermost bracket as a level, but not an innermost empty bracket: one more here, checked below.
    if (parsed->parser.allocate(size, kDepth + 1) != simdjson::SUCCESS)
        return fail(ErrorCode::internal, QStringLiteral("no memory to parse %1 bytes").arg(size));
    const auto error = parsed->parser.parse(parsed->text.constData(), size, true).get(parsed->root);
    if (error == simdjson::MEMALLOC || error == simdjson::CAPACITY)
        return fail(ErrorCode::internal, QStringLiteral("no memory to parse %1 bytes").arg(size));
    if (error != simdjson::SUCCESS)
        return fail(ErrorCode::usage, reasonOf(error));
    if (AcceptedText(parsed->text).deepest() > kDepth)
        return fail(ErrorCode::usage, reasonOf(simdjson::DEPTH_ERROR));
    return StrictJson(std::move(parsed));
}

JsonValue StrictJson::at(QStringView pointer) const
{
    using Kind = JsonValue::Kind;
    const auto tokens = tokensOf(pointer);
    if (!tokens)
        return {};
    dom::element here = m_parsed->root;
    std::vector<size_t> path;
    for (const QByteArray &token : *tokens) {
        if (here.is_object()) {
            const Member member = memberOf(here.get_object().value_unsafe(), token);
            if (member.count > 1)
                return {Kind::duplicate_key, pointerUpTo(pointer, qsizetype(path.size()) + 1)};
            if (member.count == 0)
                return {};
            here = member.value;
            path.push_back(member.index);
            continue;
        }
        const auto index = arrayIndex(token);
        if (!here.is_array() || !index || here.get_array().value_unsafe().at(*index).get(here) != simdjson::SUCCESS)
            return {};
        path.push_back(*index);
    }
    switch (here.type()) {
    case dom::element_type::NULL_VALUE:
        return {Kind::null, {}};
    case dom::element_type::BOOL:
        return {Kind::boolean, here.get_bool().value_unsafe() ? QStringLiteral("true") : QStringLiteral("false")};
    case dom::element_type::STRING: {
        const std::string_view text = here.get_string().value_unsafe();
        return {Kind::string, QString::fromUtf8(text.data(), qsizetype(text.size()))};
    }
    case dom::element_type::ARRAY:
    case dom::element_type::OBJECT:
        return {Kind::composite, {}};
    default:
        return {Kind::number, AcceptedText(m_parsed->text).tokenAt(path)};
    }
}

QString StrictJson::firstDuplicateKey() const
{
    return duplicateIn(m_parsed->root, QString());
}

} // namespace lazaret
