// SPDX-License-Identifier: MIT
//
// A merge by many processes. Rank 0 lists the inputs and gives each rank a share of them. Each rank
// adds up its share at once; then they add their sums pairwise, in as many rounds as doubling makes
// one rank all of them: rank 2 to rank 0 and rank 3 to rank 1 before rank 1 to rank 0. Rank 0 ends
// with the sums of all, and no other rank writes or prints anything.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "quern/base/result.h"
#include "quern/farm/ranks.h"
#include "quern/save/merge.h"

namespace quern::farm {

/// What rank 0 does.
class Farm {
 public:
  /// Outlived by `ranks`.
  explicit Farm(Ranks& ranks) : ranks_(&ranks) {}

  /// As merge_profiles(), once; afterwards the other ranks are gone. Error `needs-option` where
  /// parts are to stay apart: nothing is added up then.
  [[nodiscard]] Result<Merged> merge(std::span<const std::string> files,
                                     const MergeOptions& options);
  /// Lets the other ranks go if there was nothing to merge. Ends them all, with the exit code
  /// `code`, if a merge was left half done.
  void close(int code);

 private:
  Ranks* ranks_;
  bool has_begun_ = false;
  bool is_done_ = false;
};

/// What all other ranks do. `asked`: see asked_merge(); called if there is something to merge.
void help(Ranks& ranks, const std::function<Result<MergeOptions>()>& asked);

}  // namespace quern::farm
