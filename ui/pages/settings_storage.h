// Where everything is kept: the data directory with its health, the secret store without values, the workspace as a file.
#pragma once

#include "engine/doctor.h"
#include "engine/trials.h"
#include "models/deskservices.h"
#include "pages/settings_pane.h"
#include "widgets/sheet.h"

namespace lazaret::ui {

class Command;
class Label;
class Text;

class StoragePane : public SettingsPane
{
    Q_OBJECT
public:
    explicit StoragePane(DeskServices &services);
    void read() override;
    QList<QAction *> commands() const override { return {m_examine, m_open}; }

private:
    void examine();
    void show(const QList<HealthCheck> &checks);

    DeskServices &m_services;
    Label *m_path, *m_size, *m_free;
    Text *m_state;
    QVBoxLayout *m_checks;
    QAction *m_examine, *m_open;
};

class SecretsPane : public SettingsPane
{
    Q_OBJECT
public:
    explicit SecretsPane(DeskServices &services);
    void read() override;

Q_SIGNALS:
    void sourceRequested(const QString &slug);

private:
    void show(const SecretsView &view);

    DeskServices &m_services;
    Label *m_store;
    QVBoxLayout *m_rows;
    qint64 m_readAt = -1; // monotonic
};

class WorkspacePane : public SettingsPane
{
    Q_OBJECT
public:
    explicit WorkspacePane(DeskServices &services);
    QList<QAction *> commands() const override;
    void importFrom(const QString &file); // reads, checks, and lists what would change
    void exportTo(const QString &file);

private:
    void chooseImport();
    void chooseExport();
    void preview();
    void show(const Result<AppliedWorkspace> &answer);
    void apply();
    QString lockedReason(guard::Right right, const QString &doing) const;

    DeskServices &m_services;
    QByteArray m_file;
    QString m_fileName;
    qsizetype m_count = 0;
    class Check *m_prune;
    QWidget *m_result;
    Text *m_head;
    QVBoxLayout *m_rows;
    Command *m_import, *m_export, *m_apply;
};

} // namespace lazaret::ui
