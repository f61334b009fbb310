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

/// The commands that look into the first rows that they can look into; empty without one.
struct NextRows {
  std::string annotate;
  std::string peek;
};
[[nodiscard]] NextRows next_rows(const Top& top, const Style& style);

}  // namespace quern
