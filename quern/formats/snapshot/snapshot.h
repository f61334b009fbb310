// SPDX-License-Identifier: MIT
//
// Snapshots: everything a profile holds, laid out to be reopened fast. See
// docs/formats/snapshot.md.
#pragma once

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/writer.h"

namespace quern::snapshot {

extern const Format kFormat;

/// Writes everything a fully loaded profile holds as a snapshot, in one pass but for the sums of
/// its calls, which are made first.
extern const FormatWriter kWriter;

}  // namespace quern::snapshot
