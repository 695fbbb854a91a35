// Views, columns, export and unsent findings of the cases page.
#include "models/caseexport.h"
#include "models/deskdata.h"
#include "pages/casepane.h"
#include "pages/casespage.h"
#include "pages/columnmenu.h"
#include "pages/inspection.h"
#include "support/command.h"
#include "support/remembered.h"
#include "support/savefile.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/formsheet.h"
#include "widgets/querybar.h"
#include "widgets/viewtabs.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPointer>

namespace lazaret::ui {

namespace {
constexpr qint64 countEveryMs = 2'000; // counting every view walks the open cases once per view
constexpr qsizetype mostDrafts = 200;
} // namespace

void CasesPage::showViews(int current)
{
    QList<ViewTabs::View> tabs;
    for (const auto &view : m_views.all())
        tabs.append({view.name, view.tone, view.own});
    m_tabs->setViews(tabs, current);
    m_counted.invalidate();
}

void CasesPage::applyView(int index)
{
    const auto view = m_views.all().value(index);
    m_view = index;
    m_views.setCurrent(index);
    m_tabs->setCurrent(index);
    m_question = view.question;
    m_table->setHiddenColumns(view.hidden);
    showShown();
    m_query->setQuery(view.question.query); // asks
}

void CasesPage::stepView(int by)
{
    const int count = int(m_views.all().size());
    applyView(((m_view + by) % count + count) % count);
}

// How a view is shown belongs to it; what it asks changes only by saving another.
void CasesPage::keepShown()
{
    SavedView how = m_views.all().value(m_view);
    how.question = m_question;
    how.hidden = m_table->hiddenColumns();
    m_views.setShown(m_view, how);
}

void CasesPage::saveView()
{
    auto *sheet = new FormSheet(QStringLiteral("viewSheet"), tr("Save this query as a view"),
                                tr("It keeps the query, the sort, the groups and the columns, and stands as a tab."), this);
    auto *name = sheet->addLine(QStringLiteral("viewName"), tr("Name"));
    sheet->setAction(
        tr("Save the view"), false, [name] { return name->text().trimmed().isEmpty() ? tr("A view needs a name.") : QString(); },
        [this, name] {
            SavedView view;
            view.question = m_question;
            view.hidden = m_table->hiddenColumns();
            const int at = m_views.add(name->text(), view);
            showViews(at);
            applyView(at);
            Q_EMIT said(tr("View %1 saved").arg(m_views.all()[at].name));
            lockCommands();
        });
    sheet->open();
    name->setFocus();
}

void CasesPage::renameView(int index)
{
    const auto view = m_views.all().value(index);
    if (!view.own)
        return;
    auto *sheet = new FormSheet(QStringLiteral("viewSheet"), tr("Rename the view %1").arg(view.name), {}, this);
    auto *name = sheet->addLine(QStringLiteral("viewName"), tr("Name"));
    name->setText(view.name);
    sheet->setAction(
        tr("Rename"), false, [name] { return name->text().trimmed().isEmpty() ? tr("A view needs a name.") : QString(); },
        [this, name, id = view.id] {
            if (const int at = m_views.indexOf(id); at >= 0)
                m_views.rename(at, name->text());
            showViews(m_view);
            countViews();
        });
    sheet->open();
    name->setFocus();
}

void CasesPage::removeView(int index)
{
    if (!m_views.all().value(index).own)
        return;
    const auto view = m_views.remove(index);
    const int next = index == m_view ? 0 : m_view - (index < m_view);
    showViews(next);
    if (index == m_view)
        applyView(0);
    m_view = next;
    countViews();
    lockCommands();
    Q_EMIT undoable(tr("View %1 deleted").arg(view.name), [self = QPointer(this), view, index] {
        if (!self)
            return;
        self->m_views.put(index, view);
        self->showViews(index);
        self->applyView(index);
        self->lockCommands();
    });
}

void CasesPage::countViews()
{
    if (m_counted.isValid() && m_counted.elapsed() < countEveryMs)
        return;
    m_counted.start();
    QStringList questions;
    for (const auto &view : m_views.all())
        questions.append(view.question.query);
    m_data.ask<QList<qint64>>(
        this, QStringLiteral("cases.views"),
        [questions](Database &db, const DeskData::Look &look) { return queries::caseCounts(db, look.viewer, questions, look.now); },
        [this](const Result<QList<qint64>> &counts) {
            if (!counts)
                return;
            m_tabs->setCounts(*counts);
            m_open = counts->value(0, -1);
            setSubtitle(tr("%1 kept, %2 open").arg(countText(m_model->tableSize().kept), countText(m_open)));
        });
}

void CasesPage::readWords()
{
    m_data.ask<QHash<QString, QStringList>>(
        this, QStringLiteral("cases.words"),
        [](Database &db, const DeskData::Look &look) { return queries::queryWords(db, look.viewer, look.now); },
        [this](const Result<QHash<QString, QStringList>> &words) {
            if (words)
                m_query->setWords(*words);
        });
}

void CasesPage::chooseColumns()
{
    popColumnMenu(m_table, int(CaseColumn::caseId), findChild<Button *>(QStringLiteral("chooseColumns")), [this] { keepShown(); });
}

void CasesPage::copyIds()
{
    QStringList ids = selection().ids();
    if (ids.isEmpty() && !m_table->currentId().isEmpty())
        ids.append(m_table->currentId());
    if (ids.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(ids.join(u'\n'));
    Q_EMIT said(ids.size() == 1 ? tr("The case id is copied") : tr("%1 case ids are copied").arg(countText(ids.size())));
}

void CasesPage::askExport()
{
    if (m_exporting) {
        m_exporting->stop();
        return;
    }
    auto *dialog = plainFileDialog(this, tr("Export %1").arg(casesText(m_model->tableSize().matching)));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("CSV (*.csv)"), tr("JSON (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(QStringLiteral("cases.csv"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString &file) { exportTo(file, file.endsWith(u".json", Qt::CaseInsensitive)); });
    dialog->open();
}

void CasesPage::exportTo(const QString &file, bool json)
{
    const auto rows = m_data.cases().frozenRows(); // what is on the screen, whatever arrives meanwhile
    const QString doing = tr("Exporting %1").arg(casesText(rows.size()));
    m_services.clerk().submit<bool>(
        this, doing,
        [query = m_question.query, count = rows.size(), json](Desk &desk) {
            return desk.exportCases(query, count, json ? QStringLiteral("json") : QStringLiteral("csv"));
        },
        [this, rows, file, json, doing](const Result<bool> &allowed) {
            if (!allowed) {
                Q_EMIT troubled(doing, allowed.error());
                return;
            }
            m_exporting = new CaseExport(m_data, caseRows(), file, json ? CaseExport::Format::json : CaseExport::Format::csv, this);
            connect(m_exporting, &CaseExport::progress, this, [this](qint64 done, qint64 total) {
                m_export->setText(tr("Stop, %1").arg(shareText(done, total)));
                m_export->withIcon(QStringLiteral("x"));
            });
            const auto ended = [this] {
                m_exporting = nullptr;
                m_export->setText(tr("Export"));
                m_export->withIcon(QStringLiteral("download"));
            };
            connect(m_exporting, &CaseExport::finished, this, [this, file, ended](qint64 cases) {
                ended();
                Q_EMIT said(tr("%1 written to %2").arg(casesText(cases), file));
            });
            connect(m_exporting, &CaseExport::failed, this, [this, doing, ended](const Error &error) {
                ended();
                Q_EMIT troubled(doing, error);
            });
            m_exporting->start(rows);
        });
}

void CasesPage::keepDrafts()
{
    if (m_drafts.isEmpty())
        return;
    auto settings = remembered(m_services.dataDirectory());
    settings.beginGroup(QStringLiteral("cases/drafts"));
    for (auto draft = m_drafts.cbegin(); draft != m_drafts.cend(); ++draft) {
        if (draft.value().trimmed().isEmpty())
            settings.remove(draft.key());
        else
            settings.setValue(draft.key(), draft.value());
    }
    m_drafts.clear();
    auto keys = settings.allKeys();
    while (keys.size() > mostDrafts) // ids grow with time: the oldest cases go first
        settings.remove(keys.takeFirst());
}

void CasesPage::recallDrafts(const QString &caseId)
{
    keepDrafts();
    auto settings = remembered(m_services.dataDirectory());
    for (int step = 1; step <= 6; ++step)
        m_pane->inspection()->setDraft(step, settings.value(QStringLiteral("cases/drafts/%1-%2").arg(caseId).arg(step)).toString());
}

} // namespace lazaret::ui
