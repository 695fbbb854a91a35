#include "cases/selectionquery.h"

#include "cases/querykeys.h"

#include <QDate>
#include <QRegularExpression>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace lazaret::cases {

namespace {

qsizetype editDistance(const QString &a, const QString &b)
{
    QList<qsizetype> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 0; i < a.size(); ++i) {
        qsizetype diagonal = std::exchange(row[0], i + 1);
        for (qsizetype j = 0; j < b.size(); ++j) {
            const qsizetype replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.last();
}

QString suggestion(const QString &given, const QStringList &words)
{
    QString best;
    qsizetype bestDistance = 3; // two slips of the finger are recognised
    for (const auto &word : words) {
        const qsizetype distance = word.startsWith(given) && given.size() > 2 ? 1 : editDistance(given.left(40), word);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = word;
        }
    }
    return best.isEmpty() ? QStringLiteral("one of: %1").arg(words.join(QStringLiteral(", ")))
                          : QStringLiteral("did you mean %1?").arg(best);
}

struct Comparison
{
    Compare compare = Compare::equal;
    bool written = false;
    QString rest;
};

Comparison comparisonOf(const QString &value)
{
    static constexpr std::pair<QLatin1String, Compare> forms[]{{QLatin1String(">="), Compare::greaterOrEqual},
                                                               {QLatin1String("<="), Compare::lessOrEqual},
                                                               {QLatin1String(">"), Compare::greater},
                                                               {QLatin1String("<"), Compare::less},
                                                               {QLatin1String("="), Compare::equal}};
    for (const auto &[text, compare] : forms) {
        if (value.startsWith(text))
            return {compare, true, value.mid(text.size())};
    }
    return {Compare::equal, false, value};
}

bool isDay(const QString &text)
{
    return text == u"now" || text == u"today" || text == u"tomorrow" || text == u"yesterday" ||
           (text.size() == 10 && QDate::fromString(text, Qt::ISODate).isValid());
}

class Parser
{
public:
    Parser(const QString &text, Subject subject) : m_subject(subject), m_end(text.size()), m_tokens(tokenize(text)) {}

    tl::expected<Query, QueryError> run()
    {
        Query query;
        query.subject = m_subject;
        if (!m_tokens.isEmpty())
            query.root = any(0);
        if (!m_error && m_at < m_tokens.size())
            refuse(m_tokens[m_at], QStringLiteral("this parenthesis closes nothing"));
        if (m_error)
            return tl::unexpected(*m_error);
        return query;
    }

private:
    bool is(TokenKind kind) const { return !m_error && m_at < m_tokens.size() && m_tokens[m_at].kind == kind; }

    void refuse(const Token &token, const QString &message, const QString &hint = {})
    {
        if (!m_error)
            m_error = QueryError{token.start, token.length, message, hint};
    }

    Token here() const { return m_at < m_tokens.size() ? m_tokens[m_at] : Token{TokenKind::word, m_end, 0, {}}; }

    // One child needs no node around it.
    static Node joined(Node::Kind kind, QList<Node> children)
    {
        if (children.size() == 1)
            return std::move(children.first());
        Node node;
        node.kind = kind;
        node.children = std::move(children);
        return node;
    }

    Node any(qsizetype depth)
    {
        QList<Node> children{all(depth)};
        while (is(TokenKind::or_)) {
            ++m_at;
            children.append(all(depth));
        }
        return joined(Node::Kind::any, std::move(children));
    }

    Node all(qsizetype depth)
    {
        QList<Node> children;
        while (!m_error && m_at < m_tokens.size() && !is(TokenKind::or_) && !is(TokenKind::close))
            children.append(negated(depth));
        if (children.isEmpty())
            refuse(here(), QStringLiteral("something to look for is missing here"), QStringLiteral("a word, key:value or a parenthesis"));
        return joined(Node::Kind::all, std::move(children));
    }

    Node negated(qsizetype depth)
    {
        bool negative = false;
        for (; is(TokenKind::minus); ++m_at)
            negative = !negative;
        Node inner = primary(depth);
        if (!negative)
            return inner;
        Node node;
        node.kind = Node::Kind::not_;
        node.children.append(std::move(inner));
        return node;
    }

    Node primary(qsizetype depth)
    {
        const Token token = here();
        if (is(TokenKind::open))
            return parenthesis(depth);
        if (is(TokenKind::key))
            return keyed();
        if (is(TokenKind::unfinished))
            refuse(token, QStringLiteral("this quotation mark is never closed"), QStringLiteral("add \" at the end"));
        else if (is(TokenKind::word) || is(TokenKind::phrase)) {
            ++m_at;
            return words(token);
        } else
            refuse(token, QStringLiteral("something to leave out is missing here"));
        return {};
    }

    Node parenthesis(qsizetype depth)
    {
        const Token open = m_tokens[m_at++];
        if (depth >= maxQueryDepth) {
            refuse(open, QStringLiteral("parentheses are nested deeper than %1").arg(maxQueryDepth));
            return {};
        }
        Node node = any(depth + 1);
        if (is(TokenKind::close))
            ++m_at;
        else
            refuse(open, QStringLiteral("this parenthesis is never closed"), QStringLiteral("add ) at the end"));
        return node;
    }

    bool counts(const Token &token)
    {
        if (token.text.size() > maxQueryValue)
            refuse(token, QStringLiteral("longer than %1 characters").arg(maxQueryValue));
        if (++m_terms > maxQueryTerms)
            refuse(token, QStringLiteral("more than %1 terms").arg(maxQueryTerms));
        return !m_error;
    }

    Node words(const Token &token)
    {
        Node node;
        node.kind = Node::Kind::words;
        node.value = token.text;
        counts(token);
        return node;
    }

    Node keyed()
    {
        const Token name = m_tokens[m_at];
        m_at += 2; // the tokenizer emits a key only before its colon
        const Key *key = findKey(name.text.toLower(), m_subject);
        if (!key) {
            refuse(name, QStringLiteral("unknown key \"%1\"").arg(name.text.left(40)),
                   suggestion(name.text.toLower(), queryKeys(m_subject)) + QStringLiteral(" (in quotes it is searched as text)"));
            return {};
        }
        QList<Node> children;
        do {
            children.append(value(*key, name));
        } while (is(TokenKind::comma) && ++m_at);
        return joined(Node::Kind::any, std::move(children));
    }

    Node value(const Key &key, const Token &name)
    {
        const Token token = here();
        if (is(TokenKind::unfinished)) {
            refuse(token, QStringLiteral("this quotation mark is never closed"), QStringLiteral("add \" at the end"));
            return {};
        }
        // A value touches its colon or comma; what stands after a space is the next term.
        const Token &before = m_tokens[m_at - 1];
        const bool touches = before.start + before.length == token.start;
        if (!touches || (!is(TokenKind::value) && !is(TokenKind::phrase)) || token.text.isEmpty()) {
            const QStringList known = queryValues(key.name, m_subject);
            refuse({TokenKind::value, name.start, before.start + before.length - name.start, {}},
                   QStringLiteral("%1 needs a value").arg(key.name), known.isEmpty() ? example(key) : suggestion({}, known));
            return {};
        }
        ++m_at;
        if ((is(TokenKind::value) || is(TokenKind::phrase) || is(TokenKind::unfinished)) && here().start == token.start + token.length)
            refuse(here(), QStringLiteral("a comma or a space is missing before this"));
        Node node;
        node.kind = Node::Kind::term;
        node.key = key.name;
        node.value = token.text;
        node.quoted = token.kind == TokenKind::phrase;
        if (counts(token))
            check(key, token, node);
        return node;
    }

    static QString example(const Key &key)
    {
        switch (key.type) {
        case KeyType::age:
            return QStringLiteral("for example age:>2h or age:<3d; units s m h d w");
        case KeyType::count:
            return QStringLiteral("for example %1:>=3").arg(key.name);
        case KeyType::day:
            return QStringLiteral("for example due:<today, due:>tomorrow, due:<2026-12-01 or due:none");
        case KeyType::workflow:
            return QStringLiteral("for example workflow:cards or workflow:cards@12");
        default:
            return QStringLiteral("for example %1:something").arg(key.name);
        }
    }

    void check(const Key &key, const Token &token, Node &node)
    {
        const auto wrong = [&](const QString &message) { refuse(token, message, example(key)); };
        const Comparison c = comparisonOf(node.value);
        switch (key.type) {
        case KeyType::word:
            if (!queryValues(key.name, m_subject).contains(node.value))
                refuse(token, QStringLiteral("\"%1\" is no %2").arg(node.value.left(40), key.name),
                       suggestion(node.value, queryValues(key.name, m_subject)));
            return;
        case KeyType::workflow:
            if (!node.quoted && (node.value.startsWith(u'@') || node.value.endsWith(u'@')))
                wrong(QStringLiteral("name or version is missing beside @"));
            return;
        case KeyType::age: {
            static const QRegularExpression form(QStringLiteral("^(\\d{1,9}(?:\\.\\d{1,3})?)([smhdw])$"));
            const auto match = form.match(c.rest);
            if (!match.hasMatch() || !c.written || c.compare == Compare::equal)
                return wrong(QStringLiteral("an age is compared: >, <, a number and a unit"));
            static constexpr std::pair<char16_t, double> units[]{{u's', 1e3}, {u'm', 6e4}, {u'h', 36e5}, {u'd', 864e5}, {u'w', 6048e5}};
            const auto *unit =
                std::find_if(std::begin(units), std::end(units), [&](const auto &u) { return match.captured(2) == u.first; });
            node.number = match.captured(1).toDouble() * unit->second;
            break;
        }
        case KeyType::count: {
            static const QRegularExpression form(QStringLiteral("^\\d{1,9}$"));
            if (!form.match(c.rest).hasMatch())
                return wrong(QStringLiteral("a whole number is wanted"));
            node.number = c.rest.toDouble();
            break;
        }
        case KeyType::day:
            if (node.value == u"none")
                return;
            if (!isDay(c.rest))
                return wrong(QStringLiteral("a day is wanted"));
            break;
        case KeyType::text:
        case KeyType::owner:
            return;
        }
        node.compare = c.compare;
        node.value = c.rest;
    }

    Subject m_subject;
    qsizetype m_end = 0;
    QList<Token> m_tokens;
    qsizetype m_at = 0;
    qsizetype m_terms = 0;
    std::optional<QueryError> m_error;
};

} // namespace

QString QueryError::text() const
{
    const QString place = QStringLiteral("at character %1: %2").arg(position + 1).arg(message);
    return hint.isEmpty() ? place : place + QStringLiteral("; ") + hint;
}

tl::expected<Query, QueryError> parseQuery(const QString &text, Subject subject)
{
    return Parser(text, subject).run();
}

} // namespace lazaret::cases
