// SPDX-License-Identifier: MIT
//
// The names that the compressed ones of one kind stand for.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "quern/model/records/ids.h"

namespace quern::callgrind {

/// Names by the ids of one kind. Ids are sparse (Callgrind numbers more names than it writes) but
/// close ones are used close together: groups of 64, each a bit map and the names that are there.
/// Ids far beyond the number of definitions are hashed: an id of 2^32 allocates nothing.
class AliasTable {
 public:
  /// The name an id stands for; nothing if it is neither defined nor referred to yet.
  [[nodiscard]] std::optional<NameId> find(uint64_t id) const {
    const uint64_t group = id >> 6;
    if (group < groups_.size()) [[likely]] {
      const Group& found = groups_[group];
      const uint64_t bit = uint64_t{1} << (id & 63);
      if ((found.used & bit) != 0) [[likely]] {
        return found.names[ones(found.used & (bit - 1))];
      }
    }
    return sparse_.empty() ? std::nullopt : find_sparse(id);
  }
  void set(uint64_t id, NameId name);
  void clear();
  /// Calls visit(id, name) for every id, in no special order.
  template <class Visit>
  void each(Visit visit) const {
    for (size_t at = 0; at < groups_.size(); ++at) {
      const NameId* name = groups_[at].names;
      for (uint64_t left = groups_[at].used; left != 0; left &= left - 1) {
        visit(uint64_t{at} << 6 | static_cast<uint64_t>(std::countr_zero(left)), *name++);
      }
    }
    for (const auto& [id, name] : sparse_) {
      visit(id, name);
    }
  }

 private:
  /// Counts bits without the instruction that the oldest processors lack, nor a library call.
  static constexpr size_t ones(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555U;
    bits = (bits & 0x3333333333333333U) + (bits >> 2 & 0x3333333333333333U);
    return ((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fU) * 0x0101010101010101U >> 56;
  }
  struct Group {
    uint64_t used = 0;
    NameId* names = nullptr;  ///< in the arena; room for the next power of two
  };
  [[nodiscard]] std::optional<NameId> find_sparse(uint64_t id) const;
  NameId* room(unsigned shift);

  std::vector<Group> groups_;
  std::unordered_map<uint64_t, NameId> sparse_;
  std::vector<std::unique_ptr<NameId[]>> arena_;
  size_t arena_left_ = 0;
  std::array<std::vector<NameId*>, 6> left_;  ///< by shift: what groups have grown out of
  size_t set_count_ = 0;
};

}  // namespace quern::callgrind
