#include "cases/fault.h"

namespace lazaret::cases {

namespace {

constexpr qsizetype most = 200;

QChar closing(QChar opening)
{
    switch (opening.unicode()) {
    case u'"':
    case u'`':
    case u'\'':
        return opening;
    case u'“':
        return u'”';
    case u'‘':
        return u'’';
    case u'«':
        return u'»';
    default:
        return {};
    }
}

bool inWord(QChar c)
{
    return c.isLetterOrNumber() || c == u'_' || c == u'-' || c.isSurrogate();
}

} // namespace

QString faultOf(const QString &exception)
{
    const QStringView text = QStringView(exception).left(most);
    QString fault;
    fault.reserve(text.size());
    for (qsizetype i = 0; i < text.size();) {
        const QChar c = text[i];
        if (c == u'\n' || c == u'\r')
            break;
        // An apostrophe inside a word ("isn't") opens nothing.
        const bool opens = !closing(c).isNull() && (i == 0 || !inWord(text[i - 1]));
        if (const qsizetype end = opens ? text.indexOf(closing(c), i + 1) : -1; end > 0) {
            fault += u"“…”";
            i = end + 1;
            continue;
        }
        if (!inWord(c)) {
            if (!c.isSpace())
                fault += c;
            else if (!fault.isEmpty() && !fault.endsWith(u' '))
                fault += u' ';
            ++i;
            continue;
        }
        qsizetype end = i;
        bool digits = false, others = false;
        for (; end < text.size() && inWord(text[end]); ++end)
            (text[end].isDigit() ? digits : others) = true;
        fault += digits ? (others ? QStringView(u"#") : QStringView(u"N")) : text.mid(i, end - i);
        i = end;
    }
    return fault.trimmed();
}

} // namespace lazaret::cases
