#include "pages/sourcespage.h"

#include "charts/timechart.h"
#include "model/workspace.h"
#include "models/deskdata.h"
#include "pages/setupwords.h"
#include "pages/sources_keys.h"
#include "pages/sources_signature.h"
#include "support/command.h"
#include "support/jsontext.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/commandbutton.h"
#include "widgets/fields.h"
#include "widgets/form.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"
#include "widgets/tabs.h"
#include "widgets/testsheet.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QPushButton>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr qint64 minute = 60'000, hour = 60 * minute, day = 24 * hour;
constexpr int dayParts = 144; // ten minutes each
constexpr qint64 dayIsFresh = minute;
constexpr int chartPx = 132;

QString ago(qint64 at, qint64 now)
{
    return duration(now - at);
}

} // namespace

SourcesPage::SourcesPage(DeskServices &services)
    : SetupPage(services,
                {QStringLiteral("sources"), tr("Sources"), QStringLiteral("plug"), QStringLiteral("source"), QStringLiteral("sources"),
                 QStringLiteral("slug"), tr("New source…"), tr("No source yet"),
                 tr("A source is an address a sender delivers to, with the key that proves it is them. It needs a workflow to give "
                    "its deliveries to.")}),
      m_keys(new SecretKeys)
{
    m_test =
        new Command(QStringLiteral("sourcesTest"), QStringLiteral("send"), tr("Send a test delivery…"), {QKeySequence(Qt::Key_T)}, this);
    m_hold = new Command(QStringLiteral("sourcesHold"), QStringLiteral("pause"), tr("Hold"), {}, this);
    auto *checkSignature =
        new Command(QStringLiteral("sourcesCheckSignature"), QStringLiteral("refresh-cw"), tr("Check the request"), {}, this);
    addFormTab(tr("Receiving"), receiving());
    addFormTab(tr("Field mapping"), mapping());
    addFormTab(tr("Limits"), limits());
    addFormTab(tr("Workflow"), workflow());
    m_signature = new SignaturePanel(checkSignature, m_test);
    addSide(tr("Signature check"), m_signature);
    addSide(tr("Text"), nullptr);
    auto *hold = new CommandButton(m_hold, Button::Kind::ghost);
    hold->compact();
    static_cast<QHBoxLayout *>(toolBox()->layout())->insertWidget(1, hold);
    connect(m_test, &QAction::triggered, this, &SourcesPage::sendTest);
    connect(m_hold, &QAction::triggered, this, &SourcesPage::toggleHold);
    connect(checkSignature, &QAction::triggered, m_signature, &SignaturePanel::checkRequested);
    connect(m_signature, &SignaturePanel::checkRequested, this, [this] {
        const auto *source = view();
        if (!source)
            return m_signature->showTrouble(tr("The source must be saved first: its keys are in the secret store only then."));
        this->services().clerk().submit<SignatureFinding>(
            this, tr("Checking a signature"),
            [slug = source->source.slug, headers = m_signature->headers(), body = m_signature->body()](Desk &desk) {
                return desk.checkSignature(slug, headers, body);
            },
            [this, slug = source->source.slug](const Result<SignatureFinding> &answer) {
                if (const auto *now = view(); !now || now->source.slug != slug)
                    return;
                if (answer)
                    m_signature->showFinding(*answer);
                else
                    m_signature->showTrouble(answer.error().detail);
            });
    });
    connect(m_keys, &SecretKeys::entryRequested, this, &SourcesPage::showSecretSheet);
    connect(m_keys, &SecretKeys::removalRequested, this,
            [this](int slot) { edit(QStringLiteral("/secrets/%1").arg(slot), QJsonValue(QJsonValue::Undefined)); });
}

QList<QAction *> SourcesPage::commands() const
{
    return SetupPage::commands() + QList<QAction *>{m_test, m_hold};
}

// --- the form

QWidget *SourcesPage::addressRow()
{
    auto *copy = new Button(tr("Copy"), Button::Kind::secondary);
    copy->withIcon(QStringLiteral("copy"));
    copy->setObjectName(QStringLiteral("copyAddress"));
    copy->setAccessibleName(tr("Copy the address"));
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(address());
        Q_EMIT said(tr("Copied: %1").arg(address()));
    });
    m_listens = new Text({}, ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted"));
    auto *box = new QWidget;
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_listens, 1);
    row->addWidget(copy);
    return box;
}

Form *SourcesPage::receiving()
{
    auto *form = new Form;
    using As = Form::As;
    form->beginRow();
    form->add(Form::Line{QStringLiteral("/slug"), tr("Name, and end of the address"), As::needed, {}, tr("acme-shop"), true});
    form->add(Form::Line{QStringLiteral("/public_url"),
                         tr("Public address, if a tunnel or proxy stands before"),
                         As::text,
                         {},
                         tr("https://hooks.example/hooks/acme-shop"),
                         true});
    form->endRow();
    form->add(addressRow());
    form->beginRow();
    form->add(Form::Choice{QStringLiteral("/scheme"),
                           tr("Signature scheme"),
                           {{tr("Standard Webhooks v1"), QStringLiteral("standard-webhooks-v1")},
                            {tr("GitHub, SHA-256"), QStringLiteral("github-sha256")},
                            {tr("Generic HMAC-SHA256, hex"), QStringLiteral("generic-hmac:sha256:hex")},
                            {tr("Generic HMAC-SHA256, base64"), QStringLiteral("generic-hmac:sha256:base64")},
                            {tr("Generic HMAC-SHA512, hex"), QStringLiteral("generic-hmac:sha512:hex")},
                            {tr("Generic HMAC-SHA1, hex"), QStringLiteral("generic-hmac:sha1:hex")}}});
    form->add(Form::Choice{QStringLiteral("/tolerance_s"),
                           tr("Time tolerance"),
                           {{tr("± 60 s"), 60}, {tr("± 300 s"), 300}, {tr("± 15 min"), 900}, {tr("any age"), 0}}});
    form->add(Form::Choice{QStringLiteral("/ack_status"),
                           tr("Answer"),
                           {{tr("200 OK"), 200}, {tr("201 Created"), 201}, {tr("202 Accepted"), 202}, {tr("204 No Content"), 204}}});
    form->endRow();
    form->add(Form::Line{QStringLiteral("/signature_header"), tr("Signature header"), As::text,
                         tr("Only a generic scheme needs one named."), tr("the scheme's own"), true});
    form->addTitle(tr("Secrets, in the secret store"));
    form->add(m_keys, QStringLiteral("/secrets"));
    form->add(Form::Line{QStringLiteral("/events"), tr("Accepted event types"), As::list,
                         tr("Separated by commas; others are answered, counted, and make no job. Empty: every type."), tr("every type"),
                         true});
    form->beginRow();
    form->add(Form::Line{QStringLiteral("/delivery_id"), tr("Delivery id from"), As::rule, tr("header NAME, a JSON Pointer, or body hash"),
                         tr("the scheme's own"), true});
    form->add(Form::Line{QStringLiteral("/event_type"), tr("Event type from"), As::rule, tr("header NAME or a JSON Pointer"),
                         tr("the scheme's own"), true});
    form->endRow();
    form->add(dayChart());
    connect(form, &Form::edited, this, [this](const QString &pointer) {
        if (pointer == u"/scheme")
            followScheme();
    });
    return form;
}

// Where another scheme's sender puts id and type is its own business, unless a place of one's own was named.
void SourcesPage::followScheme()
{
    static const QStringList ids{QStringLiteral("header webhook-id"), QStringLiteral("header X-GitHub-Delivery"),
                                 QStringLiteral("body hash")};
    static const QStringList types{QStringLiteral("/type"), QStringLiteral("header X-GitHub-Event")};
    for (const auto &[pointer, presets] :
         {std::pair(QStringLiteral("/delivery_id"), ids), std::pair(QStringLiteral("/event_type"), types)}) {
        if (presets.contains(lineOfValue(jsonAt(current()->now, pointer), Form::As::rule)))
            edit(pointer, QJsonValue::Null);
    }
}

QWidget *SourcesPage::dayChart()
{
    auto *box = new QWidget;
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(new Line);
    auto *head = new QHBoxLayout;
    auto *title = new Label(tr("Last 24 hours"), ui::font(u"small", QFont::DemiBold));
    title->keepWhole(true);
    m_dayFigures = new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"));
    m_dayFigures->setObjectName(QStringLiteral("dayFigures"));
    m_dayFigures->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_dayRefused = new Label({}, ui::font(u"small", QFont::DemiBold), QStringLiteral("bad.text"));
    m_dayRefused->setObjectName(QStringLiteral("dayRefused"));
    m_dayRefused->keepWhole(true);
    head->addWidget(title);
    head->addWidget(m_dayFigures, 1);
    head->addWidget(m_dayRefused);
    column->addLayout(head);
    m_day = new TimeChart(TimeChart::Unit::count, QStringLiteral("chart.primary"));
    m_day->setObjectName(QStringLiteral("dayChart"));
    m_day->setSubject(tr("Accepted deliveries per ten minutes"));
    m_day->setFixedHeight(chartPx);
    column->addWidget(m_day);
    return box;
}

Form *SourcesPage::mapping()
{
    auto *form = new Form;
    using As = Form::As;
    form->add(
        new Text(tr("JSON Pointers into the body. Only what is named here is kept of a delivery; steps use it as {operation_id} and so "
                    "on."),
                 ui::font(u"small"), QStringLiteral("text.secondary")));
    const QList<std::pair<QString, QString>> fields{
        {QStringLiteral("operation_id"), tr("Operation id")},         {QStringLiteral("task_id"), tr("Task id")},
        {QStringLiteral("input_ref"), tr("Input reference")},         {QStringLiteral("tenant"), tr("Tenant")},
        {QStringLiteral("user_ref"), tr("User reference")},           {QStringLiteral("ordering_key"), tr("Ordering key")},
        {QStringLiteral("operation_status"), tr("Operation status")}, {QStringLiteral("occurred_at"), tr("Occurred at")}};
    for (int i = 0; i < fields.size(); ++i) {
        if (i % 2 == 0)
            form->beginRow();
        form->add(Form::Line{
            QStringLiteral("/map/") + fields[i].first, fields[i].second, As::text, {}, QStringLiteral("/data/") + fields[i].first, true});
        if (i % 2)
            form->endRow();
    }
    return form;
}

Form *SourcesPage::limits()
{
    auto *form = new Form;
    using As = Form::As;
    form->beginRow();
    form->add(Form::Line{
        QStringLiteral("/max_body_bytes"), tr("Largest body, bytes"), As::number, tr("A larger one is answered 413."), {}, true});
    form->add(Form::Line{
        QStringLiteral("/rate_per_s"), tr("Most deliveries per second"), As::number, tr("0: no limit. Beyond it: 429."), {}, true});
    form->endRow();
    form->add(Form::Choice{
        QStringLiteral("/replay"),
        tr("A new id with the bytes of an earlier delivery"),
        {{tr("is worked on, and marked"), QStringLiteral("flag")}, {tr("waits in quarantine for a person"), QStringLiteral("hold")}},
        tr("Only where the signature does not cover the id.")});
    form->addSwitch(QStringLiteral("/enabled"), tr("Receive deliveries"), tr("Off: the address answers 404, as if it did not exist."));
    return form;
}

Form *SourcesPage::workflow()
{
    m_workflow = new Form;
    m_workflow->add(Form::Choice{QStringLiteral("/workflow"),
                                 tr("Deliveries are given to the workflow"),
                                 {},
                                 tr("Its version in force when a delivery arrives is the one its job runs under.")});
    auto *go = new Button(tr("Open the workflow"), Button::Kind::link);
    go->setObjectName(QStringLiteral("openWorkflow"));
    go->setAccessibleName(go->text());
    connect(go, &QPushButton::clicked, this, [this] {
        if (const auto *draft = current())
            Q_EMIT linkRequested({QStringLiteral("workflows"), draft->now.value(QStringLiteral("workflow")).toString(), {}, {}});
    });
    m_workflow->add(go);
    return m_workflow;
}

QJsonObject SourcesPage::freshDefinition() const
{
    Source source;
    source.scheme = QStringLiteral("standard-webhooks-v1");
    source.deliveryId = {FieldRule::From::header, QStringLiteral("webhook-id")};
    source.eventType = {FieldRule::From::pointer, QStringLiteral("/type")};
    source.workflow = m_sources.workflows.value(0);
    return toJson(source);
}

// --- reading

void SourcesPage::refresh()
{
    services().data().ask<queries::SourceList>(
        this, QStringLiteral("sources.list"), [](Database &db, const DeskData::Look &look) { return queries::sourceList(db, look.now); },
        [this](const Result<queries::SourceList> &answer) {
            if (answer)
                take(*answer);
            else
                failedToRead(answer.error());
        });
}

SetupRow SourcesPage::rowOf(const queries::SourceView &view, qint64 now) const
{
    const auto &source = view.source;
    SetupRow row{source.slug, source.slug, schemeWords(source.scheme), {}, {}, {}};
    const auto say = [&](const QString &state, const char *icon, const char *tone) {
        row.state = state;
        row.icon = QLatin1String(icon);
        row.tone = QLatin1String(tone);
    };
    if (!source.enabled) {
        say(tr("off"), "power", "neutral");
        row.quiet = true;
    } else if (view.held) {
        say(tr("on hold"), "circle-pause", "warn");
    } else if (view.refusedLastHour > 0) {
        say(tr("%1 refused").arg(countText(view.refusedLastHour)), "shield-x", "bad");
    } else if (view.lastFive.accepted >= 5) {
        say(tr("%1/min").arg(countText(view.lastFive.accepted / 5)), "circle-check", "good");
    } else if (view.lastDelivery) {
        const qint64 quiet = now - *view.lastDelivery;
        say(quiet < hour ? tr("%1 ago").arg(ago(*view.lastDelivery, now)) : tr("quiet for %1").arg(ago(*view.lastDelivery, now)),
            quiet < hour ? "circle-check" : "circle-dashed", quiet < hour ? "good" : "neutral");
    } else {
        say(tr("nothing yet"), "circle-dashed", "neutral");
    }
    return row;
}

void SourcesPage::take(const queries::SourceList &list)
{
    m_sources = list;
    QList<std::pair<QString, QJsonValue>> workflows;
    for (const auto &name : list.workflows)
        workflows.append({name, name});
    m_workflow->setOptions(QStringLiteral("/workflow"), workflows);
    QList<Item> items;
    qsizetype on = 0;
    for (const auto &view : list.sources) {
        items.append({view.source.slug, view.definition, view.standing, rowOf(view, list.now)});
        on += view.source.enabled && !view.held;
    }
    setSubtitle(list.sources.isEmpty() ? QString() : tr("%1, of them %2 on").arg(countText(list.sources.size()), countText(on)));
    takeItems(items);
    askDay();
}

const queries::SourceView *SourcesPage::view() const
{
    const auto *draft = current();
    for (const auto &view : m_sources.sources) {
        if (draft && view.source.slug == draft->name)
            return &view;
    }
    return nullptr;
}

QString SourcesPage::address() const
{
    const auto *draft = current();
    if (!draft)
        return {};
    const QString given = draft->now.value(QStringLiteral("public_url")).toString();
    const QString listens = services().status().address;
    return !given.isEmpty() ? given
                            : QStringLiteral("http://%1/hooks/%2")
                                  .arg(listens.isEmpty() ? QStringLiteral("127.0.0.1:8787") : listens,
                                       draft->now.value(QStringLiteral("slug")).toString());
}

void SourcesPage::shown(const Draft &draft)
{
    const auto *source = view();
    const bool on = draft.now.value(QStringLiteral("enabled")).toBool(true);
    if (!source)
        chip()->show(tr("new"), {.tone = QStringLiteral("neutral"), .icon = QStringLiteral("plus")});
    else if (source->held)
        chip()->show(tr("on hold"), {.tone = QStringLiteral("warn"), .icon = QStringLiteral("circle-pause")});
    else
        chip()->show(on ? tr("on") : tr("off"), {.tone = on ? QStringLiteral("good") : QStringLiteral("neutral"),
                                                 .icon = on ? QStringLiteral("circle-check") : QStringLiteral("power")});
    const QString listens = services().status().address;
    m_listens->setText(listens.isEmpty()
                           ? tr("Nothing receives now. %1 once the pipeline runs.").arg(address())
                           : tr("%1. Listens on %2; what stands before it must pass the body unchanged.").arg(address(), listens));
    m_keys->show(draft.now.value(QStringLiteral("secrets")).toArray(), source && m_dayOf == draft.name ? m_matched : QHash<int, qint64>(),
                 timeView(), lockedReason());
    if (auto *slug = findChild<Field *>(Form::pathName(QStringLiteral("/slug"))))
        slug->setReadOnly(!draft.name.isEmpty() || !mayConfigure());
    const bool held = source && source->held;
    m_hold->setText(held ? tr("Resume") : tr("Hold"));
    m_hold->lock(!mayConfigure() ? lockedReason() : source ? QString() : tr("It is not saved yet."));
    m_test->lock(!guard::mayDo(services().operatorRole(), guard::Right::testDelivery)
                     ? tr("Sending a test delivery needs the role %1; you are %2.")
                           .arg(roleWord(Role::operator_), roleWord(services().operatorRole()))
                 : !source           ? tr("It is not saved yet.")
                 : listens.isEmpty() ? tr("Nothing receives now: the pipeline does not run.")
                                     : QString());
    if (m_dayOf != draft.name) {
        m_dayOf = draft.name;
        m_dayAt = 0;
        m_matched.clear();
        m_signature->clearFinding();
        m_dayFigures->setText({});
        m_dayRefused->setText({});
        askDay();
    }
}

QString SourcesPage::removalConsequence() const
{
    const auto *source = view();
    return source && source->lastDelivery
               ? tr("Its address answers 404 from then on, and its secrets are deleted. Its last delivery came %1 ago.")
                     .arg(ago(*source->lastDelivery, m_sources.now))
               : tr("Its address answers 404 from then on, and its secrets are deleted. Nothing has arrived at it yet.");
}

QList<Problem> SourcesPage::ownProblems(const Draft &draft) const
{
    const QString slug = draft.now.value(QStringLiteral("slug")).toString();
    if (!draft.name.isEmpty() && slug != draft.name)
        return {{QStringLiteral("/slug"), tr("a saved source keeps its name, %1; make a new one instead").arg(draft.name)}};
    const bool taken =
        std::any_of(m_sources.sources.begin(), m_sources.sources.end(), [&](const auto &view) { return view.source.slug == slug; });
    if (draft.name.isEmpty() && taken)
        return {{QStringLiteral("/slug"), tr("there is a source with this name already")}};
    return {};
}

// --- 24 hours

void SourcesPage::askDay()
{
    const auto *source = view();
    const qint64 now = services().clock().nowMs();
    if (!source || now - m_dayAt < dayIsFresh)
        return;
    m_dayAt = now;
    const qint64 to = now, from = now - day;
    services().data().ask<store::ArrivalHistory>(
        this, QStringLiteral("sources.day"),
        [slug = source->source.slug, from, to](Database &db, const DeskData::Look &) {
            return store::arrivalHistory(db, slug, from, to, dayParts);
        },
        [this, slug = source->source.slug, from, to](const Result<store::ArrivalHistory> &answer) {
            if (answer && m_dayOf == slug)
                showDay(*answer, from, to);
        });
}

void SourcesPage::showDay(const store::ArrivalHistory &history, qint64 from, qint64 to)
{
    QList<QPointF> points;
    for (qsizetype i = 0; i < history.accepted.size(); ++i)
        points.append(
            QPointF(double(from) + double(to - from) * (double(i) + 0.5) / double(history.accepted.size()), double(history.accepted[i])));
    m_day->show(points, from, to, timeView());
    m_dayFigures->setText(tr("%1 accepted   %2 repeats").arg(countText(history.total.accepted), countText(history.total.duplicates)));
    m_dayRefused->setText(tr("%1 refused").arg(countText(history.total.refused)));
    m_dayRefused->setColorPath(history.total.refused ? QStringLiteral("bad.text") : QStringLiteral("text.secondary"));
    QStringList reasons;
    for (const auto &[reason, count] : history.reasons)
        reasons.append(QStringLiteral("%1: %2").arg(reason, countText(count)));
    m_dayRefused->setToolTip(reasons.join(u'\n'));
    m_matched.clear();
    for (const auto &use : history.slotUse)
        m_matched.insert(use.slot, use.lastMatched);
    if (const auto *draft = current())
        shown(*draft);
}

void SourcesPage::setTimeView(const TimeView &view)
{
    const bool zone = view.utc != timeView().utc;
    Page::setTimeView(view);
    if (zone) {
        m_dayAt = 0;
        askDay();
    }
}

// --- acting

void SourcesPage::showSecretSheet(int slot)
{
    const auto *draft = current();
    if (!draft || !mayConfigure())
        return;
    auto *sheet = new SecretSheet(draft->name.isEmpty() ? tr("the new source") : draft->name, slot,
                                  draft->now.value(QStringLiteral("scheme")).toString(), this);
    connect(sheet, &SecretSheet::entered, this, [this, slot](const QString &secret) {
        edit(QStringLiteral("/secrets/%1").arg(slot), QJsonObject{{QStringLiteral("value"), secret}});
    });
    sheet->open();
}

void SourcesPage::sendTest()
{
    if (const auto *source = view())
        (new TestSheet(services(), {source->source}, this))->open();
}

void SourcesPage::toggleHold()
{
    const auto *source = view();
    if (!source)
        return;
    const bool hold = !source->held;
    const QString slug = source->source.slug;
    services().clerk().submit<bool>(
        this, hold ? tr("Holding %1").arg(slug) : tr("Resuming %1").arg(slug),
        [slug, hold](Desk &desk) { return desk.setHold(QStringLiteral("source"), slug, hold); },
        [this, slug, hold](const Result<bool> &answer) {
            if (!answer)
                Q_EMIT troubled(hold ? tr("Holding %1").arg(slug) : tr("Resuming %1").arg(slug), answer.error());
            else
                Q_EMIT said(hold ? tr("%1 is on hold: what arrives is kept and not worked on").arg(slug)
                                 : tr("%1 is worked on again").arg(slug));
            refresh();
        });
}

} // namespace lazaret::ui
