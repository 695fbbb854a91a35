// What one table cell says, decided without a window: mappers turn rows into cells, the one delegate paints them.
#pragma once

#include <QMetaType>
#include <QString>

namespace lazaret::ui {

struct Cell
{
    enum class Kind {
        text,
        mono,
        number,   // right aligned
        iconText, // icon in the tone's colour, then text
        iconMono, // icon, then a code
        chip,
        owner, // initials in a circle; "–" without
    };
    Kind kind = Kind::text;
    QString text{};
    QString icon{};
    QString tone{};      // colour of icon, chip, or of the text when set on text kinds
    bool right = false;  // text kinds: align right
    bool quiet = false;  // secondary information: softer ink
    bool strong = false; // semibold: something passed its limit
    QString tooltip{};   // when it says more than the text does
};

enum CellRole { CellDataRole = Qt::UserRole + 1, RowIdRole };

} // namespace lazaret::ui

Q_DECLARE_METATYPE(lazaret::ui::Cell)
