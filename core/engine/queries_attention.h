// For the desk's frame: what asks for this reader (rail and bell), and what its palette finds.
#pragma once

#include "engine/queries.h"
#include "store/attention.h"

namespace lazaret::queries {

struct Frame
{
    store::Attention counts;
    QList<store::Notice> notices;
    QStringList administrators; // who can let this reader see more; not asked for one who sees all tenants
};
// `since`: notices of what happened from then on.
Frame frame(Database &db, const Viewer &viewer, qint64 since, qint64 now);

struct Found
{
    QList<store::FoundCase> cases;
    QList<Operator> people;
};
// An empty text finds no case and every person.
Found find(Database &db, const Viewer &viewer, const QString &text, int most);

} // namespace lazaret::queries
