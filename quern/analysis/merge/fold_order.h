// SPDX-License-Identifier: MIT
//
// The order in which what was added up is written: by texts and numbers alone, never by when
// something was met.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "quern/analysis/merge/folded_part.h"
#include "quern/base/owned_rows.h"
#include "quern/model/records/symbols.h"

namespace quern::merge {

/// Rows are owned by their functions, in the order of these, but for those that say otherwise.
class FoldOrder {
 public:
  explicit FoldOrder(const Symbols& symbols);

  /// All functions, by object, file and name.
  [[nodiscard]] const std::vector<FunctionId>& functions() const { return functions_; }

  [[nodiscard]] OwnedRows selfs(const KeyRows<SelfKey>& rows) const;
  [[nodiscard]] OwnedRows calls(const KeyRows<CallKey>& rows) const;
  [[nodiscard]] OwnedRows jumps(const KeyRows<JumpKey>& rows) const;
  /// The owner of a context is its parent's number + 1; of roots 0.
  [[nodiscard]] OwnedRows contexts(const KeyRows<ContextKey>& rows,
                                   const KeyRows<FrameKey>& frames) const;
  /// The owner of a leak is its context. `event_ranks`: by cell.
  [[nodiscard]] static OwnedRows leaks(const KeyRows<LeakKey>& rows, size_t contexts,
                                       std::span<const uint32_t> event_ranks);

 private:
  [[nodiscard]] uint32_t rank(NameId name) const { return name_ranks_[name.index()]; }
  [[nodiscard]] uint32_t rank(FunctionId function) const {
    return function_ranks_[function.index()];
  }
  /// Positions in the function's own file come first.
  [[nodiscard]] uint64_t file_rank(FunctionId function, NameId file) const;

  const Symbols* symbols_;
  std::vector<uint32_t> name_ranks_;
  std::vector<FunctionId> functions_;
  std::vector<uint32_t> function_ranks_;
};

}  // namespace quern::merge
