#include "guard/rights.h"

#include "store/configuration.h"

namespace lazaret::guard {

namespace {

Role leastRole(Right right)
{
    switch (right) {
    case Right::read:
        return Role::viewer;
    case Right::inspect:
    case Right::verifyEffect:
    case Right::dispose:
    case Right::planRelease:
    case Right::pauseRelease:
    case Right::testDelivery:
    case Right::incident:
        return Role::operator_;
    case Right::approve:
    case Right::runRelease:
    case Right::controlJob:
    case Right::exportData:
        return Role::approver;
    case Right::configure:
        break;
    }
    return Role::administrator;
}

} // namespace

Result<Actor> resolveActor(Database &db, const QString &name, const QString &osUser)
{
    Actor actor;
    actor.name = name.isEmpty() ? osUser : name;
    actor.osUser = osUser;
    if (const auto known = store::findOperator(db, actor.name)) {
        actor.role = known->role;
        actor.tenants = known->tenants;
        return actor;
    }
    if (!store::operators(db).isEmpty())
        return fail(ErrorCode::refused,
                    QStringLiteral("\"%1\" is not an operator of this installation; name one with --as").arg(actor.name));
    actor.role = Role::administrator;
    actor.owner = true;
    return actor;
}

bool mayDo(Role role, Right right)
{
    return role >= leastRole(right); // roles are cumulative
}

Result<> require(const Actor &actor, Right right, const QString &doing)
{
    if (mayDo(actor.role, right))
        return {};
    return fail(ErrorCode::refused,
                QStringLiteral("%1 needs the role %2; %3 is %4").arg(doing, toText(leastRole(right)), actor.name, toText(actor.role)));
}

bool sameHands(const Actor &actor, const QString &otherName, const QString &otherOsUser)
{
    return actor.name == otherName || (!otherOsUser.isEmpty() && actor.osUser == otherOsUser);
}

} // namespace lazaret::guard
