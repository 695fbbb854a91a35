// What Desk answers when something is only looked at or tried; nothing of it is kept.
#pragma once

#include "model/records.h"

namespace lazaret {

// Which secrets there are: references and times, never a value.
struct SecretsView
{
    struct Slot
    {
        QString source;
        int number = 1; // 1 or 2
        QString ref;
        bool stored = false; // false: the store has no such secret, so this slot verifies nothing
        Time expiresAt;
    };
    QString store; // file, keychain
    QList<Slot> slotList;
};

// Would this request pass?
struct SignatureFinding
{
    struct Step // header, format, key, time, signature, id: in this order
    {
        enum class State { passed, failed, notReached };
        QString key;
        State state = State::notReached;
        QString reason{};   // a word of verify::Verdict or dedupe::Rejection; of the time step also no_timestamp
        QString expected{}; // what would have passed; of a signature only its ends, so that nobody can sign with this
        QString given{};
    };
    struct Reading // of the body, otherwise than received
    {
        QString key; // compact, spaced, escaped_slashes, plain_slashes, line_end_added, line_end_removed, crlf, lf
        bool matches = false;
    };
    bool valid = false;
    QList<Step> steps;
    // What to look at first: missing_header, other_scheme, malformed, no_key, secret_form, milliseconds, clock, body_changed, wrong_key,
    // id.
    QString cause;
    QList<Reading> readings; // only when the signature did not match
    int keySlot = 0;         // that verified it
};

// Could one be connected to it now? No request is sent.
struct TargetAnswer
{
    enum class State { reached, dns, forbidden, refused, timeout, tls, failed };
    State state = State::failed;
    QString detail; // the address connected to, or what went wrong
    qint64 tookMs = 0;
};

} // namespace lazaret
