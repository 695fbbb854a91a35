#include "widgets/button.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QKeyEvent>

namespace lazaret::ui {

namespace {
constexpr int gap = 6, keyGap = 8;
}

Button::Button(const QString &text, Kind kind, QWidget *parent) : QPushButton(text, parent), m_kind(kind)
{
    setFont(ui::font(kind == Kind::link ? u"small" : u"body", QFont::Medium));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    if (kind == Kind::link)
        setCursor(Qt::PointingHandCursor);
}

Button *Button::withIcon(const QString &icon)
{
    m_icon = icon;
    updateGeometry();
    update();
    return this;
}

Button *Button::withKeys(const QString &keys)
{
    m_keys = keys;
    updateGeometry();
    return this;
}

Button *Button::compact()
{
    m_compact = true;
    setFont(ui::font(u"small", QFont::Medium));
    updateGeometry();
    return this;
}

void Button::setTone(const QString &colorPath)
{
    m_tone = colorPath;
    update();
}

int Button::textWidth() const
{
    int width = text().isEmpty() ? 0 : fontMetrics().horizontalAdvance(text());
    if (!m_icon.isEmpty())
        width += ui::size(m_compact ? u"iconSmall" : u"icon") + (text().isEmpty() ? 0 : gap);
    return width;
}

int Button::contentWidth() const
{
    return textWidth() + (m_keys.isEmpty() ? 0 : keysWidth(m_keys) + keyGap);
}

QSize Button::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    return {whole.width() - (contentWidth() - textWidth()), whole.height()};
}

QSize Button::sizeHint() const
{
    if (m_kind == Kind::link)
        return {contentWidth() + 8, ui::size(u"hitTargetMin")};
    const int height = ui::size(m_compact ? u"controlSmall" : u"control");
    return {text().isEmpty() ? height : contentWidth() + (m_compact ? 18 : 24), height};
}

Button::Colors Button::colors() const
{
    const bool hover = underMouse() && isEnabled();
    if (!isEnabled())
        return {m_kind == Kind::ghost || m_kind == Kind::link ? QColor(Qt::transparent) : color(u"bg.sunken"), color(u"text.disabled"),
                m_kind == Kind::ghost || m_kind == Kind::link ? QColor(Qt::transparent) : color(u"border.default")};
    if (isChecked())
        return {color(u"accent.soft"), color(u"accent.text"), color(u"accent.fill")};
    switch (m_kind) {
    case Kind::primary:
        return {color(hover ? u"accent.fillHover" : u"accent.fill"), color(u"text.onFill"), Qt::transparent};
    case Kind::danger:
        return {color(u"bad.solid"), color(u"text.onFill"), Qt::transparent};
    case Kind::secondary:
        return {color(hover ? u"bg.hover" : u"bg.surface"), color(u"text.primary"), color(u"border.default")};
    case Kind::ghost:
        return {hover || isDown() ? color(u"bg.hover") : QColor(Qt::transparent),
                color(m_tone.isEmpty() ? QStringView(u"text.secondary") : QStringView(m_tone)), Qt::transparent};
    case Kind::link:
        return {Qt::transparent, color(u"accent.text"), Qt::transparent};
    }
    return {};
}

void Button::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && event->modifiers().testFlag(Qt::ControlModifier) == false && !property("confirms").toBool() && !event->isAutoRepeat())
        click();
    else
        QPushButton::keyPressEvent(event);
}

void Button::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto [fill, ink, border] = colors();
    paintRounded(painter, rect(), ui::radius(u"control"), fill, border);
    if (hasFocus())
        paintFocusRing(painter, rect(), ui::radius(u"control"));
    const bool keys = !m_keys.isEmpty() && width() >= sizeHint().width();
    int x = m_kind == Kind::link ? 4 : (width() - (keys ? contentWidth() : textWidth())) / 2;
    if (!m_icon.isEmpty()) {
        const int px = ui::size(m_compact ? u"iconSmall" : u"icon");
        paintIcon(painter, m_icon, QRectF(x, (height() - px) / 2.0, px, px), ink);
        x += px + gap;
    }
    QFont shown = font();
    shown.setUnderline(m_kind == Kind::link && underMouse());
    painter.setFont(shown);
    painter.setPen(ink);
    painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic, text());
    if (keys) {
        const bool onFill = m_kind == Kind::primary || m_kind == Kind::danger;
        const QStringView path = !isEnabled() ? u"text.disabled" : onFill ? u"text.onFill" : u"text.muted";
        paintKeys(painter, m_keys, width() - (m_compact ? 7 : 10), height() / 2, path);
    }
}

} // namespace lazaret::ui
