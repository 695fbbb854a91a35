// From the tree of a selection query to a parameterised condition. The one place outside the store that writes SQL: the fragments are
// the language's meaning, and the store would only hand them through.
#include "cases/querykeys.h"
#include "cases/selectionquery.h"

#include <QDateTime>

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

namespace lazaret::cases {

namespace {

struct Fragment
{
    QString sql;
    QVariantList bindings;
    int height = 1;     // of the expression tree SQLite builds; it refuses more than 1,000 (SQLITE_MAX_EXPR_DEPTH)
    int stack = 4;      // entries of SQLite's parser stack; before 3.46 it has 100 (YYSTACKDEPTH)
    bool chain = false; // stands without parentheses and is never NULL
    qsizetype order = 0;
};

constexpr int stackForParentheses = 30;

// The deeper operand stands left, where a parenthesis costs one stack entry instead of three. From a certain depth on even that is
// too much, and & and | take over: of equal precedence and left-associative, they need no parenthesis at all around the left one.
Fragment joinTwo(Fragment first, Fragment second, bool all)
{
    if (first.stack < second.stack)
        std::swap(first, second);
    const int height = std::max(first.height, second.height) + 1;
    if (first.stack < stackForParentheses) {
        const QString word = all ? QStringLiteral(" AND ") : QStringLiteral(" OR ");
        return {u'(' + first.sql + word + second.sql + u')', first.bindings + second.bindings, height,
                std::max(first.stack, second.stack + 2) + 1};
    }
    const auto truth = [](const QString &sql) { return QString(QStringLiteral("((") + sql + QStringLiteral(") IS TRUE)")); };
    return {(first.chain ? first.sql : truth(first.sql)) + (all ? QStringLiteral(" & ") : QStringLiteral(" | ")) + truth(second.sql),
            first.bindings + second.bindings, height + 1, std::max(first.stack + (first.chain ? 0 : 2), second.stack + 4), true};
}

// `a AND b AND c` is a chain as deep as it is long. Joining the two lowest first keeps 10,000 terms at 14 levels and lets what is deep
// stay near the top.
Fragment join(QList<Fragment> parts, bool all)
{
    const auto later = [](const Fragment &a, const Fragment &b) { return std::pair(a.height, a.order) > std::pair(b.height, b.order); };
    std::priority_queue<Fragment, std::vector<Fragment>, decltype(later)> heap(later);
    qsizetype order = 0;
    for (auto &part : parts) {
        part.order = order++;
        heap.push(std::move(part));
    }
    const auto pop = [&] {
        Fragment lowest = heap.top();
        heap.pop();
        return lowest;
    };
    while (heap.size() > 1) {
        Fragment a = pop();
        Fragment joined = joinTwo(std::move(a), pop(), all);
        joined.order = order++;
        heap.push(std::move(joined));
    }
    return pop();
}

Fragment comparison(const QString &column, Compare compare, const QVariant &value)
{
    static const QString operators[]{QStringLiteral(" = ?"), QStringLiteral(" < ?"), QStringLiteral(" <= ?"), QStringLiteral(" > ?"),
                                     QStringLiteral(" >= ?")};
    return {column + operators[size_t(compare)], {value}};
}

Fragment between(const QString &column, const QVariant &from, const QVariant &before)
{
    return {QStringLiteral("(%1 >= ? AND %1 < ?)").arg(column), {from, before}, 2};
}

Fragment isNull(const QString &column)
{
    return {column + QStringLiteral(" IS NULL"), {}};
}

Fragment textFragment(const QString &column, const QString &value, bool quoted)
{
    if (!quoted && value == u"none")
        return isNull(column);
    if (!quoted && value.endsWith(u'*')) {
        // A range instead of LIKE: it keeps its case and can use the column's index. U+10FFFF sorts behind every continuation.
        const QString prefix = value.chopped(1);
        return between(column, prefix, prefix + QString::fromUcs4(U"\U0010FFFF", 1));
    }
    return comparison(column, Compare::equal, value);
}

Fragment workflowFragment(const QString &column, const Node &term)
{
    const qsizetype at = term.quoted ? -1 : term.value.lastIndexOf(u'@');
    const Fragment name = textFragment(column, at < 0 ? term.value : term.value.left(at), term.quoted);
    if (at < 0)
        return name;
    return join({name, textFragment(column + QStringLiteral("_version"), term.value.mid(at + 1), false)}, true);
}

Fragment ageFragment(const QString &column, const Node &term, qint64 nowMs)
{
    // Older means that it was earlier: the comparison turns round.
    const Compare turned = term.compare == Compare::greater          ? Compare::less
                           : term.compare == Compare::greaterOrEqual ? Compare::lessOrEqual
                           : term.compare == Compare::less           ? Compare::greater
                                                                     : Compare::greaterOrEqual;
    return comparison(column, turned, nowMs - qint64(term.number));
}

Fragment dayFragment(const Node &term, qint64 nowMs)
{
    const QString column = QStringLiteral("review_due_at");
    if (term.value == u"none")
        return isNull(column);
    if (term.value == u"now")
        return comparison(column, term.compare, nowMs);
    const QDate today = QDateTime::fromMSecsSinceEpoch(nowMs, Qt::UTC).date();
    const QDate day = term.value == u"today"       ? today
                      : term.value == u"tomorrow"  ? today.addDays(1)
                      : term.value == u"yesterday" ? today.addDays(-1)
                                                   : QDate::fromString(term.value, Qt::ISODate);
    const qint64 start = day.startOfDay(Qt::UTC).toMSecsSinceEpoch();
    const qint64 next = day.addDays(1).startOfDay(Qt::UTC).toMSecsSinceEpoch();
    switch (term.compare) {
    case Compare::less:
        return comparison(column, Compare::less, start);
    case Compare::lessOrEqual:
        return comparison(column, Compare::less, next);
    case Compare::greater:
        return comparison(column, Compare::greaterOrEqual, next);
    case Compare::greaterOrEqual:
        return comparison(column, Compare::greaterOrEqual, start);
    case Compare::equal:
        break;
    }
    return between(column, start, next);
}

// One concatenation instead of one LIKE per column: one value to bind, and NULL stays out of the way.
QString everything(std::initializer_list<const char *> columns)
{
    QStringList parts;
    for (const char *column : columns)
        parts.append(QStringLiteral("coalesce(%1, '')").arg(QLatin1String(column)));
    return u'(' + parts.join(QStringLiteral("||'\n'||")) + QStringLiteral(") LIKE ? ESCAPE '\\'");
}

Fragment wordsFragment(const QString &words, Subject subject)
{
    static const QString ofCases = everything({"last_exception", "error_code", "case_id", "job_id", "delivery_id", "operation_id",
                                               "task_id", "event_type", "tenant", "user_ref", "input_reference", "redrive_id"});
    static const QString ofDeliveries = everything({"d.delivery_id", "d.source", "d.event_type", "j.job_id", "j.operation_id", "j.task_id",
                                                    "j.tenant", "j.user_ref", "j.input_ref", "j.state_reason", "c.case_id"});
    static const QString ofRefusals = everything({"r.source", "r.result"});
    const QString &sql = subject == Subject::cases ? ofCases : subject == Subject::deliveries ? ofDeliveries : ofRefusals;
    QString pattern = words;
    for (const QChar special : {u'\\', u'%', u'_'})
        pattern.replace(special, QString(u'\\') + special);
    return {sql, {QString(u'%' + pattern + u'%')}, 26, 12};
}

Fragment termFragment(const Node &term, Subject subject, const QueryContext &context)
{
    const Key &key = *findKey(term.key, subject);
    switch (key.type) {
    case KeyType::workflow:
        return workflowFragment(key.column, term);
    case KeyType::owner:
        if (!term.quoted && term.value == u"me")
            return comparison(key.column, Compare::equal, context.me);
        break;
    case KeyType::age:
        return ageFragment(key.column, term, context.nowMs);
    case KeyType::count:
        return comparison(key.column, term.compare, qint64(term.number));
    case KeyType::day:
        return dayFragment(term, context.nowMs);
    case KeyType::text:
    case KeyType::word:
        break;
    }
    return textFragment(key.column, term.value, term.quoted);
}

// negative: the fragment says that the node does not hold. Negation is carried down to the terms, where it costs no nesting.
Fragment fragment(const Node &node, Subject subject, const QueryContext &context, bool negative)
{
    switch (node.kind) {
    case Node::Kind::term:
    case Node::Kind::words: {
        Fragment leaf = node.kind == Node::Kind::term ? termFragment(node, subject, context) : wordsFragment(node.value, subject);
        // Not NOT: an empty field is neither equal nor unequal to SQL, but a person who leaves out a tenant keeps the cases without one.
        if (negative)
            leaf = {u'(' + leaf.sql + QStringLiteral(") IS NOT TRUE"), leaf.bindings, leaf.height + 1, leaf.stack + 1};
        return leaf;
    }
    case Node::Kind::not_:
        return fragment(node.children.first(), subject, context, !negative);
    case Node::Kind::all:
    case Node::Kind::any:
        break;
    }
    if (node.children.isEmpty())
        return {QStringLiteral("1"), {}};
    QList<Fragment> parts;
    for (const auto &child : node.children)
        parts.append(fragment(child, subject, context, negative));
    return join(std::move(parts), (node.kind == Node::Kind::all) != negative);
}

bool cannotMatchClosed(const Node &node)
{
    const auto isStatus = [](const Node &n) { return n.kind == Node::Kind::term && n.key == u"status"; };
    switch (node.kind) {
    case Node::Kind::term:
        return isStatus(node) && node.value != u"closed";
    case Node::Kind::not_:
        return isStatus(node.children.first()) && node.children.first().value == u"closed";
    case Node::Kind::all:
        return std::any_of(node.children.begin(), node.children.end(), cannotMatchClosed);
    case Node::Kind::any:
        return std::all_of(node.children.begin(), node.children.end(), cannotMatchClosed);
    case Node::Kind::words:
        break;
    }
    return false;
}

} // namespace

CompiledQuery compile(const Query &query, const QueryContext &context)
{
    const Fragment whole = fragment(query.root, query.subject, context, false);
    return {whole.sql, whole.bindings, cannotMatchClosed(query.root)};
}

} // namespace lazaret::cases
