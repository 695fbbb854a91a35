#include "theme/theme.h"

#include "theme/tokens.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

// Static libraries must name their resources once, outside any namespace, or the linker drops them.
static void initDeskResources()
{
    Q_INIT_RESOURCE(desk);
}

namespace lazaret::ui {

namespace {

Theme chosen = Theme::system;
bool applying = false;

void loadFonts()
{
    static const bool loaded = [] {
        for (const auto *name : {"LazaretSans-Regular.otf", "LazaretSans-Medium.otf", "LazaretSans-SemiBold.otf",
                                 "JetBrainsMono-Regular.ttf", "JetBrainsMono-Medium.ttf"}) {
            if (QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/") + QLatin1String(name)) < 0)
                qWarning("font %s did not load", name);
        }
        return true;
    }();
    Q_UNUSED(loaded)
}

bool systemIsDark(QApplication &app)
{
    app.setPalette(QPalette()); // back to the platform's own, to read it
    const auto palette = app.palette();
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QPalette tokenPalette()
{
    QPalette palette;
    const std::pair<QPalette::ColorRole, const char16_t *> roles[] = {
        {QPalette::Window, u"bg.app"},
        {QPalette::Base, u"bg.surface"},
        {QPalette::AlternateBase, u"bg.sunken"},
        {QPalette::Text, u"text.primary"},
        {QPalette::WindowText, u"text.primary"},
        {QPalette::Button, u"bg.surface"},
        {QPalette::ButtonText, u"text.primary"},
        {QPalette::Highlight, u"bg.selected"},
        {QPalette::HighlightedText, u"text.primary"},
        {QPalette::PlaceholderText, u"text.muted"},
        {QPalette::Link, u"accent.text"},
        {QPalette::ToolTipBase, u"bg.surface"},
        {QPalette::ToolTipText, u"text.primary"},
        {QPalette::Mid, u"border.default"},
        {QPalette::Light, u"bg.surface"},
        {QPalette::Dark, u"border.control"},
    };
    for (const auto &[role, path] : roles)
        palette.setColor(role, color(path));
    for (const auto role : {QPalette::Text, QPalette::ButtonText, QPalette::WindowText})
        palette.setColor(QPalette::Disabled, role, color(u"text.disabled"));
    return palette;
}

// Only what Fusion cannot be told by palette: scroll bars and tooltips.
QString styleSheet()
{
    QString sheet = QStringLiteral(R"(
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle { background: @border.default; border-radius: 3px; min-height: 32px; min-width: 32px; }
QScrollBar::handle:hover { background: @border.control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QToolTip { background: @bg.surface; color: @text.primary; border: 1px solid @border.default; padding: 4px 6px; }
)");
    for (const auto *path : {u"border.default", u"border.control", u"bg.surface", u"text.primary"})
        sheet.replace(u'@' + QString::fromUtf16(path), color(path).name());
    return sheet;
}

class SystemFollower : public QObject
{
public:
    using QObject::QObject;
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::ApplicationPaletteChange && watched == qApp && !applying && chosen == Theme::system)
            applyTheme(*qApp, Theme::system);
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

void applyTheme(QApplication &app, Theme theme)
{
    initDeskResources();
    applying = true;
    loadFonts();
    if (app.style()->name() != QLatin1String("fusion"))
        app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    chosen = theme;
    useDark(theme == Theme::system ? systemIsDark(app) : theme == Theme::dark);
    app.setPalette(tokenPalette());
    app.setFont(font(u"body"));
    QToolTip::setFont(font(u"small"));
    app.setStyleSheet(styleSheet());
    static auto *follower = [&app] {
        auto *filter = new SystemFollower(&app);
        app.installEventFilter(filter);
        return filter;
    }();
    Q_UNUSED(follower)
    applying = false;
}

Theme currentTheme()
{
    return chosen;
}

QString themeWord(Theme theme)
{
    return theme == Theme::light ? QStringLiteral("light") : theme == Theme::dark ? QStringLiteral("dark") : QStringLiteral("system");
}

Theme themeFromWord(QStringView word)
{
    return word == u"light" ? Theme::light : word == u"dark" ? Theme::dark : Theme::system;
}

} // namespace lazaret::ui
