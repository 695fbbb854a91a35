// The stop rules a plan may name, for whoever shows them.
#pragma once

#include "release/stoprules.h"
