// Cases: query, table, and a pane that shows one case without changing anything.
#pragma once

#include "models/casesmodel.h"
#include "models/deskdata.h"
#include "pages/page.h"

class QSplitter;

namespace lazaret::ui {

class CasePane;
class ListArea;
class QueryBar;

class CasesPage : public Page
{
    Q_OBJECT
public:
    explicit CasesPage(DeskData &data, QWidget *parent = nullptr);

    static QString openQuery() { return QStringLiteral("-status:closed"); }
    void showQuery(const QString &query, const QString &caseId = {});
    void focusQuery();
    QString query() const;
    QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);

    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void setRowHeight(int px) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void ask(const QString &query);
    void sortBy(const QString &key, bool descending);
    void sized();
    void showCase(const QString &caseId);
    void readCase();
    void step(int rows);
    QWidget *buildList();

    DeskData &m_data;
    CasesModel *m_model;
    QueryBar *m_query;
    DataTable *m_table;
    ListArea *m_area;
    CasePane *m_pane;
    QSplitter *m_splitter;
    QString m_caseId, m_wanted;
    quint64 m_askedCase = 0;
    TableQuestion m_question;
    bool m_splitterRestored = false;
};

} // namespace lazaret::ui
