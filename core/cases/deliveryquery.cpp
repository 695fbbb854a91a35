#include "cases/deliveryquery.h"

namespace lazaret::cases {

namespace {

bool isResult(const Node &node)
{
    return node.kind == Node::Kind::term && node.key == u"result";
}

// Takes `result:` out of the query's uppermost terms: it says which lists are read, not which rows.
QStringList takeResults(Node &root)
{
    QStringList results;
    if (isResult(root)) {
        results.append(root.value);
        root = {};
    } else if (root.kind == Node::Kind::all) {
        for (const auto &child : std::as_const(root.children)) {
            if (isResult(child))
                results.append(child.value);
        }
        root.children.removeIf(isResult);
    }
    return results;
}

} // namespace

tl::expected<DeliveryQuery, QueryError> parseDeliveryQuery(const QString &text)
{
    auto stored = parseQuery(text, Subject::deliveries);
    if (!stored)
        return tl::unexpected(stored.error());
    const QStringList results = takeResults(stored->root);
    QList<Token> written;
    for (const auto &token : tokenize(text)) {
        if (token.kind == TokenKind::key && token.text.compare(QLatin1String("result"), Qt::CaseInsensitive) == 0)
            written.append(token);
    }
    if (results.size() != written.size() || results.size() > 1)
        return tl::unexpected(QueryError{written.last().start, written.last().length, QStringLiteral("result: stands once and by itself"),
                                         QStringLiteral("outside of parentheses, or and -")});
    DeliveryQuery query{results.value(0), {}, {}};
    if (query.result != u"refused")
        query.stored = *stored;
    if (query.result.isEmpty() || query.result == u"refused") {
        auto refused = parseQuery(text, Subject::refusals);
        if (refused) {
            takeResults(refused->root);
            query.refused = *refused;
        } else if (!query.stored) {
            return tl::unexpected(QueryError{refused.error().position, refused.error().length,
                                             QStringLiteral("refused deliveries are only counted, by source and reason"),
                                             QStringLiteral("source:, reason:, age: and words select among them")});
        }
    }
    return query;
}

QString withResult(const QString &text, const QString &result)
{
    const QString term = result.isEmpty() ? QString() : QStringLiteral("result:") + result;
    QString rest = text;
    const auto tokens = tokenize(text);
    for (qsizetype i = tokens.size() - 3; i >= 0; --i) { // from the end: earlier places stay true
        if (tokens[i].kind == TokenKind::key && tokens[i].text.compare(QLatin1String("result"), Qt::CaseInsensitive) == 0)
            rest.remove(tokens[i].start, tokens[i + 2].start + tokens[i + 2].length - tokens[i].start);
    }
    rest = rest.simplified();
    return parseQuery(rest, Subject::deliveries) ? (rest + u' ' + term).trimmed() : term;
}

} // namespace lazaret::cases
