#include "shell/palette.h"

#include "models/deskdata.h"
#include "models/deskservices.h"
#include "support/format.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace lazaret::ui {

namespace {

constexpr int pauseMs = 80, mostCases = 8, mostOfEach = 8, unlimited = 1000;
constexpr qsizetype leastForCases = 3; // shorter pieces of an id are in every case

QWidget *foot()
{
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(18, 8, 18, 8);
    row->setSpacing(6);
    const auto hint = [row](const QString &keys, const QString &word) {
        row->addWidget(new KeyHint(keys));
        row->addWidget(new Label(word, ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted")));
        row->addSpacing(8);
    };
    hint(QStringLiteral("↑ ↓"), Palette::tr("choose"));
    hint(QStringLiteral("Enter"), Palette::tr("run"));
    hint(QStringLiteral("Tab"), Palette::tr("kinds"));
    row->addStretch(1);
    row->addWidget(
        new Label(Palette::tr("> commands   # cases   @ people"), ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted")));
    return bar;
}

} // namespace

Palette::Palette(DeskServices &services, std::function<Offer()> offer, QWidget *window)
    : Overlay(QStringLiteral("palette"), tr("Search or run a command"), window), m_services(services), m_makeOffer(std::move(offer)),
      m_search(addSearch(tr("Search or run a command"))), m_list(new EntryList),
      m_nothing(new Label({}, ui::font(u"body"), QStringLiteral("text.muted")))
{
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("What was found"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_nothing->setObjectName(QStringLiteral("paletteNothing"));
    m_nothing->setContentsMargins(24, 16, 24, 16);
    column()->addWidget(m_nothing);
    column()->addWidget(m_list, 1);
    column()->addWidget(new Line);
    column()->addWidget(foot());
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &Palette::askStore);
    connect(m_search, &QLineEdit::textChanged, this, &Palette::typedChanged);
    connect(m_list, &QListView::clicked, this, &Palette::run);
}

void Palette::opened()
{
    m_offer = m_makeOffer();
    m_found = {};
    m_foundFor.clear();
    m_search->clear();
    rebuild(false);
    askStore();
}

Palette::Kind Palette::kind(QString *typed) const
{
    const auto text = m_search->text();
    const auto first = text.left(1);
    const auto kind = first == u">" ? Kind::commands : first == u"#" ? Kind::cases : first == u"@" ? Kind::people : Kind::all;
    *typed = (kind == Kind::all ? text : text.mid(1)).trimmed();
    return kind;
}

void Palette::typedChanged()
{
    rebuild(false);
    m_pause.start();
}

void Palette::askStore()
{
    QString typed;
    const auto kind = this->kind(&typed);
    const bool wantsCases = kind == Kind::cases ? !typed.isEmpty() : kind == Kind::all && typed.size() >= leastForCases;
    const auto text = wantsCases ? typed : QString();
    m_services.data().ask<queries::Found>(
        this, QStringLiteral("palette"),
        [text](Database &db, const DeskData::Look &look) { return queries::find(db, look.viewer, text, mostCases); },
        [this, text](const Result<queries::Found> &found) {
            if (!found)
                return;
            m_found = *found;
            m_foundFor = text;
            rebuild(true);
        });
}

void Palette::addActions(QList<Entry> &into, const QString &heading, const QList<QAction *> &actions, const QString &typed, int most) const
{
    QList<std::pair<int, Entry>> fitting;
    for (auto *action : actions) {
        if (action->isSeparator() || action->text().isEmpty())
            continue;
        auto entry = entryOf(action);
        if (entry.detail.isEmpty() && entry.locked.isEmpty())
            entry.detail = action->statusTip();
        if (const int fits = fitness(typed, entry.title + u' ' + entry.detail))
            fitting.append({fits, std::move(entry)});
    }
    if (fitting.isEmpty())
        return;
    std::stable_sort(fitting.begin(), fitting.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    into.append(headingEntry(heading));
    for (const auto &[fits, entry] : fitting.first(qMin<qsizetype>(most, fitting.size())))
        into.append(entry);
}

void Palette::addCases(QList<Entry> &into)
{
    if (m_found.cases.isEmpty())
        return;
    into.append(headingEntry(tr("Cases")));
    for (const auto &found : std::as_const(m_found.cases)) {
        const auto words = token(found.errorClass);
        Entry entry{found.operation.isEmpty() ? middleOfId(found.id.value) : found.operation};
        entry.detail =
            tr("case %1, %2, %3, %4").arg(tailOfId(found.id.value), words.label, found.errorCode, found.open ? tr("open") : tr("closed"));
        entry.icon = words.icon;
        entry.tone = words.tone;
        entry.run = [this, id = found.id.value] { Q_EMIT linkRequested({QStringLiteral("cases"), id, {}, {}}); };
        into.append(entry);
    }
}

void Palette::addPeople(QList<Entry> &into, const QString &typed)
{
    QList<Entry> people;
    for (const auto &person : std::as_const(m_found.people)) {
        if (!fitness(typed, person.name))
            continue;
        Entry entry{person.name};
        const auto where = person.tenants.contains(QStringLiteral("*")) ? tr("all tenants") : person.tenants.join(QStringLiteral(", "));
        entry.detail = tr("%1, %2: cases they own").arg(roleWord(person.role), where);
        entry.icon = QStringLiteral("users");
        QString quoted = person.name;
        quoted.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
        entry.run = [this, query = QStringLiteral("owner:\"%1\" -status:closed").arg(quoted)] {
            Q_EMIT linkRequested({QStringLiteral("cases"), {}, query, {}});
        };
        people.append(entry);
    }
    if (!people.isEmpty())
        into << headingEntry(tr("People")) << people;
}

void Palette::rebuild(bool keepPlace)
{
    QString typed;
    const auto kind = this->kind(&typed);
    QList<Entry> entries;
    if (kind == Kind::all || kind == Kind::commands)
        addActions(entries, m_offer.pageTitle, m_offer.pageCommands, typed, unlimited);
    if (kind == Kind::all)
        addActions(entries, tr("Go to"), m_offer.places, typed, unlimited);
    if ((kind == Kind::all && !typed.isEmpty()) || kind == Kind::cases)
        addCases(entries);
    if (kind == Kind::all)
        addActions(entries, tr("Saved views"), m_offer.views, typed, mostOfEach);
    if (kind == Kind::people || (kind == Kind::all && !typed.isEmpty()))
        addPeople(entries, typed);
    if (kind == Kind::commands || (kind == Kind::all && !typed.isEmpty()))
        addActions(entries, tr("The window"), m_offer.windowCommands, typed, kind == Kind::commands ? unlimited : mostOfEach);
    m_list->show(entries, keepPlace);
    const auto count = m_list->entries()->choices();
    m_list->setVisible(count > 0);
    m_nothing->setText(kind == Kind::cases && typed.isEmpty() ? tr("Type a piece of a case's id, its operation or its delivery")
                                                              : tr("Nothing here is called \"%1\"").arg(typed.left(40)));
    m_nothing->setVisible(count == 0);
    m_search->setAccessibleDescription(tr("%n found", nullptr, int(count)));
}

bool Palette::takeKey(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return run(), true;
    if (event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab) {
        static const QStringList prefixes{QString(), QStringLiteral(">"), QStringLiteral("#"), QStringLiteral("@")};
        QString typed;
        const int step = event->key() == Qt::Key_Tab ? 1 : 3;
        const auto next = prefixes[(int(kind(&typed)) + step) % prefixes.size()];
        m_search->setText(next + typed);
        return true;
    }
    return m_list->takeKey(event);
}

void Palette::run()
{
    const auto *entry = m_list->current();
    if (!entry || !entry->locked.isEmpty())
        return; // its reason stands in the row
    const auto action = entry->action;
    const auto call = entry->run;
    close();
    if (action)
        action->trigger();
    else if (call)
        call();
}

} // namespace lazaret::ui
