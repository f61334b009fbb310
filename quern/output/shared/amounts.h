// SPDX-License-Identifier: MIT
//
// Costs as people read them: digits grouped by thousands, times and sizes in a unit that suits
// them, percentages. An Amount can only be printed here, so that its mark (`≥` before a lower
// bound, `~` before an estimate) cannot be lost.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "quern/base/int128.h"
#include "quern/query/cost_text.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

/// cost_text() of an exact cost, with the mark of the amount.
[[nodiscard]] std::string cost_text(const Event& event, const Amount& amount);

/// The event's name beside such costs, without the unit that they show: "Time" of "Time_(10ns)".
[[nodiscard]] std::string event_text(const Event& event);
/// cost_text() and what was counted, for sentences: "1,234 Ir", "1.235 ms Time".
[[nodiscard]] std::string cost_phrase(const Event& event, int128 cost);
[[nodiscard]] std::string cost_phrase(const Event& event, const Amount& amount);

/// A change with its sign, "+1,234", "-2.5 ms", "0"; "~ +12" where it is an estimate.
[[nodiscard]] std::string change_text(const Event& event, const Amount& change);
/// Of what it was before: "+5.35"; "-" where that was 0.
[[nodiscard]] std::string change_percent(const Amount& change, int128 was);
/// "+12", "~ -3", "0"; "-" where it is not known.
[[nodiscard]] std::string signed_count(const std::optional<Amount>& count);

/// A count with its mark, "1,234" or "~ 12"; "-" where it is not known.
[[nodiscard]] std::string count_text(const std::optional<Amount>& count);

/// "≥ 1234": raw, with its mark.
[[nodiscard]] std::string raw_text(const Amount& amount);

/// What a formula gives, rounded to four digits where it is no whole number; "-" for none.
[[nodiscard]] std::string ratio_text(const std::optional<Fraction>& ratio);

/// A change of a formula, with its sign: "+0.5", "0"; "-" for none.
[[nodiscard]] std::string ratio_change_text(const std::optional<Fraction>& change);

/// Hundredths of a percent: "12.34", "<0.01" for what would round to nothing; "-" where the whole
/// is 0.
[[nodiscard]] std::string percent_text(int128 part, int128 whole);
[[nodiscard]] std::string percent_text(double percent);  ///< the same of a share in percent
/// With the mark of the amount.
[[nodiscard]] std::string percent_text(const Amount& part, int128 whole);
/// An estimate where the whole is one.
[[nodiscard]] std::string percent_text(const Amount& part, const Amount& whole);

}  // namespace quern
