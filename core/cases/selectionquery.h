// The selection language: search box, saved views and --query are one (3-contracts, "Selection query").
//   class:invalid_input workflow:cards@12 code:http.5* owner:me age:>2h attempts:>=3 due:<today -(status:closed or tenant:acme) "words"
// Space is and, `or` binds weaker, `-` negates, commas list alternatives. Unquoted, `none` means the field is empty and a trailing `*`
// any continuation; in quotes both are themselves. Free words match message, ids and references, ASCII letters in either case.
// The same grammar selects deliveries and what was refused, each with keys of its own (deliveryquery.h).
// Pure: text in, tokens, tree and a parameterised condition out. No value ever becomes part of the SQL text.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include <tl/expected.hpp>

namespace lazaret::cases {

// What is selected, and over which rows a condition stands: case_view; deliveries d with their job j and its case c; intake_counts r.
enum class Subject { cases, deliveries, refusals };

// Positions and lengths count UTF-16 units, as QString and the editor do.
enum class TokenKind { key, colon, comma, value, phrase, word, or_, minus, open, close, unfinished };

struct Token
{
    TokenKind kind = TokenKind::word;
    qsizetype start = 0;
    qsizetype length = 0;
    QString text; // a phrase without its quotes and escapes
};

struct QueryError
{
    qsizetype position = 0;
    qsizetype length = 0;
    QString message;
    QString hint; // what would be right, or empty

    QString text() const; // one line, the place counted from 1
};

enum class Compare { equal, less, lessOrEqual, greater, greaterOrEqual };

struct Node
{
    enum class Kind { all, any, not_, term, words };

    Kind kind = Kind::all;
    QList<Node> children; // all, any, not_
    QString key;          // term
    Compare compare = Compare::equal;
    QString value;
    bool quoted = false;
    double number = 0; // age: milliseconds; attempts: the count
};

struct Query
{
    Node root; // an empty query matches everything
    Subject subject = Subject::cases;
};

struct QueryContext
{
    QString me;       // the operator that owner:me means
    qint64 nowMs = 0; // age and due count from here; days are UTC days
};

struct CompiledQuery
{
    QString where; // a condition over the subject's rows, its values as ?
    QVariantList bindings;
    bool onlyOpen = false; // it cannot match a closed case
};

// At most this much is accepted, so that neither our stack nor SQLite's expression depth is at stake.
inline constexpr qsizetype maxQueryTerms = 10'000;
inline constexpr qsizetype maxQueryDepth = 100;
inline constexpr qsizetype maxQueryValue = 1'000; // UTF-16 units of one word or value

// For highlighting and completion: never fails, covers everything but white space.
QList<Token> tokenize(const QString &text);
QStringList queryKeys(Subject subject = Subject::cases);
QStringList queryValues(const QString &key, Subject subject = Subject::cases); // a key's closed words; empty when it takes free text

tl::expected<Query, QueryError> parseQuery(const QString &text, Subject subject = Subject::cases);
CompiledQuery compile(const Query &query, const QueryContext &context);

} // namespace lazaret::cases
