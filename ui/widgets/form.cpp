#include "widgets/form.h"

#include "support/jsontext.h"
#include "theme/tokens.h"
#include "widgets/fields.h"
#include "widgets/label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

QString compact(const QJsonValue &value)
{
    const QByteArray wrapped = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(wrapped.mid(1, wrapped.size() - 2));
}

QStringList partsOf(const QString &text)
{
    QStringList parts;
    for (const auto &part : text.split(u',')) {
        if (const QString trimmed = part.trimmed(); !trimmed.isEmpty())
            parts.append(trimmed);
    }
    return parts;
}

QJsonValue numberOrText(const QString &text)
{
    bool whole = false, number = false;
    const qint64 integer = text.toLongLong(&whole);
    const double real = text.toDouble(&number);
    return whole ? QJsonValue(integer) : number ? QJsonValue(real) : QJsonValue(text);
}

QJsonValue ruleOf(const QString &text)
{
    if (text.startsWith(u'/'))
        return QJsonObject{{QStringLiteral("pointer"), text}};
    if (text.startsWith(u"header ", Qt::CaseInsensitive))
        return QJsonObject{{QStringLiteral("header"), text.mid(7).trimmed()}};
    return text.compare(u"body hash", Qt::CaseInsensitive) == 0 ? QJsonValue(QStringLiteral("body_hash")) : QJsonValue(text);
}

QString ruleText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString() == u"body_hash" ? QStringLiteral("body hash") : value.toString();
    const QJsonObject rule = value.toObject();
    if (rule.contains(QStringLiteral("header")))
        return QStringLiteral("header ") + rule.value(QStringLiteral("header")).toString();
    return rule.value(QStringLiteral("pointer")).toString();
}

} // namespace

QJsonValue valueOfLine(const QString &given, Form::As as)
{
    const QString typed = given.trimmed();
    if (as == Form::As::needed)
        return typed;
    if (typed.isEmpty())
        return as == Form::As::numbers ? QJsonValue(QJsonArray()) : QJsonValue(QJsonValue::Null);
    switch (as) {
    case Form::As::number:
        return numberOrText(typed);
    case Form::As::list:
        return QJsonArray::fromStringList(partsOf(typed));
    case Form::As::numbers: {
        QJsonArray array;
        for (const auto &part : partsOf(typed))
            array.append(numberOrText(part));
        return array;
    }
    case Form::As::rule:
        return ruleOf(typed);
    case Form::As::json: {
        const auto document = QJsonDocument::fromJson('[' + typed.toUtf8() + ']');
        return document.isArray() && document.array().size() == 1 ? document.array().at(0) : QJsonValue(typed);
    }
    default:
        return typed;
    }
}

QString lineOfValue(const QJsonValue &value, Form::As as)
{
    if (value.isNull() || value.isUndefined())
        return {};
    if (as == Form::As::rule)
        return ruleText(value);
    if (value.isArray() && (as == Form::As::list || as == Form::As::numbers)) {
        QStringList parts;
        for (const auto &part : value.toArray())
            parts.append(part.isString() ? part.toString() : compact(part));
        return parts.join(QStringLiteral(", "));
    }
    return value.isString() ? value.toString() : compact(value);
}

Form::Form(QWidget *parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(10);
    m_column->addStretch(1);
}

QString Form::pathName(const QString &pointer)
{
    return QStringLiteral("field") + QString(pointer).replace(u'/', u'_');
}

QVBoxLayout *Form::place(QWidget *control, const QString &label, Part &part)
{
    auto *column = label.isEmpty() ? new QVBoxLayout : labelled(label, control);
    if (label.isEmpty())
        column->addWidget(control);
    column->setSpacing(3);
    part.below = new Text(part.hint, ui::font(u"caption", QFont::Normal), QStringLiteral("text.muted"));
    part.below->setObjectName(pathName(part.pointer) + QStringLiteral("_below"));
    part.below->setVisible(!part.hint.isEmpty());
    column->addWidget(part.below);
    if (m_row) {
        column->addStretch(1);
        m_row->addLayout(column, 1);
    } else {
        m_column->insertLayout(m_column->count() - 1, column);
    }
    return column;
}

QLineEdit *Form::add(const Line &line)
{
    auto *field = new Field(pathName(line.pointer), line.label);
    field->setPlaceholderText(line.placeholder);
    if (line.mono)
        field->setFont(ui::monoFont());
    Part part;
    part.pointer = line.pointer;
    part.as = line.as;
    part.line = field;
    part.hint = line.hint;
    place(field, line.label, part);
    m_parts.append(part);
    connect(field, &QLineEdit::textEdited, this,
            [this, pointer = line.pointer, as = line.as](const QString &text) { Q_EMIT edited(pointer, valueOfLine(text, as)); });
    return field;
}

QComboBox *Form::add(const Choice &choice)
{
    auto *select = new Select(pathName(choice.pointer), choice.label);
    Part part;
    part.pointer = choice.pointer;
    part.choice = select;
    part.hint = choice.hint;
    place(select, choice.label, part);
    m_parts.append(part);
    setOptions(choice.pointer, choice.options);
    connect(select, &QComboBox::activated, this, [this, pointer = choice.pointer](int index) {
        for (const auto &each : std::as_const(m_parts)) {
            if (each.pointer == pointer && each.choice && index < each.options.size())
                Q_EMIT edited(pointer, each.options.at(index).second);
        }
    });
    return select;
}

void Form::setOptions(const QString &pointer, const QList<std::pair<QString, QJsonValue>> &options)
{
    for (auto &part : m_parts) {
        if (part.pointer != pointer || !part.choice || part.options == options)
            continue;
        const QString shown = part.choice->currentText();
        part.options = options;
        part.choice->clear();
        for (const auto &option : options)
            part.choice->addItem(option.first);
        part.choice->setCurrentIndex(part.choice->findText(shown));
    }
}

void Form::addSwitch(const QString &pointer, const QString &text, const QString &hint)
{
    auto *box = new Check(pathName(pointer), text);
    Part part;
    part.pointer = pointer;
    part.box = box;
    part.hint = hint;
    place(box, {}, part);
    m_parts.append(part);
    connect(box, &QCheckBox::clicked, this, [this, pointer](bool on) { Q_EMIT edited(pointer, on); });
}

void Form::addTitle(const QString &title)
{
    m_column->insertWidget(m_column->count() - 1, new Label(title, ui::font(u"section")));
}

void Form::add(QWidget *widget, const QString &pointer)
{
    Part part;
    part.pointer = pointer;
    part.other = widget;
    place(widget, {}, part);
    if (!pointer.isEmpty())
        m_parts.append(part);
}

void Form::beginRow()
{
    m_row = new QHBoxLayout;
    m_row->setSpacing(12);
    m_column->insertLayout(m_column->count() - 1, m_row);
}

void Form::endRow()
{
    m_row = nullptr;
}

QWidget *Form::controlOf(const Part &part)
{
    return part.line ? static_cast<QWidget *>(part.line) : part.choice ? part.choice : part.box ? part.box : part.other;
}

void Form::fill(Part &part, const QJsonValue &value)
{
    if (part.line) {
        // What is being typed stays as typed while it means the same: "1, " is on its way to "1, 2".
        if (valueOfLine(part.line->text(), part.as) != value || part.line->text().isEmpty())
            part.line->setText(lineOfValue(value, part.as));
    } else if (part.choice) {
        const auto known =
            std::find_if(part.options.begin(), part.options.end(), [&](const auto &option) { return option.second == value; });
        if (known == part.options.end()) {
            part.options.append({lineOfValue(value, As::text), value});
            part.choice->addItem(part.options.last().first);
            part.choice->setCurrentIndex(part.choice->count() - 1);
        } else {
            part.choice->setCurrentIndex(int(known - part.options.begin()));
        }
    } else if (part.box) {
        part.box->setChecked(value.toBool());
    }
}

void Form::show(const QJsonObject &definition)
{
    for (auto &part : m_parts)
        fill(part, jsonAt(definition, part.pointer));
}

void Form::setReadOnly(bool readOnly)
{
    for (const auto &part : std::as_const(m_parts)) {
        if (part.line)
            part.line->setReadOnly(readOnly);
        else
            controlOf(part)->setEnabled(!readOnly);
    }
}

void Form::setProblem(Part &part, const QString &message)
{
    part.wrong = !message.isEmpty();
    if (auto *field = qobject_cast<Field *>(part.line))
        field->setWrong(part.wrong);
    part.below->setText(part.wrong ? message : part.hint);
    part.below->setColorPath(part.wrong ? QStringLiteral("bad.text") : QStringLiteral("text.muted"));
    part.below->setVisible(!part.below->text().isEmpty());
    controlOf(part)->setAccessibleDescription(part.wrong ? message : part.hint);
}

QList<Problem> Form::showProblems(const QList<Problem> &problems)
{
    QList<Problem> elsewhere;
    QHash<QString, QStringList> byPointer;
    for (const auto &problem : problems) {
        const Part *nearest = nullptr;
        for (const auto &part : std::as_const(m_parts)) {
            const bool covers = problem.path == part.pointer || problem.path.startsWith(part.pointer + u'/');
            if (covers && (!nearest || part.pointer.size() > nearest->pointer.size()))
                nearest = &part;
        }
        if (nearest)
            byPointer[nearest->pointer].append(problem.message);
        else
            elsewhere.append(problem);
    }
    for (auto &part : m_parts)
        setProblem(part, byPointer.value(part.pointer).join(u'\n'));
    return elsewhere;
}

qsizetype Form::problemCount() const
{
    return std::count_if(m_parts.begin(), m_parts.end(), [](const Part &part) { return part.wrong; });
}

bool Form::focusProblem()
{
    for (const auto &part : std::as_const(m_parts)) {
        if (part.wrong) {
            controlOf(part)->setFocus(Qt::OtherFocusReason);
            return true;
        }
    }
    return false;
}

} // namespace lazaret::ui
