#include "engine/records_json.h"
#include "session.h"
#include "store/configuration.h"

#include <QFileInfo>
#include <QJsonDocument>

namespace lazaret::ctl {

namespace {

QJsonArray problemsJson(const QList<Problem> &problems)
{
    QJsonArray array;
    for (const auto &problem : problems)
        array.append(QJsonObject{{QStringLiteral("path"), problem.path}, {QStringLiteral("message"), problem.message}});
    return array;
}

void tell(const QString &file, const QList<Problem> &problems, const QString &word)
{
    for (const auto &problem : problems)
        warn(QStringLiteral("%1: %2%3: %4").arg(file, word, problem.path.isEmpty() ? QStringLiteral("/") : problem.path, problem.message));
}

// A file with problems is answered alike by check and apply.
int showExamined(const Invocation &invocation, const AppliedWorkspace &examined, bool applied)
{
    const QString &file = invocation.arguments[0];
    const bool valid = examined.problems.isEmpty();
    QJsonArray changes;
    QString text;
    for (const auto &change : examined.changes) {
        changes.append(QJsonObject{
            {QStringLiteral("kind"), change.kind}, {QStringLiteral("name"), change.name}, {QStringLiteral("what"), change.what}});
        text += QStringLiteral("%1 %2: %3\n").arg(change.kind, change.name, change.what);
    }
    if (invocation.json) {
        QJsonObject document{{QStringLiteral("valid"), valid},
                             {QStringLiteral("problems"), problemsJson(examined.problems)},
                             {QStringLiteral("warnings"), problemsJson(examined.warnings)}};
        if (applied) {
            document.insert(QStringLiteral("applied"), valid);
            document.insert(QStringLiteral("changed"), !changes.isEmpty());
            document.insert(QStringLiteral("changes"), changes);
        }
        printJson(document);
    } else if (valid) {
        printText(!applied ? QStringLiteral("valid\n") : text.isEmpty() ? QStringLiteral("nothing changed\n") : text);
    }
    tell(file, examined.problems, {});
    tell(file, examined.warnings, QStringLiteral("warning: "));
    if (!valid)
        warn(QStringLiteral("%1: %2 problems; nothing was changed").arg(file).arg(examined.problems.size()));
    return valid ? 0 : exitCode(ErrorCode::usage);
}

} // namespace

int runWorkspaceApply(const Invocation &invocation)
{
    const auto file = readInput(invocation.arguments[0]);
    if (!file)
        return failed(file.error());
    const auto session = Session::open(invocation, Session::Data::create);
    if (!session)
        return failed(session.error());
    const auto applied = (*session)->desk().applyWorkspace(*file, invocation.has(QStringLiteral("prune")));
    return applied ? showExamined(invocation, *applied, true) : failed(applied.error());
}

int runWorkspaceCheck(const Invocation &invocation)
{
    const auto file = readInput(invocation.arguments[0]);
    if (!file)
        return failed(file.error());
    const bool prune = invocation.has(QStringLiteral("prune"));
    const auto session = Session::open(invocation);
    if (session)
        return showExamined(invocation, Desk::checkWorkspace(*file, &(*session)->database(), &(*session)->secrets(), prune), false);
    if (session.error().code != ErrorCode::not_found)
        return failed(session.error());
    return showExamined(invocation, Desk::checkWorkspace(*file, nullptr, nullptr, prune), false); // against itself alone
}

int runWorkspaceExport(const Invocation &invocation)
{
    return acting(invocation, [&](Session &session) {
        const auto workspace = session.desk().exportWorkspace();
        if (!workspace)
            return failed(workspace.error());
        if (invocation.json)
            printJson(*workspace);
        else
            printText(QString::fromUtf8(QJsonDocument(*workspace).toJson()));
        return 0;
    });
}

int runSourceList(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("listing the sources"), [&](Session &session, const guard::Actor &) {
        const auto paging = pagingOf(invocation);
        if (!paging)
            return failed(paging.error());
        Database &db = session.database();
        QJsonArray all;
        for (const auto &source : store::currentSources(db))
            all.append(recordJson(source, store::isHeld(db, QStringLiteral("source"), source.slug)));
        return showListing(invocation,
                           pageOf(all, QStringLiteral("slug"), *paging,
                                  {QStringLiteral("slug"), QStringLiteral("version"), QStringLiteral("scheme"), QStringLiteral("workflow"),
                                   QStringLiteral("hold"), QStringLiteral("enabled"), QStringLiteral("path")}));
    });
}

int runWorkflowList(const Invocation &invocation)
{
    return reading(invocation, QStringLiteral("listing the workflows"), [&](Session &session, const guard::Actor &) {
        const auto paging = pagingOf(invocation);
        if (!paging)
            return failed(paging.error());
        Database &db = session.database();
        QJsonArray all;
        for (const auto &workflow : store::currentWorkflows(db))
            all.append(recordJson(workflow, store::workflowVersions(db, workflow.name),
                                  store::isHeld(db, QStringLiteral("workflow"), workflow.name)));
        return showListing(invocation, pageOf(all, QStringLiteral("name"), *paging,
                                              {QStringLiteral("name"), QStringLiteral("version"), QStringLiteral("task_type"),
                                               QStringLiteral("concurrency"), QStringLiteral("hold"), QStringLiteral("versions")}));
    });
}

int runHold(const Invocation &invocation)
{
    const QString kind = invocation.command.section(u' ', 0, 0);
    const bool held = invocation.command.endsWith(u"hold");
    const QString &name = invocation.arguments[0];
    if (invocation.value(QStringLiteral("answer"), QStringLiteral("keep")) != u"keep")
        return misuse(QStringLiteral("--answer: a held source accepts and keeps in this version; only \"keep\""));
    return acting(invocation, [&](Session &session) {
        const auto changed = session.desk().setHold(kind, name, held);
        if (!changed)
            return failed(changed.error());
        if (invocation.json)
            printJson({{kind == u"source" ? QStringLiteral("slug") : QStringLiteral("name"), name},
                       {QStringLiteral("hold"), held},
                       {QStringLiteral("changed"), *changed}});
        else
            printText(QStringLiteral("%1 %2 %3\n")
                          .arg(kind, name, held ? QStringLiteral("is on hold: kept, not worked") : QStringLiteral("is worked")));
        return 0;
    });
}

} // namespace lazaret::ctl
