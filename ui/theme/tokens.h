// The numbers and colours of the desk. They live in resources/themes/tokens.json; no other file of the desk knows a colour or a measure of
// the design. All functions belong to the GUI thread. A token that does not exist is a defect: it aborts in debug builds and is magenta
// otherwise.
#pragma once

#include <QColor>
#include <QFont>

namespace lazaret::ui {

bool isDark();
void useDark(bool dark); // which palette color() answers from; applyTheme() calls it

QColor color(QStringView path, qreal alpha = 1);      // u"text.primary"
QColor toneColor(QStringView tone, QStringView part); // toneColor(u"class.policy", u"soft")
QColor colorOf(bool dark, QStringView path);          // a palette that may not be the one in use: for tests
QStringList colorPaths();                             // every colour of the light palette
QString tokenText(QStringView path);                  // a text of the palette: u"class.policy.icon"
int size(QStringView name);                           // u"rail": device-independent pixels
int radius(QStringView name);                         // u"card"
QFont font(QStringView scale, int weight = 0);        // u"small"; weight 0 = the scale's own
QFont monoFont(QStringView scale = u"mono", int weight = 0);

// Text size as the person wants it, in percent. font() answers in it; setTextScale() also changes every font that is already in use.
inline constexpr int normalTextScale = 100;
int textScale();
int nextTextScale(int percent, int direction); // one step larger or smaller; the ends stay
void setTextScale(int percent);                // anything else becomes the nearest step

} // namespace lazaret::ui
