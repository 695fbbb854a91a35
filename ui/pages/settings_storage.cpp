#include "pages/settings_storage.h"

#include "models/deskdata.h"
#include "pages/setupwords.h"
#include "support/command.h"
#include "support/savefile.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/commandbutton.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QAction>
#include <QCheckBox>
#include <QDesktopServices>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>
#include <QUrl>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr qint64 secretsFreshMs = 5000;
constexpr qint64 mostFileBytes = 16LL * 1024 * 1024; // a workspace file is some kilobytes

void clear(QVBoxLayout *rows)
{
    while (auto *item = rows->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
}

QWidget *line(const QString &icon, const QString &tone, const QString &title, const QString &text)
{
    auto *row = new QWidget;
    auto *across = new QHBoxLayout(row);
    across->setContentsMargins(0, 3, 0, 3);
    across->setSpacing(10);
    across->addWidget(new IconLabel(icon, 16, tone + u".text"), 0, Qt::AlignTop);
    auto *name = new Label(title, ui::font(u"body", QFont::Medium));
    name->setFixedWidth(200);
    across->addWidget(name, 0, Qt::AlignTop);
    across->addWidget(new Text(text, ui::font(u"body"), QStringLiteral("text.secondary")), 1);
    row->setAccessibleName(title + QStringLiteral(": ") + text);
    return row;
}

} // namespace

// --- storage

StoragePane::StoragePane(DeskServices &services)
    : SettingsPane(QStringLiteral("settingsStorage"), tr("Storage"), tr("Everything Lazaret keeps is in one directory.")),
      m_services(services), m_path(new Label({}, ui::monoFont())), m_size(new Label({}, ui::font(u"body"))),
      m_free(new Label({}, ui::font(u"body"))), m_state(new Text({}, ui::font(u"small"), QStringLiteral("text.secondary"))),
      m_checks(new QVBoxLayout)
{
    auto *open = new Command(QStringLiteral("storageOpen"), QStringLiteral("folder-open"), tr("Open the folder"), {}, this);
    auto *examine = new Command(QStringLiteral("storageExamine"), QStringLiteral("search-check"), tr("Examine now"),
                                {QKeySequence(QStringLiteral("Ctrl+Return"))}, this);
    m_open = open;
    m_examine = examine;
    m_path->setElideMode(Qt::ElideMiddle);
    addFact(tr("Data directory"), m_path);
    addFact(tr("Database"), m_size);
    addFact(tr("Free on this disk"), m_free);
    auto *row = new QHBoxLayout;
    row->addWidget(new CommandButton(open, Button::Kind::secondary));
    row->addWidget(new CommandButton(examine, Button::Kind::secondary, QStringLiteral("Ctrl ⏎")));
    row->addStretch(1);
    column()->addLayout(row);
    column()->addWidget(m_state);
    m_state->hide();
    column()->addLayout(m_checks);
    column()->addStretch(1);
    connect(open, &QAction::triggered, this, [this] {
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(m_services.dataDirectory())))
            Q_EMIT troubled(tr("Opening the folder"), {ErrorCode::io, tr("this system offers no program for folders")});
    });
    connect(examine, &QAction::triggered, this, &StoragePane::examine);
}

void StoragePane::read()
{
    const QString directory = m_services.dataDirectory();
    m_path->setText(directory);
    m_path->setToolTip(directory);
    qint64 size = 0;
    for (const auto *name : {"/lazaret.db", "/lazaret.db-wal"})
        size += QFileInfo(directory + QLatin1String(name)).size();
    m_size->setText(bytesText(size));
    const auto free = m_services.status().diskFreeBytes;
    m_free->setText(free ? bytesText(*free) : tr("not known yet"));
    Q_EMIT done();
}

void StoragePane::examine()
{
    static_cast<Command *>(m_examine)->lock(tr("It is being examined."));
    m_state->setText(tr("Examining…"));
    m_state->show();
    const auto *clock = &m_services.clock();
    m_services.data().ask<QList<HealthCheck>>(
        this, QStringLiteral("settings.examine"),
        [path = m_services.dataDirectory(), clock](Database &db, const DeskData::Look &) {
            QList<HealthCheck> checks;
            if (const auto directory = DataDirectory::openExisting(path, *clock))
                checks += examineDirectory(*directory) + examinePipeline(*directory);
            else
                checks.append({QStringLiteral("data directory"), HealthCheck::State::failed, directory.error().detail, {}});
            return checks + lazaret::examineDatabase(db, *clock);
        },
        [this](const Result<QList<HealthCheck>> &answer) {
            static_cast<Command *>(m_examine)->unlock();
            if (answer)
                return show(*answer);
            m_state->setText(tr("It could not be examined: %1.").arg(answer.error().detail));
            Q_EMIT troubled(tr("Examining the data"), answer.error());
        });
}

void StoragePane::show(const QList<HealthCheck> &checks)
{
    clear(m_checks);
    qsizetype bad = 0;
    for (const auto &check : checks) {
        const bool ok = check.state == HealthCheck::State::ok, failed = check.state == HealthCheck::State::failed;
        bad += !ok;
        m_checks->addWidget(line(ok       ? QStringLiteral("circle-check")
                                 : failed ? QStringLiteral("circle-x")
                                          : QStringLiteral("triangle-alert"),
                                 ok       ? QStringLiteral("good")
                                 : failed ? QStringLiteral("bad")
                                          : QStringLiteral("warn"),
                                 check.check,
                                 check.advice.isEmpty() ? check.detail : tr("%1. What to do: %2.").arg(check.detail, check.advice)));
    }
    m_state->setText(bad == 0 ? tr("%1 checks, nothing wrong.").arg(checks.size())
                              : tr("%1 of %2 checks ask for something.").arg(bad).arg(checks.size()));
}

// --- secrets

SecretsPane::SecretsPane(DeskServices &services)
    : SettingsPane(
          QStringLiteral("settingsSecrets"), tr("Secrets"),
          tr("Values are entered at their source, once, and are never shown again. Here is where they are and which slots are filled.")),
      m_services(services), m_store(new Label({}, ui::font(u"body"))), m_rows(new QVBoxLayout)
{
    m_store->setObjectName(QStringLiteral("secretStore"));
    addFact(tr("Kept in"), m_store);
    addHeading(tr("Slots"));
    column()->addLayout(m_rows);
    column()->addStretch(1);
}

void SecretsPane::read()
{
    const qint64 now = m_services.clock().monotonicMs();
    if (m_readAt >= 0 && now - m_readAt < secretsFreshMs)
        return Q_EMIT done(); // the store may be a keychain that asks: not with every delivery
    m_readAt = now;
    m_services.clerk().submit<SecretsView>(
        this, tr("Looking at the secret slots"), [](Desk &desk) { return desk.secretSlots(); },
        [this](const Result<SecretsView> &answer) {
            if (answer) {
                show(*answer);
            } else {
                m_store->setText(tr("The secret store does not answer: %1").arg(answer.error().detail));
                clear(m_rows);
            }
            Q_EMIT done();
        });
}

void SecretsPane::show(const SecretsView &view)
{
    m_store->setText(view.store == u"keychain" ? tr("the system's keychain")
                                               : tr("secrets.json in the data directory, readable only by its owner"));
    clear(m_rows);
    for (const auto &slot : view.slotList) {
        const QString place = slot.number == 2 ? tr("%1, slot B").arg(slot.source) : tr("%1, slot A").arg(slot.source);
        QString text =
            slot.stored
                ? tr("set, kept as %1").arg(slot.ref)
                : tr("missing: %1 is not in the store, so nothing verifies with this slot. Enter it again at the source.").arg(slot.ref);
        if (slot.expiresAt)
            text += QStringLiteral(" · ") + tr("until %1").arg(shortTime(*slot.expiresAt, timeView()));
        m_rows->addWidget(line(slot.stored ? QStringLiteral("key-round") : QStringLiteral("circle-x"),
                               slot.stored ? QStringLiteral("good") : QStringLiteral("bad"), place, text));
    }
    if (view.slotList.isEmpty())
        m_rows->addWidget(new Text(tr("No source yet, so no secret."), ui::font(u"body"), QStringLiteral("text.secondary")));
}

// --- the workspace as a file

WorkspacePane::WorkspacePane(DeskServices &services)
    : SettingsPane(
          QStringLiteral("settingsWorkspace"), tr("Workspace file"),
          tr("Sources, workflows, people and settings as one JSON file, to be kept, compared and applied elsewhere. Secrets are not in it: "
             "an export names where they are kept, and a file may bring new ones.")),
      m_services(services), m_prune(new Check(QStringLiteral("importPrune"), tr("Remove what the file does not name"))),
      m_result(new QWidget), m_head(new Text({}, ui::font(u"section"))), m_rows(new QVBoxLayout)
{
    m_import = new Command(QStringLiteral("workspaceImport"), QStringLiteral("folder-open"), tr("Import a file…"),
                           {QKeySequence(QStringLiteral("Ctrl+O"))}, this);
    m_export = new Command(QStringLiteral("workspaceExport"), QStringLiteral("download"), tr("Export…"),
                           {QKeySequence(QStringLiteral("Ctrl+E"))}, this);
    m_apply = new Command(QStringLiteral("workspaceApply"), QStringLiteral("check"), tr("Apply"),
                          {QKeySequence(QStringLiteral("Ctrl+Return"))}, this);
    m_import->lock(lockedReason(guard::Right::configure, tr("Importing")));
    m_export->lock(lockedReason(guard::Right::exportData, tr("Exporting")));
    auto *row = new QHBoxLayout;
    row->addWidget(new CommandButton(m_import, Button::Kind::secondary, QStringLiteral("Ctrl O")));
    row->addWidget(new CommandButton(m_export, Button::Kind::secondary, QStringLiteral("Ctrl E")));
    row->addStretch(1);
    column()->addLayout(row);
    m_result->setObjectName(QStringLiteral("importResult"));
    auto *result = new QVBoxLayout(m_result);
    result->setContentsMargins(0, 8, 0, 0);
    m_head->setObjectName(QStringLiteral("importHead"));
    result->addWidget(m_head);
    result->addWidget(m_prune);
    result->addLayout(m_rows);
    auto *foot = new QHBoxLayout;
    foot->addWidget(new CommandButton(m_apply, Button::Kind::primary, QStringLiteral("Ctrl ⏎")));
    foot->addStretch(1);
    result->addLayout(foot);
    m_result->hide();
    column()->addWidget(m_result);
    column()->addStretch(1);
    connect(m_import, &QAction::triggered, this, &WorkspacePane::chooseImport);
    connect(m_export, &QAction::triggered, this, &WorkspacePane::chooseExport);
    connect(m_apply, &QAction::triggered, this, &WorkspacePane::apply);
    connect(m_prune, &QCheckBox::clicked, this, &WorkspacePane::preview);
}

QList<QAction *> WorkspacePane::commands() const
{
    return {m_import, m_export, m_apply};
}

QString WorkspacePane::lockedReason(guard::Right right, const QString &doing) const
{
    const Role mine = m_services.operatorRole();
    return guard::mayDo(mine, right)
               ? QString()
               : tr("%1 needs the role %2; you are %3.")
                     .arg(doing, roleWord(right == guard::Right::configure ? Role::administrator : Role::approver), roleWord(mine));
}

void WorkspacePane::chooseImport()
{
    auto *dialog = plainFileDialog(this, tr("A workspace file"), tr("Workspace files (*.json);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &WorkspacePane::importFrom);
    dialog->open();
}

void WorkspacePane::importFrom(const QString &file)
{
    const QString doing = tr("Importing %1").arg(file);
    QFile input(file);
    if (!input.open(QIODevice::ReadOnly))
        return Q_EMIT troubled(doing, {ErrorCode::io, input.errorString()});
    if (input.size() > mostFileBytes)
        return Q_EMIT troubled(doing,
                               {ErrorCode::usage, tr("it has %1; a workspace file has some kilobytes").arg(bytesText(input.size()))});
    m_file = input.readAll();
    m_fileName = QFileInfo(file).fileName();
    m_prune->setChecked(false);
    preview();
}

void WorkspacePane::preview()
{
    m_apply->lock(tr("It is being checked."));
    m_services.clerk().submit<AppliedWorkspace>(
        this, tr("Checking %1").arg(m_fileName),
        [file = m_file, prune = m_prune->isChecked()](Desk &desk) { return desk.previewWorkspace(file, prune); },
        [this](const Result<AppliedWorkspace> &answer) { show(answer); });
}

void WorkspacePane::show(const Result<AppliedWorkspace> &answer)
{
    clear(m_rows);
    m_result->show();
    if (!answer) {
        m_head->setText(tr("%1 cannot be applied").arg(m_fileName));
        m_rows->addWidget(line(QStringLiteral("circle-x"), QStringLiteral("bad"), tr("Refused"), answer.error().detail));
        return m_apply->lock(tr("The file cannot be applied."));
    }
    for (const auto &problem : answer->problems)
        m_rows->addWidget(line(QStringLiteral("circle-x"), QStringLiteral("bad"),
                               problem.path.isEmpty() ? QStringLiteral("/") : problem.path, problem.message));
    for (const auto &change : answer->changes)
        m_rows->addWidget(line(change.what == u"removed" ? QStringLiteral("archive-x") : QStringLiteral("pencil"),
                               change.what == u"removed" ? QStringLiteral("bad") : QStringLiteral("accent"),
                               tr("%1 %2").arg(change.kind, change.name), tr("%1. %2").arg(change.what, consequenceOf(change))));
    for (const auto &warning : answer->warnings)
        m_rows->addWidget(line(QStringLiteral("triangle-alert"), QStringLiteral("warn"), warning.path, warning.message));
    m_count = answer->changes.size();
    m_prune->setVisible(answer->problems.isEmpty());
    if (!answer->problems.isEmpty()) {
        m_head->setText(answer->problems.size() == 1
                            ? tr("%1 has a problem; nothing would be changed").arg(m_fileName)
                            : tr("%1 has %2 problems; nothing would be changed").arg(m_fileName).arg(answer->problems.size()));
        return m_apply->lock(tr("The file's problems must be put right first."));
    }
    m_head->setText(m_count == 0 ? tr("%1 changes nothing: everything stands as it says").arg(m_fileName)
                                 : tr("%1 would make %2").arg(m_fileName, changeWords(m_count)));
    m_apply->setText(m_count ? tr("Apply %1").arg(changeWords(m_count)) : tr("Apply"));
    m_apply->lock(m_count ? QString() : tr("There is nothing to change."));
}

void WorkspacePane::apply()
{
    ConfirmWords words;
    words.title = tr("Apply %1 of %2?").arg(changeWords(m_count), m_fileName);
    words.lead =
        m_prune->isChecked() ? tr("They hold from now on, and what the file does not name is removed.") : tr("They hold from now on.");
    words.note = tr("Earlier versions stay on record; an export made before brings them back.");
    words.verb = tr("Apply %1").arg(changeWords(m_count));
    Confirm::ask(QStringLiteral("confirmApply"), words, this, [this] {
        m_apply->lock(tr("It is being applied."));
        m_services.clerk().submit<AppliedWorkspace>(
            this, tr("Applying %1").arg(m_fileName),
            [file = m_file, prune = m_prune->isChecked()](Desk &desk) { return desk.applyWorkspace(file, prune); },
            [this](const Result<AppliedWorkspace> &answer) {
                if (!answer || !answer->problems.isEmpty())
                    return show(answer);
                Q_EMIT said(tr("%1 applied: %2").arg(m_fileName, changeWords(answer->changes.size())));
                m_file.fill('\0');
                m_file.clear();
                m_result->hide();
                m_apply->lock(tr("No file is chosen."));
            });
    });
}

void WorkspacePane::chooseExport()
{
    auto *dialog = plainFileDialog(this, tr("Where the workspace file goes"), tr("Workspace files (*.json)"));
    dialog->selectFile(QStringLiteral("workspace.json"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, &WorkspacePane::exportTo);
    dialog->open();
}

void WorkspacePane::exportTo(const QString &file)
{
    const QString doing = tr("Exporting to %1").arg(file);
    m_services.clerk().submit<bool>(
        this, doing,
        [file](Desk &desk) -> Result<bool> {
            const auto workspace = desk.exportWorkspace();
            if (!workspace)
                return tl::unexpected(workspace.error());
            QSaveFile output(file);
            if (!output.open(QIODevice::WriteOnly))
                return fail(ErrorCode::io, output.errorString());
            output.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
            output.write(QJsonDocument(*workspace).toJson());
            if (!output.commit())
                return fail(ErrorCode::io, output.errorString());
            return true;
        },
        [this, doing, file](const Result<bool> &answer) {
            if (answer)
                Q_EMIT said(tr("The workspace is in %1. Secrets are not in it.").arg(file));
            else
                Q_EMIT troubled(doing, answer.error());
        });
}

} // namespace lazaret::ui
