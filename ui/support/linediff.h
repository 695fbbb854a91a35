// Two texts line by line, as a reader compares them.
#pragma once

#include <QList>
#include <QString>

namespace lazaret::ui {

struct ChangedLine
{
    QChar sign = u' '; // ' ' both, '-' only the old one, '+' only the new one
    QString text;
    bool changed() const { return sign != u' '; }
};
QList<ChangedLine> compareLines(const QString &old, const QString &newer);

} // namespace lazaret::ui
