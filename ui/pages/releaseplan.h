// The plan of a release, before it is recorded (a draft over a frozen list of cases) and after, until it starts: which cases go and which
// stay and why, the ladder, what stops it, the change, the approval. GUI thread.
#pragma once

#include "models/releasetables.h"
#include "pages/releaseplanside.h"

class QGridLayout;

namespace lazaret::ui {

class LadderView;
class ListArea;
class NumberField;
class ShareBar;
class StageStrip;

class ReleasePlan : public QWidget
{
    Q_OBJECT
public:
    explicit ReleasePlan(const PlanCommands &commands, QWidget *parent = nullptr);

    // A draft over these cases; its first answer comes by showDraft. frozenAt: when the list was taken.
    void startDraft(const QStringList &ids, const QString &query, qint64 frozenAt);
    void showDraft(const queries::PlanPreview &preview, const QString &me, const TimeView &view);
    void showRecorded(const queries::ReleaseDetail &detail, const QString &me, const TimeView &view);
    void showTrouble(const QString &title, const QString &text); // the draft could not be read
    void setTimeView(const TimeView &view);
    void setRowHeight(int px);
    void waitForAnswer();

    bool isDraft() const { return m_draft; }
    const Release &release() const { return m_release; }
    const queries::PlanContext &context() const { return m_context; }
    int selected() const { return int(m_rows.size()); }
    const queries::ReleaseRow *currentRow() const;
    queries::PlanQuestion question() const; // what planning would be asked as the form stands
    ReleaseRequest request() const;
    QString missing() const;
    void chooseCanary(const QString &caseId); // empty: the plan chooses
    QString chosenCanary() const { return m_canary; }
    ReleasePlanSide *side() const { return m_side; }
    DataTable *table() const { return m_table; }

Q_SIGNALS:
    void questionChanged();
    void edited();
    void currentChanged();
    void caseRequested(const QString &caseId);
    void settled();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildCases(const PlanCommands &commands);
    QWidget *buildLadder();
    QWidget *buildStops();
    void show(const TimeView &view);
    void showStops();
    void showRate();
    double rate() const;

    bool m_draft = false;
    QStringList m_ids;
    QString m_query, m_canary, m_me, m_canaryProblem, m_stopsOf;
    QString m_troubleTitle, m_troubleText;
    qint64 m_frozenAt = 0;
    Release m_release;
    QList<queries::ReleaseRow> m_rows;
    queries::PlanContext m_context;
    TimeView m_view;

    StageStrip *m_stages;
    Label *m_title, *m_queryText, *m_frozen;
    ShareBar *m_share;
    PlanModel *m_model;
    DataTable *m_table;
    ListArea *m_area;
    LadderView *m_ladder;
    NumberField *m_rate;
    Label *m_rateText;
    QGridLayout *m_stops;
    QWidget *m_canaryButtons;
    QList<Check *> m_stopChecks;
    ReleasePlanSide *m_side;
};

} // namespace lazaret::ui
