#include "pages/auditpane.h"

#include "models/auditmodel.h"
#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {
constexpr int nameWidth = 92;
}

AuditPane::AuditPane(Command *open, Command *copy, QWidget *parent)
    : SidePane(parent), m_pages(new QStackedWidget), m_nothing(new EmptyState), m_title(new Label({}, ui::font(u"title", QFont::DemiBold))),
      m_details(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("auditPane"));
    m_title->setObjectName(QStringLiteral("auditTitle"));
    auto *shown = new QWidget;
    auto *column = new QVBoxLayout(shown);
    column->setContentsMargins(17, 12, 14, 12);
    column->setSpacing(4);
    column->addWidget(m_title);
    column->addSpacing(4);
    m_time = fact(shown, column, QStringLiteral("auditTime"), tr("Time"), false);
    m_actor = fact(shown, column, QStringLiteral("auditActor"), tr("Who"), false);
    m_osUser = fact(shown, column, QStringLiteral("auditOsUser"), tr("OS user"), false);
    m_action = fact(shown, column, QStringLiteral("auditAction"), tr("What"), true);
    m_object = fact(shown, column, QStringLiteral("auditObject"), tr("Object"), true);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    auto *openButton = new CommandButton(open, Button::Kind::secondary, QStringLiteral("⏎"));
    openButton->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    buttons->addWidget(openButton->compact());
    buttons->addWidget((new CommandButton(copy, Button::Kind::ghost))->compact());
    buttons->addStretch(1);
    column->addSpacing(4);
    column->addLayout(buttons);
    column->addSpacing(8);
    column->addWidget(new Label(tr("Details"), ui::font(u"small", QFont::DemiBold), QStringLiteral("text.secondary")));
    m_details->setObjectName(QStringLiteral("auditDetails"));
    m_details->setAccessibleName(tr("Details of the entry"));
    m_details->setReadOnly(true);
    m_details->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_details->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_details->setFont(monoFont());
    m_details->setTabChangesFocus(true);
    column->addWidget(m_details, 1);
    column->addSpacing(6);
    column->addWidget(new Label(tr("Its place in the chain"), ui::font(u"small", QFont::DemiBold), QStringLiteral("text.secondary")));
    column->addWidget(hashRow(QStringLiteral("auditPrevious"), tr("Continues"), &m_previous));
    column->addWidget(hashRow(QStringLiteral("auditHash"), tr("Hash"), &m_hash));
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(shown);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(1, 0, 0, 0);
    outer->addWidget(m_pages);
    showNothing();
}

Label *AuditPane::fact(QWidget *parent, QVBoxLayout *column, const QString &name, const QString &label, bool mono)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    auto *caption = new Label(label, ui::font(u"small"), QStringLiteral("text.muted"), parent);
    caption->setFixedWidth(nameWidth);
    auto *value = new Label({}, mono ? monoFont() : ui::font(u"small"), QStringLiteral("text.primary"), parent);
    value->setObjectName(name);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(caption);
    row->addWidget(value, 1);
    column->addLayout(row);
    return value;
}

QWidget *AuditPane::hashRow(const QString &name, const QString &label, Label **value)
{
    auto *holder = new QWidget;
    auto *row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto *caption = new Label(label, ui::font(u"small"), QStringLiteral("text.muted"));
    caption->setFixedWidth(nameWidth - 4);
    *value = new Label({}, monoFont(u"caption", QFont::Normal), QStringLiteral("text.secondary"));
    (*value)->setObjectName(name);
    (*value)->setElideMode(Qt::ElideMiddle);
    auto *copy = new Button({}, Button::Kind::ghost);
    copy->compact()->withIcon(QStringLiteral("copy"))->setObjectName(name + QStringLiteral("Copy"));
    copy->setAccessibleName(tr("Copy: %1").arg(label));
    copy->setToolTip(tr("Copy the whole hash"));
    connect(copy, &Button::clicked, this, [label = *value] { QGuiApplication::clipboard()->setText(label->text()); });
    row->addWidget(caption);
    row->addWidget(*value, 1);
    row->addWidget(copy);
    return holder;
}

void AuditPane::show(const AuditEntry &entry, const TimeView &view)
{
    const bool other = m_number != entry.seq;
    m_number = entry.seq;
    m_title->setText(tr("Entry %1").arg(countText(entry.seq)));
    setAccessibleName(tr("Entry %1: %2").arg(countText(entry.seq), entry.action));
    m_time->setText(exactTime(entry.at, view) + u' ' + zoneWord(view));
    m_time->setToolTip(timeTooltip(entry.at));
    m_actor->setText(entry.actor);
    m_osUser->setText(entry.osUser.isEmpty() ? tr("none: the pipeline itself") : entry.osUser);
    m_action->setText(entry.action);
    m_object->setText(entry.object.isEmpty() ? QStringLiteral("–") : entry.object);
    if (other)
        m_details->setPlainText(entry.details.isEmpty() ? tr("none") : auditDetails(entry.details));
    m_previous->setText(entry.previousHash.isEmpty() ? tr("nothing: it is the first entry") : entry.previousHash);
    m_hash->setText(entry.hash);
    m_pages->setCurrentIndex(1);
}

void AuditPane::showNothing()
{
    m_number = 0;
    m_nothing->show(QStringLiteral("scroll-text"), tr("No entry chosen"),
                    tr("Choose a row to see who did what, and the entry's place in the chain."));
    m_pages->setCurrentIndex(0);
}

QWidget *AuditPane::focusTarget() const
{
    return m_details;
}

} // namespace lazaret::ui
