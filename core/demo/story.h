// The demo's story: a schema change at catalog-api breaks twelve product cards; nine are redriven under cards@13, three completed by hand.
// Its cast, where it stands (counted from the store), and what a person does at each of its stations, as one call each: the command line
// tells the whole of it, the desk's coach offers each as "Do it for me". Every change goes through Desk, so that rights and audit hold.
#pragma once

#include "engine/desk.h"
#include "engine/queries.h"

namespace lazaret::demo {

struct Card
{
    QString id;     // "card_88205": the operation
    QString source; // the input reference
    QString shop;   // the tenant
    QString title;
    bool madeToOrder = false; // its price is agreed with a person: no version can publish it by itself
};
const QList<Card> &cards(); // twelve, three of them made to order

inline const QString kSource = QStringLiteral("shop-events");
inline const QString kWorkflow = QStringLiteral("cards");
inline const QString kQuery = QStringLiteral("workflow:cards"); // the story's cases in the selection language

// What the store says about the twelve. Reads; no right is asked beyond the viewer's tenants.
struct Standing
{
    bool told = false;            // a demo's directory
    qint64 delivered = 0;         // of the twelve
    QStringList cases;            // ids, oldest first
    QStringList list, handmade;   // those that cards@13 can publish, those that need a person
    QStringList undecided;        // of `list`: without an approved redrive
    QStringList untyped;          // of `handmade`: not closed yet
    QMap<QString, QString> cards; // case id → card
    qsizetype inHand = 0;         // somebody's
    qsizetype inspected = 0;      // six findings
    qsizetype approved = 0;       // of `list`: their redrive is decided
    qsizetype byHand = 0;         // of `handmade`: closed with the record
    qsizetype closed = 0;
    qsizetype askedAgain = 0;    // of `list`: reconciled once more, after the release did
    QString catalog;             // where catalog-api answers: "http://127.0.0.1:41234"
    QString fixVersion;          // in force and not the one they broke under; empty: not shipped yet
    std::optional<Release> last; // the story's newest release, without its items
};
Standing standing(Database &db, const queries::Viewer &viewer, qint64 nowMs);

// One station each; they do what is left to do and answer how many cases they touched. Errors are Desk's.
Result<BulkResult> takeInHand(Desk &desk, const Standing &at, const QString &owner);
Result<BulkResult> inspect(Desk &desk, const Standing &at);
Result<BulkResult> approveRedrive(Desk &desk, const Standing &at);
// Types each card's record into the catalogue as a person would, then closes its case with the link. Waits for the catalogue's answer.
Result<BulkResult> completeByHand(Desk &desk, const Standing &at, const Clock &clock, const QString &person);
// Planned and approved, not started. ratePerMin 0: no limit.
Result<Release> planAndApprove(Desk &desk, const Standing &at, double ratePerMin);

// What inspection finds in this story, steps 1–6.
QString findingText(int step);

} // namespace lazaret::demo
