// SPDX-License-Identifier: MIT
//
// Whether the profiles at hand can answer a rule: what no text shows.
#pragma once

#include "quern/base/result.h"
#include "quern/compare/gate/gate_rule.h"
#include "quern/compare/match/diff_costs.h"
#include "quern/query/selection.h"

namespace quern {

/// By what is selected of the profiles. Error `bad-rule`.
[[nodiscard]] Result<void> check_rule(const GateRule& rule, const Selection& selection);

/// Error `needs-calls`.
[[nodiscard]] Result<void> check_calls(const GateRule& rule, const DiffCosts& costs);

}  // namespace quern
