// Identifiers: a type prefix and a 26-character ULID (48 bits of milliseconds, 80 random bits, Crockford base 32), so they sort by time.
#pragma once

#include <QHash>
#include <QString>

namespace lazaret {

// A string that says what it identifies: a JobId cannot be passed where a CaseId is wanted.
template <typename Tag>
struct Id
{
    QString value;

    bool isEmpty() const { return value.isEmpty(); }
    friend bool operator==(const Id &a, const Id &b) { return a.value == b.value; }
    friend bool operator!=(const Id &a, const Id &b) { return a.value != b.value; }
    friend bool operator<(const Id &a, const Id &b) { return a.value < b.value; }
    friend size_t qHash(const Id &id, size_t seed = 0) { return ::qHash(id.value, seed); }
};

using JobId = Id<struct JobTag>;           // job_…
using CaseId = Id<struct CaseTag>;         // case_…
using RedriveId = Id<struct RedriveTag>;   // rdv_…
using IncidentId = Id<struct IncidentTag>; // inc_…

// A fresh ULID for the given wall-clock time. Two calls in the same millisecond of one process still sort in call order
// (the random part is incremented, as the ULID specification's monotonic variant has it). Thread-safe.
QString newUlid(qint64 nowMs);

inline JobId newJobId(qint64 nowMs)
{
    return {QStringLiteral("job_") + newUlid(nowMs)};
}
inline CaseId newCaseId(qint64 nowMs)
{
    return {QStringLiteral("case_") + newUlid(nowMs)};
}
inline RedriveId newRedriveId(qint64 nowMs)
{
    return {QStringLiteral("rdv_") + newUlid(nowMs)};
}
inline IncidentId newIncidentId(qint64 nowMs)
{
    return {QStringLiteral("inc_") + newUlid(nowMs)};
}

} // namespace lazaret
