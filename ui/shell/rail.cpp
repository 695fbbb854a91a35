#include "shell/rail.h"

#include "support/format.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/painting.h"

#include <QAction>
#include <QMenu>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {
constexpr int headHeight = 48, boxHeight = 42, footHeight = 53, headingHeight = 30;
constexpr int left = 10, right = 11;
} // namespace

RailButton::RailButton(QAction *action, const QString &icon, QWidget *parent) : QPushButton(parent), m_action(action), m_icon(icon)
{
    setText(action->text());
    setObjectName(QStringLiteral("rail_") + action->objectName());
    setCheckable(true);
    setFixedHeight(ui::size(u"control"));
    setAttribute(Qt::WA_Hover);
    connect(this, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, this, &RailButton::tell);
    tell();
}

QSize RailButton::minimumSizeHint() const
{
    return {ui::size(u"control"), ui::size(u"control")};
}

void RailButton::tell()
{
    setChecked(m_action->isChecked());
    const auto name = m_meaning.isEmpty() ? text() : text() + u", " + m_meaning;
    setAccessibleName(name);
    const auto keys = m_action->shortcut().toString(QKeySequence::NativeText);
    setToolTip(keys.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, keys));
}

void RailButton::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    update();
}

void RailButton::setCount(qint64 count, const QString &tone, const QString &meaning)
{
    if (count == m_count && tone == m_tone && meaning == m_meaning)
        return;
    m_count = count;
    m_tone = tone;
    m_meaning = count > 0 ? meaning : QString();
    tell();
    update();
}

int RailButton::paintCount(QPainter &painter) const
{
    if (m_count <= 0)
        return 0;
    if (m_collapsed) {
        if (!m_tone.isEmpty())
            paintRounded(painter, QRectF(width() - 11, 5, 7, 7), 3.5, toneColor(m_tone, u"fill"));
        return 0;
    }
    const auto text = headlineText(m_count);
    const auto font = ui::font(u"caption", QFont::Medium);
    const int wide = QFontMetrics(font).horizontalAdvance(text) + 10;
    const QRectF pill(width() - wide - 7, (height() - 18) / 2.0, wide, 18);
    if (!m_tone.isEmpty())
        paintRounded(painter, pill, ui::radius(u"chip"), toneColor(m_tone, u"soft"));
    paintElided(painter, pill, text, font, m_tone.isEmpty() ? color(u"text.muted") : toneColor(m_tone, u"text"), Qt::AlignCenter);
    return wide + 6;
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
    const int taken = paintCount(painter);
    if (!m_collapsed)
        paintElided(painter, QRectF(37, 0, width() - 45 - taken, height()), text(), ui::font(u"body", on ? QFont::DemiBold : QFont::Medium),
                    color(on ? u"text.primary" : u"text.secondary"));
    if (hasFocus())
        paintFocusRing(painter, rect(), corner);
}

RailHeading::RailHeading(const QString &title, QWidget *parent) : QWidget(parent), m_title(title)
{
    setAccessibleName(title);
    setFixedHeight(headingHeight);
}

void RailHeading::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    setFixedHeight(collapsed ? headingHeight / 2 : headingHeight);
    update();
}

void RailHeading::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (m_collapsed)
        painter.fillRect(QRect(8, height() / 2, width() - 16, 1), color(u"border.default"));
    else
        paintElided(painter, QRectF(9, 8, width() - 16, height() - 10), m_title, ui::font(u"caption", QFont::DemiBold),
                    color(u"text.muted"));
}

WorkspaceBox::WorkspaceBox(QWidget *parent) : QPushButton(parent)
{
    setObjectName(QStringLiteral("workspaceBox"));
    setFixedHeight(boxHeight);
    setAttribute(Qt::WA_Hover);
}

void WorkspaceBox::show(const QString &name, const QString &place, bool demo)
{
    setText(name);
    m_place = place;
    m_demo = demo;
    setAccessibleName(tr("Workspace %1, %2").arg(name, place));
    update();
}

void WorkspaceBox::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    setFixedHeight(collapsed ? ui::size(u"control") : boxHeight);
    update();
}

void WorkspaceBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRectF box = rect();
    const qreal corner = ui::radius(u"control");
    paintRounded(painter, box, corner, color(underMouse() ? u"bg.hover" : u"bg.surface"),
                 color(m_demo ? u"brand.yellow" : u"border.default"));
    if (m_demo)
        painter.fillRect(QRectF(0, corner, 3, box.height() - 2 * corner), color(u"brand.yellow"));
    if (m_collapsed) {
        paintIcon(painter, QStringLiteral("chevrons-up-down"), QRectF((width() - 14) / 2.0, (height() - 14) / 2.0, 14, 14),
                  color(u"text.muted"));
    } else {
        const qreal wide = box.width() - 40, half = box.height() / 2;
        paintElided(painter, QRectF(12, 3, wide, half - 2), text(), ui::font(u"small", QFont::DemiBold), color(u"text.primary"));
        paintElided(painter, QRectF(12, half, wide, half - 3), m_place, ui::font(u"caption", QFont::Normal), color(u"text.muted"));
        paintIcon(painter, QStringLiteral("chevrons-up-down"), QRectF(width() - 23, (height() - 14) / 2.0, 14, 14), color(u"text.muted"));
    }
    if (hasFocus())
        paintFocusRing(painter, rect(), corner);
}

PersonBox::PersonBox(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("personBox"));
    setFixedHeight(footHeight);
}

void PersonBox::show(const QString &name, const QString &role)
{
    m_name = name;
    m_role = role;
    setAccessibleName(tr("You are %1, %2").arg(name, role));
    setToolTip(QStringLiteral("%1 · %2").arg(name, role));
    update();
}

void PersonBox::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    update();
}

void PersonBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), color(u"border.subtle"));
    const QRectF circle(m_collapsed ? (width() - 26) / 2.0 : 14, 14, 26, 26);
    paintRounded(painter, circle, 13, color(u"accent.soft"));
    paintElided(painter, circle, initials(m_name), ui::font(u"caption", QFont::DemiBold), color(u"accent.text"), Qt::AlignCenter);
    if (m_collapsed)
        return;
    paintElided(painter, QRectF(49, 8, width() - 60, 19), m_name, ui::font(u"small", QFont::DemiBold), color(u"text.primary"));
    paintElided(painter, QRectF(49, 26, width() - 60, 18), m_role, ui::font(u"caption", QFont::Normal), color(u"text.muted"));
}

Rail::Rail(QAction *menuAction, QMenu *workspaceMenu, QWidget *parent)
    : QWidget(parent), m_head(new QWidget), m_menu(new Button({}, Button::Kind::ghost, m_head)), m_workspace(new WorkspaceBox),
      m_person(new PersonBox), m_pages(new QVBoxLayout)
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Pages"));
    m_menu->withIcon(QStringLiteral("menu"))->compact();
    m_menu->setObjectName(QStringLiteral("menuButton"));
    m_menu->setAccessibleName(tr("Menu"));
    m_menu->setToolTip(tr("Menu (Alt)"));
    connect(m_menu, &Button::clicked, menuAction, &QAction::trigger);
    m_workspace->setFocusPolicy(Qt::StrongFocus);
    connect(m_workspace, &QPushButton::clicked, this,
            [this, workspaceMenu] { workspaceMenu->popup(m_workspace->mapToGlobal(QPoint(0, m_workspace->height() + 2))); });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 1, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    auto *inner = new QVBoxLayout;
    inner->setContentsMargins(left, 8, right - 1, 0);
    inner->addWidget(m_workspace);
    column->addLayout(inner);
    m_pages->setSpacing(2);
    m_pages->setContentsMargins(left - 2, 10, right - 3, 0);
    column->addLayout(m_pages);
    column->addStretch(1);
    column->addWidget(m_person);
    arrange();
}

void Rail::addPage(const QString &name, QAction *action, const QString &icon)
{
    const auto group = placeOf(name).group;
    if (group != m_group) {
        m_group = group;
        m_headings.append(new RailHeading(groupTitle(group)));
        m_pages->addWidget(m_headings.last());
    }
    auto *button = new RailButton(action, icon);
    m_buttons.append({name, button});
    m_pages->addWidget(button);
}

void Rail::setCollapsed(bool collapsed)
{
    m_collapsed = collapsed;
    arrange();
}

void Rail::setWorkspace(const QString &name, const QString &place, const QString &directory, bool demo)
{
    m_workspace->show(name, place, demo);
    m_workspace->setToolTip(QStringLiteral("%1\n%2").arg(name, directory));
}

void Rail::setPerson(const QString &name, const QString &role)
{
    m_person->show(name, role);
}

void Rail::setCount(const QString &page, qint64 count, const QString &tone, const QString &meaning)
{
    for (const auto &[name, button] : std::as_const(m_buttons)) {
        if (name == page)
            button->setCount(count, tone, meaning);
    }
}

QWidget *Rail::currentButton() const
{
    for (const auto &[name, button] : m_buttons) {
        if (button->isChecked())
            return button;
    }
    return m_buttons.isEmpty() ? nullptr : m_buttons.first().second;
}

QWidget *Rail::menuButton() const
{
    return m_menu;
}

void Rail::arrange()
{
    setFixedWidth(ui::size(m_collapsed ? u"railCollapsed" : u"rail"));
    // The collapsed rail has no room beside the mark: the menu button moves below it.
    const QSize menu = m_menu->sizeHint();
    m_head->setFixedHeight(m_collapsed ? headHeight + menu.height() + 2 : headHeight);
    m_menu->setGeometry(QRect(m_collapsed ? QPoint((width() - menu.width()) / 2, headHeight) : QPoint(width() - 38, 11), menu));
    m_workspace->setCollapsed(m_collapsed);
    m_person->setCollapsed(m_collapsed);
    for (auto *heading : std::as_const(m_headings))
        heading->setCollapsed(m_collapsed);
    for (const auto &[name, button] : std::as_const(m_buttons))
        button->setCollapsed(m_collapsed);
    update();
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), color(u"bg.rail"));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), color(u"border.subtle"));
    paintFlag(painter, QRectF(m_collapsed ? 15 : 16, 13, 22, 22));
    if (!m_collapsed)
        paintElided(painter, QRectF(47, 0, 110, headHeight), QStringLiteral("Lazaret"), ui::font(u"title"), color(u"text.primary"));
}

} // namespace lazaret::ui
