// The set-up pages' words: what stands for an entered secret, counts of changes, what a change of the configuration means.
#pragma once

#include "engine/desk.h"

namespace lazaret::ui {

QString maskFor(qsizetype number);    // stands for a secret that was entered and is not saved yet; different for each
QString changeWords(qsizetype count); // "1 change", "3 changes"
QString savedWords(const QString &name, const QList<WorkspaceChange> &changes);
QString consequenceOf(const WorkspaceChange &change); // one sentence
QString schemeWords(const QString &scheme);
QList<Problem> below(const QList<Problem> &problems, const QString &prefix); // paths made relative; others are kept at ""

} // namespace lazaret::ui
