// SPDX-License-Identifier: MIT
//
// The commands that a text answer suggests, "next: quern peek 'parse' FILE". Each is shorter than
// the terminal is wide, and works: a name in it was looked up in the profile (Style::meaning), and
// source was found where `annotate` is suggested. What cannot be said so is left out.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "quern/output/render.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

/// " --groups FILE" or " --group-by file": what makes the same groups again; nothing of functions.
[[nodiscard]] std::string group_words(GroupBy by, const Style& style);

/// "next: quern WORDS INPUT" and LF.
[[nodiscard]] std::string next_line(std::string_view words, const Style& style);
/// The first of the lines for the parts of the name that is short enough, if that part means this
/// function and no other. (A shorter part of a name that has several meanings has them too.)
/// Functions of one name are separate in lists only: `line_of` then gets GroupBy::kName.
[[nodiscard]] std::string next_about(
    const RowName& name, GroupBy by, const Style& style,
    const std::function<std::string(std::string_view part, GroupBy)>& line_of);
/// `peek` for this row. Nothing where no calls are recorded, and for what has no code: functions
/// that are part of PHP, and costs without rows.
[[nodiscard]] std::string next_peek(const RowName& name, GroupBy by, const Style& style);
/// `annotate` for a function, a file, or the line of a file that a row is named after; nothing for
/// other groups, and where its source is not found.
[[nodiscard]] std::string next_annotate(const RowName& name, GroupBy by, const Style& style);
/// `diff --view peek` for this function of two sides.
[[nodiscard]] std::string next_diff_peek(const RowName& name, const Style& style);
/// The first two that are not empty.
[[nodiscard]] std::string first_two(std::initializer_list<std::string> lines);

}  // namespace quern
