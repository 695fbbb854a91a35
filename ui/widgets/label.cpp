#include "widgets/label.h"

#include "base/printable.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QHelpEvent>
#include <QToolTip>

namespace lazaret::ui {

Label::Label(const QString &text, const QFont &font, const QString &colorPath, QWidget *parent)
    : QLabel(text, parent), m_colorPath(colorPath)
{
    setFont(font);
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void Label::setColorPath(const QString &path)
{
    m_colorPath = path;
    update();
}

QSize Label::minimumSizeHint() const
{
    const auto hint = QLabel::minimumSizeHint();
    return m_whole ? hint : QSize(qMin(hint.width(), 24), hint.height());
}

void Label::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect area = contentsRect();
    const auto shown = fontMetrics().elidedText(printable(text()), m_mode, area.width() + 1);
    painter.setFont(font());
    painter.setPen(color(m_colorPath));
    painter.drawText(area, int(alignment() | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
}

bool Label::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && fontMetrics().horizontalAdvance(text()) > contentsRect().width() + 1) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), text(), this);
        return true;
    }
    return QLabel::event(event);
}

Text::Text(const QString &text, const QFont &font, const QString &colorPath, QWidget *parent) : QLabel(text, parent), m_colorPath(colorPath)
{
    setFont(font);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    recolor();
}

void Text::setColorPath(const QString &path)
{
    m_colorPath = path;
    recolor();
}

void Text::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange)
        recolor();
}

void Text::recolor()
{
    auto palette = this->palette();
    if (palette.color(QPalette::WindowText) == color(m_colorPath))
        return;
    palette.setColor(QPalette::WindowText, color(m_colorPath));
    setPalette(palette);
}

} // namespace lazaret::ui
