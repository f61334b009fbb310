// SPDX-License-Identifier: MIT
//
// A map from alias to name for ids that are small and dense in real files, but may be any 64-bit
// number in others. Ids are in groups of 64 with a bit set and only as much room as the group has
// aliases. The room doubles with the group, and what a group outgrows is reused by others. An id is
// kept in a hash map instead if groups up to it would take far more memory than the aliases that
// were set: `(18446744073709551615)` costs one entry, not gigabytes.
#include "quern/formats/callgrind/names/alias_table.h"

#include <algorithm>
#include <utility>

namespace quern::callgrind {

Alias* AliasTable::find_sparse(uint64_t id) const {
  const auto found = sparse_.find(id);
  return found == sparse_.end() ? nullptr : found->second;
}

/// For 2^shift aliases.
Alias* AliasTable::room(unsigned shift) {
  constexpr size_t kSegment = 1024;
  if (shift < left_.size() && !left_[shift].empty()) {
    Alias* const again = left_[shift].back();
    left_[shift].pop_back();
    return again;
  }
  const size_t count = size_t{1} << shift;
  if (arena_left_ < count) {
    arena_.push_back(std::make_unique_for_overwrite<Alias[]>(kSegment));
    arena_left_ = kSegment;
  }
  arena_left_ -= count;
  return arena_.back().get() + arena_left_;
}

/// A group with 1, 2, 4, … aliases is full; one more moves it into a room of twice the size.
Alias& AliasTable::set(uint64_t id, NameId name) {
  constexpr uint64_t kFree = uint64_t{1} << 22;  // 1 MB of groups
  ++set_count_;
  if (id >= kFree + 64 * uint64_t{set_count_} || sparse_.contains(id)) {
    Alias*& alias = sparse_[id];
    alias = alias != nullptr ? alias : room(0);
    return *alias = {name};
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
    return group.aliases[before] = {name};
  }
  if (count == 0) {
    group.aliases = room(0);
  } else if (std::has_single_bit(count)) {
    const auto shift = static_cast<unsigned>(std::countr_zero(count));
    Alias* const larger = room(shift + 1);
    std::copy_n(group.aliases, count, larger);
    left_[shift].push_back(std::exchange(group.aliases, larger));
  }
  std::copy_backward(group.aliases + before, group.aliases + count, group.aliases + count + 1);
  group.used |= bit;
  return group.aliases[before] = {name};
}

void AliasTable::clear() {
  *this = {};
}

}  // namespace quern::callgrind
