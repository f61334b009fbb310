// SPDX-License-Identifier: MIT
//
// A merge as several processes do it: each adds up some of the inputs and hands its sums on as
// bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "quern/save/merge.h"

namespace quern::test {

/// As merge_profiles(), without what is to be said of the list. `shares`: at least 1.
inline Result<Merged> merge_in_shares(std::span<const std::string> paths,
                                      const MergeOptions& options, size_t shares) {
  std::vector<MergeShare> shared(shares, {.inputs = {}, .in_all = paths.size()});
  for (size_t at = 0; at < paths.size(); ++at) {
    shared[(at + 1) % shares].inputs.push_back({at, paths[at]});
  }
  const std::unique_ptr<MergeSums> all = add_up(shared[0], options);
  for (size_t at = shares; --at != 0;) {
    if (Result<void> added =
            add_packed(packed(*add_up(shared[at], options), true), "a share", *all);
        !added) {
      return failure(added.error());
    }
  }
  return end_merge({.paths = {paths.begin(), paths.end()}, .notes = {}}, *all, options);
}

}  // namespace quern::test
