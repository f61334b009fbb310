// SPDX-License-Identifier: MIT
//
// Which rank adds up which inputs of a merge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/save/merge.h"

namespace quern::farm {

/// For each rank the numbers of its inputs, ascending: the largest input first, each goes to the
/// rank with the fewest bytes so far. Equal sizes give equal shares. `sizes`: in bytes, by input.
[[nodiscard]] std::vector<std::vector<size_t>> shared_out(std::span<const uint64_t> sizes,
                                                          size_t ranks);

/// The same for files, by their sizes as stored. Standard input, pipes and what is below /dev are
/// not the same for all ranks: rank 0 reads them.
[[nodiscard]] std::vector<MergeShare> shares_of(std::span<const std::string> paths, size_t ranks);

}  // namespace quern::farm
