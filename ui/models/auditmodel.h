// The audit log as a table over any number of entries, and what an entry's object leads to. The mappers are pure functions.
#pragma once

#include "engine/queries_audit.h"
#include "models/deskdata.h"
#include "models/windowmodel.h"
#include "pages/page.h"
#include "support/format.h"
#include "widgets/datatable.h"

namespace lazaret::ui {

enum class AuditColumn { number, time, actor, osUser, action, object, details };
QList<ColumnLook> auditColumns();
Cell auditCell(const AuditEntry &entry, AuditColumn column, const TimeView &view);
QString auditSentence(const AuditEntry &entry, const TimeView &view);
QString auditDetails(const QString &details); // an object with one line for each key; anything else as it stands
// Where the object of an entry is looked at; without a page when it has none here.
Link auditLink(const AuditEntry &entry);
QString auditText(const AuditEntry &entry); // for the clipboard: one JSON line, as in the export

class AuditSource : public QObject, public PageSource<AuditEntry>
{
    Q_OBJECT
public:
    AuditSource(DeskData &data, QObject *parent = nullptr);
    void setFilter(const queries::AuditFilter &filter) { m_filter = filter; } // for the next askSize
    const queries::AuditFilter &filter() const { return m_filter; }
    qint64 placeOf(qint64 number) const; // row of this entry in the order last answered, -1

    void askSize(const TableQuestion &question, SizeAnswer answer) override;
    void askRows(const TableQuestion &question, qint64 first, int count, RowsAnswer answer) override;

private:
    DeskData &m_data;
    queries::AuditFilter m_filter;
    queries::AuditOrder m_order;
    bool m_descending = true;
};

class AuditModel : public TypedWindowModel<AuditEntry>
{
    Q_OBJECT
public:
    using TypedWindowModel::TypedWindowModel;
    void setTimeView(const TimeView &view);
    int columnCount(const QModelIndex &parent = {}) const override;

protected:
    QString rowId(const AuditEntry &entry) const override { return QString::number(entry.seq); }
    Cell cellOf(const AuditEntry &entry, int column) const override { return auditCell(entry, AuditColumn(column), m_view); }
    QString sentenceOf(const AuditEntry &entry) const override { return auditSentence(entry, m_view); }

private:
    TimeView m_view;
};

} // namespace lazaret::ui
