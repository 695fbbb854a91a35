// The list beside an editor. J and K beside the arrows; always a valid current row while there is one.
#pragma once

#include "models/setuprows.h"

#include <QListView>

namespace lazaret::ui {

class SetupList : public QListView
{
    Q_OBJECT
public:
    SetupList(const QString &name, const QString &label, QWidget *parent = nullptr);

    void setRows(const QList<SetupRow> &rows);
    void setCurrentId(const QString &id);
    QString currentId() const;
    SetupRows *rows() const { return m_rows; }

Q_SIGNALS:
    void currentIdChanged(const QString &id);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    SetupRows *m_rows;
};

} // namespace lazaret::ui
