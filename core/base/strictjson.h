// Strict JSON for what comes from outside: RFC 8259 to the letter, no duplicate keys on a path that is read, digits kept as they were
// written. QJsonDocument stays for our own files: it changes 1.0 to 1, takes the last duplicate key and lets raw control bytes pass.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QStringView>

#include <memory>

namespace lazaret {

struct JsonValue
{
    enum class Kind {
        absent,
        null,
        string,        // text: unescaped; may hold U+0000
        number,        // text: the digits exactly as written
        boolean,       // text: "true" or "false"
        composite,     // an object or an array
        duplicate_key, // text: the pointer whose key an object on the path holds twice
    };
    Kind kind = Kind::absent;
    QString text;

    bool isScalar() const { return kind == Kind::string || kind == Kind::number || kind == Kind::boolean; }
};

// A parsed text. Immutable: lookups are safe from any thread.
class StrictJson
{
public:
    static constexpr int kDepth = 128;

    // Refuses (ErrorCode::usage, a detail that quotes nothing of the text) whatever RFC 8259 does not allow, nesting deeper than kDepth,
    // and numbers beyond 64-bit integers and doubles. One leading BOM is skipped (RFC 8259 section 8.1). Never recurses.
    static Result<StrictJson> parse(const QByteArray &text);

    // RFC 6901; "" is the whole text. A malformed pointer finds nothing.
    JsonValue at(QStringView pointer) const;

    // The pointer of the first key an object holds twice, anywhere in the text; null: none does.
    QString firstDuplicateKey() const;

    StrictJson(StrictJson &&) noexcept;
    StrictJson &operator=(StrictJson &&) noexcept;
    ~StrictJson();

private:
    struct Parsed;
    explicit StrictJson(std::unique_ptr<Parsed> parsed);
    std::unique_ptr<Parsed> m_parsed;
};

} // namespace lazaret
