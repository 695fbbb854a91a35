// One case of a reconciliation: what proves its outcome, and what can be done while that is uncertain. Reading changes nothing.
#pragma once

#include "engine/queries.h"
#include "models/proofmodel.h"
#include "widgets/sidepane.h"

#include <QWidget>

class QScrollArea;
class QStackedWidget;

namespace lazaret::ui {

class Button;
class Chip;
class Command;
class EmptyState;
class Label;
class SettleForm;

class ProofPane : public SidePane
{
    Q_OBJECT
public:
    // verify and settle: the page's commands, shared with menu and palette.
    ProofPane(Command *verify, Command *settle, QWidget *parent = nullptr);

    void showCase(const reconcile::ReportCase &c, const std::optional<queries::CaseDetail> &detail, const TimeView &view);
    void showNothing(const QString &title, const QString &text);
    void showAnchor(qint64 auditHead, const QString &hash);
    void openSettle();
    void closeSettle();
    QWidget *focusTarget() const;

Q_SIGNALS:
    void caseRequested(const QString &caseId);
    void chainRequested();
    void settled(const QString &action, lazaret::ReceiptState state, const QString &evidence);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QWidget *buildHead();
    QWidget *buildFoot();
    QWidget *buildBody();

    std::optional<reconcile::ReportCase> m_case;
    std::optional<queries::CaseDetail> m_detail;
    TimeView m_view;
    QStackedWidget *m_pages;
    EmptyState *m_nothing;
    Label *m_title, *m_how, *m_anchor;
    Chip *m_outcome;
    Button *m_open, *m_copyHash;
    QWidget *m_actions;
    SettleForm *m_form;
    QScrollArea *m_scroll;
    QString m_hash;
};

} // namespace lazaret::ui
