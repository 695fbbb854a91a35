#include "pages/settings_looks.h"

#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace lazaret::ui {

SettingsPane::SettingsPane(const QString &name, const QString &title, const QString &lead) : m_column(new QVBoxLayout(this))
{
    setObjectName(name);
    setAccessibleName(title);
    m_column->setContentsMargins(22, 16, 22, 16);
    m_column->setSpacing(10);
    m_column->addWidget(new Label(title, ui::font(u"title", QFont::DemiBold)));
    if (!lead.isEmpty())
        m_column->addWidget(new Text(lead, ui::font(u"body"), QStringLiteral("text.secondary")));
}

void SettingsPane::addHeading(const QString &text)
{
    m_column->addSpacing(6);
    m_column->addWidget(new Label(text, ui::font(u"section")));
}

void SettingsPane::addFact(const QString &label, QLabel *value)
{
    auto *row = new QHBoxLayout;
    auto *name = new Label(label, ui::font(u"body"), QStringLiteral("text.secondary"));
    name->setFixedWidth(150);
    row->addWidget(name, 0, Qt::AlignTop);
    row->addWidget(value, 1);
    value->setAccessibleName(label);
    m_column->addLayout(row);
}

ActionsPane::ActionsPane(const QString &name, const QString &title, const QString &lead, QList<Group> groups)
    : SettingsPane(name, title, lead), m_groups(std::move(groups))
{
}

// The actions belong to the window, which is complete only when it is shown.
void ActionsPane::showEvent(QShowEvent *event)
{
    SettingsPane::showEvent(event);
    if (m_built)
        return;
    m_built = true;
    for (const auto &group : m_groups) {
        auto *row = new QHBoxLayout;
        row->setSpacing(8);
        int found = 0;
        for (const auto &wanted : group.actions) {
            auto *action = window()->findChild<QAction *>(wanted);
            if (!action)
                continue;
            if (!found++)
                addHeading(group.title);
            auto *button = new Button(action->text().remove(u'&'), Button::Kind::secondary);
            button->setObjectName(QStringLiteral("settings_") + wanted);
            button->setAccessibleName(button->text());
            const auto follow = [action, button] {
                button->setCheckable(action->isCheckable());
                button->setChecked(action->isChecked());
                button->setEnabled(action->isEnabled());
                button->withIcon(action->isCheckable() && action->isChecked() ? QStringLiteral("check") : QString());
            };
            follow();
            connect(action, &QAction::changed, button, follow);
            connect(button, &QPushButton::clicked, action, [action, button, follow] {
                action->trigger();
                follow();
            });
            row->addWidget(button);
        }
        row->addStretch(1);
        column()->addLayout(row);
    }
    column()->addStretch(1);
}

AboutPane::AboutPane()
    : SettingsPane(QStringLiteral("settingsAbout"), tr("About Lazaret"),
                   tr("Nothing is thrown away here, nothing leaves without a decision."))
{
    addFact(tr("Version"), new Label(QStringLiteral(LAZARET_VERSION), ui::font(u"body")));
    addFact(tr("Qt"), new Label(QLatin1String(qVersion()), ui::font(u"body")));
    addFact(tr("Licence"), new Label(QStringLiteral("GPL-3.0-or-later"), ui::font(u"body")));
    addFact(tr("Icons"), new Text(tr("Lucide (ISC, MIT)"), ui::font(u"body")));
    addFact(tr("Fonts"), new Text(tr("Inter as Lazaret Sans, JetBrains Mono (OFL-1.1)"), ui::font(u"body")));
    column()->addStretch(1);
}

} // namespace lazaret::ui
