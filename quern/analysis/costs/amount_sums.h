// SPDX-License-Identifier: MIT
//
// Sums of amounts, which are as sure as the least sure of what is added up.
#pragma once

#include <span>
#include <vector>

#include "quern/model/records/amount.h"

namespace quern {

/// Their sum, or the higher one of peaks.
[[nodiscard]] Amount sum_of(const Amount& left, const Amount& right, bool is_max);
/// Adds costs to sums, column by column.
void add_amounts(std::vector<Amount>& sums, std::span<const Amount> costs);

}  // namespace quern
