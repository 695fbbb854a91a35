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
        box,   // to select the row with
    };
    Kind kind = Kind::text;
    QString text{};
    QString icon{};
    QString tone{};                       // colour of icon, chip, or of the text when set on text kinds
    bool right = false;                   // text kinds: align right
    bool quiet = false;                   // secondary information: softer ink
    bool strong = false;                  // semibold: something passed its limit
    QString tooltip{};                    // when it says more than the text does
    Qt::CheckState state = Qt::Unchecked; // box
};

enum CellRole { CellDataRole = Qt::UserRole + 1, RowIdRole, MarkedRole, GroupRole };

// A row that heads a group: painted across all columns.
struct GroupHead
{
    QString title, note; // note: at the right
    QString icon, tone;
    bool folded = false;
    bool boxed = false; // with a box to select the group with
    Qt::CheckState state = Qt::Unchecked;
};

} // namespace lazaret::ui

Q_DECLARE_METATYPE(lazaret::ui::Cell)
Q_DECLARE_METATYPE(lazaret::ui::GroupHead)
