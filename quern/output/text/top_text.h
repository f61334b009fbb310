// SPDX-License-Identifier: MIT
//
// The table of `top`, which the summary begins with too.
#pragma once

#include <string>

#include "quern/base/buffered_text.h"
#include "quern/output/answers/lists.h"
#include "quern/output/render.h"

namespace quern {

/// The table and what it leaves out; all but the head line and the suggestion below. False where
/// nobody takes bytes any more.
bool write_top_table(const Top& top, const Style& style, BufferedText& stream);

/// The command that looks into the first row which has callers or callees; nothing without one.
[[nodiscard]] std::string next_row_line(const Top& top, const Style& style);

}  // namespace quern
