// A shop that keeps cards: the recipient of the tests' workflow. Version 12 posts to /v12/cards, which takes none of them (422);
// version 13 to /v13/cards, which takes all but those a test says otherwise about. It counts effects per input, too.
#pragma once

#include "support/installation.h"
#include "support/recipient.h"

#include <QJsonDocument>
#include <QMap>

#include <mutex>

namespace lazaret::test {

class CardShop
{
public:
    CardShop()
    {
        recipient.setScript([this](const Seen &seen, int) { return decide(seen); });
    }

    // What the next post of this card to this path (any card: "*") gets; once. Said again: after the one before.
    void next(const QByteArray &path, const QString &ref, const Answer &answer)
    {
        const std::lock_guard lock(m_mutex);
        m_answers[path + ref.toUtf8()].append(answer);
    }
    // What every post gets for which nothing else was said.
    void always(const QByteArray &path, const Answer &answer)
    {
        const std::lock_guard lock(m_mutex);
        m_defaults[path] = answer;
    }

    int effectsOf(const QString &ref) const
    {
        const std::lock_guard lock(m_mutex);
        return m_effects.value(ref);
    }
    int postsTo(const QByteArray &path) const
    {
        const auto all = recipient.requests();
        return int(std::count_if(all.begin(), all.end(), [&](const Seen &seen) { return seen.target == path; }));
    }

    static Answer refusing(int status = 422) { return {.status = status, .effect = false}; }

    Recipient recipient;
    const QByteArray broken = "/v12/cards";
    const QByteArray fixed = "/v13/cards";

private:
    Answer decide(const Seen &seen)
    {
        const QString ref = QJsonDocument::fromJson(seen.body).object().value(QStringLiteral("ref")).toString();
        const std::lock_guard lock(m_mutex);
        Answer answer = m_defaults.value(seen.target, seen.target == broken ? refusing() : Answer{.status = 201});
        for (const QString &which : {ref, QStringLiteral("*")}) {
            auto &answers = m_answers[seen.target + which.toUtf8()];
            if (!answers.isEmpty()) {
                answer = answers.takeFirst();
                break;
            }
        }
        if (answer.effect)
            ++m_effects[ref];
        return answer;
    }

    mutable std::mutex m_mutex;
    QMap<QByteArray, QList<Answer>> m_answers;
    QMap<QByteArray, Answer> m_defaults;
    QMap<QString, int> m_effects;
};

} // namespace lazaret::test
