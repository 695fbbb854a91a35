// Open cases by error class, ranked: icon, name, bar, count, share and how it changed in the last hour; or over the range of the charts:
// how many were open then. Seven lines in a chart would be unreadable: a list is not. Enter or a click filters the cases. GUI thread.
#pragma once

#include "charts/numbers.h"
#include "model/enums.h"

#include <QAbstractListModel>
#include <QListView>

namespace lazaret::ui {

struct ClassShare
{
    ErrorClass errorClass = ErrorClass::unknown_defect;
    qint64 count = 0;
    qint64 lastHour = 0, inRange = 0; // how many more than then

    qint64 before() const { return qMax<qint64>(0, count - inRange); } // at the beginning of the range
};

class ClassShareModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Roles { ClassRole = Qt::UserRole + 1, ShareRole };
    using QAbstractListModel::QAbstractListModel;
    void show(QList<ClassShare> shares);
    void setOverTime(bool overTime);
    bool isOverTime() const { return m_overTime; }
    const QList<ClassShare> &shares() const { return m_shares; } // largest first
    qint64 total() const { return m_total; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QString sentence(const ClassShare &share) const;

    QList<ClassShare> m_shares;
    qint64 m_total = 0;
    bool m_overTime = false;
};

class ClassList : public QListView
{
    Q_OBJECT
public:
    explicit ClassList(QWidget *parent = nullptr);
    void show(const QList<ClassShare> &shares, const QString &range); // range: "24 h"
    void setOverTime(bool overTime) { m_model->setOverTime(overTime); }
    Numbers numbers() const;

Q_SIGNALS:
    void classChosen(lazaret::ErrorClass errorClass);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    ClassShareModel *m_model;
    QString m_range;
};

} // namespace lazaret::ui

Q_DECLARE_METATYPE(lazaret::ui::ClassShare)
