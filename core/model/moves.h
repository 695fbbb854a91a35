// The table of legal job moves. The database enforces the vocabulary (CHECK), the store enforces the expected state
// (UPDATE … WHERE state = …), and this table says which pairs may be asked for at all.
#pragma once

#include "model/enums.h"

namespace lazaret {

bool jobMayMove(JobState from, JobState to);
bool receiptMayMove(ReceiptState from, ReceiptState to, bool idempotentTarget);
bool releaseMayMove(ReleaseState from, ReleaseState to);

} // namespace lazaret
