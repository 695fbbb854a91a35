// The keys of the selection language and the columns they stand for. Private to the files of the language.
#pragma once

#include "cases/selectionquery.h"

#include <span>

namespace lazaret::cases {

enum class KeyType { text, owner, workflow, word, age, count, day }; // workflow: the version's column is the name's with _version

struct Key
{
    QLatin1String name;
    QLatin1String column;
    KeyType type;
};

std::span<const Key> keysOf(Subject subject);
const Key *findKey(const QString &name, Subject subject); // nullptr: no such key; names are lower case

} // namespace lazaret::cases
