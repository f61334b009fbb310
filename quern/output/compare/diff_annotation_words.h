// SPDX-License-Identifier: MIT
//
// The words of compared sources, in text and in HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quern/compare/source/diff_annotation.h"

namespace quern {

/// "100 → 250 Ir: +150 (+150.00 %)" of each event, the one that leads first.
[[nodiscard]] std::string change_phrase(const std::optional<DiffSide>& was,
                                        const std::optional<DiffSide>& is, const DiffChange& change,
                                        const Selection& selection);
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
