#include "pages/auditpage.h"

#include "pages/auditpane.h"
#include "pages/listpage.h"
#include "support/savefile.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/commandbutton.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/workstrip.h"

#include <QClipboard>
#include <QDateTime>
#include <QFileInfo>
#include <QGuiApplication>
#include <QResizeEvent>
#include <QSplitter>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int typingPauseMs = 250, paneLeast = 340, paneMost = 440, mostWords = 200;
constexpr qint64 hourMs = 3'600'000, dayMs = 24 * hourMs;
enum When { anyTime, lastHour, today, sevenDays, thirtyDays };

} // namespace

AuditPage::AuditPage(DeskServices &services, QWidget *parent)
    : Page(QStringLiteral("audit"), tr("Audit log"), QStringLiteral("scroll-text"), parent), m_services(services),
      m_source(new AuditSource(services.data(), this)), m_model(new AuditModel(*m_source, this)),
      m_errand(services.dataDirectory()), m_question{{}, QStringLiteral("number"), true},
      m_text(new Field(QStringLiteral("auditText"), tr("Search the audit log"))),
      m_object(new Field(QStringLiteral("auditObjectFilter"), tr("Object begins with"))),
      m_actor(new Select(QStringLiteral("auditActorFilter"), tr("Who"))),
      m_action(new Select(QStringLiteral("auditActionFilter"), tr("What"))),
      m_when(new Select(QStringLiteral("auditWhenFilter"), tr("When"))),
      m_counts(new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"))), m_strip(new WorkStrip(QStringLiteral("auditWork"))),
      m_table(new DataTable(auditColumns())), m_splitter(new QSplitter(Qt::Horizontal))
{
    buildCommands();
    m_pane = new AuditPane(m_open, m_copy);
    m_pane->setMinimumWidth(paneLeast - 20);
    m_table->setObjectName(QStringLiteral("auditTable"));
    m_table->setAccessibleName(tr("Audit log"));
    m_table->showModel(m_model);
    m_table->setSort(m_question.sortKey, m_question.descending);
    m_area = new ListArea(m_table, m_model);
    m_area->whenEmpty = [this]() -> ListArea::EmptyWords {
        const qint64 kept = m_model->tableSize().kept;
        if (!kept)
            return {QStringLiteral("scroll-text"),
                    tr("Nothing has been recorded yet"),
                    tr("Every decision, every change of configuration and every payload opened leaves an entry here."),
                    {}};
        return {QStringLiteral("search-x"), tr("No entry matches"),
                tr("%1 entries are kept; none answers this filter.").arg(countText(kept)), tr("Clear the filter")};
    };

    auto *list = new QWidget;
    list->setMinimumWidth(420);
    auto *column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *strip = new QVBoxLayout;
    strip->setContentsMargins(16, 0, 16, 0);
    strip->addWidget(m_strip);
    column->addLayout(strip);
    column->addWidget(m_area, 1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(list);
    m_splitter->addWidget(m_pane);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(buildFilter());
    all->addWidget(buildCounts());
    all->addWidget(new Line);
    all->addWidget(m_splitter, 1);
    connectParts();
    lockCommands();
}

void AuditPage::buildCommands()
{
    const auto make = [this](const char *name, const char *icon, const QString &text, const QList<QKeySequence> &keys) {
        return new Command(QLatin1String(name), QLatin1String(icon), text, keys, this);
    };
    m_verify = make("verifyChain", "shield-check", tr("Verify the chain"), {});
    m_exportLines = make("exportAuditLines", "braces", tr("Export JSON lines"), {QKeySequence(QStringLiteral("Ctrl+E"))});
    m_exportCsv = make("exportAuditCsv", "sheet", tr("Export CSV"), {});
    m_open = make("openAuditObject", "external-link", tr("Open the object"), {});
    m_copy = make("copyAuditEntry", "copy", tr("Copy the entry"), {QKeySequence(QKeySequence::Copy)});
    m_clear = make("clearAuditFilter", "x", tr("Clear the filter"), {});
}

QWidget *AuditPage::buildFilter()
{
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 12, 16, 6);
    row->setSpacing(8);
    m_text->setPlaceholderText(tr("Any word of an entry"));
    m_object->setPlaceholderText(tr("Object begins with"));
    m_actor->addItem(tr("Anyone"), QString());
    m_action->addItem(tr("Anything"), QString());
    for (const auto &[word, when] :
         {std::pair(tr("Any time"), anyTime), std::pair(tr("Last hour"), lastHour), std::pair(tr("Today"), today),
          std::pair(tr("Last 7 days"), sevenDays), std::pair(tr("Last 30 days"), thirtyDays)})
        m_when->addItem(word, int(when));
    for (auto *choice : {m_actor, m_action, m_when})
        choice->setFixedWidth(choice == m_action ? 176 : 134);
    m_object->setFixedWidth(170);
    row->addWidget(m_text, 1);
    row->addWidget(m_actor);
    row->addWidget(m_action);
    row->addWidget(m_object);
    row->addWidget(m_when);
    return bar;
}

QWidget *AuditPage::buildCounts()
{
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 0, 16, 8);
    row->setSpacing(8);
    m_counts->setObjectName(QStringLiteral("auditCounts"));
    row->addWidget(m_counts, 1);
    row->addWidget((new CommandButton(m_clear, Button::Kind::ghost))->compact());
    row->addWidget((new CommandButton(m_exportCsv, Button::Kind::secondary))->compact());
    row->addWidget((new CommandButton(m_exportLines, Button::Kind::secondary, QStringLiteral("Ctrl E")))->compact());
    row->addWidget((new CommandButton(m_verify, Button::Kind::primary))->compact());
    return bar;
}

void AuditPage::connectParts()
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &AuditPage::ask);
    for (auto *field : {m_text, m_object}) {
        connect(field, &QLineEdit::textChanged, this, [this] { m_pause.start(); });
        connect(field, &QLineEdit::returnPressed, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    }
    for (auto *choice : {m_actor, m_action, m_when})
        connect(choice, &QComboBox::currentIndexChanged, this, &AuditPage::ask);
    connect(m_table, &DataTable::sortRequested, this, [this](const QString &key, bool descending) {
        m_question.descending = descending;
        m_table->setSort(key, descending);
        ask();
    });
    connect(m_table, &DataTable::currentIdChanged, this, &AuditPage::showEntry);
    connect(m_table, &DataTable::opened, m_open, &QAction::trigger);
    connect(m_pane, &AuditPane::left, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_pane, &AuditPane::stepRequested, this, &AuditPage::step);
    connect(m_model, &WindowModel::sized, this, &AuditPage::sized);
    connect(m_model, &WindowModel::failed, this, [this] { m_counts->setText(tr("not read")); });
    connect(m_area, &ListArea::settled, this, [this] {
        if (m_model->rowCount())
            return;
        m_entry.reset();
        m_pane->showNothing();
        lockCommands();
        Q_EMIT ready();
    });
    connect(m_area, &ListArea::emptyActionRequested, this, &AuditPage::clearFilter);
    connect(m_clear, &QAction::triggered, this, &AuditPage::clearFilter);
    connect(m_verify, &QAction::triggered, this, &AuditPage::verify);
    connect(m_exportLines, &QAction::triggered, this, [this] { exportTo(queries::AuditFormat::jsonLines); });
    connect(m_exportCsv, &QAction::triggered, this, [this] { exportTo(queries::AuditFormat::csv); });
    connect(m_open, &QAction::triggered, this, [this] {
        if (m_entry)
            Q_EMIT linkRequested(auditLink(*m_entry));
    });
    connect(m_copy, &QAction::triggered, this, [this] {
        if (m_entry)
            QGuiApplication::clipboard()->setText(auditText(*m_entry));
    });
    connect(&m_errand, &Errand::progressed, m_strip, &WorkStrip::setProgress);
    connect(&m_errand, &Errand::runningChanged, this, &AuditPage::lockCommands);
    connect(m_strip, &WorkStrip::stopRequested, &m_errand, &Errand::cancel);
}

QList<QWidget *> AuditPage::panes()
{
    return {m_text, m_table, m_pane->focusTarget()};
}

QWidget *AuditPage::arrivalFocus()
{
    return m_table;
}

bool AuditPage::focusQuery()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
    return true;
}

QList<QAction *> AuditPage::commands() const
{
    return {m_open, m_copy, m_verify, m_exportLines, m_exportCsv, m_clear};
}

Time AuditPage::since() const
{
    const qint64 now = m_services.clock().nowMs();
    switch (m_when->currentData().toInt()) {
    case lastHour:
        return now - hourMs;
    case today: {
        const auto day = QDateTime::fromMSecsSinceEpoch(now, timeView().utc ? Qt::UTC : Qt::LocalTime).date();
        return day.startOfDay(timeView().utc ? Qt::UTC : Qt::LocalTime).toMSecsSinceEpoch();
    }
    case sevenDays:
        return now - 7 * dayMs;
    case thirtyDays:
        return now - 30 * dayMs;
    default:
        return {};
    }
}

queries::AuditFilter AuditPage::filter() const
{
    return {m_actor->currentData().toString(),
            m_action->currentData().toString(),
            m_object->text().trimmed(),
            m_text->text().trimmed(),
            since(),
            {}};
}

void AuditPage::clearFilter()
{
    {
        const QSignalBlocker quiet[]{QSignalBlocker(m_text), QSignalBlocker(m_object), QSignalBlocker(m_actor), QSignalBlocker(m_action),
                                     QSignalBlocker(m_when)};
        m_text->clear();
        m_object->clear();
        for (auto *choice : {m_actor, m_action, m_when})
            choice->setCurrentIndex(0);
    }
    for (auto *choice : {m_actor, m_action, m_when})
        choice->update();
    ask();
}

void AuditPage::ask()
{
    m_pause.stop();
    m_asked = true;
    m_source->setFilter(filter());
    m_area->waitForAnswer();
    m_model->ask(m_question);
    lockCommands();
}

void AuditPage::refresh()
{
    if (!m_asked)
        return ask();
    m_source->setFilter(filter());
    m_area->waitForAnswer();
    m_model->refresh();
}

void AuditPage::sized()
{
    const auto size = m_model->tableSize();
    m_counts->setText(
        tr("%1 of %2 entries · %3 ms").arg(countText(size.matching), countText(size.kept)).arg(qMax<qint64>(1, qRound64(size.elapsedMs))));
    setSubtitle(tr("%1 kept").arg(countText(size.kept)));
    if (m_wanted)
        goTo(std::exchange(m_wanted, 0));
    Q_EMIT answered();
}

void AuditPage::goTo(qint64 number)
{
    const qint64 place = m_source->placeOf(number);
    if (place < 0 || place >= m_model->rowCount()) {
        m_strip->showResult(QStringLiteral("neutral"), QStringLiteral("search-x"),
                            tr("There is no entry %1. The log holds %2.").arg(countText(number), countText(m_model->tableSize().kept)));
        return;
    }
    const auto index = m_model->index(int(place), 0);
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void AuditPage::follow(const Link &link)
{
    if (link.id == u"verify")
        return verify();
    if (!link.query.isEmpty()) {
        clearFilter();
        m_object->setText(link.query);
        return ask();
    }
    bool number = false;
    const qint64 wanted = link.id.toLongLong(&number);
    if (!number)
        return;
    m_wanted = wanted;
    clearFilter();
}

void AuditPage::showEntry(const QString &id)
{
    const int row = id.isEmpty() ? -1 : m_model->findRow(id);
    const auto *entry = row < 0 ? nullptr : m_model->rowAt(row);
    if (!entry)
        return;
    m_entry = *entry;
    m_pane->show(*entry, timeView());
    lockCommands();
    Q_EMIT ready();
}

void AuditPage::step(int rows)
{
    const int row = qBound(0, m_table->currentIndex().row() + rows, m_model->rowCount() - 1);
    m_table->setCurrentIndex(m_model->index(row, 0));
}

void AuditPage::readWords()
{
    m_services.data().ask<queries::AuditWords>(
        this, QStringLiteral("audit.words"),
        [](Database &db, const DeskData::Look &look) { return queries::auditWords(db, look.viewer, mostWords); },
        [this](const Result<queries::AuditWords> &words) {
            if (words)
                takeWords(*words);
        });
}

void AuditPage::takeWords(const queries::AuditWords &words)
{
    const auto fill = [](Select *choice, const QStringList &list) {
        const QSignalBlocker quiet(choice);
        const QString chosen = choice->currentData().toString();
        while (choice->count() > 1)
            choice->removeItem(1);
        for (const auto &word : list)
            choice->addItem(word, word);
        choice->setCurrentIndex(qMax(0, choice->findData(chosen)));
        choice->setToolTip(list.size() < mostWords ? QString()
                                                   : tr("The %1 most frequent are listed; others are found by any word").arg(mostWords));
    };
    fill(m_actor, words.actors);
    fill(m_action, words.actions);
}

void AuditPage::lockCommands()
{
    const auto may = queries::mayReadAudit(m_services.data().look().viewer);
    const QString tenants = may ? QString() : tr("The audit log tells of every tenant; you see only some of them");
    const QString busy = m_errand.isRunning() ? tr("The log is being read through already") : QString();
    const Role role = m_services.operatorRole();
    const QString right =
        role >= Role::approver ? QString() : tr("Your role is %1; approvers and administrators may export").arg(roleWord(role).toLower());
    m_verify->lock(!tenants.isEmpty() ? tenants : busy);
    for (auto *command : {m_exportLines, m_exportCsv})
        command->lock(!tenants.isEmpty() ? tenants : !right.isEmpty() ? right : busy);
    const QString none = m_entry ? QString() : tr("No entry is chosen");
    m_copy->lock(none);
    m_open->lock(!none.isEmpty() ? none : auditLink(*m_entry).page.isEmpty() ? tr("This object has no page of its own") : QString());
    m_clear->lock(filter().isEmpty() ? tr("Nothing is filtered") : QString());
}

void AuditPage::verify()
{
    if (m_errand.isRunning() || !m_verify->isEnabled())
        return;
    m_strip->showWork(tr("Verifying the chain"));
    m_errand.start<guard::ChainCheck>([](Database &db, const Errand::Progress &progress) { return queries::verifyAudit(db, progress); },
                                      [this](const Result<guard::ChainCheck> &check) { takeVerified(check); });
}

void AuditPage::takeVerified(const Result<guard::ChainCheck> &check)
{
    if (!check) {
        const bool stopped = check.error().code == ErrorCode::cancelled;
        m_strip->showResult(stopped ? QStringLiteral("neutral") : QStringLiteral("bad"),
                            stopped ? QStringLiteral("circle-slash") : QStringLiteral("octagon-alert"),
                            stopped ? tr("Verification stopped; nothing is said about the rest")
                                    : tr("The chain could not be read: %1").arg(check.error().detail));
        if (!stopped)
            Q_EMIT troubled(tr("Verifying the chain"), check.error());
        return;
    }
    if (check->intact) {
        const QString what = tr("%n entries verified: the chain is intact", nullptr, int(check->entries));
        m_strip->showResult(
            QStringLiteral("good"), QStringLiteral("shield-check"), check->head.isEmpty() ? what : tr("%1. Head %2").arg(what, check->head),
            check->head.isEmpty() ? QString() : tr("Copy the head"), [head = check->head] { QGuiApplication::clipboard()->setText(head); });
        Q_EMIT said(what);
        return;
    }
    const QString what =
        tr("The chain is broken at entry %1: %2. %3 before it are intact. Keep the file as evidence and compare it with a backup.")
            .arg(countText(check->firstBroken), check->reason, countText(check->entries));
    m_strip->showResult(QStringLiteral("bad"), QStringLiteral("shield-x"), what, tr("Show entry %1").arg(countText(check->firstBroken)),
                        [this, number = check->firstBroken] {
                            follow({name(), QString::number(number), {}, {}});
                        });
    Q_EMIT said(tr("The chain is broken at entry %1").arg(countText(check->firstBroken)));
}

void AuditPage::exportTo(queries::AuditFormat format)
{
    const bool csv = format == queries::AuditFormat::csv;
    const QString suffix = csv ? QStringLiteral("csv") : QStringLiteral("jsonl");
    const QString name = filter().isEmpty() ? QStringLiteral("audit.%1") : QStringLiteral("audit-filtered.%1");
    askSaveFile(this, filter().isEmpty() ? tr("Export the whole audit log") : tr("Export the filtered audit log"), name.arg(suffix), suffix,
                [this, format](const QString &file) {
                    m_strip->showWork(tr("Writing %1").arg(QFileInfo(file).fileName()));
                    m_errand.start<queries::AuditWritten>(
                        [viewer = m_services.data().look().viewer, filter = filter(), format, file](Database &db,
                                                                                                    const Errand::Progress &progress) {
                            return queries::writeAudit(db, viewer, filter, format, file, progress);
                        },
                        [this, file](const Result<queries::AuditWritten> &written) { takeWritten(file, written); });
                });
}

void AuditPage::takeWritten(const QString &file, const Result<queries::AuditWritten> &written)
{
    const QString name = QFileInfo(file).fileName();
    if (written) {
        const QString what = tr("%1 was written: %2 entries").arg(name, countText(written->entries));
        m_strip->showResult(QStringLiteral("good"), QStringLiteral("check"), what, tr("Show in folder"), [file] { showInFolder(file); });
        Q_EMIT said(what);
    } else if (written.error().code == ErrorCode::cancelled) {
        m_strip->showResult(QStringLiteral("neutral"), QStringLiteral("circle-slash"), tr("Stopped; %1 was not written").arg(name));
    } else {
        m_strip->showResult(QStringLiteral("bad"), QStringLiteral("octagon-alert"),
                            tr("The log was not exported: %1").arg(written.error().detail));
        Q_EMIT troubled(tr("Exporting the audit log"), written.error());
    }
}

void AuditPage::setTimeView(const TimeView &view)
{
    Page::setTimeView(view);
    m_model->setTimeView(view);
    if (m_entry)
        m_pane->show(*m_entry, view);
}

void AuditPage::setRowHeight(int px)
{
    m_table->setRowHeight(px);
}

void AuditPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    lockCommands();
    readWords();
}

void AuditPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        const int pane = qBound(paneLeast, width() * 34 / 100, paneMost);
        m_splitter->setSizes({width() - pane - 1, pane});
    }
}

} // namespace lazaret::ui
