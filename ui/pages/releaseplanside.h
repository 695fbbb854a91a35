// Beside a plan's cases: what will happen, in one sentence; the change; the approval. A draft is filled in here, a recorded plan is read.
#pragma once

#include "engine/desk.h"
#include "engine/queries_releases.h"
#include "models/releasewords.h"

#include <QScrollArea>

class QVBoxLayout;

namespace lazaret::ui {

class Button;
class Check;
class Chip;
class Command;
class Field;
class Label;
class Select;
class Text;

struct PlanCommands
{
    Command *check, *send, *approve, *start, *abort, *canary, *freeCanary, *diff;
};

class ReleasePlanSide : public QScrollArea
{
    Q_OBJECT
public:
    explicit ReleasePlanSide(const PlanCommands &commands, QWidget *parent = nullptr);

    // draft: nothing is recorded yet; the fields keep what was typed, the choices follow the target version.
    void show(const Release &release, const queries::PlanContext &context, int selected, bool draft, const QString &canaryProblem,
              const QString &me, const TimeView &view);
    void showConsequence(int eligible, int selected, double ratePerMin);
    void showApproval(const QString &sentence);
    void startDraft();                        // empties what a person typed
    void fill(ReleaseRequest &request) const; // what was chosen here
    QString targetVersion() const;
    QStringList allowed() const;
    bool acceptsIrreversible() const;
    QString missing() const; // what is still to be filled in; empty: nothing
    QWidget *firstField() const;

Q_SIGNALS:
    void questionChanged(); // the version, an allowed effect or the acknowledgement: eligibility is asked again
    void edited();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildConsequence();
    QWidget *buildChange(const PlanCommands &commands);
    QWidget *buildApproval(const PlanCommands &commands);
    void showEffects(const Release &release, const queries::PlanContext &context, bool draft);
    void showPeople(const Release &release, const queries::PlanContext &context, const QString &me);

    Text *m_consequence, *m_irreversibleText, *m_approvalText, *m_requestedBy, *m_fixText, *m_ownerText, *m_problem;
    Chip *m_from, *m_to, *m_eyes;
    Select *m_version, *m_owner;
    Field *m_fix;
    Check *m_accept;
    QWidget *m_effects;
    QList<Check *> m_effectChecks;
    queries::PlanContext m_context;
    QString m_effectsOf; // the version the boxes stand for
};

} // namespace lazaret::ui
