// The audit log: who did what, entry by entry, with its chain; verified, filtered and exported here. Nothing changes it.
#pragma once

#include "engine/errand.h"
#include "models/auditmodel.h"
#include "models/deskservices.h"
#include "pages/page.h"

#include <QTimer>

class QSplitter;

namespace lazaret::ui {

class AuditPane;
class Button;
class Command;
class Field;
class Label;
class ListArea;
class Select;
class WorkStrip;

class AuditPage : public Page
{
    Q_OBJECT
public:
    explicit AuditPage(DeskServices &services, QWidget *parent = nullptr);

    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void refresh() override;
    void setTimeView(const TimeView &view) override;
    void setRowHeight(int px) override;
    void follow(const Link &link) override; // id: an entry's number, or "verify"; query: the name of an object
    QList<QAction *> commands() const override;
    bool focusQuery() override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildCommands();
    QWidget *buildFilter();
    QWidget *buildCounts();
    void connectParts();

    queries::AuditFilter filter() const;
    Time since() const;
    void clearFilter();
    void ask();
    void sized();
    void showEntry(const QString &id);
    void step(int rows);
    void goTo(qint64 number);
    void readWords();
    void takeWords(const queries::AuditWords &words);
    void lockCommands();
    void verify();
    void takeVerified(const Result<guard::ChainCheck> &check);
    void exportTo(queries::AuditFormat format);
    void takeWritten(const QString &file, const Result<queries::AuditWritten> &written);

    DeskServices &m_services;
    AuditSource *m_source;
    AuditModel *m_model;
    Errand m_errand;
    TableQuestion m_question;
    qint64 m_wanted = 0; // the entry to go to when the order is known
    bool m_asked = false;
    std::optional<AuditEntry> m_entry;

    Command *m_verify, *m_exportLines, *m_exportCsv, *m_open, *m_copy, *m_clear;
    Field *m_text, *m_object;
    Select *m_actor, *m_action, *m_when;
    Label *m_counts;
    WorkStrip *m_strip;
    DataTable *m_table;
    ListArea *m_area;
    AuditPane *m_pane;
    QSplitter *m_splitter;
    QTimer m_pause;
};

} // namespace lazaret::ui
