#include "engine/queries_attention.h"

#include "store/configuration.h"

namespace lazaret::queries {

namespace {
constexpr int mostNotices = 100;
}

Frame frame(Database &db, const Viewer &viewer, qint64 since, qint64 now)
{
    Frame frame{
        store::attention(db, viewer.tenants, viewer.me), store::noticesSince(db, viewer.tenants, viewer.me, since, now, mostNotices), {}};
    if (viewer.tenants.contains(QStringLiteral("*")))
        return frame;
    for (const auto &person : store::operators(db)) {
        if (person.role == Role::administrator)
            frame.administrators.append(person.name);
    }
    return frame;
}

Found find(Database &db, const Viewer &viewer, const QString &text, int most)
{
    return {text.isEmpty() ? QList<store::FoundCase>() : store::findCases(db, viewer.tenants, text, most), store::operators(db)};
}

} // namespace lazaret::queries
