// Reconciliation: what became of every case of a release, and what proves it. Cases close by reconciliation itself; here one reads the
// proof, asks the recipients again, settles what nobody can ask about, and takes the report along.
#pragma once

#include "models/deskservices.h"
#include "models/proofmodel.h"
#include "pages/page.h"

class QStackedWidget;

namespace lazaret::ui {

class Card;
class Chip;
class Command;
class EmptyState;
class Label;
class ListArea;
class OutcomeBar;
class OutcomeTiles;
class ProofPane;
class ReportExport;
class ReportView;
class SegmentedSwitch;
class Skeleton;
class StartedReleases;
class TabStrip;
class WorkStrip;
enum class ReportForm;

class ReconciliationPage : public Page
{
    Q_OBJECT
public:
    explicit ReconciliationPage(DeskServices &services, QWidget *parent = nullptr);

    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void setRowHeight(int px) override;
    void follow(const Link &link) override; // id: a release, or one of its cases; query: a report over these cases
    QList<QAction *> commands() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *buildBoard();
    QWidget *buildHead();
    QWidget *buildTable();
    void buildCommands();
    void connectParts();

    void followCase(const queries::CaseDetail &detail);
    void takeReleases(const Result<QList<Release>> &releases);
    void choose(const QString &redriveId);
    void readReport(bool other);
    void takeReport(const Result<Result<reconcile::Report>> &answer);
    void showFigures();
    void filter();
    void showCase(const QString &caseId);
    void takeCase(const QString &caseId, const std::optional<queries::CaseDetail> &detail);
    const reconcile::ReportCase *caseOf(const QString &caseId) const;
    void step(int rows);

    void lockCommands();
    QString pipelineLock() const;
    void reconcileAgain();
    void takeReconciled(const Result<BulkResult> &result);
    void sayNotAsked(const QString &text, const QString &doing, const Error &error);
    void verify();
    void takeVerified(const QString &name, const Result<BulkResult> &result);
    void settle(const QString &action, ReceiptState state, const QString &evidence);

    void openReport();
    void closeReport();
    void say(const QString &empty, const QString &title, const QString &text);
    void describe();

    DeskServices &m_services;
    ReportPtr m_report;
    QString m_chosen;     // the release
    QString m_caseId;     // in the proof pane
    QString m_wantedCase; // asked for by a link
    ProofFilter m_filter;
    ProofSource m_source;
    ProofModel *m_model;
    TableQuestion m_question;
    bool m_reading = false, m_again = false, m_asking = false;

    Command *m_reconcile, *m_showReport, *m_verify, *m_settle, *m_openCase, *m_copy;
    QList<Command *> m_exports;
    QStackedWidget *m_stack, *m_tabPages, *m_state;
    TabStrip *m_tabs;
    EmptyState *m_empty;
    Skeleton *m_skeleton;
    QTimer *m_patience;
    StartedReleases *m_releases;
    Label *m_headline, *m_compared;
    Chip *m_open;
    OutcomeBar *m_bar;
    OutcomeTiles *m_tiles;
    WorkStrip *m_strip;
    SegmentedSwitch *m_which;
    DataTable *m_table;
    ListArea *m_area;
    ProofPane *m_pane;
    ReportView *m_reportView;
    ReportExport *m_export;
    QList<QWidget *> m_wideOnly;
};

} // namespace lazaret::ui
