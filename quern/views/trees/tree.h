// SPDX-License-Identifier: MIT
//
// The tree of calls, top-down or bottom-up, as far as it matters: the branches that cost most, each
// with those that lead to it, or the one heaviest path. The cost that a branch does not show is
// listed with it, so that rows and rests add up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/model/records/findings.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

class NodeCosts;

struct TreeRequest {
  bool bottom_up = false;
  bool heaviest_path = false;    ///< nothing but the heaviest branch of the heaviest …
  bool merge_recursion = false;  ///< a function called by itself is one branch with its caller
  size_t depth = 0;              ///< levels shown; 0: any
  uint32_t least_share = 0;      ///< of the total of the sort column, in hundredths of a percent
  uint64_t least_part = 0;       ///< branches below 1/N of that total are hidden; 0: none
  /// Only what is below this branch: its nodes from a root down; empty: all roots.
  std::vector<uint32_t> below = {};
  /// The only root is this function or group with its inclusive cost, wherever it is called;
  /// bottom-up, costs of its callers are then parts of that.
  std::optional<uint32_t> around = {};
};

/// Branches below a row that have no row of their own.
struct HiddenBranches {
  size_t count = 0;
  std::vector<Amount> inclusive;  ///< by column; empty where count is 0
};

struct TreeRow {
  RowName name;
  uint32_t node = 0;               ///< its function (FunctionId::value) or group
  uint32_t depth = 0;              ///< 0: a root
  std::optional<uint32_t> parent;  ///< its row
  std::vector<Amount> self;        ///< by column
  std::vector<Amount> inclusive;   ///< by column; bottom-up: the self cost that came this way
  std::vector<Bounded> bounds;     ///< by column, of call graphs: where the truth of that lies
  std::optional<uint64_t> calls;
  bool is_recursive = false;  ///< is above itself already; its callees are shown there
  size_t children = 0;        ///< in all
  HiddenBranches hidden;
  /// By Selection::ratios, of `self` and `inclusive`; nothing where there is no value.
  std::vector<std::optional<Fraction>> self_ratios = {};
  std::vector<std::optional<Fraction>> inclusive_ratios = {};
};

struct Tree {
  Selection selection;
  TreeRequest request;
  std::vector<int128> totals;
  bool is_exact = true;       ///< from exact stacks; else from a call graph
  bool has_calls = true;      ///< false: the profile records none, and all rows are roots
  std::vector<TreeRow> rows;  ///< depth first, siblings by descending cost
  HiddenBranches hidden;      ///< roots without a row
  size_t left_out = 0;        ///< branches that the query left out, with all below them
  bool is_cut = false;        ///< an unrolled call graph has no end: rows stop at kMostRows
  std::shared_ptr<const Grouping> grouping;  ///< keeps the texts of groups
  std::vector<TreeRow> path = {};            ///< TreeRequest::below, from the root down; no parents
  Findings contradictions = {};              ///< of the chosen parts and columns
  static constexpr size_t kMostRows = 100'000;
};

/// Errors (Fault::kUsage): `mixed-stacks` where some of the chosen parts have exact stacks and
/// others do not.
[[nodiscard]] Result<Tree> tree(const Profile& profile, const Selection& selection,
                                const TreeRequest& request);

/// What the trees of one question grow from: its stacks, or its call graph with inclusive costs.
/// Made once where many branches are asked for.
class TreeGround {
 public:
  /// Keeps a reference to `profile`. Of the selection parts, columns and groups count; of the
  /// request its direction and merge_recursion. Errors: `mixed-stacks`.
  [[nodiscard]] static Result<TreeGround> make(const Profile& profile, const Selection& selection,
                                               const TreeRequest& request);
  /// The same for parts without exact stacks, from costs that are known for the same selection.
  [[nodiscard]] static TreeGround make(const Profile& profile, const Selection& selection,
                                       const TreeRequest& request,
                                       std::shared_ptr<const NodeCosts> costs);
  TreeGround(TreeGround&&) noexcept;
  ~TreeGround();

 private:
  friend Result<Tree> tree(const TreeGround& ground, const Selection& selection,
                           const TreeRequest& request);
  struct State;
  explicit TreeGround(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// From a ground made for the same. Error `no-such-branch`: the way down to TreeRequest::below ends
/// before.
[[nodiscard]] Result<Tree> tree(const TreeGround& ground, const Selection& selection,
                                const TreeRequest& request);

}  // namespace quern
