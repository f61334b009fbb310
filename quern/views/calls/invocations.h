// SPDX-License-Identifier: MIT
//
// Single calls, where the input knows each one (Xdebug, raw Parrot profiles): the hottest ones or
// all in the order in which they were made, each with the stack it was made from, and how the costs
// of a function's calls spread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

struct InvocationRequest {
  std::string of;              ///< a name as find_names() takes it; empty: of all functions
  bool chronological = false;  ///< else by the selection's sort column
};

struct Invocation {
  uint64_t number = 0;  ///< from 1, in the order in which the calls of the chosen parts were made
  RowName name;
  std::string_view file;         ///< where the call stands
  std::optional<uint64_t> line;  ///< of the call
  std::vector<int128> self;      ///< by column
  std::vector<int128> inclusive;
  std::vector<RowName> callers;  ///< innermost first; at most kMostCallers (callers.h)
  uint64_t depth = 0;            ///< how many callers there are
};

/// Costs of calls in ascending order: the first, those at least as large as half and as 95 % of
/// them (nearest rank: each is the cost of a call), and the last.
struct Quantiles {
  int128 min = 0;
  int128 median = 0;
  int128 p95 = 0;
  int128 max = 0;
  bool operator==(const Quantiles&) const = default;
};

struct Spread {
  RowName name;
  uint64_t calls = 0;
  std::vector<Quantiles> self;  ///< by column
  std::vector<Quantiles> inclusive;
};

class Invocations {
 public:
  /// Errors (Fault::kUsage): `no-invocations` where a chosen part does not know single calls, and
  /// those of find_names().
  [[nodiscard]] static Result<Invocations> find(const Profile& profile, const Selection& selection,
                                                const InvocationRequest& request);
  Invocations(Invocations&&) noexcept;
  ~Invocations();

  [[nodiscard]] const Selection& selection() const;
  [[nodiscard]] const InvocationRequest& request() const;
  [[nodiscard]] const std::vector<int128>& totals() const;
  [[nodiscard]] uint64_t row_count() const;
  [[nodiscard]] size_t shown() const;
  /// Descending by cost and then by number, or by number.
  [[nodiscard]] Invocation row(size_t rank) const;
  /// Of all calls that were asked for together; nothing where there are none. Its name is empty.
  [[nodiscard]] const std::optional<Spread>& spread() const;

 private:
  struct State;
  explicit Invocations(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// How the costs of each function's calls spread.
struct Spreads {
  Selection selection;
  std::vector<int128> totals;
  size_t of = 0;  ///< functions
  /// By descending sum of the sort column's costs: self costs, or inclusive ones of calls that are
  /// in no other call of the same function.
  std::vector<Spread> rows;
};

/// Those of the functions that `of` fits (empty: all). Errors: as Invocations::find().
[[nodiscard]] Result<Spreads> spreads(const Profile& profile, const Selection& selection,
                                      const std::string& of);

}  // namespace quern
