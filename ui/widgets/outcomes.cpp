#include "widgets/outcomes.h"

#include "model/enums.h"
#include "support/format.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/painting.h"

#include <QHBoxLayout>
#include <QPainterPath>

#include <algorithm>

namespace lazaret::ui {

QString outcomeIcon(const QString &word)
{
    if (const auto outcome = fromText<Reconciled>(word))
        return token(*outcome).icon;
    return word == u"open" ? QStringLiteral("circle-dashed") : QStringLiteral("archive-x");
}

QString outcomeTone(const QString &word)
{
    const auto outcome = fromText<Reconciled>(word);
    return outcome ? token(*outcome).tone : QStringLiteral("neutral");
}

namespace {

// Still uncertain is hatched, open is hollow: they are told apart without colours too.
void paintShare(QPainter &painter, const QRectF &place, const QString &word)
{
    const QColor fill = toneColor(outcomeTone(word), u"fill");
    if (word == u"open") {
        painter.setPen(QPen(fill, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
        return;
    }
    painter.fillRect(place, word == u"closed_by_decision" ? color(u"text.muted") : fill);
    if (word != u"still_uncertain")
        return;
    painter.save();
    painter.setClipRect(place);
    painter.setPen(QPen(toneColor(outcomeTone(word), u"soft"), 1.5));
    for (qreal x = place.left() - place.height(); x < place.right(); x += 5)
        painter.drawLine(QPointF(x, place.bottom()), QPointF(x + place.height(), place.top()));
    painter.restore();
}

} // namespace

OutcomeBar::OutcomeBar(QWidget *parent) : QWidget(parent)
{
    setFixedHeight(12);
    setObjectName(QStringLiteral("outcomeBar"));
}

void OutcomeBar::show(const QList<OutcomeShare> &shares)
{
    m_shares = shares;
    QStringList words;
    for (const auto &share : shares) {
        if (share.count)
            words << tr("%1 %2").arg(countText(share.count), share.title);
    }
    setAccessibleName(words.isEmpty() ? tr("No outcomes yet") : words.join(u", "));
    setToolTip(words.join(u'\n'));
    update();
}

void OutcomeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    int total = 0, parts = 0;
    for (const auto &share : m_shares) {
        total += share.count;
        parts += share.count > 0;
    }
    QPainterPath outline;
    outline.addRoundedRect(rect(), 3, 3);
    painter.setClipPath(outline);
    if (!total) {
        painter.fillRect(rect(), color(u"bg.sunken"));
        return;
    }
    constexpr qreal gap = 2, least = 4; // one case of ten thousand stays visible
    const qreal room = width() - gap * (parts - 1) - least * parts;
    qreal x = 0;
    for (const auto &share : m_shares) {
        if (!share.count)
            continue;
        const qreal part = least + room * share.count / total;
        paintShare(painter, QRectF(x, 0, part, height()), share.word);
        x += part + gap;
    }
}

OutcomeTile::OutcomeTile(const OutcomeShare &share, bool first, QWidget *parent) : QPushButton(parent), m_first(first)
{
    setCheckable(true);
    setObjectName(QStringLiteral("outcome_") + share.word);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    show(share);
}

void OutcomeTile::show(const OutcomeShare &share)
{
    m_share = share;
    const QString name = share.detail.isEmpty() ? share.title : share.title + u", " + share.detail;
    setAccessibleName(tr("%1: %2. %3").arg(name, countText(share.count), share.meaning));
    setToolTip(tr("%1: %2\nPress to show only these").arg(name, share.meaning));
    update();
}

void OutcomeTile::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QString tone = outcomeTone(m_share.word);
    if (!m_first)
        painter.fillRect(QRectF(0, 2, 1, height() - 8), color(u"border.subtle"));
    const QRect body = rect().adjusted(m_first ? 0 : 6, 0, -6, -2);
    if (isChecked() || underMouse())
        paintRounded(painter, body, ui::radius(u"control"), color(isChecked() ? u"bg.selected" : u"bg.hover"));
    if (hasFocus())
        paintFocusRing(painter, body, ui::radius(u"control"));
    const qreal x = body.x() + 8, width = body.width() - 12;
    paintElided(painter, QRectF(x, 0, width, 30), countText(m_share.count), ui::font(u"metric"),
                color(m_share.count ? u"text.primary" : u"text.muted"));
    paintIcon(painter, outcomeIcon(m_share.word), QRectF(x, 33, 14, 14), toneColor(tone, u"text"));
    const QFont bold = ui::font(u"small", QFont::DemiBold);
    const QString first = m_share.detail.isEmpty() ? m_share.title : m_share.title + u',';
    paintElided(painter, QRectF(x + 20, 31, width - 20, 18), first, bold, toneColor(tone, u"text"));
    paintElided(painter, QRectF(x + 20, 47, width - 20, 18), m_share.detail, bold, toneColor(tone, u"text"));
    paintElided(painter, QRectF(x + 20, 65, width - 20, 16), m_share.meaning, ui::font(u"caption", QFont::Normal), color(u"text.muted"));
}

OutcomeTiles::OutcomeTiles(QWidget *parent) : QWidget(parent), m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
}

void OutcomeTiles::show(const QList<OutcomeShare> &shares)
{
    const bool same = std::equal(shares.begin(), shares.end(), m_tiles.begin(), m_tiles.end(),
                                 [](const OutcomeShare &share, const OutcomeTile *tile) { return share.word == tile->share().word; });
    if (same) {
        for (qsizetype i = 0; i < shares.size(); ++i)
            m_tiles[i]->show(shares[i]);
        return;
    }
    qDeleteAll(m_tiles);
    m_tiles.clear();
    for (const auto &share : shares) {
        auto *tile = new OutcomeTile(share, m_tiles.isEmpty());
        m_row->addWidget(tile);
        m_tiles.append(tile);
        connect(tile, &QPushButton::clicked, this, [this, word = share.word](bool on) { choose(on ? word : QString()); });
    }
    choose(std::any_of(shares.begin(), shares.end(), [this](const auto &share) { return share.word == m_chosen; }) ? m_chosen : QString());
}

void OutcomeTiles::choose(const QString &word)
{
    for (auto *tile : std::as_const(m_tiles))
        tile->setChecked(tile->share().word == word);
    if (word == m_chosen)
        return;
    m_chosen = word;
    Q_EMIT chosenChanged(word);
}

} // namespace lazaret::ui
