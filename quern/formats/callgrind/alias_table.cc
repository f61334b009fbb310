// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/alias_table.h"

#include <algorithm>
#include <utility>

namespace quern::callgrind {

std::optional<NameId> AliasTable::find_sparse(uint64_t id) const {
  const auto found = sparse_.find(id);
  return found == sparse_.end() ? std::nullopt : std::optional(found->second);
}

/// For 2^shift names.
NameId* AliasTable::room(unsigned shift) {
  constexpr size_t kSegment = 1024;
  if (shift < left_.size() && !left_[shift].empty()) {
    NameId* const again = left_[shift].back();
    left_[shift].pop_back();
    return again;
  }
  const size_t names = size_t{1} << shift;
  if (arena_left_ < names) {
    arena_.push_back(std::make_unique_for_overwrite<NameId[]>(kSegment));
    arena_left_ = kSegment;
  }
  arena_left_ -= names;
  return arena_.back().get() + arena_left_;
}

void AliasTable::set(uint64_t id, NameId name) {
  constexpr uint64_t kFree = uint64_t{1} << 22;  // 1 MB of groups
  ++set_count_;
  if (id >= kFree + 64 * uint64_t{set_count_} || sparse_.contains(id)) {
    sparse_[id] = name;
    return;
  }
  const uint64_t at = id >> 6;
  if (at >= groups_.size()) {
    groups_.resize(at + 1 + at / 4);
  }
  Group& group = groups_[at];
  const uint64_t bit = uint64_t{1} << (id & 63);
  const auto before = ones(group.used & (bit - 1));
  const auto count = ones(group.used);
  if ((group.used & bit) != 0) {
    group.names[before] = name;
    return;
  }
  if (count == 0) {
    group.names = room(0);
  } else if (std::has_single_bit(count)) {
    const auto shift = static_cast<unsigned>(std::countr_zero(count));
    NameId* const larger = room(shift + 1);
    std::copy_n(group.names, count, larger);
    left_[shift].push_back(std::exchange(group.names, larger));
  }
  std::copy_backward(group.names + before, group.names + count, group.names + count + 1);
  group.names[before] = name;
  group.used |= bit;
}

void AliasTable::clear() {
  *this = {};
}

}  // namespace quern::callgrind
