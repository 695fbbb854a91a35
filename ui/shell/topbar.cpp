#include "shell/topbar.h"

#include "shell/actions.h"
#include "shell/bell.h"
#include "shell/entries.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/painting.h"
#include "widgets/tabs.h"

#include <QAction>
#include <QHBoxLayout>

namespace lazaret::ui {

namespace {
constexpr int searchWidth = 228;
}

SearchBox::SearchBox(QAction *palette, QWidget *parent) : QPushButton(palette->text().remove(u'&'), parent), m_palette(palette)
{
    setObjectName(QStringLiteral("searchBox"));
    setAccessibleName(text());
    setToolTip(text());
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::IBeamCursor);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFixedHeight(ui::size(u"control"));
    connect(this, &QPushButton::clicked, palette, &QAction::trigger);
    connect(palette, &QAction::changed, this, qOverload<>(&QWidget::update)); // its key may have been changed
}

QSize SearchBox::sizeHint() const
{
    return {searchWidth, ui::size(u"control")};
}

QSize SearchBox::minimumSizeHint() const
{
    return {ui::size(u"control") + 4, ui::size(u"control")};
}

void SearchBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const qreal corner = ui::radius(u"control");
    paintRounded(painter, rect(), corner, color(underMouse() ? u"bg.hover" : u"bg.surface"), color(u"border.default"));
    paintIcon(painter, QStringLiteral("search"), QRectF(10, (height() - 14) / 2.0, 14, 14), color(u"text.muted"));
    int right = width() - 8;
    if (width() >= searchWidth * 3 / 4)
        right = paintKeys(painter, keysText(m_palette->shortcut()), right, height() / 2) - 4;
    if (right > 60)
        paintElided(painter, QRectF(30, 0, right - 30, height()), text(), ui::font(u"small"), color(u"text.muted"));
    if (hasFocus())
        paintFocusRing(painter, rect(), corner);
}

TopBar::TopBar(const Actions &actions, QWidget *parent)
    : QWidget(parent), m_title(new Label({}, ui::font(u"title"))),
      m_subtitle(new Label({}, ui::font(u"small"), QStringLiteral("text.muted"))), m_row(new QHBoxLayout(this)),
      m_toolsPlace(new QHBoxLayout), m_bell(new BellButton)
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
    addPause(actions.pauseLive);
    m_row->addWidget(new SearchBox(actions.palette));
    addZone(actions.localTime);
    m_row->addWidget(m_bell);
    connect(m_bell, &QPushButton::clicked, actions.notices, &QAction::trigger);
}

void TopBar::addPause(QAction *pauseLive)
{
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
}

void TopBar::addZone(QAction *localTime)
{
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
