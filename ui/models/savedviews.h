// The views of the cases page: five that are always there and those a person saved, remembered per data directory. A view is a query with
// how it is shown. GUI thread.
#pragma once

#include "models/pagesource.h"

#include <QSet>

namespace lazaret::ui {

struct SavedView
{
    QString id; // of a built-in view a word, of one's own a number
    QString name;
    TableQuestion question;
    QSet<int> hidden; // columns
    QString tone{};   // of its count
    bool own = false;
    friend bool operator==(const SavedView &, const SavedView &) = default;
};

class SavedViews
{
public:
    explicit SavedViews(QString dataDirectory);

    const QList<SavedView> &all() const { return m_views; }
    int indexOf(const QString &id) const;
    int add(const QString &name, const SavedView &like); // answers its place
    void rename(int index, const QString &name);
    SavedView remove(int index);                    // one's own
    void put(int index, const SavedView &view);     // back where it was
    void setShown(int index, const SavedView &how); // sort, group and columns; the query of a built-in view stays
    int current() const;
    void setCurrent(int index);

private:
    void keep() const;
    const QString m_directory;
    QList<SavedView> m_views;
};

} // namespace lazaret::ui
