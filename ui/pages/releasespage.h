// Releases: all of them, then one, as a plan until it is started and as a run from then on; and new plans over a frozen list of cases.
#pragma once

#include "models/deskservices.h"
#include "models/releasetables.h"
#include "pages/page.h"

#include <QElapsedTimer>
#include <QTimer>

class QStackedWidget;

namespace lazaret::ui {

class Command;
class CommandButton;
class Field;
class ListArea;
class ReleasePlan;
class ReleaseRun;

class ReleasesPage : public Page
{
    Q_OBJECT
public:
    explicit ReleasesPage(DeskServices &services, QWidget *parent = nullptr);

    void open(const QString &redriveId);
    // A new plan over these cases; the query is kept as evidence.
    void plan(const QStringList &ids, const QString &query);
    void showList();
    QString shownRelease() const { return m_id; } // empty: the list, or a draft

    QWidget *tools() override { return m_tools; }
    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void setRowHeight(int px) override;
    void follow(const Link &link) override;
    bool focusQuery() override;
    QList<QAction *> commands() const override;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class View { list, plan, run };
    using Answer = std::function<void(const Result<Release> &)>;

    void addCommands();
    QWidget *buildList();
    void showView(View view);
    void read();
    void readList();
    void readDetail();
    void readDraft();
    bool answeredNow(bool again); // bookkeeping of a read; whether it asks once more
    void takeList(const Result<QList<Release>> &list);
    void takeDetail(const Result<std::optional<queries::ReleaseDetail>> &detail);
    void takeDraft(const Result<Result<queries::PlanPreview>> &preview);
    void filter();
    void lockCommands();
    void lockDraft();
    void lockPlan(const Release &r);
    void lockRun(const Release &r);
    QString needs(Role role, const QString &doing) const; // why this person may not; empty: they may
    QStringList unknownCases() const;
    TimeView now() const;

    void act(const QString &doing, std::function<Result<Release>(Desk &)> work, const QString &done, Answer after = {});
    void sendDraft();
    void askApprove();
    void askStart();
    void askResume();
    void askAbort();
    void verify();
    void showDiff();
    void goToUncertain();

    DeskServices &m_services;
    View m_at = View::list;
    QString m_id;
    QList<Release> m_all;
    std::optional<queries::ReleaseDetail> m_detail;
    QList<AuditEntry> m_log;

    bool m_reading = false, m_again = false;
    QElapsedTimer m_took;
    QTimer m_next;  // a release of many cases is read again after a pause in proportion to what reading it took
    QTimer m_pause; // after the last key in the search

    Command *m_search, *m_back, *m_check, *m_send, *m_approve, *m_start, *m_pauseRun, *m_resume, *m_abort, *m_verify, *m_uncertain,
        *m_reconciliation, *m_canary, *m_freeCanary, *m_diff;
    QWidget *m_tools;
    QStackedWidget *m_stack;
    Field *m_find;
    ReleasesModel *m_model;
    DataTable *m_table;
    ListArea *m_area;
    ReleasePlan *m_plan;
    ReleaseRun *m_run;
};

} // namespace lazaret::ui
