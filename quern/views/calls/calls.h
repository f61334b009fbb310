// SPDX-License-Identifier: MIT
//
// Call edges of functions or groups by inclusive cost, with their call sites after a full load.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/row_list.h"

namespace quern {

struct CallSite {
  std::string_view file;
  std::optional<uint64_t> line;
  std::optional<uint64_t> address;
  std::optional<Amount> count;    ///< nothing where calls are not counted
  std::vector<Amount> inclusive;  ///< by column
};

struct CallRow {
  RowName caller;
  RowName callee;
  std::optional<Amount> count;  ///< nothing where calls are not counted
  /// By column. From exact stacks, each once; else as recorded: in recursion calls overlap.
  std::vector<Amount> inclusive;
  std::vector<CallSite> sites;  ///< by file, line, address; empty without records
  /// By Selection::ratios, of these costs.
  std::vector<std::optional<Fraction>> inclusive_ratios = {};
  bool is_recursive = false;  ///< within one cycle, so that inclusive costs overlap
};

class Calls : public RowList {
 public:
  /// Call sites take a pass over all records.
  enum class Sites : uint8_t { kCollected, kNone };
  Calls(const Profile& profile, const Selection& selection, Sites sites = Sites::kCollected);
  Calls(Calls&&) noexcept;
  ~Calls();

  /// Descending by the sort column, then by caller and callee (name, file, object); or by these as
  /// Selection::order says.
  [[nodiscard]] CallRow row(size_t rank) const;
  /// Its caller and callee: functions (FunctionId::value) or groups.
  [[nodiscard]] std::pair<uint32_t, uint32_t> ends(size_t rank) const;
  /// Calls whose rows are not shown: how many were made. Their costs overlap and have no sum.
  [[nodiscard]] std::optional<Amount> count_not_shown() const;
  /// By column: the highest inclusive cost among rows not shown; empty where all are.
  [[nodiscard]] std::vector<Amount> highest_not_shown() const;

 private:
  struct State;
  explicit Calls(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace quern
