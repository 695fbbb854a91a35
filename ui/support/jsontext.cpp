#include "support/jsontext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

namespace lazaret::ui {

namespace {

const QStringList &contractOrder()
{
    static const QStringList order =
        QStringLiteral("lazaret slug name version kind action scheme secrets ref value expires_at signature_header "
                       "tolerance_s public_url ack_status events delivery_id event_type items map task_type "
                       "method url headers body expect effect irreversible idempotent_target timeout_ms "
                       "allow_loopback verify completed absent absent_after_s auto compensate vault "
                       "max_body_bytes rate_per_s replay ordering lease_s concurrency steps callbacks operations "
                       "budgets attempts delays_s jitter window_s cost classify case hold enabled workflow")
            .split(u' ');
    return order;
}

QStringList inOrder(const QJsonObject &object)
{
    static const QHash<QString, int> place = [] {
        QHash<QString, int> places;
        for (int i = 0; i < contractOrder().size(); ++i)
            places.insert(contractOrder().at(i), i);
        return places;
    }();
    QStringList keys = object.keys();
    std::stable_sort(keys.begin(), keys.end(),
                     [](const QString &a, const QString &b) { return place.value(a, INT_MAX) < place.value(b, INT_MAX); });
    return keys;
}

QString scalar(const QJsonValue &value)
{
    const QByteArray wrapped = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(wrapped.mid(1, wrapped.size() - 2));
}

bool isScalar(const QJsonValue &value)
{
    return !value.isObject() && !value.isArray();
}

void write(QString &out, const QJsonValue &value, const QString &indent)
{
    const QString deeper = indent + QStringLiteral("  ");
    QStringList parts;
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (const auto &key : inOrder(object)) {
            QString part = scalar(key) + QStringLiteral(": ");
            write(part, object.value(key), deeper);
            parts.append(part);
        }
    } else if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (const auto &each : array) {
            QString part;
            write(part, each, deeper);
            parts.append(part);
        }
        if (std::all_of(array.begin(), array.end(), [](const QJsonValue &each) { return isScalar(each); })) {
            out += u'[' + parts.join(QStringLiteral(", ")) + u']';
            return;
        }
    } else {
        out += scalar(value);
        return;
    }
    const QChar opens = value.isObject() ? u'{' : u'[', closes = value.isObject() ? u'}' : u']';
    if (parts.isEmpty())
        out += opens + QString(closes);
    else
        out += opens + QString(u'\n') + deeper + parts.join(QStringLiteral(",\n") + deeper) + u'\n' + indent + closes;
}

QString escaped(QString key)
{
    return key.replace(u'~', QStringLiteral("~0")).replace(u'/', QStringLiteral("~1"));
}

// Walks a text that may be broken anywhere: what it has read until then keeps its places.
class Places
{
public:
    explicit Places(const QString &text) : m_text(text) {}
    QHash<QString, int> read()
    {
        value({});
        return m_lines;
    }

private:
    void space()
    {
        for (; m_at < m_text.size() && m_text[m_at].isSpace(); ++m_at)
            m_line += m_text[m_at] == u'\n';
    }
    bool take(QChar c)
    {
        space();
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }
    QString quoted()
    {
        QString text;
        for (; m_at < m_text.size() && m_text[m_at] != u'"'; ++m_at) {
            if (m_text[m_at] == u'\\' && m_at + 1 < m_text.size())
                ++m_at;
            text += m_text[m_at];
        }
        ++m_at;
        return text;
    }
    bool value(const QString &pointer)
    {
        space();
        if (m_at >= m_text.size() || ++m_depth > 200)
            return false;
        m_lines.insert(pointer, m_line);
        bool whole = true;
        if (take(u'{')) {
            whole = members(pointer);
        } else if (take(u'[')) {
            for (int i = 0; whole && !take(u']'); ++i)
                whole = value(pointer + u'/' + QString::number(i)) && (take(u',') || peek(u']'));
        } else if (take(u'"')) {
            quoted();
        } else {
            const qsizetype start = m_at;
            while (m_at < m_text.size() && (m_text[m_at].isLetterOrNumber() || QStringView(u"+-.").contains(m_text[m_at])))
                ++m_at;
            whole = m_at > start;
        }
        --m_depth;
        return whole;
    }
    bool members(const QString &pointer)
    {
        while (!take(u'}')) {
            if (!take(u'"'))
                return false;
            const int line = m_line;
            const QString at = pointer + u'/' + escaped(quoted());
            if (!take(u':') || !value(at)) {
                m_lines.insert(at, line);
                return false;
            }
            m_lines.insert(at, line); // the key's line is where one looks
            if (!take(u',') && !peek(u'}'))
                return false;
        }
        return true;
    }
    bool peek(QChar c)
    {
        space();
        return m_at < m_text.size() && m_text[m_at] == c;
    }

    const QString &m_text;
    qsizetype m_at = 0;
    int m_line = 0, m_depth = 0;
    QHash<QString, int> m_lines;
};

QStringList tokensOf(const QString &pointer)
{
    QStringList tokens = pointer.split(u'/').mid(1);
    for (auto &token : tokens)
        token.replace(QStringLiteral("~1"), QStringLiteral("/")).replace(QStringLiteral("~0"), QStringLiteral("~"));
    return tokens;
}

QJsonValue with(const QJsonValue &root, const QStringList &tokens, qsizetype depth, const QJsonValue &value)
{
    if (depth == tokens.size())
        return value;
    const QString &token = tokens[depth];
    bool number = false;
    const int index = token.toInt(&number);
    if (root.isArray() && number) {
        QJsonArray array = root.toArray();
        const QJsonValue changed =
            with(index < array.size() ? array.at(index) : QJsonValue(QJsonValue::Undefined), tokens, depth + 1, value);
        if (changed.isUndefined() && index < array.size())
            array.removeAt(index);
        else if (index < array.size())
            array.replace(index, changed);
        else if (!changed.isUndefined())
            array.append(changed);
        return array;
    }
    QJsonObject object = root.toObject();
    const QJsonValue changed = with(object.value(token), tokens, depth + 1, value);
    if (changed.isUndefined())
        object.remove(token);
    else
        object.insert(token, changed);
    return object;
}

} // namespace

QString jsonText(const QJsonObject &object)
{
    QString out;
    write(out, object, {});
    return out;
}

QHash<QString, int> jsonLines(const QString &text)
{
    return Places(text).read();
}

int lineOf(const QHash<QString, int> &lines, QString pointer)
{
    while (!lines.contains(pointer) && !pointer.isEmpty())
        pointer.truncate(pointer.lastIndexOf(u'/'));
    return lines.value(pointer, 0);
}

QJsonValue jsonAt(const QJsonValue &root, const QString &pointer)
{
    QJsonValue at = root;
    for (const auto &token : tokensOf(pointer))
        at = at.isArray() ? at.toArray().at(token.toInt()) : at.isObject() ? at.toObject().value(token) : QJsonValue(QJsonValue::Undefined);
    return at;
}

QJsonValue jsonWith(const QJsonValue &root, const QString &pointer, const QJsonValue &value)
{
    return with(root, tokensOf(pointer), 0, value);
}

QStringList changedKeys(const QJsonObject &before, const QJsonObject &after)
{
    QStringList keys = before.keys();
    for (const auto &key : after.keys()) {
        if (!keys.contains(key))
            keys.append(key);
    }
    keys.erase(std::remove_if(keys.begin(), keys.end(), [&](const QString &key) { return before.value(key) == after.value(key); }),
               keys.end());
    return keys;
}

QJsonObject mergedOver(const QJsonObject &base, const QJsonObject &mine, const QJsonObject &theirs)
{
    QJsonObject merged = theirs;
    for (const auto &key : changedKeys(base, mine)) {
        if (mine.contains(key))
            merged.insert(key, mine.value(key));
        else
            merged.remove(key);
    }
    return merged;
}

// The longest common subsequence: definitions have hundreds of lines at most.

} // namespace lazaret::ui
