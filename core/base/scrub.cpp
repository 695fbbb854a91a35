#include "base/scrub.h"

#include <QByteArray>
#include <QRegularExpression>

#include <algorithm>

namespace lazaret {

namespace {

constexpr qsizetype kMostBytes = 1024;
constexpr qsizetype kReadAtMost = 16 * 1024; // characters; far more than can survive the cut, and bounds the work on hostile text
constexpr qsizetype kShortest = 10;          // "Basic YTpi", user a with password b
constexpr qsizetype kRandomInText = 32;      // 24 bytes in base64: the shortest key Standard Webhooks generates
constexpr qsizetype kRandomInValue = 40;     // sender's ids are often random too, so values are refused later than texts are redacted

const QString &removed()
{
    static const QString text = QStringLiteral("[removed]");
    return text;
}

const QRegularExpression &knownShapes()
{
    static const QRegularExpression shapes(QStringLiteral("-----BEGIN [A-Z0-9 ]+-----(?s:.*?)(?:-----END [A-Z0-9 ]+-----|\\z)"
                                                          "|\\bwhs(?:ec|k)_[A-Za-z0-9+/_=-]{8,}"
                                                          "|\\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{8,}"
                                                          "|\\bsk[-_][A-Za-z0-9_-]{16,}"
                                                          "|\\bpi_[A-Za-z0-9]+_secret_[A-Za-z0-9]+"
                                                          "|\\bgh[pousr]_[A-Za-z0-9]{16,}"
                                                          "|\\bgithub_pat_[A-Za-z0-9_]{16,}"
                                                          "|\\bgl(?:pat|ptt|dt|rt|soat|ft)-[A-Za-z0-9_-]{16,}"
                                                          "|\\bxox[a-z]-[A-Za-z0-9-]{8,}"
                                                          "|\\bxapp-[A-Za-z0-9-]{8,}"
                                                          "|\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b"
                                                          "|\\bAIza[A-Za-z0-9_-]{35}"
                                                          "|\\bya29\\.[A-Za-z0-9_-]{16,}"
                                                          "|\\bSG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}"
                                                          "|\\bshp(?:at|ss|ca|pa)_[A-Fa-f0-9]{16,}"
                                                          "|\\bpdl_[a-z]+_[A-Za-z0-9]+_[A-Za-z0-9+/]{8,}"
                                                          "|\\b(?:hf|r8|npm)_[A-Za-z0-9]{20,}"
                                                          "|\\bdop_v1_[a-f0-9]{16,}"
                                                          "|\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]*)?"));
    return shapes;
}

// "Bearer TOKEN", not "bearer authentication failed".
const QRegularExpression &bearer()
{
    static const QRegularExpression form(
        QStringLiteral(
            "\\b(bearer\\s+)(?!(?:auth\\w*|tokens?|scheme|realm|credentials?|is|was|not|and|or|required|missing)\\b)[^\\s\"',;]{6,}"),
        QRegularExpression::CaseInsensitiveOption);
    return form;
}

const QRegularExpression &basic()
{
    static const QRegularExpression form(QStringLiteral("\\b(basic\\s+)([A-Za-z0-9+/_-]{4,}={0,2})"),
                                         QRegularExpression::CaseInsensitiveOption);
    return form;
}

bool isBasicCredential(const QRegularExpressionMatch &match)
{
    const auto decoded = QByteArray::fromBase64Encoding(match.captured(2).toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    return decoded && decoded.decoded.contains(':'); // RFC 7617 section 2: user-id ":" password
}

enum class Alphabet { upper, lower, digit, sign, outside };

Alphabet alphabetOf(QChar c)
{
    if (c >= u'A' && c <= u'Z')
        return Alphabet::upper;
    if (c >= u'a' && c <= u'z')
        return Alphabet::lower;
    if (c >= u'0' && c <= u'9')
        return Alphabet::digit;
    return c == u'+' || c == u'/' || c == u'_' || c == u'-' ? Alphabet::sign : Alphabet::outside;
}

// In base64 of random bytes 62 % of the neighbours differ in alphabet, and 33 % are an upper and a lower case letter. CamelCase paths stay
// under 40 %; UUIDs, hexadecimal and ULIDs have letters of one case only.
bool looksRandom(QStringView run)
{
    qsizetype pairs = 0, changes = 0, caseChanges = 0;
    for (qsizetype i = 1; i < run.size(); ++i) {
        const auto before = alphabetOf(run[i - 1]), after = alphabetOf(run[i]);
        if (before == Alphabet::sign || after == Alphabet::sign)
            continue;
        ++pairs;
        changes += before != after;
        caseChanges += before != after && before != Alphabet::digit && after != Alphabet::digit;
    }
    return changes * 100 >= pairs * 42 && caseChanges * 100 >= pairs * 12;
}

bool holdsRandomRun(QStringView text, qsizetype atLeast)
{
    const auto outside = [](QChar c) { return alphabetOf(c) == Alphabet::outside; };
    for (auto begin = text.begin(); begin != text.end();) {
        begin = std::find_if_not(begin, text.end(), outside);
        const auto end = std::find_if(begin, text.end(), outside);
        if (end - begin >= atLeast && looksRandom(QStringView(begin, end)))
            return true;
        begin = end;
    }
    return false;
}

bool isCard(QStringView digitsAndGaps)
{
    int sum = 0, position = 0;
    for (auto it = digitsAndGaps.rbegin(); it != digitsAndGaps.rend(); ++it) {
        if (alphabetOf(*it) != Alphabet::digit)
            continue;
        const int digit = it->unicode() - u'0';
        const int doubled = position++ % 2 ? digit * 2 : digit;
        sum += doubled > 9 ? doubled - 9 : doubled;
    }
    return sum % 10 == 0; // Luhn (ISO/IEC 7812-1 annex B)
}

// The names of query parameters that make a URL a key to what it names.
bool isSecretParameter(const QString &name)
{
    static const QRegularExpression names(
        QStringLiteral("\\A(?:x-(?:amz|goog|oss|cos|obs|ms)-.+"
                       "|.*(?:signature|token|secret|passw|credential|api[-_]?key|access[-_]?key|hmac|jwt|session).*"
                       "|(?:.*[-_.])?(?:sig|sign|hdnts|hdnea|auth|authorization|pwd|sas)(?:[-_.].*)?"
                       "|key|googleaccessid|key-pair-id)\\z"),
        QRegularExpression::CaseInsensitiveOption);
    return names.match(name).hasMatch();
}

bool isSignedQuery(QStringView queryAndFragment)
{
    static const QRegularExpression separators(QStringLiteral("[?#&;]"));
    for (const auto pair : queryAndFragment.split(separators)) {
        const auto name = pair.left(pair.indexOf(u'=')).toUtf8();
        if (pair.contains(u'=') && isSecretParameter(QString::fromUtf8(QByteArray::fromPercentEncoding(name))))
            return true;
    }
    return false;
}

// Greedy to the last @ before the path: "user:p@ss@host".
const QRegularExpression &userInfo()
{
    static const QRegularExpression form(QStringLiteral("(?<![\\w/])((?:[A-Za-z][A-Za-z0-9+.-]{0,30}:)?//)[^/?#\\s]*@"));
    return form;
}

template <typename Replacement>
QString replaceEach(const QString &text, const QRegularExpression &pattern, Replacement replacement)
{
    QString result;
    qsizetype from = 0;
    for (auto it = pattern.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        result += QStringView(text).mid(from, match.capturedStart() - from);
        result += replacement(match);
        from = match.capturedEnd();
    }
    result += QStringView(text).mid(from);
    return result;
}

QString withoutUrlSecrets(QString text)
{
    static const QRegularExpression query(QStringLiteral("(?<=[\\w/.~%-])[?#][^\\s\"'<>)]*"));
    text.replace(userInfo(), QStringLiteral("\\1[removed]@"));
    return replaceEach(text, query, [](const QRegularExpressionMatch &match) {
        return isSignedQuery(match.capturedView()) ? match.captured().left(1) + removed() : match.captured();
    });
}

// name=value, "name":"value", and name: value when the value has a digit (prose after a colon rarely does).
QString withoutNamedSecrets(QString text)
{
    static const QRegularExpression header(
        QStringLiteral("\\b((?:proxy-)?authorization[\"']?\\s*[:=]\\s*[\"']?)(?:[A-Za-z]+\\s+)?[^\\s\"',;]+"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression named(
        QStringLiteral(
            "\\b([\\w-]{0,40}(?:passw(?:or)?d|passphrase|pwd|secret|token(?!s)|api[_-]?key|access[_-]?key|private[_-]?key|credential|"
            "signature|cookie|session[_-]?id)[\\w-]{0,40})"
            "([\"']?=\\s*[\"']?|[\"']\\s*:\\s*[\"']?|:\\s*(?=[^\\s\"',;&}]*\\d)[\"']?)"
            "(?!\\[removed\\])[^\\s\"',;&}]{3,}"),
        QRegularExpression::CaseInsensitiveOption);
    text.replace(header, QStringLiteral("\\1[removed]"));
    return text.replace(named, QStringLiteral("\\1\\2[removed]"));
}

QString withoutRandomRuns(const QString &text)
{
    // A digest or commit that says so is evidence; "sha256=" is left out, since signature headers read so.
    static const QRegularExpression hex(
        QStringLiteral("(?<![A-Za-z0-9])(?<!sha256 |sha256:|commit )(?=[A-Fa-f]*[0-9])(?=[0-9]*[A-Fa-f])[A-Fa-f0-9]{32,}(?![A-Za-z0-9])"));
    static const QRegularExpression run(QStringLiteral("[A-Za-z0-9+/_-]{32,}={0,2}"));
    QString result = text;
    result.replace(hex, removed());
    return replaceEach(result, run, [](const QRegularExpressionMatch &match) {
        return holdsRandomRun(match.capturedView(), kRandomInText) ? removed() : match.captured();
    });
}

// The issuers' first digits (ISO/IEC 7812-1), so that times in milliseconds and sequence numbers are left alone.
QString withoutCards(const QString &text)
{
    static const QRegularExpression card(QStringLiteral("(?<![\\w.-])(?:(?:4\\d|5[1-5]|2[2-7]|6[045])\\d{2}(?:[ -]?\\d{4}){3}"
                                                        "|3[47]\\d{2}[ -]?\\d{6}[ -]?\\d{5})(?![\\w-])"));
    return replaceEach(text, card,
                       [](const QRegularExpressionMatch &match) { return isCard(match.capturedView()) ? removed() : match.captured(); });
}

QString withoutCredentials(QString text)
{
    text.replace(knownShapes(), removed());
    text.replace(bearer(), QStringLiteral("\\1[removed]"));
    return replaceEach(text, basic(), [](const QRegularExpressionMatch &match) {
        return isBasicCredential(match) ? match.captured(1) + removed() : match.captured();
    });
}

// Only what can survive the cut; a word cut in two could no longer be recognised, so the last one goes with it.
QString readable(QStringView text)
{
    QString result = text.left(kReadAtMost).toString();
    if (text.size() > kReadAtMost) {
        while (!result.isEmpty() && !result.back().isSpace())
            result.chop(1);
    }
    for (QChar &c : result) {
        const auto category = c.category();
        if (category == QChar::Other_Control || category == QChar::Other_Format || category == QChar::Separator_Line ||
            category == QChar::Separator_Paragraph)
            c = u' ';
    }
    return result;
}

QString cut(const QString &text)
{
    QByteArray bytes = text.toUtf8();
    if (bytes.size() <= kMostBytes)
        return QString::fromUtf8(bytes);
    qsizetype end = kMostBytes;
    while (end > 0 && (uchar(bytes[end]) & 0xC0) == 0x80)
        --end;
    return QString::fromUtf8(bytes.constData(), end);
}

} // namespace

QString scrub(QStringView text)
{
    QString result = withoutUrlSecrets(readable(text));
    result = withoutCredentials(result);
    result = withoutNamedSecrets(result);
    result = withoutRandomRuns(result);
    return cut(withoutCards(result)).trimmed();
}

bool holdsKnownSecret(QStringView value)
{
    if (value.size() < kShortest)
        return false;
    const QString text = value.toString();
    if (knownShapes().match(text).hasMatch() || bearer().match(text).hasMatch())
        return true;
    const auto match = basic().match(text);
    return match.hasMatch() && isBasicCredential(match);
}

bool looksSecret(QStringView value)
{
    return holdsRandomRun(value, kRandomInValue) || holdsKnownSecret(value);
}

bool looksLikeSignedUrl(QStringView value)
{
    if (userInfo().match(value.toString()).hasMatch())
        return true;
    const auto query = std::find_if(value.begin(), value.end(), [](QChar c) { return c == u'?' || c == u'#'; });
    return query != value.end() && isSignedQuery(QStringView(query, value.end()));
}

} // namespace lazaret
