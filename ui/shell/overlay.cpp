#include "shell/overlay.h"

#include "theme/tokens.h"
#include "widgets/painting.h"
#include "widgets/surfaces.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {
constexpr int cardWidth = 640, cardHeight = 508, top = 120, margin = 24;
}

Overlay::Overlay(const QString &name, const QString &title, QWidget *window)
    : QWidget(window), m_card(new Card(this)), m_column(new QVBoxLayout(m_card))
{
    setObjectName(name);
    setAccessibleName(title);
    m_card->setObjectName(name + QStringLiteral("Card"));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    window->installEventFilter(this);
    hide();
}

QLineEdit *Overlay::addSearch(const QString &prompt)
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(18, 12, 14, 12);
    row->setSpacing(10);
    row->addWidget(new IconLabel(QStringLiteral("search"), 16, QStringLiteral("text.muted")));
    auto *edit = new QLineEdit;
    edit->setObjectName(objectName() + QStringLiteral("Search"));
    edit->setAccessibleName(prompt);
    edit->setPlaceholderText(prompt);
    edit->setFrame(false);
    edit->setFont(ui::font(u"title", QFont::Normal));
    edit->setMaxLength(400); // a pasted megabyte is no name
    edit->installEventFilter(this);
    row->addWidget(edit, 1);
    row->addWidget(new KeyHint(QStringLiteral("Esc")));
    m_column->addLayout(row);
    m_column->addWidget(new Line);
    setFocusProxy(edit);
    return edit;
}

void Overlay::open()
{
    if (isVisible())
        return;
    m_before = window()->focusWidget();
    place();
    opened();
    show();
    raise();
    setFocus(Qt::PopupFocusReason);
}

void Overlay::close()
{
    if (!isVisible())
        return;
    hide();
    if (m_before && m_before->isVisible())
        m_before->setFocus(Qt::PopupFocusReason);
    Q_EMIT closed();
}

void Overlay::place()
{
    setGeometry(parentWidget()->rect());
    const int wide = qMin(cardWidth, width() - 2 * margin), high = qMin(cardHeight, height() - 2 * margin);
    m_card->setGeometry((width() - wide) / 2, qMin(top, (height() - high) / 2), wide, high);
}

bool Overlay::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize && isVisible())
            place();
        return false;
    }
    if (event->type() == QEvent::ShortcutOverride) { // no key of the window acts below
        event->accept();
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    if (takeKey(key))
        return true;
    if (key->key() == Qt::Key_Escape)
        return close(), true;
    return QWidget::eventFilter(watched, event);
}

bool Overlay::focusNextPrevChild(bool)
{
    return true; // one field; Tab has its own meaning
}

void Overlay::mousePressEvent(QMouseEvent *event)
{
    if (!m_card->geometry().contains(event->position().toPoint()))
        close();
}

void Overlay::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(u"bg.scrim", isDark() ? 0.55 : 0.4));
}

} // namespace lazaret::ui
