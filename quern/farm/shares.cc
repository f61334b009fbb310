// SPDX-License-Identifier: MIT
#include "quern/farm/shares.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include "quern/bytes/files/regular_file.h"

namespace quern::farm {

std::vector<std::vector<size_t>> shared_out(std::span<const uint64_t> sizes, size_t ranks) {
  std::vector<size_t> largest_first(sizes.size());
  std::iota(largest_first.begin(), largest_first.end(), size_t{0});
  std::ranges::sort(largest_first, {}, [&](size_t at) { return std::pair(~sizes[at], at); });
  using Load = std::pair<uint64_t, size_t>;  // bytes, rank
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (size_t rank = 0; rank < ranks; ++rank) {
    loads.emplace(0, rank);
  }
  std::vector<std::vector<size_t>> shares(ranks);
  for (const size_t at : largest_first) {
    const auto [bytes, rank] = loads.top();
    loads.pop();
    loads.emplace(bytes + sizes[at] + 1, rank);  // files of no bytes are shared out as well
    shares[rank].push_back(at);
  }
  for (std::vector<size_t>& share : shares) {
    std::ranges::sort(share);
  }
  return shares;
}

std::vector<MergeShare> shares_of(std::span<const std::string> paths, size_t ranks) {
  std::vector<uint64_t> sizes;
  std::vector<bool> is_shared;
  for (const std::string& path : paths) {
    const std::optional<uint64_t> size = stored_bytes(path);
    sizes.push_back(size.value_or(0));
    is_shared.push_back(size && path != "-" && !path.starts_with("/dev/"));
  }
  const std::vector<std::vector<size_t>> numbers = shared_out(sizes, ranks);
  std::vector<MergeShare> shares(ranks, {.inputs = {}, .in_all = paths.size()});
  for (size_t rank = 0; rank < ranks; ++rank) {
    for (const size_t at : numbers[rank]) {
      shares[is_shared[at] ? rank : 0].inputs.push_back({at, paths[at]});
    }
  }
  std::ranges::sort(shares.front().inputs, {}, &MergeInput::number);
  return shares;
}

}  // namespace quern::farm
