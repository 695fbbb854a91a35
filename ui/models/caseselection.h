// Which cases a person has chosen, by id: a frozen list. New rows never join it. GUI thread.
#pragma once

#include "engine/queries.h"

#include <QObject>
#include <QSet>
#include <QStringList>

namespace lazaret::ui {

class CaseSelection : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    bool contains(const QString &id) const { return m_ids.contains(id); }
    qsizetype count() const { return m_ids.size(); }
    bool isEmpty() const { return m_ids.isEmpty(); }
    QStringList ids() const; // in the order they were taken

    bool isWhole() const { return m_whole; } // everything that matched its query, but for the exceptions
    const QString &query() const { return m_query; }
    qsizetype matched() const { return m_matched; } // when it was frozen
    qsizetype exceptions() const { return m_whole ? m_matched - count() : 0; }
    const queries::Seen &seen() const { return m_seen; }
    Qt::CheckState boxState() const; // of the box in the header

    void toggle(const QString &id, const queries::Seen &seen);
    void add(const QStringList &ids, const queries::Seen &seen);
    void remove(const QStringList &ids);
    void takeWhole(const QString &query, const QStringList &ids, const queries::Seen &seen);
    void clear();

Q_SIGNALS:
    void changed();

private:
    void begin(const queries::Seen &seen);
    QStringList m_order;
    QSet<QString> m_ids;
    QString m_query;
    bool m_whole = false;
    qsizetype m_matched = 0;
    queries::Seen m_seen;
};

} // namespace lazaret::ui
