// SPDX-License-Identifier: MIT
//
// The rows that two sides of a comparison share: which function (or group) of each run is which,
// what it is called on either side, and how the two were found to be one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/analysis/match/alignment.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/nodes.h"

namespace quern {

/// One run of a side: a profile, or some parts of it.
struct DiffRun {
  const Profile* profile = nullptr;
  /// The same columns, by name and in order, in every run.
  Selection selection;
  /// What --rename calls its functions, by FunctionId; empty: as they are called.
  std::vector<Identity> renamed = {};
};

/// Runs from first to end, counted over the old ones and then the new ones.
struct RunRange {
  size_t first = 0, end = 0;

  [[nodiscard]] size_t size() const { return end - first; }
};

struct DiffRuns {
  std::vector<DiffRun> old_runs;  ///< at least one
  std::vector<DiffRun> new_runs;  ///< at least one
  MatchLayers layers;
  unsigned threads = 1;  ///< runs added up at a time; 0: as many as help

  [[nodiscard]] const std::vector<DiffRun>& of(Version side) const {
    return side == Version::kOld ? old_runs : new_runs;
  }
  // Of both sides, the old ones first.
  [[nodiscard]] size_t count() const { return old_runs.size() + new_runs.size(); }
  [[nodiscard]] std::vector<const DiffRun*> all() const;
  [[nodiscard]] std::vector<DiffRun*> all();
  /// The run of this number.
  [[nodiscard]] const DiffRun& run(size_t number) const {
    return number < old_runs.size() ? old_runs[number] : new_runs[number - old_runs.size()];
  }
  [[nodiscard]] Version side_of(size_t number) const {
    return number < old_runs.size() ? Version::kOld : Version::kNew;
  }
  [[nodiscard]] RunRange range(Version side) const {
    return side == Version::kOld ? RunRange{0, old_runs.size()}
                                 : RunRange{old_runs.size(), count()};
  }
  [[nodiscard]] const Selection& selection() const { return new_runs.front().selection; }
};

/// Whether a total of one of them is an estimate.
[[nodiscard]] bool has_estimated_totals(const std::vector<DiffRun>& runs);

/// Whether a function stands on both sides, and under one name.
enum class DiffStatus : uint8_t { kBoth, kAdded, kRemoved, kRenamed };
/// Of what has one name.
[[nodiscard]] constexpr DiffStatus status_of(bool has_old, bool has_new) {
  return !has_old ? DiffStatus::kAdded : !has_new ? DiffStatus::kRemoved : DiffStatus::kBoth;
}
/// "both", "added", "removed", "renamed".
[[nodiscard]] std::string_view to_string(DiffStatus status);

class DiffNodes {
 public:
  /// Keeps a reference to the profiles.
  explicit DiffNodes(const DiffRuns& runs);

  [[nodiscard]] size_t size() const { return alignment_.size(); }
  /// Of a run, counted over the old ones and then the new ones.
  [[nodiscard]] NodeMap map(size_t run) const { return {maps_[run], size()}; }
  /// Nothing where that side has no such function.
  [[nodiscard]] std::optional<RowName> name(uint32_t node, Version side) const;
  /// The new name, or the old one where it is gone. The node after the last is the root of stacks.
  [[nodiscard]] RowName name(uint32_t node) const;
  [[nodiscard]] DiffStatus status(uint32_t node) const;
  [[nodiscard]] Match match(uint32_t node) const { return alignment_.match(node); }
  [[nodiscard]] bool is_listed(uint32_t node) const {
    return alignment_.carrier(node, Version::kOld) || alignment_.carrier(node, Version::kNew);
  }
  /// By name, file, object; a total order.
  [[nodiscard]] bool is_before(uint32_t left, uint32_t right) const;
  /// That order, as long as this object is where it is.
  [[nodiscard]] NameOrder order() const;
  /// All names of listed nodes, either side's, with their nodes.
  [[nodiscard]] NamedItems named() const;

 private:
  void make_maps();
  [[nodiscard]] CallGraph calls_of(const DiffRuns& runs, Version side) const;

  std::deque<Nodes> nodes_;  ///< by run
  Alignment alignment_;
  std::vector<std::vector<uint32_t>> maps_;  ///< by run: the node of each function
};

}  // namespace quern
