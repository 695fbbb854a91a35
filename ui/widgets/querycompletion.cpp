#include "widgets/querycompletion.h"

#include <QRegularExpression>

namespace lazaret::ui {

namespace {

constexpr int mostOptions = 50;

bool separates(QChar c)
{
    return c.isSpace() || c == u'(' || c == u')';
}

QString written(const QString &value)
{
    static const QRegularExpression plain(QStringLiteral("^[\\p{L}\\p{N}_.@/+-]+$"));
    if (plain.match(value).hasMatch() && value != u"none" && value != u"or")
        return value;
    QString quoted = value;
    quoted.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
    return u'"' + quoted + u'"';
}

QStringList valuesOf(const QString &key, const QHash<QString, QStringList> &words, const queries::QueryLanguage &language)
{
    QStringList values = language.values(key);
    if (key == u"owner")
        values += {QStringLiteral("me"), QStringLiteral("none")};
    else if (key == u"age")
        values += {QStringLiteral(">1h"), QStringLiteral(">4h"), QStringLiteral(">1d"), QStringLiteral(">7d")};
    else if (key == u"due")
        values += {QStringLiteral("<now"), QStringLiteral("today"), QStringLiteral("tomorrow"), QStringLiteral("none")};
    else if (key == u"dup")
        values += {QStringLiteral(">0")};
    else if (key == u"attempts")
        values += {QStringLiteral(">1"), QStringLiteral(">=3")};
    for (const auto &word : words.value(key))
        values.append(written(word));
    values.removeDuplicates();
    return values;
}

QStringList startingWith(const QStringList &all, const QString &start)
{
    QStringList fitting, inside;
    for (const auto &word : all) {
        if (word.startsWith(start, Qt::CaseInsensitive) || word.startsWith(u'"' + start, Qt::CaseInsensitive))
            fitting.append(word);
        else if (start.size() > 1 && word.contains(start, Qt::CaseInsensitive))
            inside.append(word);
    }
    fitting += inside;
    return fitting.mid(0, mostOptions);
}

} // namespace

Completion completionAt(const QString &text, qsizetype cursor, const QHash<QString, QStringList> &words, bool eager,
                        const queries::QueryLanguage &language)
{
    qsizetype start = qBound<qsizetype>(0, cursor, text.size());
    const qsizetype end = start;
    while (start > 0 && !separates(text[start - 1]))
        --start;
    if (start < end && text[start] == u'-')
        ++start;
    const QString piece = text.mid(start, end - start);
    const qsizetype colon = piece.indexOf(u':');
    Completion completion{start, end - start, {}};
    if (colon < 0) {
        if (piece.isEmpty() && !eager)
            return completion;
        QStringList keys = language.keys();
        for (auto &key : keys)
            key += u':';
        completion.options = startingWith(keys, piece);
    } else {
        const qsizetype from = qMax(colon, piece.lastIndexOf(u',')) + 1;
        const QString value = piece.mid(from);
        completion.from = start + from;
        completion.length = value.size();
        completion.options = startingWith(valuesOf(piece.left(colon).toLower(), words, language), value);
        if (completion.options.size() == 1 && completion.options[0].compare(value, Qt::CaseInsensitive) == 0)
            completion.options.clear(); // it stands there already
    }
    return completion;
}

QString queryText(const QString &text, qsizetype most)
{
    QString line;
    line.reserve(qMin(text.size(), most));
    for (qsizetype i = 0; i < text.size() && line.size() < most; ++i) {
        const QChar c = text[i];
        if (c.category() == QChar::Other_Control || c.category() == QChar::Separator_Line || c.category() == QChar::Separator_Paragraph)
            line += u' ';
        else if (c.category() != QChar::Other_Format)
            line += c;
    }
    if (!line.isEmpty() && line.back().isHighSurrogate())
        line.chop(1);
    return line;
}

QString fixOf(const QString &hint)
{
    static const QRegularExpression offer(QStringLiteral("^did you mean (\\S+)\\?( \\(.*\\))?$"));
    return offer.match(hint).captured(1);
}

} // namespace lazaret::ui
