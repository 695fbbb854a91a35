// What can be done on the deliveries page: each command once, for keys, menu, palette and buttons; locked ones with their reason.
#include "engine/desk.h"
#include "engine/queries_deliveries.h"
#include "models/caseexport.h"
#include "models/deskdata.h"
#include "pages/columnmenu.h"
#include "pages/deliveriespage.h"
#include "support/command.h"
#include "support/remembered.h"
#include "support/savefile.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/testsheet.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>

namespace lazaret::ui {

void DeliveriesPage::addCommands()
{
    const auto add = [this](const char *name, const char *icon, const QString &text, const QList<QKeySequence> &keys,
                            void (DeliveriesPage::*act)()) {
        auto *command = new Command(QStringLiteral("deliveries") + QLatin1String(name), QLatin1String(icon), text, keys, this);
        connect(command, &QAction::triggered, this, act);
        return command;
    };
    m_test = add("Test", "send", tr("Send a test delivery…"), {QKeySequence(Qt::Key_T)}, &DeliveriesPage::sendTest);
    m_openCase = add("OpenCase", "inbox", tr("Open the case"), {}, &DeliveriesPage::openCase);
    m_copy = add("CopyId", "copy", tr("Copy the delivery id"), {QKeySequence(Qt::CTRL | Qt::Key_C)}, &DeliveriesPage::copyIds);
    m_export = add("Export", "download", tr("Export…"), {QKeySequence(Qt::CTRL | Qt::Key_E)}, &DeliveriesPage::askExport);
    m_chooseColumns =
        new Command(QStringLiteral("deliveriesColumns"), QStringLiteral("columns-3"), tr("Columns…"), {QKeySequence(Qt::Key_C)}, this);
    connect(m_chooseColumns, &QAction::triggered, this,
            [this] { popColumnMenu(m_table, int(DeliveryColumn::source), m_columns, [this] { keepShown(); }); });
}

QList<QAction *> DeliveriesPage::commands() const
{
    return {m_openCase, m_test, m_copy, m_export, m_chooseColumns};
}

const DeliveryView *DeliveriesPage::current() const
{
    const auto index = m_table->currentIndex();
    return index.isValid() ? m_model->rowAt(index.row()) : nullptr;
}

void DeliveriesPage::lockCommands()
{
    const auto *row = current();
    const Role role = m_services.operatorRole();
    m_test->lock(!guard::mayDo(role, guard::Right::testDelivery)
                     ? tr("Sending a test delivery needs the role %1; you are %2.").arg(roleWord(Role::operator_), roleWord(role))
                 : m_sources.isEmpty()                   ? tr("There is no source to send to.")
                 : m_services.status().address.isEmpty() ? tr("Nothing receives now: the pipeline does not run.")
                                                         : QString());
    m_openCase->lock(!row                                                         ? tr("No delivery is chosen.")
                     : row->refused                                               ? tr("What was refused is only counted.")
                     : row->caseId.value.isEmpty() && !(m_told && m_told->record) ? tr("This delivery has no case.")
                                                                                  : QString());
    m_copy->lock(row && !row->refused ? QString() : tr("No delivery is chosen."));
    m_export->lock(!guard::mayDo(role, guard::Right::exportData)       ? tr("Exporting needs an approver.")
                   : queries::resultOf(m_question.query) == u"refused" ? tr("What was refused is only counted; there is nothing to export.")
                                                                       : QString());
}

void DeliveriesPage::sendTest()
{
    auto *sheet = new TestSheet(m_services, m_sources, this);
    connect(sheet, &TestSheet::answered, this, &DeliveriesPage::refresh);
    sheet->open();
}

void DeliveriesPage::openCase()
{
    if (const auto *row = current(); row && !row->caseId.value.isEmpty())
        Q_EMIT casesRequested(QStringLiteral("case:%1").arg(row->caseId.value), row->caseId.value);
}

void DeliveriesPage::copyIds()
{
    const auto *row = current();
    if (!row || row->refused)
        return;
    QGuiApplication::clipboard()->setText(row->delivery.deliveryId);
    Q_EMIT said(tr("The delivery id is copied"));
}

void DeliveriesPage::askExport()
{
    auto *dialog = plainFileDialog(this, tr("Export deliveries"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("CSV (*.csv)"), tr("JSON (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(QStringLiteral("deliveries.csv"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString &file) { exportTo(file, file.endsWith(u".json", Qt::CaseInsensitive)); });
    dialog->open();
}

void DeliveriesPage::exportTo(const QString &file, bool json)
{
    if (m_exporting)
        return;
    const auto rows = m_data.deliveries().frozenRows(); // what is on the screen, whatever arrives meanwhile
    const QString doing = tr("Exporting %n delivery(s)", nullptr, int(rows.size()));
    m_services.clerk().submit<bool>(
        this, doing,
        [query = m_question.query, count = rows.size(), json](Desk &desk) {
            return desk.exportDeliveries(query, count, json ? QStringLiteral("json") : QStringLiteral("csv"));
        },
        [this, rows, file, json, doing](const Result<bool> &allowed) {
            if (!allowed) {
                Q_EMIT troubled(doing, allowed.error());
                return;
            }
            m_exporting = new CaseExport(m_data, deliveryRows(), file, json ? CaseExport::Format::json : CaseExport::Format::csv, this);
            connect(m_exporting, &CaseExport::finished, this, [this, file](qint64 count) {
                m_exporting = nullptr;
                Q_EMIT said(tr("%n delivery(s) written to %1", nullptr, int(count)).arg(file));
            });
            connect(m_exporting, &CaseExport::failed, this, [this, doing](const Error &error) {
                m_exporting = nullptr;
                Q_EMIT troubled(doing, error);
            });
            m_exporting->start(rows);
        });
}

void DeliveriesPage::keepShown()
{
    auto settings = remembered(m_services.dataDirectory());
    settings.setValue(QStringLiteral("deliveries/sort"), m_question.sortKey);
    settings.setValue(QStringLiteral("deliveries/descending"), m_question.descending);
    QStringList hidden;
    for (const int column : m_table->hiddenColumns())
        hidden.append(QString::number(column));
    settings.setValue(QStringLiteral("deliveries/hidden"), hidden);
}

} // namespace lazaret::ui
