// SPDX-License-Identifier: MIT
//
// What the compressed names of one kind stand for.
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

/// What an id stands for. Of a function also which one it was last: nearly all calls of a name are
/// of one function, which is then known without looking it up.
struct Alias {
  static constexpr FunctionId kNone{~uint32_t{0}};
  NameId name;
  FunctionId function = kNone;
};

/// By id. Ids are sparse (Callgrind numbers more names than it writes) but close ones are used
/// close together: groups of 64, each a bit map and the aliases that are there.
/// Ids far beyond the number of definitions are hashed: an id of 2^32 allocates nothing.
class AliasTable {
 public:
  /// What an id stands for; null if it is neither defined nor referred to yet. Valid until the next
  /// set().
  [[nodiscard]] Alias* find(uint64_t id) const {
    const uint64_t group = id >> 6;
    if (group < groups_.size()) [[likely]] {
      const Group& found = groups_[group];
      const uint64_t bit = uint64_t{1} << (id & 63);
      if ((found.used & bit) != 0) [[likely]] {
        return found.aliases + ones(found.used & (bit - 1));
      }
    }
    return sparse_.empty() ? nullptr : find_sparse(id);
  }
  /// The name alone; nothing if there is none.
  [[nodiscard]] std::optional<NameId> name(uint64_t id) const {
    const Alias* const found = find(id);
    return found == nullptr ? std::nullopt : std::optional(found->name);
  }
  Alias& set(uint64_t id, NameId name);
  void clear();
  /// Calls visit(id, name) for every id, in no special order.
  template <class Visit>
  void each(Visit visit) const {
    for (size_t at = 0; at < groups_.size(); ++at) {
      const Alias* alias = groups_[at].aliases;
      for (uint64_t left = groups_[at].used; left != 0; left &= left - 1) {
        visit(uint64_t{at} << 6 | static_cast<uint64_t>(std::countr_zero(left)), (alias++)->name);
      }
    }
    for (const auto& [id, alias] : sparse_) {
      visit(id, alias->name);
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
    Alias* aliases = nullptr;  ///< in the arena; room for the next power of two
  };
  [[nodiscard]] Alias* find_sparse(uint64_t id) const;
  Alias* room(unsigned shift);

  std::vector<Group> groups_;
  std::unordered_map<uint64_t, Alias*> sparse_;
  std::vector<std::unique_ptr<Alias[]>> arena_;
  size_t arena_left_ = 0;
  std::array<std::vector<Alias*>, 6> left_;  ///< by shift: what groups have grown out of
  size_t set_count_ = 0;
};

}  // namespace quern::callgrind
