#include "widgets/workstrip.h"

#include "support/format.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QHBoxLayout>

namespace lazaret::ui {

WorkStrip::WorkStrip(const QString &name, QWidget *parent)
    : QFrame(parent), m_icon(new IconLabel({}, 15, QStringLiteral("text.muted"))), m_text(new Text({}, ui::font(u"small", QFont::Medium))),
      m_action(new Button({}, Button::Kind::secondary)), m_dismiss(new Button({}, Button::Kind::ghost))
{
    setObjectName(name);
    m_text->setObjectName(name + QStringLiteral("Text"));
    m_action->compact()->setObjectName(name + QStringLiteral("Action"));
    m_dismiss->compact()->withIcon(QStringLiteral("x"))->setObjectName(name + QStringLiteral("Dismiss"));
    m_action->setAccessibleName(tr("Show what was made"));
    m_dismiss->setAccessibleName(tr("Dismiss"));
    m_dismiss->setToolTip(tr("Dismiss"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 8, 8);
    row->setSpacing(8);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_action);
    row->addWidget(m_dismiss);
    connect(m_action, &Button::clicked, this, [this] {
        if (m_working)
            Q_EMIT stopRequested();
        else if (m_act)
            m_act();
    });
    connect(m_dismiss, &Button::clicked, this, &QWidget::hide);
    hide();
}

void WorkStrip::showButton(const QString &text, bool stop)
{
    m_action->setText(text);
    m_action->setAccessibleName(text);
    m_action->setVisible(!text.isEmpty());
    m_dismiss->setVisible(!stop);
}

void WorkStrip::showWork(const QString &what)
{
    m_working = true;
    m_what = what;
    m_tone = QStringLiteral("neutral");
    m_icon->setIcon(QStringLiteral("hourglass"), QStringLiteral("text.muted"));
    m_text->setColorPath(QStringLiteral("text.primary"));
    setProgress(0, 0);
    showButton(tr("Stop"), true);
    show();
}

void WorkStrip::setProgress(qint64 done, qint64 total)
{
    if (!m_working)
        return;
    m_share = total > 0 ? qreal(done) / qreal(total) : 0;
    m_text->setText(total > 0 ? tr("%1: %2 of %3").arg(m_what, countText(done), countText(total)) : m_what);
    setAccessibleName(m_text->text());
    update();
}

void WorkStrip::showResult(const QString &tone, const QString &icon, const QString &text, const QString &action, std::function<void()> act)
{
    m_working = false;
    m_tone = tone;
    m_act = std::move(act);
    m_icon->setIcon(icon, tone + u".text");
    m_text->setColorPath(tone + u".text");
    m_text->setText(text);
    setAccessibleName(text);
    showButton(action, false);
    show();
    update();
}

QString WorkStrip::text() const
{
    return m_text->text();
}

void WorkStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), ui::radius(u"control"), toneColor(m_tone, u"soft"));
    if (m_working)
        painter.fillRect(QRectF(1, height() - 3, (width() - 2) * m_share, 3), color(u"accent.fill"));
}

} // namespace lazaret::ui
