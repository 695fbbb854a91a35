// Who may do what. The table of 3-contracts, Rights; every action of the desk and the command line asks here, in core.
#pragma once

#include "base/result.h"
#include "model/records.h"
#include "store/database.h"

namespace lazaret::guard {

enum class Right {
    read,
    inspect,      // findings, notes, assign
    verifyEffect, // verify and settle effects
    dispose,      // the four dispositions an operator decides, and requests for the other two
    planRelease,
    pauseRelease,
    testDelivery,
    incident,
    approve,    // decide redrive and discard, approve or reject requests and releases
    runRelease, // start, resume, abort
    controlJob, // cancel, retry now
    exportData,
    configure, // configuration, operators, secrets, holds
};

// Someone acting: the operator's name and the OS user behind it, resolved against the installation.
struct Actor
{
    QString name;
    QString osUser;
    Role role = Role::viewer;
    QStringList tenants{QStringLiteral("*")};
    bool owner = false; // no operator exists yet: the data directory's owner acts as administrator under any name

    bool sees(const QString &tenant) const { return tenants.contains(QStringLiteral("*")) || tenants.contains(tenant); }
};

// ErrorCode::refused when operators exist and this name is not one of them.
Result<Actor> resolveActor(Database &db, const QString &name, const QString &osUser);

bool mayDo(Role role, Right right);
// ErrorCode::refused, naming the right and who has it.
Result<> require(const Actor &actor, Right right, const QString &doing);

// With four eyes nobody approves what they asked for, by operator name or by OS user. Self-approval otherwise is recorded.
bool sameHands(const Actor &actor, const QString &otherName, const QString &otherOsUser);

} // namespace lazaret::guard
