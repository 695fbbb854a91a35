// The words of the printed report, in the order of the page: HTML and PDF write these and nothing else, so they cannot differ.
#pragma once

#include "base/printable.h"
#include "reconcile/report.h"

namespace lazaret::reconcile {

QString dayAndTime(Time ms); // "17 Mar 2026 11:42:07" UTC; "–" without one

QString tenantsLine(const Report &report); // at most four names, then how many more
QString subtitle(const Report &report);
QString headline(const Report &report); // "11 of 12 cases are closed with proof. 1 stays isolated."
QString story(const Report &report);    // one paragraph of facts
QString receiptsLine(const Report &report);
QStringList footer(const Report &report); // two lines

struct OutcomeRow
{
    QString word; // key of Report::outcomes, and of the palette
    QString label;
    QString meaning;
    int count = 0;
};
QList<OutcomeRow> outcomeRows(const Report &report); // the five; the other two only where there are any

struct Fact
{
    QString name;
    QString value;
};
QList<Fact> howItWasDecided(const Report &report);

// One row of the tables: what happened to a case. Below each fact stands what is behind it; any of these may be empty.
struct CaseRow
{
    QString caseId;
    QString operation;
    QString disposition;
    QString decidedBy;
    QString decidedAt;
    QString outcomeWord; // palette key: an outcome's word, or open or closed_by_decision
    QString outcome;
    QString status;
    QString asked;
    QString askedAt;
    QString how;
    QString proof;
    QString known; // for those that need a reader
    bool needsReader = false;
};
CaseRow caseRow(const ReportCase &c);

struct Signature
{
    QString role;
    QString name; // may be empty: a line to sign all the same
};
QList<Signature> signatures(const Report &report);

} // namespace lazaret::reconcile
