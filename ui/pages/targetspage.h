// Targets: every host the workflows call, what it answered, which steps call it, and whether it can be connected to now.
#pragma once

#include "engine/queries_setup.h"
#include "engine/trials.h"
#include "models/deskservices.h"
#include "pages/page.h"

class QVBoxLayout;
class QStackedWidget;

namespace lazaret::ui {

class AnswerBars;
class Chip;
class Command;
class EmptyState;
class IconLabel;
class Label;
class SetupList;
class Text;

class TargetsPage : public Page
{
    Q_OBJECT
public:
    explicit TargetsPage(DeskServices &services);

    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void follow(const Link &link) override;
    QList<QAction *> commands() const override;

private:
    void build();
    QWidget *buildDetail();
    void take(const QList<queries::TargetView> &targets);
    void show();
    void showUses(const queries::TargetView &target);
    void check();
    void showAnswer(const QString &host);
    const queries::TargetView *current() const;

    DeskServices &m_services;
    QList<queries::TargetView> m_targets;
    QHash<QString, std::pair<Result<TargetAnswer>, qint64>> m_answers; // of checks made while the window lives, and when
    QString m_checking;
    bool m_read = false;

    SetupList *m_list;
    QStackedWidget *m_middle;
    EmptyState *m_empty;
    Label *m_host, *m_total;
    Chip *m_policy;
    QWidget *m_answer;
    IconLabel *m_answerIcon;
    Text *m_answerText;
    AnswerBars *m_bars;
    QVBoxLayout *m_uses;
    Command *m_check;
};

} // namespace lazaret::ui
