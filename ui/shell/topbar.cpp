#include "shell/topbar.h"

#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/painting.h"
#include "widgets/tabs.h"

#include <QAction>
#include <QHBoxLayout>

namespace lazaret::ui {

TopBar::TopBar(QAction *localTime, QAction *pauseLive, QWidget *parent)
    : QWidget(parent), m_title(new Label({}, ui::font(u"title"))),
      m_subtitle(new Label({}, ui::font(u"small"), QStringLiteral("text.muted"))), m_row(new QHBoxLayout(this)),
      m_toolsPlace(new QHBoxLayout)
{
    setObjectName(QStringLiteral("topBar"));
    setFixedHeight(ui::size(u"topBar"));
    m_row->setContentsMargins(16, 0, 12, 1);
    m_row->setSpacing(10);
    m_title->keepWhole(true);
    m_title->setObjectName(QStringLiteral("pageTitle"));
    m_row->addWidget(m_title);
    m_row->addWidget(m_subtitle, 1);
    m_row->addLayout(m_toolsPlace);

    auto *pause = new Button(tr("Pause"), Button::Kind::ghost);
    pause->withIcon(QStringLiteral("pause"))->withKeys(tr("Space"))->compact();
    pause->setObjectName(QStringLiteral("pauseButton"));
    pause->setCheckable(true);
    pause->setToolTip(tr("Hold what is shown; receiving and working go on"));
    m_row->addWidget(pause);
    connect(pause, &Button::clicked, pauseLive, &QAction::trigger);
    connect(pauseLive, &QAction::toggled, pause, [pause](bool paused) {
        pause->setChecked(paused);
        pause->setText(paused ? tr("Paused") : tr("Pause"));
        pause->setIconName(paused ? QStringLiteral("play") : QStringLiteral("pause"));
    });

    auto *zone = new SegmentedSwitch({QStringLiteral("UTC"), tr("Local")});
    zone->setObjectName(QStringLiteral("zoneSwitch"));
    zone->setAccessibleName(tr("Time zone of all times"));
    zone->setToolTip(tr("All times in UTC or local time (Ctrl+Shift+U)"));
    m_row->addWidget(zone);
    connect(zone, &QTabBar::currentChanged, localTime, [localTime](int index) { localTime->setChecked(index == 1); });
    connect(localTime, &QAction::toggled, zone, [zone](bool local) { zone->setCurrentIndex(local ? 1 : 0); });
}

void TopBar::showPage(const QString &title, const QString &subtitle, QWidget *tools)
{
    m_title->setText(title);
    setSubtitle(subtitle);
    if (m_tools && m_tools != tools)
        m_tools->hide();
    m_tools = tools;
    if (tools) {
        if (m_toolsPlace->indexOf(tools) < 0)
            m_toolsPlace->addWidget(tools);
        tools->show();
    }
}

void TopBar::setSubtitle(const QString &subtitle)
{
    m_subtitle->setText(subtitle);
}

void TopBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(u"bg.app"));
    painter.fillRect(QRect(0, height() - 1, width(), 1), color(u"border.subtle"));
}

} // namespace lazaret::ui
