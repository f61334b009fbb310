// SPDX-License-Identifier: MIT
//
// The call sites of an answer's rows: from which lines and addresses a caller calls a callee. From
// one pass over all records, or over exact stacks, where each stack counts once a site.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/base/dense_index.h"
#include "quern/base/owned_rows.h"
#include "quern/model/records/cost_rows.h"
#include "quern/views/calls/calls.h"
#include "quern/views/code/row_marks.h"
#include "quern/views/lists/nodes.h"

namespace quern {

class CallSites {
 public:
  static constexpr uint32_t kNoRank = ~uint32_t{0};

  /// The rows that sites are wanted of.
  struct Wanted {
    const Nodes* nodes;
    const CallGraph* graph;
    const std::vector<uint32_t>* rank_of_edge;  ///< kNoRank: not wanted
    size_t ranks;
  };

  void collect(const Profile& profile, const Selection& selection, const Wanted& wanted);
  /// By file, line and address.
  [[nodiscard]] std::vector<CallSite> of(const Profile& profile, size_t rank) const;

 private:
  struct Key {
    uint32_t rank = 0;
    NameId file;
    std::optional<uint64_t> line;
    std::optional<uint64_t> address;
    bool operator==(const Key&) const = default;
    [[nodiscard]] uint64_t hash() const {
      return mixed(mixed(mixed(uint64_t{rank} << 32 | file.value, 0), line.value_or(0)),
                   address.value_or(0));
    }
  };
  class StackVisitor;
  uint32_t row_of(const Key& key);
  void collect_records(const Profile& profile, const Selection& selection, const Wanted& wanted);
  void collect_stacks(const Profile& profile, const Selection& selection, const Wanted& wanted);
  void sort(const Profile& profile, size_t ranks);

  size_t columns_ = 0;
  DenseIndex<Key> keys_;
  CostRows costs_;      ///< by key: the count, then the columns
  RowMarks estimated_;  ///< by key
  OwnedRows sites_;     ///< by rank: keys, by file, line, address; of no rank without records
};

}  // namespace quern
