#include "widgets/surfaces.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lazaret::ui {

Card::Card(QWidget *parent, const QString &fillPath, const QString &borderPath) : QFrame(parent), m_fill(fillPath), m_border(borderPath) {}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), ui::radius(u"card"), color(m_fill), m_border.isEmpty() ? QColor(Qt::transparent) : color(m_border));
}

Line::Line(Qt::Orientation orientation, QWidget *parent) : QFrame(parent)
{
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

void Line::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), color(u"border.subtle"));
}

Chip::Chip(QWidget *parent) : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void Chip::show(const QString &text, const ChipStyle &style)
{
    m_style = style;
    setText(text);
    if (parentWidget()) // without one it would open as a window of its own
        setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    return {chipWidth(text(), m_style) + 1, 20};
}

void Chip::paintEvent(QPaintEvent *)
{
    if (text().isEmpty())
        return;
    QPainter painter(this);
    paintChip(painter, rect(), text(), m_style);
}

KeyHint::KeyHint(const QString &keys, QWidget *parent) : QLabel(keys, parent)
{
    setFixedSize(keysWidth(keys), 18);
}

void KeyHint::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintKeys(painter, text(), width(), height() / 2);
}

IconLabel::IconLabel(const QString &icon, int px, const QString &colorPath, QWidget *parent)
    : QLabel(parent), m_icon(icon), m_colorPath(colorPath)
{
    setFixedSize(px, px);
}

void IconLabel::setIcon(const QString &icon, const QString &colorPath)
{
    m_icon = icon;
    m_colorPath = colorPath;
    update();
}

void IconLabel::paintEvent(QPaintEvent *)
{
    if (m_icon.isEmpty())
        return;
    QPainter painter(this);
    paintIcon(painter, m_icon, rect(), color(m_colorPath));
}

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent), m_icon(new IconLabel({}, 24, QStringLiteral("text.muted"))),
      m_title(new Label({}, ui::font(u"title", QFont::DemiBold))),
      m_text(new Text({}, ui::font(u"small"), QStringLiteral("text.secondary"))), m_action(new Button({}, Button::Kind::secondary))
{
    m_action->setAccessibleName(tr("What can be done"));
    auto *column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addStretch(2);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    m_title->setAlignment(Qt::AlignCenter);
    column->addWidget(m_title);
    m_text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    column->addWidget(m_text);
    column->addSpacing(4);
    column->addWidget(m_action, 0, Qt::AlignHCenter);
    column->addStretch(3);
    connect(m_action, &Button::clicked, this, &EmptyState::actionRequested);
}

void EmptyState::show(const QString &icon, const QString &title, const QString &text, const QString &action)
{
    m_icon->setIcon(icon, QStringLiteral("text.muted"));
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(title + u". " + text);
}

Skeleton::Skeleton(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Loading"));
}

void Skeleton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int step = ui::size(u"rowDefault");
    // Widths that repeat every four rows: bars of one length would read as a table of data.
    static constexpr std::array<std::array<int, 4>, 4> widths{{{14, 8, 26, 10}, {9, 22, 8, 14}, {24, 7, 12, 9}, {11, 9, 14, 11}}};
    for (int y = 14, row = 0; y + 8 < height(); y += step, ++row) {
        qreal x = 16;
        for (const int share : widths[size_t(row) % 4]) {
            const qreal bar = width() * share / 100.0;
            paintRounded(painter, QRectF(x, y, bar, 8), 4, color(u"border.subtle"));
            x += bar + width() * 0.06;
        }
    }
}

Banner::Banner(QWidget *parent)
    : QFrame(parent), m_tone(QStringLiteral("bad")), m_icon(new IconLabel({}, 18, QStringLiteral("bad.text"))),
      m_title(new Text({}, ui::font(u"section"), QStringLiteral("bad.text"))),
      m_text(new Text({}, ui::font(u"small"), QStringLiteral("text.secondary")))
{
    setObjectName(QStringLiteral("banner"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 10, 16, 10);
    row->setSpacing(10);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(m_title);
    column->addWidget(m_text);
    row->addLayout(column, 1);
}

void Banner::show(const QString &tone, const QString &icon, const QString &title, const QString &text)
{
    m_tone = tone;
    m_icon->setIcon(icon, tone + u".text");
    m_title->setText(title);
    m_title->setColorPath(tone + u".text");
    m_text->setText(text);
    setAccessibleName(title + u". " + text);
    setVisible(true);
    update();
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), toneColor(m_tone, u"soft"));
    painter.fillRect(QRect(0, 0, 3, height()), toneColor(m_tone, u"fill"));
    painter.fillRect(QRect(0, height() - 1, width(), 1), color(u"border.subtle"));
}

} // namespace lazaret::ui
