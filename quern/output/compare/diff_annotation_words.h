// SPDX-License-Identifier: MIT
//
// The words of compared sources, in text and in HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quern/compare/source/diff_annotation.h"

namespace quern {

/// "100 → 250 Ir: +150 (+150.00 %)" of each event, the one that leads first: the costs that files
/// are ranked by.
[[nodiscard]] std::string change_phrase(const DiffAnnotatedFile& file, const Selection& selection);
/// The same of a file's own lines; empty where no others count.
[[nodiscard]] std::string own_lines_phrase(const DiffAnnotatedFile& file,
                                           const Selection& selection);
/// Why inlined code is not compared, or not that of all objects, and what to do; or nothing.
[[nodiscard]] std::string inlined_advice(const DiffFiles& files);
/// The same as a line of text.
[[nodiscard]] std::string inlined_note(const DiffFiles& files);
/// How lines were paired, where that is not by their texts.
[[nodiscard]] std::string_view pairing_note(LinesPaired paired);
/// How a file that is not the same on both sides was found; empty for others.
[[nodiscard]] std::string match_note(const DiffAnnotatedFile& file);
/// "lines that only old sources have": a row of the accounting.
[[nodiscard]] std::string account_words(const DiffAccountedCost& account,
                                        const DiffAnnotation& answer);
/// Costs of one side as change_between() takes them.
[[nodiscard]] DiffSide side_of_self(const std::vector<Amount>& self);

}  // namespace quern
