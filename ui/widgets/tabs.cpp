#include "widgets/tabs.h"

#include "theme/tokens.h"
#include "widgets/painting.h"

namespace lazaret::ui {

namespace {

constexpr int inset = 2, tabGap = 20, noteGap = 6, leastGap = 8;

void bare(QTabBar *bar)
{
    bar->setDrawBase(false);
    bar->setExpanding(false);
    bar->setUsesScrollButtons(false);
    bar->setFocusPolicy(Qt::StrongFocus);
    bar->setAttribute(Qt::WA_Hover);
}

} // namespace

SegmentedSwitch::SegmentedSwitch(const QStringList &items, QWidget *parent) : QTabBar(parent)
{
    bare(this);
    setFont(ui::font(u"small", QFont::DemiBold));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (const auto &item : items)
        addTab(item);
}

QSize SegmentedSwitch::tabSizeHint(int index) const
{
    return {fontMetrics().horizontalAdvance(tabText(index)) + 20, ui::size(u"controlSmall")};
}

QSize SegmentedSwitch::sizeHint() const
{
    int width = 0;
    for (int i = 0; i < count(); ++i)
        width += tabSizeHint(i).width();
    return {width, ui::size(u"controlSmall")};
}

void SegmentedSwitch::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const qreal corner = ui::radius(u"control");
    paintRounded(painter, rect(), corner, color(isDark() ? u"bg.sunken" : u"bg.rail"), color(u"border.subtle"));
    for (int i = 0; i < count(); ++i) {
        const QRectF cell = QRectF(tabRect(i)).adjusted(inset, inset, -inset, -inset);
        const bool on = i == currentIndex();
        if (on)
            paintRounded(painter, cell, corner - 1, color(isDark() ? u"bg.hover" : u"bg.surface"), color(u"border.default"));
        painter.setFont(ui::font(u"small", on ? QFont::DemiBold : QFont::Medium));
        painter.setPen(color(on ? u"text.primary" : u"text.secondary"));
        painter.drawText(cell, Qt::AlignCenter, tabText(i));
        if (on && hasFocus())
            paintFocusRing(painter, tabRect(i), corner);
    }
}

TabStrip::TabStrip(QWidget *parent) : QTabBar(parent)
{
    bare(this);
    setFont(ui::font(u"section"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TabStrip::addView(const QString &name)
{
    m_notes.append(Note{});
    addTab(name);
}

void TabStrip::clearViews()
{
    while (count())
        removeTab(0);
    m_notes.clear();
}

int TabStrip::widthOf(int index) const
{
    return textWidth(index) + tabGap;
}

void TabStrip::setNote(int index, const QString &note, const QString &tone)
{
    if (m_notes[index].text == note && m_notes[index].tone == tone)
        return;
    m_notes[index] = {note, tone};
    setAccessibleTabName(index, note.isEmpty() ? tabText(index) : tabText(index) + u", " + note);
    setTabText(index, tabText(index)); // asks for a new layout
    updateGeometry();
    update();
}

int TabStrip::noteWidth(int index) const
{
    const auto &text = m_notes[index].text;
    return text.isEmpty() ? 0 : QFontMetrics(ui::font(u"caption")).horizontalAdvance(text) + noteGap;
}

// In a narrow pane or with large text the counts go first: the names are what one chooses by.
bool TabStrip::notesFit() const
{
    int width = 0;
    for (int i = 0; i < count(); ++i)
        width += isTabVisible(i) ? fontMetrics().horizontalAdvance(tabText(i)) + noteWidth(i) + leastGap : 0;
    return width <= this->width();
}

int TabStrip::textWidth(int index) const
{
    return fontMetrics().horizontalAdvance(tabText(index)) + (notesFit() ? noteWidth(index) : 0);
}

int TabStrip::gap() const
{
    int texts = 0, shown = 0;
    for (int i = 0; i < count(); ++i) {
        texts += isTabVisible(i) ? textWidth(i) : 0;
        shown += isTabVisible(i);
    }
    return qBound(leastGap, (width() - texts) / qMax(1, shown), tabGap);
}

QSize TabStrip::tabSizeHint(int index) const
{
    return {textWidth(index) + gap(), 34};
}

QSize TabStrip::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index);
}

void TabStrip::tabLayoutChange()
{
    update();
}

void TabStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), color(u"border.subtle"));
    const int between = gap();
    const bool notes = notesFit();
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i))
            continue;
        const bool on = i == currentIndex();
        const QRect cell = tabRect(i).adjusted(0, 0, -between, 0);
        painter.setFont(ui::font(u"section", on ? QFont::DemiBold : QFont::Medium));
        painter.setPen(color(on ? u"text.primary" : u"text.secondary"));
        painter.drawText(cell, Qt::AlignVCenter | Qt::AlignLeft, tabText(i));
        const auto &note = m_notes[i];
        painter.setFont(ui::font(u"caption"));
        painter.setPen(note.tone.isEmpty() ? color(u"text.muted") : toneColor(note.tone, u"text"));
        if (notes)
            painter.drawText(cell.adjusted(0, 1, 0, 1), Qt::AlignVCenter | Qt::AlignRight, note.text);
        if (on)
            painter.fillRect(QRect(cell.x(), height() - 2, cell.width(), 2), color(u"accent.fill"));
        if (on && hasFocus())
            paintFocusRing(painter, cell.adjusted(-4, 3, 4, -4), ui::radius(u"chip"));
    }
}

} // namespace lazaret::ui
