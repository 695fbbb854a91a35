// The words, icons and tones of the closed vocabularies: the same state looks and reads the same on every page. State = icon + word +
// colour.
#pragma once

#include "model/enums.h"

#include <QString>

namespace lazaret::ui {

struct Token
{
    QString label; // translated
    QString icon;
    QString tone; // prefix of a palette entry with fill, text and soft: "class.policy", "good"
};

Token token(ErrorClass errorClass);
Token token(CaseStatus status);
Token token(ReceiptState state);
Token token(JobState state, const QString &reason = {});
Token token(Reconciled outcome);
Token token(DispositionKind kind);
Token token(ReleaseState state);
QString roleWord(Role role);
QString stepTitle(int step); // the six steps of inspection, 1–6

} // namespace lazaret::ui
