// SPDX-License-Identifier: MIT
//
// Writes everything a fully loaded profile holds as a snapshot, in one pass but for the sums of its
// calls, which are made first.
#pragma once

#include "quern/formats/shared/writer.h"

namespace quern::snapshot {

extern const FormatWriter kWriter;

}  // namespace quern::snapshot
