// The keys of the selection language and the columns of case_view they stand for. Private to the three files of the language.
#pragma once

#include <QString>

namespace lazaret::cases {

enum class KeyType { text, owner, workflow, word, age, count, day };

struct Key
{
    QLatin1String name;
    QLatin1String column;
    KeyType type;
};

const Key *findKey(const QString &name); // nullptr: no such key; names are lower case

} // namespace lazaret::cases
