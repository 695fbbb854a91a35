#include "pages/settings_people.h"

#include "models/deskdata.h"
#include "support/command.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/button.h"
#include "widgets/commandbutton.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr std::array roles{Role::viewer, Role::operator_, Role::approver, Role::administrator};
const QString kind = QStringLiteral("operator"), fourEyesKey = QStringLiteral("four_eyes");

QString mayWords(Role role)
{
    switch (role) {
    case Role::viewer:
        return PeoplePane::tr("Sees everything of their tenants, changes nothing.");
    case Role::operator_:
        return PeoplePane::tr("Inspects, verifies, decides four of the six dispositions, asks for the other two, plans releases.");
    case Role::approver:
        return PeoplePane::tr("Approves redrives, discards and releases, runs and aborts them; and all an operator may.");
    case Role::administrator:
        return PeoplePane::tr("Changes sources, workflows, people, secrets and holds; and all an approver may.");
    }
    return {};
}

QString tenantWords(const QStringList &tenants)
{
    return tenants.contains(QStringLiteral("*")) ? PeoplePane::tr("all tenants") : tenants.join(QStringLiteral(", "));
}

class Initials : public QWidget
{
public:
    explicit Initials(const QString &name) : m_text(initials(name)) { setFixedSize(26, 26); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintInitials(painter, rect(), m_text);
    }

private:
    QString m_text;
};

} // namespace

PeoplePane::PeoplePane(DeskServices &services)
    : SettingsPane(QStringLiteral("settingsPeople"), tr("People and roles"),
                   tr("Who is listed may act here under their name. While nobody is listed, whoever owns the data directory administers.")),
      m_services(services), m_rows(new QVBoxLayout), m_fourEyes(new Check(QStringLiteral("fourEyes"), tr("Four eyes")))
{
    m_add = new Command(QStringLiteral("peopleAdd"), QStringLiteral("plus"), tr("Add a person…"), {QKeySequence(QStringLiteral("Ctrl+N"))},
                        this);
    m_add->lock(lockedReason());
    m_rows->setSpacing(4);
    column()->addLayout(m_rows);
    auto *row = new QHBoxLayout;
    row->addWidget(new CommandButton(m_add, Button::Kind::secondary, QStringLiteral("Ctrl N")));
    row->addStretch(1);
    column()->addLayout(row);
    addHeading(tr("Approval"));
    column()->addWidget(m_fourEyes);
    column()->addWidget(
        new Text(tr("On: nobody approves what they asked for themselves, by name or by account of this machine. Off: they may, and "
                    "it is recorded as self-approved."),
                 ui::font(u"small"), QStringLiteral("text.secondary")));
    column()->addStretch(1);
    connect(m_add, &QAction::triggered, this, [this] { openSheet(std::nullopt); });
    connect(m_fourEyes, &QCheckBox::clicked, this, [this](bool on) {
        apply({{fourEyesKey, on}}, {QStringLiteral("setting"), fourEyesKey, m_view.fourEyesStanding}, tr("Changing four eyes"),
              on ? tr("Four eyes is on") : tr("Four eyes is off"));
    });
}

QList<QAction *> PeoplePane::commands() const
{
    return {m_add};
}

QString PeoplePane::lockedReason() const
{
    return guard::mayDo(m_services.operatorRole(), guard::Right::configure)
               ? QString()
               : tr("Changing people needs the role %1; you are %2.")
                     .arg(roleWord(Role::administrator), roleWord(m_services.operatorRole()));
}

void PeoplePane::read()
{
    m_services.data().ask<queries::PeopleView>(
        this, QStringLiteral("settings.people"), [](Database &db, const DeskData::Look &) { return queries::peopleView(db); },
        [this](const Result<queries::PeopleView> &answer) {
            if (answer)
                show(*answer);
            else
                Q_EMIT troubled(tr("Reading the people"), answer.error());
            Q_EMIT done();
        });
}

QWidget *PeoplePane::rowOf(const queries::PeopleView::Person &person)
{
    auto *card = new Card(nullptr, QStringLiteral("bg.surface"));
    card->setObjectName(QStringLiteral("person_") + person.op.name);
    card->setAccessibleName(tr("%1, %2, %3").arg(person.op.name, roleWord(person.op.role), tenantWords(person.op.tenants)));
    auto *row = new QHBoxLayout(card);
    row->setContentsMargins(10, 6, 8, 6);
    row->setSpacing(10);
    row->addWidget(new Initials(person.op.name));
    row->addWidget(new Label(person.op.name, ui::font(u"body", QFont::DemiBold)), 2);
    row->addWidget(new Label(roleWord(person.op.role), ui::font(u"body")), 2);
    row->addWidget(new Label(tenantWords(person.op.tenants), ui::font(u"body"), QStringLiteral("text.secondary")), 3);
    const QString reason = lockedReason();
    for (const auto &[name, text] : {std::pair("change", tr("Change…")), std::pair("remove", tr("Remove…"))}) {
        auto *button = new Button(text, Button::Kind::ghost);
        button->compact();
        button->setObjectName(QStringLiteral("%1_%2").arg(QLatin1String(name), person.op.name));
        button->setAccessibleName(QStringLiteral("%1 %2").arg(text, person.op.name));
        button->setEnabled(reason.isEmpty());
        button->setToolTip(reason);
        row->addWidget(button);
        const bool changes = qstrcmp(name, "change") == 0;
        connect(button, &QPushButton::clicked, this, [this, person, changes] { changes ? openSheet(person) : remove(person); });
    }
    return card;
}

void PeoplePane::show(const queries::PeopleView &view)
{
    m_view = view;
    const QString focused = window()->focusWidget() ? window()->focusWidget()->objectName() : QString();
    while (auto *item = m_rows->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const auto &person : view.people)
        m_rows->addWidget(rowOf(person));
    if (view.people.isEmpty())
        m_rows->addWidget(
            new Text(tr("Nobody is listed yet: you act as the owner of the data directory. The first person added should be an "
                        "administrator."),
                     ui::font(u"body"), QStringLiteral("text.secondary")));
    m_fourEyes->setChecked(view.fourEyes);
    m_fourEyes->setEnabled(lockedReason().isEmpty());
    m_fourEyes->setToolTip(lockedReason());
    if (auto *again = focused.isEmpty() ? nullptr : findChild<QWidget *>(focused))
        again->setFocus(Qt::OtherFocusReason);
}

void PeoplePane::openSheet(const std::optional<queries::PeopleView::Person> &person)
{
    QStringList taken;
    for (const auto &each : std::as_const(m_view.people))
        taken.append(each.op.name);
    auto *sheet = new PersonSheet(person ? std::optional(person->op) : std::nullopt, taken, m_view.tenants, this);
    connect(sheet, &PersonSheet::given, this, [this, standing = person ? person->standing : QString()](const Operator &op) {
        const QJsonObject entry{{QStringLiteral("name"), op.name},
                                {QStringLiteral("role"), toText(op.role)},
                                {QStringLiteral("tenants"), QJsonArray::fromStringList(op.tenants)}};
        apply({{QStringLiteral("operators"), QJsonArray{entry}}}, {kind, op.name, standing}, tr("Saving %1").arg(op.name),
              tr("%1 is %2").arg(op.name, roleWord(op.role)));
    });
    sheet->open();
}

void PeoplePane::apply(const QJsonObject &part, const Basis &basis, const QString &doing, const QString &saidText)
{
    QJsonObject file = part;
    file.insert(QStringLiteral("lazaret"), 1);
    m_services.clerk().submit<AppliedWorkspace>(
        this, doing, [bytes = QJsonDocument(file).toJson(), basis](Desk &desk) { return desk.applyWorkspace(bytes, false, {basis}); },
        [this, doing, saidText](const Result<AppliedWorkspace> &answer) {
            if (!answer)
                Q_EMIT troubled(doing, answer.error());
            else if (!answer->problems.isEmpty())
                Q_EMIT troubled(doing, {ErrorCode::refused, answer->problems.first().message});
            else
                Q_EMIT said(saidText);
            read();
        });
}

void PeoplePane::remove(const queries::PeopleView::Person &person)
{
    const bool last = m_view.people.size() == 1;
    ConfirmWords words;
    words.title = tr("Remove %1?").arg(person.op.name);
    words.lead = last ? tr("With nobody listed, whoever owns the data directory administers.")
                      : tr("%1 can no longer act here.").arg(person.op.name);
    words.note = tr("What they did stays on record under their name. They can be added again.");
    words.verb = tr("Remove %1").arg(person.op.name);
    words.danger = true;
    Confirm::ask(QStringLiteral("confirmRemovePerson"), words, this, [this, person] {
        const QString doing = tr("Removing %1").arg(person.op.name);
        m_services.clerk().submit<bool>(
            this, doing,
            [basis = Basis{kind, person.op.name, person.standing}](Desk &desk) -> Result<bool> {
                if (const auto removed = desk.removeConfigured(basis); !removed)
                    return tl::unexpected(removed.error());
                return true;
            },
            [this, doing, name = person.op.name](const Result<bool> &answer) {
                if (answer)
                    Q_EMIT said(tr("%1 is removed").arg(name));
                else
                    Q_EMIT troubled(doing, answer.error());
                read();
            });
    });
}

PersonSheet::PersonSheet(const std::optional<Operator> &person, const QStringList &taken, const QStringList &tenants, QWidget *over)
    : Sheet(QStringLiteral("personSheet"), person ? tr("Change %1").arg(person->name) : tr("Add a person"), over), m_taken(taken),
      m_new(!person), m_name(new Field(QStringLiteral("personName"), tr("Name"))),
      m_tenants(new Field(QStringLiteral("personTenants"), tr("Tenants"))), m_role(new Select(QStringLiteral("personRole"), tr("Role"))),
      m_note(new Text({}, ui::font(u"small"), QStringLiteral("bad.text"))),
      m_may(new Text({}, ui::font(u"small"), QStringLiteral("text.secondary")))
{
    for (const auto role : roles)
        m_role->addItem(roleWord(role));
    const Operator shown = person.value_or(Operator{{}, Role::operator_, {QStringLiteral("*")}});
    m_name->setText(shown.name);
    m_name->setReadOnly(!m_new);
    m_role->setCurrentIndex(int(shown.role));
    m_tenants->setText(shown.tenants.join(QStringLiteral(", ")));
    content()->addLayout(labelled(tr("Name"), m_name));
    content()->addLayout(labelled(tr("Role"), m_role));
    content()->addWidget(m_may);
    content()->addLayout(labelled(tr("Tenants, separated by commas; * is all"), m_tenants));
    if (!tenants.isEmpty())
        content()->addWidget(new Text(tr("Known here: %1").arg(tenants.mid(0, 12).join(QStringLiteral(", "))), ui::font(u"small"),
                                      QStringLiteral("text.secondary")));
    content()->addWidget(m_note);
    addMain(m_new ? tr("Add the person") : tr("Save %1").arg(shown.name), false);
    connect(m_name, &QLineEdit::textChanged, this, &PersonSheet::look);
    connect(m_tenants, &QLineEdit::textChanged, this, &PersonSheet::look);
    connect(m_role, &QComboBox::currentIndexChanged, this, &PersonSheet::look);
    connect(this, &Sheet::mainRequested, this, [this] {
        Q_EMIT given(this->person());
        accept();
    });
    look();
    (m_new ? static_cast<QWidget *>(m_name) : m_role)->setFocus();
}

Operator PersonSheet::person() const
{
    Operator op{m_name->text().trimmed(), roles[size_t(m_role->currentIndex())], {}};
    for (const auto &part : m_tenants->text().split(u',')) {
        if (!part.trimmed().isEmpty())
            op.tenants.append(part.trimmed());
    }
    return op;
}

void PersonSheet::look()
{
    const Operator op = person();
    const QString problem = op.name.isEmpty()                    ? QString()
                            : m_new && m_taken.contains(op.name) ? tr("%1 is listed already.").arg(op.name)
                            : op.tenants.isEmpty()               ? tr("Without a tenant they would see nothing; * is all.")
                                                                 : QString();
    m_may->setText(mayWords(op.role));
    m_note->setText(problem);
    m_note->setVisible(!problem.isEmpty());
    m_main->setEnabled(!op.name.isEmpty() && problem.isEmpty());
}

} // namespace lazaret::ui
