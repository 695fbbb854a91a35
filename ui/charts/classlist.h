// Open cases by error class, ranked: icon, name, bar, count, share. More than three series would be unreadable as lines. Enter or a click
// filters the cases. GUI thread.
#pragma once

#include "model/enums.h"

#include <QAbstractListModel>
#include <QListView>

#include <array>

namespace lazaret::ui {

class ClassShareModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Roles { ClassRole = Qt::UserRole + 1, CountRole, TotalRole, LargestRole };
    using QAbstractListModel::QAbstractListModel;
    void show(const std::array<int, 7> &byClass); // in the order of ErrorClass

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Share
    {
        ErrorClass errorClass;
        int count;
    };
    QList<Share> m_shares; // largest first
    int m_total = 0;
};

class ClassList : public QListView
{
    Q_OBJECT
public:
    explicit ClassList(QWidget *parent = nullptr);
    void show(const std::array<int, 7> &byClass);

Q_SIGNALS:
    void classChosen(lazaret::ErrorClass errorClass);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    ClassShareModel *m_model;
};

} // namespace lazaret::ui
