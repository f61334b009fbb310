// SPDX-License-Identifier: MIT
//
// Blocks put together by what a question asks for. Memory is linear in blocks and, by stack, in
// contexts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/model/profile.h"
#include "quern/views/held/leaks.h"
#include "quern/views/lists/nodes.h"

namespace quern {

class LeakGroups {
 public:
  LeakGroups(const Profile& profile, const Nodes& nodes, LeaksBy by, std::vector<Leak> leaks);

  [[nodiscard]] size_t size() const { return groups_.size(); }
  [[nodiscard]] const Held& total() const { return total_; }
  /// Blocks without an address.
  [[nodiscard]] const Held& unplaced() const { return unplaced_; }
  /// The first `count` of these groups in this order; equal ones by address or size.
  [[nodiscard]] std::vector<uint32_t> ranked(std::vector<uint32_t> ranks, LeakOrder order,
                                             size_t count) const;
  [[nodiscard]] const Held& held(uint32_t group) const { return groups_[group].held; }
  /// Without names.
  [[nodiscard]] LeakRow row(uint32_t group) const;
  /// A context of the group: they are alike in what is asked for.
  [[nodiscard]] ContextId context(uint32_t group) const { return groups_[group].context; }

 private:
  struct Group {
    ContextId context;
    uint64_t first = 0;
    uint64_t last = 0;
    Held held;
  };
  struct Block {
    uint64_t key;
    Leak leak;
  };

  [[nodiscard]] std::vector<Block> keyed(std::span<const Leak> leaks) const;
  [[nodiscard]] std::vector<uint32_t> distinct_stacks() const;
  void group_by_key(std::vector<Block> blocks);
  void group_by_range(std::span<const Leak> leaks);
  void add(Group& group, const Leak& leak, uint64_t& next_page) const;

  const Profile* profile_;
  const Nodes* nodes_;
  LeaksBy by_;
  std::vector<Group> groups_;
  Held total_;
  Held unplaced_;
};

}  // namespace quern
