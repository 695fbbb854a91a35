#include "pages/setupwords.h"

#include <QCoreApplication>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SetUp)
};

} // namespace

QString maskFor(qsizetype number)
{
    return QString(8, u'•') + (number ? QString::number(number + 1) : QString());
}

QString changeWords(qsizetype count)
{
    return count == 1 ? Words::tr("1 change") : Words::tr("%1 changes").arg(count);
}

QString savedWords(const QString &name, const QList<WorkspaceChange> &changes)
{
    if (changes.isEmpty())
        return Words::tr("%1 stands as it was: nothing was different").arg(name);
    return Words::tr("%1 is saved: %2").arg(name, changes.last().what);
}

QString consequenceOf(const WorkspaceChange &change)
{
    const bool removed = change.what == u"removed";
    if (change.kind == u"source")
        return removed ? Words::tr("Its address answers 404 from now on. What was received stays.")
                       : Words::tr("Deliveries from now on are received by this version; earlier ones keep theirs.");
    if (change.kind == u"workflow") {
        if (removed)
            return Words::tr("No new jobs. Jobs and cases that have it keep their version.");
        return change.what.contains(u"in force") ? Words::tr("New jobs run under it; jobs that have begun keep their version.")
                                                 : Words::tr("It is kept beside the other versions.");
    }
    if (change.kind == u"operator")
        return removed ? Words::tr("They can no longer act here. What they did stays on record.")
                       : Words::tr("It holds from their next action on.");
    if (change.kind == u"hold")
        return change.what == u"held" ? Words::tr("What arrives is kept and not worked on until it is resumed.")
                                      : Words::tr("What waited is worked on now.");
    if (change.kind == u"setting" && change.name == u"four_eyes")
        return change.what == u"true" ? Words::tr("Nobody approves what they asked for themselves.")
                                      : Words::tr("People may approve what they asked for; it is recorded.");
    if (change.kind == u"setting")
        return Words::tr("It is kept; this version does not act on it.");
    return Words::tr("It names the tenant's owner and notes.");
}

QString schemeWords(const QString &scheme)
{
    if (scheme == u"standard-webhooks-v1")
        return Words::tr("Standard Webhooks");
    if (scheme == u"github-sha256")
        return Words::tr("GitHub");
    return scheme.startsWith(u"generic-hmac") ? Words::tr("Generic HMAC") : scheme;
}

QList<Problem> below(const QList<Problem> &problems, const QString &prefix)
{
    QList<Problem> relative;
    for (const auto &problem : problems)
        relative.append({problem.path.startsWith(prefix) ? problem.path.mid(prefix.size()) : QString(), problem.message});
    return relative;
}

} // namespace lazaret::ui
