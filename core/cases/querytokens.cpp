#include "cases/querykeys.h"
#include "cases/selectionquery.h"

#include "model/enums.h"

#include <algorithm>
#include <utility>

namespace lazaret::cases {

namespace {

constexpr Key caseKeys[]{
    {QLatin1String("class"), QLatin1String("error_class"), KeyType::word},
    {QLatin1String("workflow"), QLatin1String("workflow"), KeyType::workflow},
    {QLatin1String("code"), QLatin1String("error_code"), KeyType::text},
    {QLatin1String("tenant"), QLatin1String("tenant"), KeyType::text},
    {QLatin1String("owner"), QLatin1String("owner"), KeyType::owner},
    {QLatin1String("status"), QLatin1String("status"), KeyType::word},
    {QLatin1String("disposition"), QLatin1String("disposition"), KeyType::word},
    {QLatin1String("age"), QLatin1String("first_failure_at"), KeyType::age},
    {QLatin1String("attempts"), QLatin1String("attempt_count"), KeyType::count},
    {QLatin1String("due"), QLatin1String("review_due_at"), KeyType::day},
    {QLatin1String("group"), QLatin1String("case_group"), KeyType::text},
    {QLatin1String("source"), QLatin1String("source"), KeyType::text},
    {QLatin1String("event"), QLatin1String("event_type"), KeyType::text},
    {QLatin1String("operation"), QLatin1String("operation_id"), KeyType::text},
    {QLatin1String("task"), QLatin1String("task_id"), KeyType::text},
    {QLatin1String("job"), QLatin1String("job_id"), KeyType::text},
    {QLatin1String("case"), QLatin1String("case_id"), KeyType::text},
    {QLatin1String("delivery"), QLatin1String("delivery_id"), KeyType::text},
    {QLatin1String("user"), QLatin1String("user_ref"), KeyType::text},
    {QLatin1String("release"), QLatin1String("redrive_id"), KeyType::text},
    {QLatin1String("input"), QLatin1String("input_reference"), KeyType::text},
};

// now and status are one: what became of it. result is taken out before a condition is made (deliveryquery.cpp); a reason only what was
// refused has.
constexpr Key deliveryKeys[]{
    {QLatin1String("source"), QLatin1String("d.source"), KeyType::text},
    {QLatin1String("event"), QLatin1String("d.event_type"), KeyType::text},
    {QLatin1String("id"), QLatin1String("d.delivery_id"), KeyType::text},
    {QLatin1String("result"), QLatin1String("1"), KeyType::word},
    {QLatin1String("now"), QLatin1String("j.state"), KeyType::word},
    {QLatin1String("status"), QLatin1String("j.state"), KeyType::word},
    {QLatin1String("age"), QLatin1String("d.received_at"), KeyType::age},
    {QLatin1String("dup"), QLatin1String("d.duplicate_count"), KeyType::count},
    {QLatin1String("bytes"), QLatin1String("d.body_size"), KeyType::count},
    {QLatin1String("key"), QLatin1String("d.key_slot"), KeyType::count},
    {QLatin1String("attempts"), QLatin1String("j.attempt"), KeyType::count},
    {QLatin1String("class"), QLatin1String("c.error_class"), KeyType::word},
    {QLatin1String("outcome"), QLatin1String("c.outcome"), KeyType::word},
    {QLatin1String("tenant"), QLatin1String("j.tenant"), KeyType::text},
    {QLatin1String("workflow"), QLatin1String("j.workflow"), KeyType::workflow},
    {QLatin1String("operation"), QLatin1String("j.operation_id"), KeyType::text},
    {QLatin1String("task"), QLatin1String("j.task_id"), KeyType::text},
    {QLatin1String("user"), QLatin1String("j.user_ref"), KeyType::text},
    {QLatin1String("job"), QLatin1String("j.job_id"), KeyType::text},
    {QLatin1String("case"), QLatin1String("c.case_id"), KeyType::text},
    {QLatin1String("reason"), QLatin1String("NULL"), KeyType::text},
};

constexpr Key refusalKeys[]{
    {QLatin1String("source"), QLatin1String("r.source"), KeyType::text},
    {QLatin1String("reason"), QLatin1String("r.result"), KeyType::text},
    {QLatin1String("result"), QLatin1String("1"), KeyType::word},
    {QLatin1String("age"), QLatin1String("r.minute * 60000"), KeyType::age},
};

class Tokenizer
{
public:
    explicit Tokenizer(const QString &text) : m_text(text) {}

    QList<Token> run()
    {
        while (skipSpace(), m_at < m_text.size()) {
            const QChar c = m_text[m_at];
            if (c == u'(')
                add(TokenKind::open, 1);
            else if (c == u')')
                add(TokenKind::close, 1);
            else if (c == u'-')
                add(TokenKind::minus, 1);
            else if (c == u'"')
                phrase();
            else
                word();
        }
        return std::move(m_tokens);
    }

private:
    void skipSpace()
    {
        while (m_at < m_text.size() && m_text[m_at].isSpace())
            ++m_at;
    }

    void add(TokenKind kind, qsizetype length)
    {
        m_tokens.append({kind, m_at, length, m_text.mid(m_at, length)});
        m_at += length;
    }

    void phrase()
    {
        QString content;
        for (qsizetype i = m_at + 1; i < m_text.size(); ++i) {
            if (m_text[i] == u'"') {
                m_tokens.append({TokenKind::phrase, m_at, i + 1 - m_at, content});
                m_at = i + 1;
                return;
            }
            if (m_text[i] == u'\\' && i + 1 < m_text.size() && (m_text[i + 1] == u'"' || m_text[i + 1] == u'\\'))
                ++i;
            content += m_text[i];
        }
        m_tokens.append({TokenKind::unfinished, m_at, m_text.size() - m_at, content});
        m_at = m_text.size();
    }

    qsizetype bareLength(QStringView stops) const
    {
        qsizetype end = m_at;
        while (end < m_text.size() && !m_text[end].isSpace() && !stops.contains(m_text[end]))
            ++end;
        return end - m_at;
    }

    // Only letters before the colon make a key: job_01…:save_card and 12:30 are words.
    void word()
    {
        qsizetype end = m_at;
        while (end < m_text.size() && (m_text[end].isLetter() || m_text[end] == u'_'))
            ++end;
        if (end > m_at && end < m_text.size() && m_text[end] == u':') {
            add(TokenKind::key, end - m_at);
            add(TokenKind::colon, 1);
            values();
            return;
        }
        const qsizetype length = bareLength(u"()\"");
        const bool isOr = QStringView(m_text).mid(m_at, length).compare(QLatin1String("or"), Qt::CaseInsensitive) == 0;
        add(isOr ? TokenKind::or_ : TokenKind::word, length);
    }

    void values()
    {
        while (m_at < m_text.size() && !m_text[m_at].isSpace() && m_text[m_at] != u'(' && m_text[m_at] != u')') {
            if (m_text[m_at] == u',')
                add(TokenKind::comma, 1);
            else if (m_text[m_at] == u'"')
                phrase();
            else
                add(TokenKind::value, bareLength(u"()\","));
        }
    }

    const QString &m_text;
    qsizetype m_at = 0;
    QList<Token> m_tokens;
};

} // namespace

std::span<const Key> keysOf(Subject subject)
{
    switch (subject) {
    case Subject::deliveries:
        return deliveryKeys;
    case Subject::refusals:
        return refusalKeys;
    case Subject::cases:
        break;
    }
    return caseKeys;
}

const Key *findKey(const QString &name, Subject subject)
{
    const auto keys = keysOf(subject);
    const auto it = std::find_if(keys.begin(), keys.end(), [&](const Key &key) { return key.name == name; });
    return it == keys.end() ? nullptr : &*it;
}

QList<Token> tokenize(const QString &text)
{
    return Tokenizer(text).run();
}

QStringList queryKeys(Subject subject)
{
    QStringList names;
    for (const auto &key : keysOf(subject))
        names.append(key.name);
    return names;
}

QStringList queryValues(const QString &key, Subject subject)
{
    const QString separator = QStringLiteral(", ");
    if (key == u"class" && subject != Subject::refusals)
        return wordList<ErrorClass>().split(separator);
    if (subject != Subject::cases) {
        if (key == u"result")
            return {QStringLiteral("accepted"), QStringLiteral("duplicate"), QStringLiteral("refused")};
        if (subject == Subject::deliveries && (key == u"now" || key == u"status"))
            return wordList<JobState>().split(separator) << QStringLiteral("none");
        if (subject == Subject::deliveries && key == u"outcome")
            return wordList<Reconciled>().split(separator) << QStringLiteral("none");
        return {};
    }
    if (key == u"status")
        return wordList<CaseStatus>().split(separator);
    if (key == u"disposition")
        return wordList<DispositionKind>().split(separator) << QStringLiteral("none");
    return {};
}

} // namespace lazaret::cases
