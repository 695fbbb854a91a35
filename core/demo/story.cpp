#include "demo/story.h"

#include "http/client.h"
#include "store/cases.h"
#include "store/configuration.h"
#include "store/figures.h"
#include "store/releases.h"

#include <QJsonDocument>
#include <QUrl>

#include <future>

namespace lazaret::demo {

namespace {

const QString kFix = QStringLiteral("catalog schema 7: price.currency");
const QString kRedriveReason = QStringLiteral("cards@13 names the currency; nothing was created, so the same key is safe");
const QString kByHandReason = QStringLiteral("made to order: the price was agreed with the customer and typed in");

bool isMadeToOrder(const CaseRecord &c)
{
    return c.inputReference.startsWith(u"made-to-order/");
}

// A redrive that is decided, whatever became of it since.
bool redriveDecided(const CaseRecord &c)
{
    using enum CaseStatus;
    return c.status == approved || c.status == releasing || c.status == reconciling || c.status == closed;
}

void count(Standing &at, Database &db, const CaseRecord &c)
{
    const QString &id = c.caseId.value;
    at.cases.append(id);
    at.cards.insert(id, c.operationId);
    at.inHand += !c.owner.isEmpty();
    const bool closed = c.closedAt.has_value();
    at.closed += closed;
    const bool handmade = isMadeToOrder(c);
    (handmade ? at.handmade : at.list).append(id);
    const bool decided = handmade ? closed : redriveDecided(c);
    at.inspected += decided || store::stepsFound(db, c.caseId).size() == 6;
    (handmade ? at.byHand : at.approved) += decided;
    if (!decided)
        (handmade ? at.untyped : at.undecided).append(id);
    at.askedAgain += !handmade && store::reconciliationsOf(db, c.caseId).size() > 1;
}

std::optional<Release> newestRelease(Database &db, const queries::Viewer &viewer)
{
    std::optional<Release> newest;
    for (auto &release : store::listReleases(db)) {
        const auto tenants = store::tenantsOfRelease(db, release.redriveId.value);
        const bool seen =
            std::all_of(tenants.begin(), tenants.end(), [&](const QString &tenant) { return queries::visible(viewer, tenant); });
        if (seen && release.workflow == kWorkflow && (!newest || newest->redriveId < release.redriveId))
            newest = std::move(release);
    }
    return newest;
}

// The origin of the step's address: "http://127.0.0.1:41234".
QString catalogOf(const Workflow &workflow)
{
    const QString url = workflow.steps.isEmpty() ? QString() : workflow.steps.first().url;
    return url.section(u'/', 0, 2);
}

} // namespace

const QList<Card> &cards()
{
    static const QList<Card> twelve = [] {
        const QStringList titles{QStringLiteral("Trail lamp"),     QStringLiteral("Wool cap"),    QStringLiteral("Camp stove"),
                                 QStringLiteral("Oak desk"),       QStringLiteral("Rain jacket"), QStringLiteral("Map case"),
                                 QStringLiteral("Walnut cabinet"), QStringLiteral("Tent peg"),    QStringLiteral("Water bag"),
                                 QStringLiteral("Ash chair"),      QStringLiteral("Rope, 30 m"),  QStringLiteral("First aid kit")};
        QList<Card> made;
        for (qsizetype i = 0; i < titles.size(); ++i) {
            const bool toOrder = i % 3 == 0 && i > 0; // the desk, the cabinet, the chair
            const QString id = QStringLiteral("card_%1").arg(88205 + 4 * i);
            made.append({id, (toOrder ? QStringLiteral("made-to-order/") : QStringLiteral("price-list/")) + id + QStringLiteral(".json"),
                         toOrder ? QStringLiteral("atelier") : QStringLiteral("aurora"), titles[i], toOrder});
        }
        return made;
    }();
    return twelve;
}

Standing standing(Database &db, const queries::Viewer &viewer, qint64 nowMs)
{
    Standing at;
    at.told = !store::setting(db, QStringLiteral("demo")).isEmpty();
    for (const auto &card : cards())
        at.delivered += !store::findDeliveries(db, QStringLiteral("evt_") + card.id).isEmpty();
    QString brokenVersion;
    const auto order = queries::caseOrder(db, viewer, kQuery, QStringLiteral("case_id"), false, nowMs);
    for (const auto &c : queries::casePage(db, order.rows)) {
        count(at, db, c);
        if (brokenVersion.isEmpty())
            brokenVersion = c.workflowVersion;
    }
    if (const auto workflow = store::currentWorkflow(db, kWorkflow)) {
        at.catalog = catalogOf(*workflow);
        if (!brokenVersion.isEmpty() && workflow->version.section(u'.', 0, 0) != brokenVersion.section(u'.', 0, 0))
            at.fixVersion = workflow->version;
    }
    at.last = newestRelease(db, viewer);
    return at;
}

QString findingText(int step)
{
    switch (step) {
    case 1:
        return QStringLiteral("The card as the shop sent it, cards@12");
    case 2:
        return QStringLiteral("Signature, event type, duplicate and size: all passed");
    case 3:
        return QStringLiteral("None: publish is the only step and was refused");
    case 4:
        return QStringLiteral("Nothing was created at catalog-api; the same key is safe");
    case 5:
        return QStringLiteral("Dependency: catalog-api's new schema requires price.currency");
    default:
        return QStringLiteral("cards@13 names the currency; a made-to-order price needs a person");
    }
}

Result<BulkResult> takeInHand(Desk &desk, const Standing &at, const QString &owner)
{
    return desk.assign(at.cases, owner);
}

Result<BulkResult> inspect(Desk &desk, const Standing &at)
{
    BulkResult all;
    for (int step = 1; step <= 6; ++step) {
        auto found = desk.addFinding({at.cases, {}, {}}, step, findingText(step));
        if (!found || found->refused() > 0)
            return found;
        all = *found;
    }
    return all;
}

Result<BulkResult> approveRedrive(Desk &desk, const Standing &at)
{
    if (at.undecided.isEmpty())
        return BulkResult();
    DispositionRequest request;
    request.kind = DispositionKind::redrive_approved;
    request.reason = kRedriveReason;
    return desk.dispose({at.undecided, {}, {}}, request);
}

namespace {

// Like a person at the catalogue's own screen: the record stands there before the case is closed with its link.
Result<QString> typeRecord(http::Client &client, const QString &catalog, const QString &card, const QString &person)
{
    const QString link = catalog + QStringLiteral("/records/") + card;
    http::CallRequest request;
    request.method = "PUT";
    request.url = link.toUtf8();
    request.allowLoopback = true;
    request.headers = {Header{"Content-Type", "application/json"}};
    const QJsonObject price{{QStringLiteral("amount"), 1240}, {QStringLiteral("currency"), QStringLiteral("EUR")}};
    request.body = QJsonDocument(QJsonObject{{QStringLiteral("price"), price}, {QStringLiteral("by"), person}}).toJson();
    std::promise<http::CallResult> answered;
    client.send(request, [&answered](http::CallResult result) { answered.set_value(std::move(result)); });
    const auto result = answered.get_future().get();
    if (result.fault != http::CallFault::none || result.status != 201)
        return fail(ErrorCode::io, QStringLiteral("catalog-api did not take the record of %1: %2")
                                       .arg(card, result.detail.isEmpty() ? QString::number(result.status) : result.detail));
    return link;
}

} // namespace

Result<BulkResult> completeByHand(Desk &desk, const Standing &at, const Clock &clock, const QString &person)
{
    http::Network network(1);
    http::Client client(network, clock);
    BulkResult all;
    for (const auto &id : at.untyped) {
        const auto link = typeRecord(client, at.catalog, at.cards.value(id), person);
        if (!link)
            return tl::unexpected(link.error());
        DispositionRequest request;
        request.kind = DispositionKind::manual_completion;
        request.reason = kByHandReason;
        request.link = *link;
        auto done = desk.dispose({{id}, {}, {}}, request);
        if (!done)
            return done;
        all.items += done->items;
    }
    return all;
}

Result<Release> planAndApprove(Desk &desk, const Standing &at, double ratePerMin)
{
    if (at.fixVersion.isEmpty())
        return fail(ErrorCode::refused, QStringLiteral("cards@13 is not in force yet: it comes once all twelve wait in quarantine"));
    ReleaseRequest request;
    // The whole twelve: that three are not eligible, and why, belongs into the plan.
    request.selection = {{}, kQuery, at.cases.size()};
    request.targetVersion = at.fixVersion;
    request.fixReference = kFix;
    request.ratePerMin = ratePerMin;
    const auto planned = desk.planRelease(request);
    return planned ? desk.approveRelease(planned->redriveId.value, planned->planVersion) : planned;
}

} // namespace lazaret::demo
