// Where each page stands in the rail, and the letter that leads to it after G (5-desk, Structure and Keys).
#pragma once

#include <QString>

namespace lazaret::ui {

enum class PlaceGroup { work, setUp, evidence };

struct Place
{
    PlaceGroup group = PlaceGroup::work;
    QString letter{}; // empty: none
    int order = 0;
};
// A page the list does not name stands last among the working pages, without a letter.
Place placeOf(const QString &page);
QString groupTitle(PlaceGroup group); // empty for the working pages

} // namespace lazaret::ui
