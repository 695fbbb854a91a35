#include "shell/places.h"

#include <QCoreApplication>

#include <array>

namespace lazaret::ui {

namespace {

struct Row
{
    const char16_t *page;
    const char16_t *letter;
    PlaceGroup group;
};
constexpr std::array<Row, 12> rows{
    Row{u"overview", u"O", PlaceGroup::work},       Row{u"cases", u"C", PlaceGroup::work},      Row{u"releases", u"R", PlaceGroup::work},
    Row{u"reconciliation", u"E", PlaceGroup::work}, Row{u"deliveries", u"D", PlaceGroup::work}, Row{u"incidents", u"I", PlaceGroup::work},
    Row{u"sources", u"S", PlaceGroup::setUp},       Row{u"workflows", u"W", PlaceGroup::setUp}, Row{u"targets", u"T", PlaceGroup::setUp},
    Row{u"runbooks", u"B", PlaceGroup::setUp},      Row{u"settings", u"", PlaceGroup::setUp},   Row{u"audit", u"A", PlaceGroup::evidence}};
constexpr int notListed = 5; // after the working pages that are

} // namespace

Place placeOf(const QString &page)
{
    for (size_t i = 0; i < rows.size(); ++i) {
        if (page == QStringView(rows[i].page))
            return {rows[i].group, QString::fromUtf16(rows[i].letter), int(i) * 2};
    }
    return {PlaceGroup::work, {}, notListed * 2 + 1};
}

QString groupTitle(PlaceGroup group)
{
    switch (group) {
    case PlaceGroup::setUp:
        return QCoreApplication::translate("Rail", "Set up");
    case PlaceGroup::evidence:
        return QCoreApplication::translate("Rail", "Evidence");
    case PlaceGroup::work:
        break;
    }
    return {};
}

} // namespace lazaret::ui
