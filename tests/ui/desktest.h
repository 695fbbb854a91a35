// What every program that drives the window begins with: settings of its own, English, the light theme.
#pragma once

#include "theme/theme.h"

#include <QApplication>
#include <QLocale>
#include <QSettings>

namespace lazaret::ui {

inline void beginDesk(const QString &settings)
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    applyTheme(*qApp, Theme::light);
}

} // namespace lazaret::ui
