// SPDX-License-Identifier: MIT
//
// The sections of `check --head` that the summary shows too.
#pragma once

#include <string>

#include "quern/base/buffered_text.h"
#include "quern/output/answers/input.h"
#include "quern/output/render.h"

namespace quern {

/// Files, producer, command, process, sizes: aligned "KEY: VALUE" lines.
[[nodiscard]] std::string facts_text(const Info& info, const Style& style);
/// A row an event: what was read, and what the input declares where that differs.
[[nodiscard]] std::string totals_text(const Info& info, const Style& style);
/// All that an input contains, without the findings about it: what `check` begins with.
void write_contents(const Info& info, const Style& style, BufferedText& stream);
/// The first finding of each code with a count; nothing where there is none.
[[nodiscard]] std::string warnings_text(const Info& info, const Style& style);

}  // namespace quern
