#include "pages/setuppage.h"

#include "models/deskdata.h"
#include "pages/setupwords.h"
#include "support/command.h"
#include "support/jsontext.h"
#include "theme/vocabulary.h"
#include "widgets/form.h"
#include "widgets/jsonpane.h"
#include "widgets/label.h"
#include "widgets/setuplist.h"
#include "widgets/sheet.h"
#include "widgets/surfaces.h"
#include "widgets/tabs.h"

#include <QCloseEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStackedWidget>

namespace lazaret::ui {

namespace {

constexpr int pauseMs = 250;

QJsonObject without(QJsonObject object, const QString &key)
{
    object.remove(key);
    return object;
}

} // namespace

qsizetype Draft::changes() const
{
    return changedKeys(base, now).size() + (broken.isEmpty() ? 0 : 1);
}

SetupPage::SetupPage(DeskServices &services, Kind kind)
    : Page(kind.page, kind.title, kind.icon), m_services(services), m_kind(std::move(kind))
{
    makeCommands();
    build();
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &SetupPage::check);
    m_text->edit()->installEventFilter(this);
}

bool SetupPage::hasUnsaved() const
{
    return std::any_of(m_drafts.begin(), m_drafts.end(), [](const Draft &draft) { return draft.changed(); });
}

bool SetupPage::mayConfigure() const
{
    return guard::mayDo(m_services.operatorRole(), guard::Right::configure);
}

QString SetupPage::lockedReason() const
{
    return mayConfigure() ? QString()
                          : tr("Changing the configuration needs the role %1; you are %2.")
                                .arg(roleWord(Role::administrator), roleWord(m_services.operatorRole()));
}

Draft *SetupPage::current()
{
    const auto it = m_drafts.find(m_currentKey);
    return it == m_drafts.end() ? nullptr : &*it;
}

QString SetupPage::keyOf(const Draft &draft) const
{
    return draft.name.isEmpty() ? newKey() : draft.name;
}

// --- what the store says

void SetupPage::takeItems(const QList<Item> &items)
{
    m_items = items;
    m_read = true;
    QSet<QString> names;
    for (const auto &item : items) {
        names.insert(item.name);
        Draft &draft = m_drafts[item.name];
        draft.name = item.name;
        reconcile(draft, &item);
    }
    for (auto it = m_drafts.begin(); it != m_drafts.end();) {
        const bool gone = it.key() != newKey() && !names.contains(it.key());
        if (gone && it->changed())
            reconcile(*it, nullptr);
        it = gone && !it->changed() ? m_drafts.erase(it) : std::next(it);
    }
    refreshRows();
    if (!m_drafts.contains(m_currentKey))
        m_currentKey = m_list->currentId();
    m_list->setCurrentId(m_currentKey);
    showCurrent();
    if (const auto *draft = current(); draft && !draft->checked)
        check();
    Q_EMIT answered();
    Q_EMIT ready();
}

// An untouched draft follows what stands. A changed one is kept, and told when somebody else was first.
void SetupPage::reconcile(Draft &draft, const Item *item)
{
    const QJsonObject stands = item ? item->definition : QJsonObject();
    const QString standing = item ? item->standing : QString();
    const QString hold = QStringLiteral("hold");
    if (m_saving.contains(keyOf(draft)))
        return; // its answer decides
    if (!draft.changed()) {
        if (draft.base != stands)
            draft.checked = false;
        draft.base = draft.now = stands;
        draft.standing = standing;
        draft.overtaken = false;
    } else if (standing != draft.standing && item && without(stands, hold) == without(draft.base, hold)) {
        draft.base.insert(hold, stands.value(hold)); // held or resumed meanwhile: no part of what is edited here
        draft.now.insert(hold, stands.value(hold));
        draft.standing = standing;
    } else if (standing != draft.standing && (!draft.overtaken || draft.theirStanding != standing)) {
        draft.overtaken = true;
        draft.theirs = stands;
        draft.theirStanding = standing;
        tellOvertaken(draft);
    }
}

void SetupPage::tellOvertaken(const Draft &draft)
{
    m_services.data().ask<std::optional<queries::ChangedBy>>(
        this, m_kind.page + QStringLiteral(".who"),
        [kind = m_kind.word, name = draft.name](Database &db, const DeskData::Look &) { return queries::changedBy(db, kind, name); },
        [this, name = draft.name, gone = draft.theirs.isEmpty()](const Result<std::optional<queries::ChangedBy>> &answer) {
            const auto who = answer ? *answer : std::nullopt;
            const QString by = who ? who->who : tr("Somebody else");
            const QString at = who ? shortTime(who->at, timeView()) : QString();
            m_conflictText->setText(
                gone ? tr("%1 removed %2 at %3. Your changes are kept here and nothing was overwritten.").arg(by, name, at)
                     : tr("%1 changed %2 at %3. Your changes are kept here and nothing was overwritten.").arg(by, name, at));
            m_conflict->setAccessibleName(m_conflictText->text());
            showHead();
        });
}

void SetupPage::resolve(bool mine)
{
    auto *draft = current();
    if (!draft || !draft->overtaken)
        return;
    const bool gone = draft->theirs.isEmpty();
    if (gone && !mine) {
        m_drafts.remove(m_currentKey);
        refreshRows();
        m_currentKey = m_list->currentId();
        return showCurrent();
    }
    if (!gone)
        draft->now = mine ? mergedOver(draft->base, draft->now, draft->theirs) : draft->theirs;
    draft->base = draft->theirs;
    draft->standing = draft->theirStanding;
    draft->overtaken = false;
    draft->broken.clear();
    showCurrent();
    check();
    refreshRows();
}

void SetupPage::failedToRead(const Error &error)
{
    if (!m_read) {
        m_empty->show(QStringLiteral("octagon-alert"), tr("This could not be read"), tr("%1. Press F5 to read again.").arg(error.detail));
        m_middle->setCurrentWidget(m_empty);
    }
    Q_EMIT troubled(tr("Reading %1").arg(title()), error);
    Q_EMIT ready();
}

// --- changing

void SetupPage::edit(const QString &pointer, const QJsonValue &value)
{
    auto *draft = current();
    if (!draft || !mayConfigure())
        return;
    draft->broken.clear();
    replace(jsonWith(draft->now, pointer, value).toObject());
}

void SetupPage::replace(const QJsonObject &definition)
{
    auto *draft = current();
    if (!draft)
        return;
    draft->now = definition;
    draft->broken.clear();
    hideTypedSecrets(*draft);
    for (auto *form : std::as_const(m_forms))
        form->show(draft->now);
    m_text->setText(jsonText(draft->now));
    shown(*draft);
    showHead();
    refreshRows();
    m_pause.start();
}

void SetupPage::typed(const QString &text)
{
    auto *draft = current();
    if (!draft || !mayConfigure())
        return;
    const auto document = QJsonDocument::fromJson(text.toUtf8());
    draft->broken = document.isObject() ? QString() : text;
    if (document.isObject()) {
        draft->now = document.object();
        for (auto *form : std::as_const(m_forms))
            form->show(draft->now);
        shown(*draft);
    }
    showHead();
    refreshRows();
    m_pause.start();
}

// A value typed into the text is taken out of sight as soon as one has finished typing; it goes to the secret store when saved.
void SetupPage::hideTypedSecrets(Draft &draft)
{
    const QJsonArray given = draft.now.value(QStringLiteral("secrets")).toArray();
    for (qsizetype i = 0; i < given.size(); ++i) {
        const QString at = QStringLiteral("/secrets/%1").arg(i) + (given[i].isString() ? QString() : QStringLiteral("/value"));
        const QString value = jsonAt(draft.now, at).toString();
        if (value.isEmpty() || draft.secrets.contains(value))
            continue;
        const QString mask = maskFor(draft.secrets.size());
        draft.secrets.insert(mask, value);
        draft.now = jsonWith(draft.now, at, mask).toObject();
    }
}

QByteArray SetupPage::fileOf(const Draft &draft) const
{
    QJsonObject definition = draft.now;
    const QJsonArray given = definition.value(QStringLiteral("secrets")).toArray();
    for (qsizetype i = 0; i < given.size(); ++i) {
        const QString at = QStringLiteral("/secrets/%1").arg(i) + (given[i].isString() ? QString() : QStringLiteral("/value"));
        if (const auto value = draft.secrets.constFind(jsonAt(definition, at).toString()); value != draft.secrets.constEnd())
            definition = jsonWith(definition, at, *value).toObject();
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("lazaret"), 1}, {m_kind.listKey, QJsonArray{definition}}}).toJson();
}

void SetupPage::startNew()
{
    if (!m_drafts.contains(newKey())) {
        Draft draft;
        draft.now = freshDefinition();
        draft.base = draft.now;
        m_drafts.insert(newKey(), draft);
    }
    m_currentKey = newKey();
    refreshRows();
    m_list->setCurrentId(newKey());
    m_tabs->setCurrentIndex(0);
    showCurrent();
    check();
    for (auto *form : std::as_const(m_forms)) {
        if (auto *name = form->findChild<QWidget *>(Form::pathName(u'/' + m_kind.nameKey)); name && name->isVisible())
            name->setFocus(Qt::OtherFocusReason);
    }
}

void SetupPage::discard()
{
    const auto *draft = current();
    if (!draft)
        return;
    const auto forget = [this, key = m_currentKey] {
        if (key == newKey())
            m_drafts.remove(key);
        else if (auto it = m_drafts.find(key); it != m_drafts.end())
            *it = {.name = it->name, .base = it->base, .now = it->base, .standing = it->standing};
        refreshRows();
        m_currentKey = m_list->currentId();
        refresh();
        showCurrent();
        check();
    };
    const auto count = draft->changes();
    if (!draft->changed())
        return forget();
    ConfirmWords words;
    words.title =
        draft->name.isEmpty() ? tr("Discard what was never saved?") : tr("Discard %1 of %2?").arg(changeWords(count), draft->name);
    words.lead = draft->name.isEmpty() ? tr("It exists only in this window.") : tr("What is saved stays as it is.");
    words.note = tr("This cannot be taken back.");
    words.verb = draft->name.isEmpty() ? tr("Discard it") : tr("Discard %1").arg(changeWords(count));
    words.danger = true;
    Confirm::ask(QStringLiteral("confirmDiscard"), words, this, forget);
}

// --- checking and saving

void SetupPage::check()
{
    m_pause.stop();
    const auto *draft = current();
    if (!draft)
        return;
    if (!draft->broken.isEmpty()) {
        QJsonParseError mistake;
        QJsonDocument::fromJson(draft->broken.toUtf8(), &mistake);
        auto &broken = *current();
        broken.problems = {{QString(), tr("This is no JSON yet: %1").arg(mistake.errorString())}};
        broken.warnings.clear();
        return showChecked();
    }
    m_services.data().ask<AppliedWorkspace>(
        this, m_kind.page + QStringLiteral(".check"),
        [file = fileOf(*draft)](Database &db, const DeskData::Look &) { return Desk::checkWorkspace(file, &db, nullptr, false); },
        [this, key = m_currentKey, now = draft->now](const Result<AppliedWorkspace> &answer) {
            const auto it = m_drafts.find(key);
            if (!answer || it == m_drafts.end() || it->now != now)
                return; // changed since: another check is on its way
            const QString prefix = u'/' + m_kind.listKey + QStringLiteral("/0");
            it->problems = below(answer->problems, prefix) + ownProblems(*it);
            it->warnings = below(answer->warnings, prefix);
            it->checked = true;
            if (key == m_currentKey)
                showChecked();
        });
}

void SetupPage::save()
{
    auto *draft = current();
    if (!draft || !mayConfigure())
        return;
    hideTypedSecrets(*draft);
    const QString name = draft->now.value(m_kind.nameKey).toString(), key = m_currentKey;
    const Basis basis{m_kind.word, name, draft->standing};
    m_saving.insert(key);
    showHead();
    m_services.clerk().submit<AppliedWorkspace>(
        this, tr("Saving %1").arg(name), [file = fileOf(*draft), basis](Desk &desk) { return desk.applyWorkspace(file, false, {basis}); },
        [this, key, name](const Result<AppliedWorkspace> &answer) { saved(key, name, answer); });
}

void SetupPage::saved(const QString &key, const QString &name, const Result<AppliedWorkspace> &answer)
{
    m_saving.remove(key);
    const auto it = m_drafts.find(key);
    if (it == m_drafts.end())
        return;
    if (!answer) {
        showHead();
        refresh(); // after a lost race what stands now is read, and told
        Q_EMIT troubled(tr("Saving %1").arg(name), answer.error());
        return;
    }
    if (!answer->problems.isEmpty()) {
        it->problems = below(answer->problems, u'/' + m_kind.listKey + QStringLiteral("/0"));
        showChecked();
        for (int i = 0; i < m_forms.size(); ++i) {
            if (m_forms[i]->problemCount()) {
                m_tabs->setCurrentIndex(i);
                m_forms[i]->focusProblem();
                break;
            }
        }
        return;
    }
    for (auto &value : it->secrets)
        value.fill(u'\0');
    m_drafts.erase(it);
    if (m_currentKey == key) {
        m_currentKey = name;
        m_drafts.insert(name, {.name = name}); // until the list is read again
    }
    Q_EMIT said(savedWords(name, answer->changes));
    refresh();
}

void SetupPage::removeCurrent()
{
    const auto *draft = current();
    if (!draft || draft->name.isEmpty())
        return;
    const Basis what{m_kind.word, draft->name, draft->standing};
    ConfirmWords words;
    words.title = tr("Remove %1?").arg(draft->name);
    words.lead = removalConsequence();
    words.note = tr("Its versions stay on record; what was received under them stays.");
    words.verb = tr("Remove %1").arg(draft->name);
    words.danger = true;
    Confirm::ask(QStringLiteral("confirmRemove"), words, this, [this, what] {
        m_services.clerk().submit<bool>(
            this, tr("Removing %1").arg(what.name),
            [what](Desk &desk) -> Result<bool> {
                if (const auto done = desk.removeConfigured(what); !done)
                    return tl::unexpected(done.error());
                return true;
            },
            [this, what](const Result<bool> &answer) {
                if (answer) {
                    m_drafts.remove(what.name);
                    Q_EMIT said(tr("%1 is removed").arg(what.name));
                } else {
                    Q_EMIT troubled(tr("Removing %1").arg(what.name), answer.error());
                }
                refresh();
            });
    });
}

// --- the window

void SetupPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    window()->removeEventFilter(this);
    window()->installEventFilter(this);
}

bool SetupPage::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Close && watched == window() && askBeforeClosing()) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::FocusOut && watched == m_text->edit()) {
        if (auto *draft = current(); draft && draft->broken.isEmpty()) {
            hideTypedSecrets(*draft);
            m_text->setText(jsonText(draft->now));
            shown(*draft);
            check();
        }
    }
    return Page::eventFilter(watched, event);
}

bool SetupPage::askBeforeClosing()
{
    if (m_mayClose || !hasUnsaved())
        return false;
    QStringList names;
    for (const auto &draft : std::as_const(m_drafts)) {
        if (draft.changed())
            names.append(draft.name.isEmpty() ? m_kind.newText : draft.name);
    }
    names.sort();
    ConfirmWords words;
    words.title = names.size() == 1 ? tr("Close with unsaved changes in %1?").arg(names[0])
                                    : tr("Close with unsaved changes in %1 definitions?").arg(names.size());
    words.lead = tr("Not saved: %1. What is saved stays as it is.").arg(names.join(QStringLiteral(", ")));
    words.note = tr("Closing loses these changes for good.");
    words.verb = tr("Close and lose them");
    words.danger = true;
    Confirm::ask(QStringLiteral("confirmClose"), words, this, [this] {
        m_mayClose = true;
        window()->close();
    });
    return true;
}

} // namespace lazaret::ui
