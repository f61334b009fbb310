// SPDX-License-Identifier: MIT
#include "quern/farm/merge.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/farm/shares.h"
#include "quern/model/records/packing.h"

namespace quern {

// Found by their arguments' types where packing.h meets them.

template <class Way>
void fields(Way& way, MergeInput& input) {
  way(input.number, input.path);
}

template <class Way>
void fields(Way& way, MergeShare& share) {
  way(share.in_all, share.inputs);
}

namespace farm {
namespace {

/// Rank 0 ends with the sums of all; every other one hands its sums on, and is done.
void combine(const Ranks& ranks, const MergeOptions& options, MergeSums& sums) {
  const int rank = ranks.number();
  for (int step = 1; step < ranks.count(); step *= 2) {
    if ((rank & step) != 0) {
      ranks.send(rank - step, packed(sums, options.skip_bad || sums.errors.empty()));
      return;
    }
    if (const int other = rank + step; other < ranks.count()) {
      const Result<void> added =
          add_packed(ranks.receive(other), "rank " + std::to_string(other), sums);
      if (!added) {
        sums.fault = added.error();
      }
    }
  }
}

}  // namespace

Result<Merged> Farm::merge(std::span<const std::string> files, const MergeOptions& options) {
  if (options.keep_parts) {
    return failure(usage_error("needs-option", "--keep-parts adds up nothing",
                               "quern merge --keep-parts needs no cluster"));
  }
  Result<MergeList> list = list_of_merge(files, options);
  if (!list) {
    return failure(list.error());
  }
  std::vector<MergeShare> shares = shares_of(list->paths, static_cast<size_t>(ranks_->count()));
  has_begun_ = true;
  for (size_t rank = 1; rank < shares.size(); ++rank) {
    std::string message;
    Packing pack(message);
    pack(shares[rank]);
    ranks_->send(static_cast<int>(rank), message);
  }
  const std::unique_ptr<MergeSums> sums = add_up(shares.front(), options);
  combine(*ranks_, options, *sums);
  ranks_->leave();  // a rank that was killed is noticed here: before anything is written
  is_done_ = true;
  return end_merge(std::move(*list), *sums, options);
}

void Farm::close(int code) {
  if (has_begun_ && !is_done_) {
    ranks_->end_all(code);
  }
  for (int rank = 1; rank < ranks_->count() && !has_begun_; ++rank) {
    ranks_->send(rank, {});
  }
}

void help(Ranks& ranks, const std::function<Result<MergeOptions>()>& asked) {
  const std::string message = ranks.receive(0);
  if (message.empty()) {
    return;
  }
  MergeShare share;
  Unpacking unpack(message);
  unpack(share);
  const Result<MergeOptions> options = asked();
  if (options) {
    combine(ranks, *options, *add_up(share, *options));
    return;
  }
  MergeSums none;
  none.bad_names = options.error();
  combine(ranks, {}, none);
}

}  // namespace farm
}  // namespace quern
