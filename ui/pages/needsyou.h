// What only a person can move on: uncertain effects, overdue reviews, approvals. A few of each, then "Show all".
#pragma once

#include "models/views.h"
#include "support/format.h"
#include "widgets/surfaces.h"

#include <QPushButton>

namespace lazaret::ui {

class Button;

class NeedRow : public QPushButton
{
    Q_OBJECT
public:
    NeedRow(const QString &icon, const QString &tone, QWidget *parent = nullptr);
    void show(const CaseRecord &record, const QString &when, bool late);
    const QString &caseId() const { return m_caseId; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_icon, m_tone, m_caseId, m_title, m_place, m_when;
    bool m_late = false;
};

class NeedsYou : public Card
{
    Q_OBJECT
public:
    explicit NeedsYou(QWidget *parent = nullptr);
    void show(const OverviewView &overview, const TimeView &view);
    void setRowsEach(int rows); // fewer in low windows
    QWidget *firstRow() const;  // nullptr when nothing needs anybody

Q_SIGNALS:
    void listRequested(const QString &query);
    void caseRequested(const QString &query, const QString &caseId);

private:
    struct Section
    {
        QString query, tone, none;
        Chip *count;
        Button *all;
        QList<NeedRow *> rows;
        Label *nothing;
    };
    Section addSection(const QString &name, const QString &title, const QString &icon, const QString &tone, const QString &query,
                       const QString &none);
    void showSection(Section &section, qint64 count, const QList<CaseRecord> &first, const std::function<QString(const CaseRecord &)> &when,
                     bool late);

    Section m_uncertain, m_overdue, m_approval;
    OverviewView m_overview;
    TimeView m_view;
    int m_rowsEach = 2;
};

} // namespace lazaret::ui
