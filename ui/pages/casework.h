// What a person does to cases from the cases page: asks for what an action needs, hands it to the clerk, and says what came of it. Every
// action works on a frozen list with the moment it was looked at, so that what changed meanwhile is refused and counted. GUI thread.
#pragma once

#include "models/deskservices.h"
#include "pages/page.h"

namespace lazaret::ui {

class CaseWork : public QObject
{
    Q_OBJECT
public:
    struct Target
    {
        QStringList ids;
        queries::Seen seen;
        qsizetype matching = 0; // of the selection the ids are from; 0: a single case
        bool isBulk() const { return ids.size() > 1; }
        QString name() const; // "case …7Q4K", "38 of 38 selected cases"
    };

    CaseWork(DeskServices &services, Page *page);

    void assign(const Target &target);
    void moveReview(const Target &target, const TimeView &time, Time due);
    void addNote(const Target &target);
    void dispose(const Target &target, DispositionKind kind, const TimeView &time, bool asks);
    void approve(const Target &target, const QString &what);
    void reject(const Target &target, const QString &what);
    void withdraw(const Target &target);
    void settle(const Target &target, const QString &action, ReceiptState state);
    void verify(const Target &target);
    void recordFinding(const Target &target, int step, const QString &text);
    void writeFinding(const Target &target); // asks for step and text first

Q_SIGNALS:
    void decided(const QStringList &ids); // something about whether they wait was decided: go on to the next
    void found(const QStringList &ids, int step);
    void changed();

private:
    using Bulk = Result<BulkResult>;
    using Then = std::function<void(const QStringList &done)>;
    using Work = std::function<Bulk(Desk &)>;
    void submit(const Target &target, const QString &doing, const QString &done, Work work, Then then = {});
    void tell(const Target &target, const QString &doing, const QString &done, const Bulk &result, const Then &then);
    void showRefused(const QString &done, const BulkResult &result);
    void offerUndo(const QStringList &ids, const QString &what, const QString &doing, Work takeBack);
    void keepAsNote(const Target &target, const DispositionRequest &request, const QString &why);
    void askAssign(const Target &target, const QStringList &operators);
    void askDispose(const Target &target, DispositionKind kind, const TimeView &time, bool asks, const QList<Incident> &incidents);
    void sendDisposition(const Target &target, const DispositionRequest &request);

    DeskServices &m_services;
    Page *m_page;
};

} // namespace lazaret::ui
