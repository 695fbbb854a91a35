#include "shell/rail.h"

#include "support/format.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/painting.h"

#include <QAction>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {
constexpr int headHeight = 48, boxTop = 56, boxHeight = 42, footHeight = 53;
}

RailButton::RailButton(QAction *action, const QString &icon, QWidget *parent) : QPushButton(parent), m_action(action), m_icon(icon)
{
    setText(action->text());
    setObjectName(QStringLiteral("rail_") + action->objectName());
    setAccessibleName(action->text());
    setCheckable(true);
    setFixedHeight(ui::size(u"control"));
    setAttribute(Qt::WA_Hover);
    setToolTip(QStringLiteral("%1 (%2)").arg(action->text(), action->shortcut().toString(QKeySequence::NativeText)));
    connect(this, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, this, [this] { setChecked(m_action->isChecked()); });
}

void RailButton::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    update();
}

void RailButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const bool on = isChecked();
    const QRectF body = rect();
    const qreal corner = ui::radius(u"control");
    if (on)
        paintRounded(painter, body, corner, color(isDark() ? u"bg.selected" : u"bg.surface"),
                     color(isDark() ? u"bg.selected" : u"border.default"));
    else if (underMouse())
        paintRounded(painter, body, corner, color(u"bg.hover"));
    if (on)
        painter.fillRect(QRectF(0, 8, 3, 14), color(u"accent.fill"));
    const int px = ui::size(u"icon");
    const auto ink = color(on ? u"accent.text" : u"text.secondary");
    paintIcon(painter, m_icon, QRectF(m_collapsed ? (width() - px) / 2.0 : 11, (height() - px) / 2.0, px, px), ink);
    if (!m_collapsed)
        paintElided(painter, QRectF(37, 0, width() - 45, height()), text(), ui::font(u"body", on ? QFont::DemiBold : QFont::Medium),
                    color(on ? u"text.primary" : u"text.secondary"));
    if (hasFocus())
        paintFocusRing(painter, rect(), corner);
}

Rail::Rail(QAction *menuAction, QWidget *parent)
    : QWidget(parent), m_menu(new Button({}, Button::Kind::ghost, this)), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Pages"));
    m_menu->withIcon(QStringLiteral("menu"))->compact();
    m_menu->setObjectName(QStringLiteral("menuButton"));
    m_menu->setAccessibleName(tr("Menu"));
    m_menu->setToolTip(tr("Menu (Alt)"));
    connect(m_menu, &Button::clicked, menuAction, &QAction::trigger);
    m_column->setSpacing(2);
    arrange();
}

void Rail::addPage(QAction *action, const QString &icon)
{
    auto *button = new RailButton(action, icon, this);
    m_buttons.append(button);
    m_column->addWidget(button);
}

void Rail::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    arrange();
}

void Rail::setWorkspace(const QString &name, const QString &place, const QString &directory)
{
    m_workspace = name;
    m_place = place;
    setToolTip(directory);
    update();
}

void Rail::setPerson(const QString &name, const QString &role)
{
    m_person = name;
    m_role = role;
    update();
}

QWidget *Rail::currentButton() const
{
    for (auto *button : m_buttons) {
        if (button->isChecked())
            return button;
    }
    return m_buttons.isEmpty() ? nullptr : m_buttons.first();
}

QWidget *Rail::menuButton() const
{
    return m_menu;
}

void Rail::arrange()
{
    setFixedWidth(ui::size(m_collapsed ? u"railCollapsed" : u"rail"));
    // The collapsed rail has no room beside the mark: the menu button moves to where the workspace was.
    m_menu->move(m_collapsed ? (width() - m_menu->sizeHint().width()) / 2 : width() - 38, m_collapsed ? boxTop : 11);
    m_menu->resize(m_menu->sizeHint());
    m_column->setContentsMargins(8, (m_collapsed ? boxTop + 34 : boxTop + boxHeight + 12), 9, footHeight + 8);
    m_column->setAlignment(Qt::AlignTop);
    for (auto *button : m_buttons)
        button->setCollapsed(m_collapsed);
    update();
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(u"bg.rail"));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), color(u"border.subtle"));
    paintFlag(painter, QRectF(m_collapsed ? 15 : 16, 13, 22, 22));
    const auto muted = color(u"text.muted");
    if (!m_collapsed) {
        paintElided(painter, QRectF(47, 0, 110, headHeight), QStringLiteral("Lazaret"), ui::font(u"title"), color(u"text.primary"));
        const QRectF box(10, boxTop, width() - 21, boxHeight);
        paintRounded(painter, box, ui::radius(u"control"), color(u"bg.surface"), color(u"border.default"));
        paintElided(painter, QRectF(box.x() + 12, box.y() + 4, box.width() - 24, 18), m_workspace, ui::font(u"small", QFont::DemiBold),
                    color(u"text.primary"));
        paintElided(painter, QRectF(box.x() + 12, box.y() + 21, box.width() - 24, 16), m_place, ui::font(u"caption", QFont::Normal), muted);
    }
    painter.fillRect(QRect(0, height() - footHeight, width() - 1, 1), color(u"border.subtle"));
    const QRectF circle(m_collapsed ? 13 : 14, height() - 39, 26, 26);
    paintRounded(painter, circle, 13, color(u"accent.soft"));
    paintElided(painter, circle, initials(m_person), ui::font(u"caption", QFont::DemiBold), color(u"accent.text"), Qt::AlignCenter);
    if (!m_collapsed) {
        paintElided(painter, QRectF(49, height() - 43, width() - 60, 17), m_person, ui::font(u"small", QFont::DemiBold),
                    color(u"text.primary"));
        paintElided(painter, QRectF(49, height() - 26, width() - 60, 16), m_role, ui::font(u"caption", QFont::Normal), muted);
    }
}

} // namespace lazaret::ui
