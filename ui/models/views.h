// What the pages show, as values. Filled on a reader thread, read on the GUI thread; the records themselves are the model's.
#pragma once

#include "base/result.h"
#include "model/records.h"

#include <QPointF>

#include <array>
#include <optional>

namespace lazaret::ui {

struct DeliveryView
{
    Delivery delivery;
    std::optional<Job> job; // none: the event type is not on the source's list
    std::optional<ErrorClass> caseClass;
    QString caseOutcome; // last reconciliation outcome of the job's case, if any
};

struct CaseView
{
    CaseRecord record; // with receipts, findings and dispositions
    QList<Attempt> attempts;
    QList<ReconciliationItem> reconciliations;
};

// One station of the pipeline strip. Only stations whose figures come from the store or from the running pipeline are shown.
struct StationView
{
    enum class State { good, warn, bad, off };
    QString key; // "listener", "queue", "workers", "circuits", "callbacks", "store"
    State state = State::good;
    QString stateText;
    QString figure;
    QString factA, factB;
};

struct NeedView
{
    QString caseId;
    QString title;
    QString place; // workflow@version · tenant · …id
    qint64 at = 0; // failure time, due time or request time
};

struct NeedGroup
{
    int count = 0;
    QList<NeedView> first; // two at most
};

struct OverviewView
{
    qint64 atMs = 0;
    int openCases = 0;
    int openedLastHour = 0, closedLastHour = 0;
    std::optional<qint64> oldestMs; // when the oldest open case failed first
    QString oldestCase;
    QList<QPointF> depth;         // x: UTC ms, y: open cases
    QList<QPointF> oldest;        // x: UTC ms, y: age in ms
    std::array<int, 7> byClass{}; // in the order of ErrorClass
    NeedGroup uncertain, overdue, approval;
    QList<StationView> stations;
};

} // namespace lazaret::ui
