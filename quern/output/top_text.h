// SPDX-License-Identifier: MIT
//
// The table of `top`, which the summary begins with too.
#pragma once

#include "quern/base/drained_text.h"
#include "quern/output/render.h"

namespace quern {

/// The table and what it leaves out; all but the head line and the suggestion below. False where
/// nobody takes bytes any more.
bool write_top_table(const Top& top, const Style& style, DrainedText& stream);

}  // namespace quern
