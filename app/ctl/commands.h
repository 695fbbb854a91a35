// The command table of lazaretctl and what each command gets: names, options and exit codes are a public interface.
// A command answers the process's exit code: 0 done, 1 failed, 2 usage, 3 refused, 4 not found, 5 another process runs the pipeline.
#pragma once

#include "base/result.h"

#include <QMap>
#include <QStringList>

namespace lazaret::ctl {

struct Invocation
{
    QString data; // the data directory
    QString as;   // the operator; empty: the OS user
    bool json = false;
    QString command;       // "case show"
    QStringList arguments; // what follows it and is no option
    QMap<QString, QStringList> options;

    bool has(const QString &option) const { return options.contains(option); }
    QString value(const QString &option, const QString &fallback = {}) const { return options.value(option, {fallback}).constLast(); }
    QStringList values(const QString &option) const { return options.value(option); }
};

struct Command
{
    const char *name;
    const char *usage;   // its arguments, as shown
    const char *options; // "name" a flag, "name=" takes a value, "name*" takes what follows up to the next option
    int least, most;     // number of arguments; most -1: any
    int (*run)(const Invocation &);
};

const QList<Command> &commands();

// Global options may stand anywhere. ErrorCode::usage says what is wrong and shows the command's usage.
Result<Invocation> parseArguments(const QStringList &arguments, const Command **command);
QString helpText();
// Of "COMMAND --help"; empty: help is not asked for, or there is no such command.
QString usageOf(const QStringList &arguments);

int runServe(const Invocation &);
int runSend(const Invocation &);
int runDemo(const Invocation &);

int runWorkspaceApply(const Invocation &);
int runWorkspaceCheck(const Invocation &);
int runWorkspaceExport(const Invocation &);
int runSourceList(const Invocation &);
int runWorkflowList(const Invocation &);
int runHold(const Invocation &); // source and workflow, hold and resume

int runDeliveriesList(const Invocation &);
int runDeliveriesShow(const Invocation &);
int runJobsList(const Invocation &);
int runJobShow(const Invocation &);
int runJobWhy(const Invocation &);
int runJobChange(const Invocation &); // cancel and retry-now

int runCasesList(const Invocation &);
int runCaseShow(const Invocation &);
int runCaseAssign(const Invocation &);
int runCaseNote(const Invocation &);
int runCaseFinding(const Invocation &);
int runCaseVerifyEffect(const Invocation &);
int runCaseSettleEffect(const Invocation &);
int runCaseDispose(const Invocation &);
int runCaseDecide(const Invocation &); // approve and reject

int runReleasePlan(const Invocation &);
int runReleaseMove(const Invocation &); // approve, start, pause, resume, abort
int runReleaseShow(const Invocation &);
int runReleaseWatch(const Invocation &);
int runReleaseList(const Invocation &);
int runReconcile(const Invocation &);
int runReport(const Invocation &);

int runIncidentsList(const Invocation &);
int runIncidentsOpen(const Invocation &);
int runIncidentsClose(const Invocation &);
int runAuditList(const Invocation &);
int runAuditVerify(const Invocation &);
int runAuditExport(const Invocation &);
int runOperatorsList(const Invocation &);
int runSecretsList(const Invocation &);

int runSignatureCheck(const Invocation &);
int runDoctor(const Invocation &);
int runMetrics(const Invocation &);

} // namespace lazaret::ctl
