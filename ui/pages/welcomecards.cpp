#include "pages/welcomecards.h"

#include "models/deskdata.h"
#include "support/format.h"
#include "support/savefile.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/tabs.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int circle = 20, artHeight = 74, rowHeight = 58;

struct Station
{
    const char16_t *icon;
    QString word;
    const char16_t *tone;
};

void paintStation(QPainter &painter, const Station &station, qreal centre, qreal width)
{
    painter.setPen(QPen(toneColor(QStringView(station.tone), u"fill"), 1.3));
    painter.setBrush(toneColor(QStringView(station.tone), u"soft"));
    painter.drawEllipse(QPointF(centre, circle + 2), circle, circle);
    paintIcon(painter, QStringView(station.icon), QRectF(centre - 9, 13, 18, 18), toneColor(QStringView(station.tone), u"text"));
    paintElided(painter, QRectF(centre - width / 2, 48, width, 20), station.word, ui::font(u"small", QFont::Medium),
                color(u"text.secondary"), Qt::AlignCenter);
}

void paintArrow(QPainter &painter, qreal from, qreal to)
{
    const qreal y = circle + 2;
    painter.setPen(QPen(color(u"border.control"), 1.3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    painter.drawLine(QPointF(to - 4, y - 3), QPointF(to, y));
    painter.drawLine(QPointF(to - 4, y + 3), QPointF(to, y));
}

QList<Station> stationsOfStory()
{
    return {{u"webhook", StoryArt::tr("arrives"), u"neutral"}, {u"timer-reset", StoryArt::tr("is retried"), u"class.transient"},
            {u"inbox", StoryArt::tr("quarantined"), u"warn"},  {u"search-check", StoryArt::tr("diagnosed"), u"accent"},
            {u"route", StoryArt::tr("released"), u"accent"},   {u"check-check", StoryArt::tr("reconciled"), u"good"}};
}

Button *named(Button *button, const QString &name)
{
    button->setObjectName(name);
    button->setAccessibleName(button->text());
    return button;
}

QVBoxLayout *columnOf(QWidget *card, const QString &title)
{
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(24, 20, 24, 18);
    column->setSpacing(10);
    column->addWidget(new Label(title, ui::font(u"title")));
    return column;
}

} // namespace

StoryArt::StoryArt(QWidget *parent) : QWidget(parent)
{
    setFixedHeight(artHeight);
    QStringList words;
    for (const auto &station : stationsOfStory())
        words.append(station.word);
    setAccessibleName(tr("A webhook %1").arg(words.join(QStringLiteral(", "))));
}

void StoryArt::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto stations = stationsOfStory();
    const qreal step = width() / qreal(stations.size());
    for (qsizetype i = 0; i < stations.size(); ++i) {
        const qreal centre = step * (qreal(i) + 0.5);
        if (i + 1 < stations.size())
            paintArrow(painter, centre + circle + 7, centre + step - circle - 7);
        paintStation(painter, stations[i], centre, step);
    }
}

ScenarioRow::ScenarioRow(const QString &icon, const QString &title, const QString &text, QWidget *parent)
    : QWidget(parent), m_icon(icon), m_title(title), m_text(text)
{
    setFixedHeight(rowHeight);
    setAccessibleName(title + u". " + text);
    setToolTip(text);
}

void ScenarioRow::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), radius(u"control"), color(u"accent.soft"), color(u"accent.fill"));
    paintIcon(painter, m_icon, QRectF(14, 12, 16, 16), color(u"accent.text"));
    paintElided(painter, QRectF(42, 9, width() - 56, 20), m_title, ui::font(u"section"), color(u"text.primary"));
    paintElided(painter, QRectF(42, 30, width() - 56, 18), m_text, ui::font(u"small"), color(u"text.secondary"));
}

ConnectCard::ConnectCard(DeskServices &services, QWidget *parent) : Card(parent), m_services(services)
{
    setObjectName(QStringLiteral("connectCard"));
    setAccessibleName(tr("Connect a webhook"));
    auto *column = columnOf(this, tr("Connect a webhook"));
    m_before = new QWidget;
    auto *before = new QVBoxLayout(m_before);
    before->setContentsMargins(0, 0, 0, 0);
    before->setSpacing(10);
    before->addWidget(new Text(tr("Make an address with a secret of its own, and point a provider, a tunnel or curl at it. What arrives is "
                                  "kept until you say where it goes."),
                               ui::font(u"body"), QStringLiteral("text.secondary")));
    m_provider = new SegmentedSwitch({tr("Any sender"), QStringLiteral("GitHub"), QStringLiteral("Standard Webhooks")});
    m_provider->setObjectName(QStringLiteral("provider"));
    m_provider->setAccessibleName(tr("How the sender signs"));
    before->addWidget(m_provider, 0, Qt::AlignLeft);
    m_create = named(new Button(tr("Make an address"), Button::Kind::secondary), QStringLiteral("makeAddress"));
    m_create->withIcon(QStringLiteral("plug"));
    before->addWidget(m_create);
    m_locked = new Text({}, ui::font(u"small"), QStringLiteral("text.muted"));
    m_locked->setObjectName(QStringLiteral("makeAddressWhy"));
    before->addWidget(m_locked);
    column->addWidget(m_before);

    m_after = new QWidget;
    m_after->hide();
    auto *after = new QVBoxLayout(m_after);
    after->setContentsMargins(0, 0, 0, 0);
    after->setSpacing(8);
    after->addWidget(new Text(tr("Paste this into a terminal. The secret is shown only now: keep it for the provider."), ui::font(u"body"),
                              QStringLiteral("text.secondary")));
    m_line = new QPlainTextEdit;
    m_line->setObjectName(QStringLiteral("tryLine"));
    m_line->setAccessibleName(tr("A command that sends a signed delivery"));
    m_line->setReadOnly(true);
    m_line->setTabChangesFocus(true);
    m_line->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_line->setWordWrapMode(QTextOption::WrapAnywhere);
    m_line->setFont(monoFont(u"mono"));
    m_line->setMinimumHeight(104);
    after->addWidget(m_line, 1);
    auto *state = new QHBoxLayout;
    state->setSpacing(8);
    m_stateIcon = new IconLabel({}, 14, QStringLiteral("text.muted"));
    state->addWidget(m_stateIcon, 0, Qt::AlignTop);
    m_state = new Text({}, ui::font(u"small", QFont::Medium), QStringLiteral("text.muted"));
    m_state->setObjectName(QStringLiteral("trialState"));
    state->addWidget(m_state, 1);
    after->addLayout(state);
    m_why = new Text({}, ui::font(u"small"), QStringLiteral("warn.text"));
    m_why->setObjectName(QStringLiteral("trialRefused"));
    m_why->hide();
    after->addWidget(m_why);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_copy = named(new Button(tr("Copy"), Button::Kind::secondary), QStringLiteral("copyLine"));
    m_copy->withIcon(QStringLiteral("copy"))->compact();
    buttons->addWidget(m_copy);
    m_see = named(new Button(tr("See it in Deliveries"), Button::Kind::primary), QStringLiteral("seeDelivery"));
    m_see->compact();
    m_see->hide();
    buttons->addWidget(m_see);
    buttons->addStretch(1);
    after->addLayout(buttons);
    column->addWidget(m_after, 1);
    column->addStretch();

    connect(m_create, &Button::clicked, this, &ConnectCard::create);
    connect(m_copy, &Button::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_line->toPlainText());
        m_copy->setText(tr("Copied"));
    });
    connect(m_see, &Button::clicked, this, [this] { Q_EMIT leaveRequested(QStringLiteral("deliveries")); });
    lockCreate();
}

// What keeps the address from being made stands below the button.
void ConnectCard::lockCreate()
{
    const auto status = m_services.status();
    QString reason;
    if (m_services.operatorRole() != Role::administrator)
        reason = tr("Making a source needs the role administrator; you are %1.").arg(roleWord(m_services.operatorRole()).toLower());
    else if (status.address.isEmpty())
        reason = status.sealedText.isEmpty() ? tr("The listener is starting.") : tr("Nothing is received yet: %1").arg(status.sealedText);
    m_create->setEnabled(reason.isEmpty() && !m_creating);
    m_locked->setText(reason);
    m_locked->setVisible(!reason.isEmpty());
}

void ConnectCard::create()
{
    m_asked = freshTrial(Provider(m_provider->currentIndex()));
    m_creating = true;
    lockCreate();
    m_services.clerk().submit<AppliedWorkspace>(
        this, tr("Making the address %1").arg(m_asked.slug),
        [file = trialWorkspace(m_asked)](Desk &desk) { return desk.applyWorkspace(file, false); },
        [this](const Result<AppliedWorkspace> &applied) { created(applied); });
}

void ConnectCard::created(const Result<AppliedWorkspace> &applied)
{
    m_creating = false;
    lockCreate();
    if (!applied || !applied->problems.isEmpty()) {
        m_locked->setText(tr("The address was not made: %1").arg(applied ? applied->problems[0].message : applied.error().detail));
        m_locked->show();
        return;
    }
    m_trial = m_asked;
    m_line->setPlainText(trialLine(*m_trial, QStringLiteral("http://%1/hooks/").arg(m_services.status().address)));
    m_before->hide();
    m_after->show();
    m_line->setFocus(Qt::OtherFocusReason);
    m_line->selectAll();
    showState(QStringLiteral("loader"), QStringLiteral("text.muted"), tr("Waiting for the first delivery"));
    refresh();
}

void ConnectCard::showState(const QString &icon, const QString &tone, const QString &text)
{
    m_stateIcon->setIcon(icon, tone);
    m_state->setColorPath(tone);
    m_state->setText(text);
}

void ConnectCard::refresh()
{
    if (!m_trial) {
        lockCreate();
        return Q_EMIT answered();
    }
    m_services.data().ask<queries::Arrivals>(
        this, QStringLiteral("welcome.arrivals"),
        [slug = m_trial->slug](Database &db, const DeskData::Look &look) { return queries::arrivals(db, look.viewer, slug); },
        [this](const Result<queries::Arrivals> &found) { take(found); });
}

void ConnectCard::take(const Result<queries::Arrivals> &found)
{
    if (!found) {
        showState(QStringLiteral("octagon-alert"), QStringLiteral("bad.text"),
                  tr("The store could not be read: %1").arg(found.error().detail));
        return Q_EMIT answered();
    }
    for (auto it = found->refused.begin(); it != found->refused.end(); ++it) {
        if (m_looked && it.value() > m_refused.value(it.key()))
            m_lastRefusal = it.key();
    }
    m_refused = found->refused;
    m_looked = true;
    if (found->last) {
        const auto &delivery = found->last->delivery;
        showState(QStringLiteral("circle-check"), QStringLiteral("good.text"),
                  tr("%1 arrived at %2, its signature verified with key %3. It is kept.")
                      .arg(delivery.eventType.isEmpty() ? tr("A delivery") : delivery.eventType,
                           exactTime(delivery.receivedAt, {true, m_services.clock().nowMs()}))
                      .arg(delivery.keySlot));
        m_see->show();
        m_lastRefusal.clear();
    }
    const auto refusal = refusalText(m_lastRefusal);
    m_why->setVisible(!m_lastRefusal.isEmpty());
    m_why->setText(tr("The last one was refused: %1. %2").arg(refusal.what, refusal.remedy));
    Q_EMIT answered();
}

OpenCard::OpenCard(DeskServices &services, QWidget *parent) : Card(parent), m_services(services)
{
    setObjectName(QStringLiteral("openCard"));
    setAccessibleName(tr("Open a workspace"));
    auto *column = columnOf(this, tr("Open a workspace"));
    m_text = new Text(tr("A workspace file sets sources, workflows and people here. Or open another data directory: if a Lazaret runs it "
                         "already, the window attaches to it."),
                      ui::font(u"body"), QStringLiteral("text.secondary"));
    m_text->setObjectName(QStringLiteral("openText"));
    m_text->setTextFormat(Qt::PlainText);
    column->addWidget(m_text);
    column->addStretch(1);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_open = named(new Button(tr("Workspace file…"), Button::Kind::secondary), QStringLiteral("openFile"));
    m_open->withIcon(QStringLiteral("folder-open"));
    m_directory = named(new Button(tr("Data directory…"), Button::Kind::secondary), QStringLiteral("openDirectory"));
    m_directory->withIcon(QStringLiteral("server"));
    m_apply = named(new Button({}, Button::Kind::primary), QStringLiteral("applyFile"));
    m_apply->hide();
    m_cancel = named(new Button(tr("Cancel"), Button::Kind::ghost), QStringLiteral("cancelFile"));
    m_cancel->hide();
    for (auto *button : {m_open, m_directory, m_apply, m_cancel})
        buttons->addWidget(button);
    buttons->addStretch(1);
    column->addLayout(buttons);
    connect(m_open, &Button::clicked, this, [this] {
        auto *dialog = plainFileDialog(this, tr("A workspace file"), tr("Workspace files (*.json);;All files (*)"));
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, this, &OpenCard::openFile);
        dialog->open();
    });
    connect(m_directory, &Button::clicked, this, [this] {
        auto *dialog = plainFileDialog(this, tr("A data directory"));
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        connect(dialog, &QFileDialog::fileSelected, this, &OpenCard::directoryChosen);
        dialog->open();
    });
    connect(m_apply, &Button::clicked, this, &OpenCard::apply);
    connect(m_cancel, &Button::clicked, this, [this] {
        m_apply->hide();
        m_cancel->hide();
        say(tr("Nothing was changed."), QStringLiteral("text.secondary"));
    });
}

void OpenCard::say(const QString &text, const QString &colorPath)
{
    m_text->setColorPath(colorPath);
    m_text->setText(text);
}

void OpenCard::openFile(const QString &path)
{
    QFile file(path);
    const QString name = QFileInfo(path).fileName();
    m_apply->hide();
    m_cancel->hide();
    if (!file.open(QIODevice::ReadOnly))
        return say(tr("%1 could not be read: %2").arg(name, file.errorString()), QStringLiteral("bad.text"));
    m_file = file.readAll();
    const auto checked = Desk::checkWorkspace(m_file, nullptr, nullptr, false);
    if (!checked.problems.isEmpty()) {
        QStringList lines{tr("%1 has %n mistake(s); nothing was changed.", nullptr, int(checked.problems.size())).arg(name)};
        for (const auto &problem : checked.problems.mid(0, 4))
            lines.append(problem.path + QStringLiteral(": ") + problem.message);
        return say(lines.join(u'\n'), QStringLiteral("bad.text"));
    }
    const auto workspace = parseWorkspace(m_file).workspace;
    QStringList lines;
    for (const auto &entry : workspace.sources)
        lines.append(tr("source %1").arg(entry.source.slug));
    for (const auto &workflow : workspace.workflows)
        lines.append(tr("workflow %1").arg(workflow.name + u'@' + workflow.version));
    for (const auto &tenant : workspace.tenants)
        lines.append(tr("tenant %1").arg(tenant.name));
    for (const auto &op : workspace.operators)
        lines.append(tr("operator %1").arg(op.name));
    say(tr("%1 is sound. It sets: %2.").arg(name, lines.join(QStringLiteral(", "))), QStringLiteral("text.primary"));
    m_apply->setText(tr("Set these %n", nullptr, int(lines.size())));
    m_apply->setAccessibleName(m_apply->text());
    m_apply->show();
    m_cancel->show();
    m_apply->setFocus(Qt::OtherFocusReason);
}

void OpenCard::apply()
{
    m_apply->setEnabled(false);
    m_services.clerk().submit<AppliedWorkspace>(
        this, tr("Setting the workspace"), [file = m_file](Desk &desk) { return desk.applyWorkspace(file, false); },
        [this](const Result<AppliedWorkspace> &applied) {
            m_apply->setEnabled(true);
            if (!applied || !applied->problems.isEmpty())
                return say(tr("Nothing was changed: %1").arg(applied ? applied->problems[0].message : applied.error().detail),
                           QStringLiteral("bad.text"));
            Q_EMIT leaveRequested(QStringLiteral("overview"));
        });
}

} // namespace lazaret::ui
