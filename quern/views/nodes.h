// SPDX-License-Identifier: MIT
//
// What the rows of an answer are: functions, or groups of them. Numbers them densely, names them,
// and knows which are listed at all and in which order equal costs stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/analysis/grouping.h"
#include "quern/analysis/profile_graph.h"
#include "quern/model/profile.h"
#include "quern/views/group_rules.h"
#include "quern/views/rows.h"

namespace quern {

class Nodes {
 public:
  /// Keeps a reference to `profile`. Groups are those of `by`, of kRules those of `rules`.
  Nodes(const Profile& profile, GroupBy by, const GroupRules* rules = nullptr);

  [[nodiscard]] GroupBy group_by() const { return by_; }
  [[nodiscard]] size_t size() const;
  [[nodiscard]] uint32_t node(FunctionId function) const {
    return by_ == GroupBy::kFunction ? function.value : grouping_[function];
  }
  /// For profile_graph(); functions stand for themselves where nothing is grouped.
  [[nodiscard]] NodeMap map() const { return {grouping_.group_of, size()}; }
  /// The texts belong to the profile or to this object. The node after the last is what calls the
  /// roots of exact stacks (see EdgesFrom::kAll).
  [[nodiscard]] RowName name(uint32_t node) const;
  /// False where only the targets of jumps name all members.
  [[nodiscard]] bool is_listed(uint32_t node) const;
  /// All that are listed, ascending.
  [[nodiscard]] std::vector<uint32_t> listed() const;
  /// The order of rows that cost the same: by name, file and object, byte by byte.
  [[nodiscard]] bool is_before(uint32_t left, uint32_t right) const;
  /// Empty where nothing is grouped.
  [[nodiscard]] const Grouping& grouping() const { return grouping_; }

 private:
  /// What the members of a group share.
  struct Group {
    NameId file, object;
    bool is_listed = false;
  };
  void share();

  const Profile* profile_;
  GroupBy by_;
  Grouping grouping_;
  std::vector<Group> groups_;
};

}  // namespace quern
