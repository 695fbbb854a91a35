// The lists beside the editors: a name, a line below it, and its state at the right.
#pragma once

#include <QAbstractListModel>

namespace lazaret::ui {

struct SetupRow
{
    QString id, title, second;
    QString state, icon, tone; // "14 refused", its icon and colour
    bool quiet = false;        // off, or there no longer
    bool changed = false;      // carries unsaved changes

    bool operator==(const SetupRow &) const = default;
};

class SetupRows : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { RowRole = Qt::UserRole + 40 }; // a SetupRow
    using QAbstractListModel::QAbstractListModel;

    // Rows that stay keep their place in views: only what is new or gone is inserted or removed.
    void setRows(const QList<SetupRow> &rows);
    int find(const QString &id) const;
    const QList<SetupRow> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QList<SetupRow> m_rows;
};

} // namespace lazaret::ui
