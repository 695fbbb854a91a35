#include "base/printable.h"

#include <algorithm>

namespace lazaret {

namespace {

bool isPlain(QChar c)
{
    const auto u = c.unicode();
    const bool ascii = u >= 0x20 && u < 0x7f;       // nearly all there is
    const bool joiner = u == 0x200C || u == 0x200D; // Persian and Indic words are spelt with them, emoji families too
    return ascii || joiner ||
           (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format && u != 0x2028 && u != 0x2029 && u < 0xFFFE);
}

} // namespace

QString printable(const QString &text)
{
    if (std::all_of(text.begin(), text.end(), isPlain))
        return text;
    QString safe;
    safe.reserve(text.size());
    for (const QChar c : text) {
        if (c == u'\n' || c == u'\t' || c == u'\r')
            safe += u' ';
        else if (isPlain(c))
            safe += c;
        else
            safe += QStringLiteral("\u2039U+%1\u203A").arg(uint(c.unicode()), 4, 16, QLatin1Char('0')).toUpper();
    }
    return safe;
}

} // namespace lazaret
