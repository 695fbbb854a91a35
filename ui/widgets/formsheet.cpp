#include "widgets/formsheet.h"

#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"
#include "widgets/textfield.h"

#include <QDateTimeEdit>
#include <QListWidget>
#include <QVBoxLayout>

namespace lazaret::ui {

FormSheet::FormSheet(const QString &name, const QString &title, const QString &consequence, QWidget *over)
    : Sheet(name, title, over), m_hint(new Text({}, ui::font(u"small"), QStringLiteral("text.muted")))
{
    setAccessibleDescription(consequence);
    if (!consequence.isEmpty())
        content()->addWidget(new Text(consequence, ui::font(u"body"), QStringLiteral("text.secondary")));
    m_hint->setObjectName(QStringLiteral("formMissing"));
}

Field *FormSheet::addLine(const QString &name, const QString &label, const QString &placeholder)
{
    auto *field = new Field(name, label);
    field->setMaxLength(TextField::longest);
    field->setPlaceholderText(placeholder);
    connect(field, &Field::textChanged, this, &FormSheet::check);
    content()->addLayout(labelled(label, field));
    return field;
}

TextField *FormSheet::addText(const QString &name, const QString &label, const QString &placeholder)
{
    auto *field = new TextField;
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setPlaceholderText(placeholder);
    field->setFixedHeight(64);
    connect(field, &TextField::textChanged, this, &FormSheet::check);
    connect(field, &TextField::shortened, this,
            [this] { m_hint->setText(tr("Cut at %1 characters: a record is no longer than that.").arg(TextField::longest)); });
    content()->addLayout(labelled(label, field));
    return field;
}

Select *FormSheet::addChoice(const QString &name, const QString &label, const QStringList &items)
{
    auto *box = new Select(name, label);
    box->addItems(items);
    connect(box, &Select::currentTextChanged, this, &FormSheet::check);
    content()->addLayout(labelled(label, box));
    return box;
}

QDateTimeEdit *FormSheet::addTime(const QString &name, const QString &label, qint64 ms, bool utc)
{
    const auto spec = utc ? Qt::UTC : Qt::LocalTime;
    auto *edit = new QDateTimeEdit(QDateTime::fromMSecsSinceEpoch(ms / 60'000 * 60'000, spec));
    edit->setTimeSpec(spec);
    edit->setObjectName(name);
    edit->setAccessibleName(label);
    edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    edit->setCalendarPopup(true);
    edit->setFixedHeight(ui::size(u"control"));
    connect(edit, &QDateTimeEdit::dateTimeChanged, this, &FormSheet::check);
    content()->addLayout(labelled(utc ? tr("%1, UTC").arg(label) : label, edit));
    return edit;
}

void FormSheet::addList(const QString &name, const QStringList &lines)
{
    auto *list = new QListWidget;
    list->setObjectName(name);
    list->setAccessibleName(windowTitle());
    list->addItems(lines);
    list->setWordWrap(true);
    list->setFont(ui::font(u"small"));
    list->setMinimumHeight(160);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    content()->addWidget(list);
}

void FormSheet::addNote(const QString &icon, const QString &text)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(new IconLabel(icon, 14, QStringLiteral("text.muted")), 0, Qt::AlignTop);
    row->addWidget(new Text(text, ui::font(u"small"), QStringLiteral("text.muted")), 1);
    content()->addLayout(row);
}

void FormSheet::setAction(const QString &verb, bool danger, std::function<QString()> missing, std::function<void()> act)
{
    m_missing = std::move(missing);
    content()->addWidget(m_hint);
    addMain(verb, danger);
    connect(this, &Sheet::mainRequested, this, [this, act = std::move(act)] {
        accept();
        act();
    });
    check();
}

void FormSheet::check()
{
    if (!m_main)
        return;
    const QString missing = m_missing ? m_missing() : QString();
    m_hint->setText(missing);
    m_main->setEnabled(missing.isEmpty());
    m_main->setToolTip(missing);
}

qint64 timeIn(const QDateTimeEdit *edit)
{
    return edit->dateTime().toMSecsSinceEpoch();
}

} // namespace lazaret::ui
