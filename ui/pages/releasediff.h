// Two versions of a workflow, line by line: what went is red with a minus, what came is green with a plus.
#pragma once

#include "widgets/sheet.h"

namespace lazaret::ui {

class DiffSheet : public Sheet
{
    Q_OBJECT
public:
    DiffSheet(const QString &before, const QString &after, const std::pair<QString, QString> &texts, QWidget *over);
};

} // namespace lazaret::ui
