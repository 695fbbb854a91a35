// Releases that have something to reconcile, newest first, for the list beside the cases. All of them are in memory.
#pragma once

#include "model/records.h"
#include "support/format.h"

#include <QAbstractListModel>
#include <QListView>

namespace lazaret::ui {

class StartedReleasesModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Roles { IdRole = Qt::UserRole + 1, NoteRole, IconRole, ToneRole, StateRole };
    using QAbstractListModel::QAbstractListModel;
    void show(const QList<Release> &releases);
    void setTimeView(const TimeView &view);
    int rowOf(const QString &redriveId) const; // -1
    const Release *at(const QString &redriveId) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    QList<Release> m_releases;
    TimeView m_view;
};

class StartedReleases : public QListView
{
    Q_OBJECT
public:
    explicit StartedReleases(QWidget *parent = nullptr);
    StartedReleasesModel *releases() const { return m_model; }
    void show(const QList<Release> &releases); // the chosen one stays chosen, else the newest is
    void choose(const QString &redriveId);
    QString chosen() const;

Q_SIGNALS:
    void chosenChanged(const QString &redriveId);

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    StartedReleasesModel *m_model;
    QString m_chosen;
};

} // namespace lazaret::ui
