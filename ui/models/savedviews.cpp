#include "models/savedviews.h"

#include "models/casesmodel.h"
#include "support/remembered.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lazaret::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Views)
};

constexpr qsizetype longestName = 40;

QSet<int> hiddenOf(std::initializer_list<CaseColumn> columns)
{
    QSet<int> hidden;
    for (const auto column : columns)
        hidden.insert(int(column));
    return hidden;
}

QList<SavedView> builtIn()
{
    const auto usual = hiddenOf({CaseColumn::workflow, CaseColumn::action, CaseColumn::status});
    const auto view = [&](const char *id, const QString &name, const QString &query, const QString &tone = {}) {
        return SavedView{QLatin1String(id), name, {query, QStringLiteral("failed"), true}, usual, tone};
    };
    QList<SavedView> views{
        view("open", Words::tr("All open"), QStringLiteral("-status:closed")),
        view("mine", Words::tr("Mine"), QStringLiteral("owner:me -status:closed")),
        view("overdue", Words::tr("Overdue"), QStringLiteral("due:<now -status:closed"), QStringLiteral("bad")),
        view("uncertain", Words::tr("Uncertain"), QStringLiteral("class:uncertain_effect -status:closed"), QStringLiteral("uncertain")),
        view("approve", Words::tr("To approve"), QStringLiteral("status:awaiting_approval"))};
    views[2].question.sortKey = QStringLiteral("review");
    views[2].question.descending = false;
    views[3].question.descending = false;
    views[3].hidden = hiddenOf({CaseColumn::workflow, CaseColumn::tenant, CaseColumn::attempts, CaseColumn::status});
    return views;
}

QJsonObject jsonOf(const SavedView &view)
{
    QJsonArray hidden;
    for (const int column : view.hidden)
        hidden.append(column);
    return {{QStringLiteral("id"), view.id},
            {QStringLiteral("name"), view.name},
            {QStringLiteral("query"), view.question.query},
            {QStringLiteral("sort"), view.question.sortKey},
            {QStringLiteral("descending"), view.question.descending},
            {QStringLiteral("group"), view.question.group},
            {QStringLiteral("hidden"), hidden}};
}

void readShown(const QJsonObject &json, SavedView &view)
{
    view.question.sortKey = json.value(QStringLiteral("sort")).toString(view.question.sortKey);
    view.question.descending = json.value(QStringLiteral("descending")).toBool(view.question.descending);
    view.question.group = json.value(QStringLiteral("group")).toString();
    view.hidden.clear();
    for (const auto column : json.value(QStringLiteral("hidden")).toArray()) {
        if (const int which = column.toInt(); which > int(CaseColumn::classCode) && which <= int(CaseColumn::status))
            view.hidden.insert(which);
    }
}

} // namespace

SavedViews::SavedViews(QString dataDirectory) : m_directory(std::move(dataDirectory)), m_views(builtIn())
{
    const auto kept = remembered(m_directory).value(QStringLiteral("cases/views")).toByteArray();
    for (const auto value : QJsonDocument::fromJson(kept).array()) {
        const auto json = value.toObject();
        const QString id = json.value(QStringLiteral("id")).toString();
        if (const int known = indexOf(id); known >= 0) {
            readShown(json, m_views[known]);
            continue;
        }
        SavedView view{id, json.value(QStringLiteral("name")).toString().left(longestName), {}, {}, {}, true};
        view.question.query = json.value(QStringLiteral("query")).toString();
        readShown(json, view);
        if (!id.isEmpty() && !view.name.isEmpty())
            m_views.append(view);
    }
}

int SavedViews::indexOf(const QString &id) const
{
    for (int i = 0; i < m_views.size(); ++i) {
        if (m_views[i].id == id)
            return i;
    }
    return -1;
}

int SavedViews::add(const QString &name, const SavedView &like)
{
    int number = 1;
    while (indexOf(QString::number(number)) >= 0)
        ++number;
    SavedView view = like;
    view.id = QString::number(number);
    view.name = name.simplified().left(longestName);
    view.tone.clear();
    view.own = true;
    m_views.append(view);
    keep();
    return int(m_views.size()) - 1;
}

void SavedViews::rename(int index, const QString &name)
{
    m_views[index].name = name.simplified().left(longestName);
    keep();
}

SavedView SavedViews::remove(int index)
{
    const auto view = m_views.takeAt(index);
    keep();
    return view;
}

void SavedViews::put(int index, const SavedView &view)
{
    m_views.insert(qMin<qsizetype>(index, m_views.size()), view);
    keep();
}

void SavedViews::setShown(int index, const SavedView &how)
{
    auto &view = m_views[index];
    const QString query = view.question.query;
    view.question = how.question;
    view.question.query = query;
    view.hidden = how.hidden;
    keep();
}

int SavedViews::current() const
{
    return qMax(0, indexOf(remembered(m_directory).value(QStringLiteral("cases/view")).toString()));
}

void SavedViews::setCurrent(int index)
{
    remembered(m_directory).setValue(QStringLiteral("cases/view"), m_views[index].id);
}

void SavedViews::keep() const
{
    QJsonArray views;
    for (const auto &view : m_views)
        views.append(jsonOf(view));
    remembered(m_directory).setValue(QStringLiteral("cases/views"), QJsonDocument(views).toJson(QJsonDocument::Compact));
}

} // namespace lazaret::ui
