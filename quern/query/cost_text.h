// SPDX-License-Identifier: MIT
//
// Exact costs as people read them: digits grouped by thousands, times and sizes in a unit that
// suits them.
#pragma once

#include <string>

#include "quern/base/int128.h"
#include "quern/model/records/event.h"

namespace quern {

/// "1,234"; of events that measure time "1.235 ms", of bytes "93.4 kB". Where people asked for a
/// unit (Event::shown_unit), all in that, to three digits behind the point: "1,234.568 us", "<0.001
/// s".
[[nodiscard]] std::string cost_text(const Event& event, int128 cost);

}  // namespace quern
