// SPDX-License-Identifier: MIT
//
// Snapshots: everything a profile holds, laid out to be reopened fast. See
// docs/formats/snapshot.md.
#pragma once

#include "quern/formats/shared/format.h"

namespace quern::snapshot {

extern const Format kFormat;

}  // namespace quern::snapshot
