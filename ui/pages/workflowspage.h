// Workflows: what is done for a delivery, in versions that never change once jobs have run under them.
#pragma once

#include "pages/setuppage.h"

class QPlainTextEdit;
class QVBoxLayout;

namespace lazaret::ui {

class DiffView;
class Select;
class StepsForm;

class WorkflowsPage : public SetupPage
{
    Q_OBJECT
public:
    explicit WorkflowsPage(DeskServices &services);

    void refresh() override;
    QList<QAction *> commands() const override;

protected:
    QJsonObject freshDefinition() const override;
    void shown(const Draft &draft) override;
    QString removalConsequence() const override;
    QList<Problem> ownProblems(const Draft &draft) const override;

private:
    Form *general();
    Form *retries();
    Form *cases();
    QWidget *differences();
    QWidget *whereUsed();
    void take(const QList<queries::WorkflowView> &list);
    void compare();
    void askVersion(const QString &version, std::function<void(const QJsonObject &)> answer);
    void showUses();
    void newVersion();
    void restore(const QString &version);
    void toggleHold();
    const queries::WorkflowView *view() const;

    QList<queries::WorkflowView> m_workflows;
    StepsForm *m_steps;
    Select *m_older, *m_newer;
    DiffView *m_diff;
    QVBoxLayout *m_uses;
    Command *m_newVersion, *m_hold;
    QString m_comparedWith; // the workflow whose versions the choices hold
};

// "12" → "13", "2024-a" → "2024-a-2", "v9" → "v10"; the first that is not taken.
QString nextVersion(const QString &version, const QStringList &taken);

} // namespace lazaret::ui
