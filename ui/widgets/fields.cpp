#include "widgets/fields.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/label.h"
#include "widgets/painting.h"

#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace lazaret::ui {

namespace {

constexpr int inset = 9, boxPx = 15, boxGap = 8;
const auto bare = QStringLiteral("background: transparent; border: none;"); // the frame is ours

void paintFrame(QPainter &painter, const QWidget &field, bool wrong)
{
    const bool focus = field.hasFocus();
    const QColor border = wrong ? color(u"bad.fill") : color(field.isEnabled() ? u"border.control" : u"border.default");
    paintRounded(painter, QRectF(field.rect()), ui::radius(u"control"), color(field.isEnabled() ? u"bg.surface" : u"bg.sunken"), border);
    if (focus)
        paintFocusRing(painter, field.rect(), ui::radius(u"control"));
}

void nameIt(QWidget &field, const QString &name, const QString &label)
{
    field.setObjectName(name);
    field.setAccessibleName(label);
    field.setFont(ui::font(u"body"));
}

} // namespace

Field::Field(const QString &name, const QString &label, QWidget *parent) : QLineEdit(parent)
{
    nameIt(*this, name, label);
    setFrame(false);
    setFixedHeight(ui::size(u"control"));
    setTextMargins(inset - 2, 0, inset - 2, 0);
    setStyleSheet(bare);
}

void Field::setWrong(bool wrong)
{
    m_wrong = wrong;
    update();
}

void Field::paintEvent(QPaintEvent *event)
{
    {
        QPainter painter(this);
        paintFrame(painter, *this, m_wrong);
    }
    QLineEdit::paintEvent(event);
}

NumberField::NumberField(const QString &name, const QString &label, QWidget *parent) : QDoubleSpinBox(parent)
{
    nameIt(*this, name, label);
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    setFrame(false);
    setFixedHeight(ui::size(u"control") - 2);
    lineEdit()->setFrame(false);
    lineEdit()->setTextMargins(inset - 4, 0, inset - 4, 0);
    lineEdit()->setAccessibleName(label);
    lineEdit()->setStyleSheet(bare);
}

QString NumberField::textFromValue(double value) const
{
    return locale().toString(value, 'g', 6); // "12", not "12.0"
}

void NumberField::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintFrame(painter, *this, false);
}

Select::Select(const QString &name, const QString &label, QWidget *parent) : QComboBox(parent)
{
    nameIt(*this, name, label);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
}

QSize Select::sizeHint() const
{
    return {QComboBox::sizeHint().width() + 24, ui::size(u"control")};
}

void Select::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

void Select::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintFrame(painter, *this, false);
    const QRectF text = QRectF(rect()).adjusted(inset, 0, -inset - 18, 0);
    paintElided(painter, text, currentText(), font(), color(isEnabled() ? u"text.primary" : u"text.disabled"));
    paintIcon(painter, u"chevron-down", QRectF(width() - inset - 14, (height() - 14) / 2.0, 14, 14),
              color(isEnabled() ? u"text.muted" : u"text.disabled"));
}

Check::Check(const QString &name, const QString &text, QWidget *parent) : QCheckBox(text, parent)
{
    nameIt(*this, name, text);
    setAttribute(Qt::WA_Hover);
}

QSize Check::sizeHint() const
{
    return {boxPx + boxGap + fontMetrics().horizontalAdvance(text()) + 6, ui::size(u"hitTargetMin")};
}

void Check::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box(1, (height() - boxPx) / 2.0, boxPx, boxPx);
    const bool on = isChecked();
    const QColor fill = !isEnabled() ? color(on ? u"border.default" : u"bg.sunken") : on ? color(u"accent.fill") : color(u"bg.surface");
    paintRounded(painter, box, 4, fill, on ? fill : color(isEnabled() ? u"border.control" : u"border.default"));
    if (on)
        paintIcon(painter, u"check", box.adjusted(2, 2, -2, -2), color(u"text.onFill"));
    paintElided(painter, QRectF(boxPx + boxGap, 0, width() - boxPx - boxGap, height()), text(), font(),
                color(isEnabled() ? u"text.primary" : u"text.disabled"));
    if (hasFocus())
        paintFocusRing(painter, rect(), ui::radius(u"chip"));
}

QVBoxLayout *labelled(const QString &caption, QWidget *control)
{
    auto *column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    auto *label = new Label(caption, ui::font(u"caption"), QStringLiteral("text.muted"));
    label->setBuddy(control);
    column->addWidget(label);
    column->addWidget(control);
    return column;
}

} // namespace lazaret::ui
