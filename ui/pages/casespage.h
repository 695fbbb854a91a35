// Cases: saved views, a query, a table with a selection of its own, and a pane in which one case is inspected and decided.
#pragma once

#include "engine/queries_groups.h"
#include "models/casesmodel.h"
#include "models/deskservices.h"
#include "models/savedviews.h"
#include "pages/casework.h"
#include "pages/page.h"

#include <QElapsedTimer>
#include <QHash>
#include <QTimer>

class QSplitter;

namespace lazaret::ui {

class BulkBar;
class Button;
class CaseExport;
class CasePane;
class Command;
class ListArea;
class QueryBar;
class SegmentedSwitch;
class Select;
class ViewTabs;

class CasesPage : public Page
{
    Q_OBJECT
public:
    explicit CasesPage(DeskServices &services, QWidget *parent = nullptr);
    ~CasesPage() override;

    static QString openQuery() { return QStringLiteral("-status:closed"); }
    void showQuery(const QString &query, const QString &caseId = {});
    bool focusQuery() override;
    QString query() const;
    QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);
    void exportTo(const QString &file, bool json); // the visible query, off this thread
    CaseSelection &selection() { return m_model->selection(); }

    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void setRowHeight(int px) override;
    void follow(const Link &link) override;
    QList<QAction *> commands() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    // casespage.cpp: what is shown
    QWidget *buildList();
    QWidget *buildOptions();
    void connectParts();
    void ask(const QString &query);
    void askAgain();
    void sortBy(const QString &key, bool descending);
    void groupBy(const QString &group);
    void showShown(); // switch, sort and columns say what the question says
    void sized();
    void showCase(const QString &caseId);
    void readCase();
    void readAlike();
    void step(int rows);
    void nextCase(const QStringList &decided);
    void arrange();
    // casesviews.cpp: views, columns, export, drafts
    void applyView(int index);
    void showViews(int current);
    void stepView(int by);
    void keepShown();
    void saveView();
    void renameView(int index);
    void removeView(int index);
    void countViews();
    void readWords();
    void chooseColumns();
    void copyIds();
    void askExport();
    void keepDrafts();
    void recallDrafts(const QString &caseId);
    // casescommands.cpp: what is done
    void addCommands();
    Command *add(const QString &name, const QString &icon, const QString &text, const QStringList &keys, std::function<void()> act);
    Command *command(const char *name) const;
    void lockCommands();
    void selectAllMatching();
    void selectionChanged();
    CaseWork::Target target() const; // the selection, or the case in the pane when the keyboard is there
    CaseWork::Target current() const;
    CaseWork::Target selected() const;
    void decide(const CaseWork::Target &target, DispositionKind kind);
    void decideForSelection();
    void record(int step, const QString &text, bool alike);
    void planRelease();
    bool may(guard::Right right) const;

    DeskServices &m_services;
    DeskData &m_data;
    SavedViews m_views;
    CasesModel *m_model;
    ViewTabs *m_tabs;
    QueryBar *m_query;
    DataTable *m_table;
    ListArea *m_area;
    CasePane *m_pane;
    BulkBar *m_bulk;
    QWidget *m_keys;
    SegmentedSwitch *m_group;
    Select *m_groupList, *m_sort;
    Button *m_export;
    QSplitter *m_splitter;
    CaseWork *m_work;
    CaseExport *m_exporting = nullptr;
    QHash<QString, Command *> m_commands;
    QStringList m_commandOrder;
    QString m_caseId, m_wanted;
    quint64 m_askedCase = 0;
    TableQuestion m_question;
    int m_view = 0;
    queries::FrozenCases m_alike; // with the case in the pane
    QString m_alikeOf;
    QTimer m_alikeSoon, m_draftsSoon;
    QElapsedTimer m_counted;
    QHash<QString, QString> m_drafts; // "case/step" → text not yet kept
    qint64 m_open = -1;
    bool m_splitterRestored = false;
    bool m_applying = false;
};

} // namespace lazaret::ui
