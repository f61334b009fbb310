// SPDX-License-Identifier: MIT
//
// What the rows of an answer are: functions, or groups of them. Numbers them densely, names them,
// and knows which are listed at all and in which order equal costs stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/groups/grouping.h"
#include "quern/model/profile.h"
#include "quern/query/group_rules.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

struct NameOrder;

/// What a row of a function is called.
[[nodiscard]] RowName name_of_function(const Symbols& symbols, FunctionId function);

class Nodes {
 public:
  /// Keeps a reference to `profile`. Groups are those of `by`, of kRules those of `rules`.
  Nodes(const Profile& profile, GroupBy by, const GroupRules* rules = nullptr,
        size_t dir_depth = 0);
  /// As the selection groups; where it sorts by place, with lines as far as records have them.
  Nodes(const Profile& profile, const Selection& selection);

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
  /// Its name alone.
  [[nodiscard]] std::string_view text(uint32_t node) const;
  /// False where only the targets of jumps name all members.
  [[nodiscard]] bool is_listed(uint32_t node) const;
  /// All that are listed, ascending.
  [[nodiscard]] std::vector<uint32_t> listed() const;
  /// Those with their names.
  [[nodiscard]] NamedItems named() const;
  /// The order of rows that cost the same: by name, file and object, byte by byte.
  [[nodiscard]] bool is_before(uint32_t left, uint32_t right) const;
  /// By object, file, line and name; what is not known comes last.
  [[nodiscard]] bool is_placed_before(uint32_t left, uint32_t right) const;
  /// How `order` puts two rows that are no costs: by place, or by name.
  [[nodiscard]] bool is_before(uint32_t left, uint32_t right, RowOrder order) const {
    return order == RowOrder::kPlace ? is_placed_before(left, right) : is_before(left, right);
  }
  /// The order of is_before(), as long as this object is where it is.
  [[nodiscard]] NameOrder order() const;
  /// Empty where nothing is grouped.
  [[nodiscard]] const Grouping& grouping() const { return grouping_; }

 private:
  /// What the members of a group share.
  struct Group {
    NameId file, object;
    bool is_listed = false;
  };
  void share();
  void find_lines(const PartSet& parts);

  const Profile* profile_;
  GroupBy by_;
  Grouping grouping_;
  std::vector<Group> groups_;
  std::vector<uint64_t> lines_;  ///< by function, 0: not known; empty: nobody asked
};

}  // namespace quern
