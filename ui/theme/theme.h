// Light, dark, or as the system has it. Qt 6.4 knows no colour scheme: "system" compares the lightness of the system palette's window and
// text, and follows it when it changes. GUI thread.
#pragma once

#include <QString>

class QApplication;

namespace lazaret::ui {

enum class Theme { system, light, dark };

// Sets the style, palette, fonts and the little style sheet; may be called again at any time. Open windows repaint by themselves: they
// receive QEvent::PaletteChange.
void applyTheme(QApplication &app, Theme theme);
Theme currentTheme();

QString themeWord(Theme theme); // "system", "light", "dark": for settings and options
Theme themeFromWord(QStringView word);

} // namespace lazaret::ui
