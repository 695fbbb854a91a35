#include "widgets/answerbars.h"

#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QPainter>

namespace lazaret::ui {

namespace {

constexpr int rowPx = 30, namePx = 150, countPx = 76, lastPx = 118, barPx = 8;

}

QString answerWords(const QString &result)
{
    if (result.isEmpty())
        return AnswerBars::tr("Under way");
    if (result == u"reused")
        return AnswerBars::tr("Done earlier, not sent");
    const QString code = result.startsWith(u"http.") ? result.mid(5) : result;
    if (code == u"no_answer")
        return AnswerBars::tr("No answer");
    if (code == u"broken")
        return AnswerBars::tr("Connection broke");
    if (code == u"refused" || code == u"connect_refused")
        return AnswerBars::tr("Connection refused");
    if (code == u"dns")
        return AnswerBars::tr("Name not found");
    return QString(code).replace(u'_', u' ');
}

QString answerTone(const QString &result)
{
    if (result.isEmpty() || result == u"reused")
        return QStringLiteral("neutral");
    const QString code = result.startsWith(u"http.") ? result.mid(5) : result;
    if (code.startsWith(u'2'))
        return QStringLiteral("good");
    return code == u"no_answer" || code == u"broken" ? QStringLiteral("uncertain")
           : code.startsWith(u'4')                   ? QStringLiteral("warn")
                                                     : QStringLiteral("bad");
}

AnswerBars::AnswerBars(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Answers by kind"));
    setObjectName(QStringLiteral("answerBars"));
    setFocusPolicy(Qt::StrongFocus);
}

void AnswerBars::show(const QList<store::HostAnswer> &answers, const TimeView &view)
{
    m_answers = answers;
    m_view = view;
    m_total = 0;
    for (const auto &answer : answers)
        m_total += answer.count;
    QStringList said;
    for (const auto &answer : answers)
        said.append(tr("%1: %2, last %3").arg(answerWords(answer.result), countText(answer.count), shortTime(answer.lastAt, view)));
    setAccessibleName(tr("Answers in the last 24 hours"));
    setAccessibleDescription(said.join(QStringLiteral(". ")));
    setFixedHeight(int(answers.size()) * rowPx);
    update();
}

void AnswerBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    for (int i = 0; i < m_answers.size(); ++i) {
        const auto &answer = m_answers[i];
        const QString tone = answerTone(answer.result);
        const QRectF row(0, i * rowPx, width(), rowPx);
        paintElided(painter, QRectF(row.x(), row.y(), namePx, rowPx), answerWords(answer.result), ui::font(u"body", QFont::Medium),
                    toneColor(tone, u"text"));
        paintElided(painter, QRectF(namePx, row.y(), countPx, rowPx), countText(answer.count), ui::font(u"body"), color(u"text.primary"),
                    Qt::AlignRight | Qt::AlignVCenter);
        const qreal room = width() - namePx - countPx - lastPx - 32;
        const QRectF track(namePx + countPx + 16, row.y() + (rowPx - barPx) / 2.0, room, barPx);
        if (room > 20 && m_total > 0) {
            paintRounded(painter, track, barPx / 2.0, color(u"bg.sunken"));
            paintRounded(
                painter,
                QRectF(track.x(), track.y(), std::max<qreal>(barPx, track.width() * double(answer.count) / double(m_total)), barPx),
                barPx / 2.0, toneColor(tone, u"fill"));
        }
        paintElided(painter, QRectF(width() - lastPx, row.y(), lastPx, rowPx), tr("last %1").arg(shortTime(answer.lastAt, m_view)),
                    ui::font(u"small"), color(u"text.secondary"), Qt::AlignRight | Qt::AlignVCenter);
    }
    if (hasFocus())
        paintFocusRing(painter, rect(), ui::radius(u"control"));
}

} // namespace lazaret::ui
