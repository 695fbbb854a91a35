// A verdict taken apart for whoever connects a sender and sees only 401: which of the checks fails, with what was expected and given, and
// whether another reading of the body would have matched. Pure; what is shown of a calculated signature cannot be used as one.
#pragma once

#include "verify/scheme.h"

namespace lazaret::verify {

struct Explained
{
    bool valid = false;
    int failing = -1;              // 0 header, 1 format, 2 key, 3 time, 4 signature; -1: none
    bool reachedSignature = false; // a signature that matches beside a time that does not is worth knowing
    QString reason;                // of Verdict
    QString expected, given;
    QString cause;
    bool hasTimestamp = false;
    int keySlot = 0;
    struct Reading
    {
        QString key;
        bool matches = false;
    };
    QList<Reading> readings;
};

Result<Explained> explain(const QString &scheme, const SchemeSettings &settings, const Signed &request, const QList<Key> &keys);

// The body as senders, relays and editors rewrite it: what a mismatch is tried with.
struct BodyReading
{
    QString key;
    QByteArray body;
};
QList<BodyReading> otherReadings(const QByteArray &body); // those that differ from it

QString endsOf(const QByteArray &signature); // "v1,4qv2…9s8="

} // namespace lazaret::verify
