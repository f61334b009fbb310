// SPDX-License-Identifier: MIT
//
// The call graph of each part of a profile, one part after the other, in time and memory of what
// the part has: its functions are numbered anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/model/profile.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/used_widths.h"

namespace quern {

class PartGraphs {
 public:
  /// Keeps a reference.
  explicit PartGraphs(const Profile& from);
  PartGraphs(const PartGraphs&) = delete;
  PartGraphs& operator=(const PartGraphs&) = delete;

  /// The graph of a part, all its events as columns. Parts are taken in their order; some may be
  /// passed over. What the profile has as estimates is marked.
  [[nodiscard]] CallGraph take(size_t part);
  // Of the part taken last:
  static constexpr uint32_t kNoNode = ~uint32_t{0};
  /// kNoNode where the part has nothing of the function (a final id).
  [[nodiscard]] uint32_t node(FunctionId function) const { return node_of_[function.index()]; }
  /// By node.
  [[nodiscard]] const std::vector<FunctionId>& functions() const { return nodes_; }

 private:
  /// The records of one part after the other.
  class PartWalk {
   public:
    explicit PartWalk(const Profile& from) : cursor_(from.records()), next_(cursor_.next()) {}
    template <class Use>
    void each_call(size_t part, const Use& use) {
      for (; next_ != nullptr && next_->part <= part; next_ = cursor_.next()) {
        if (next_->part == part && next_->kind == RecordKind::kCall) {
          use(*next_);
        }
      }
    }

   private:
    RecordCursor cursor_;
    const Record* next_;
  };
  void add_node(FunctionId function);
  void number_nodes(size_t part);
  void add_selfs(size_t part, CallGraphBuilder& builder);

  const Profile* from_;
  PartWalk numbering_, building_;
  std::vector<uint32_t> node_of_;  ///< by function
  std::vector<FunctionId> nodes_;
  UsedWidths used_widths_;  ///< where they are many
};

}  // namespace quern
