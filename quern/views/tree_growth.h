// SPDX-License-Identifier: MIT
//
// Grows a tree of calls where it matters most, until it has as many rows as were asked for. What
// branches, rows and weights are is the source's affair, so that the tree of one profile and that
// of a comparison grow alike.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "quern/base/int128.h"

namespace quern {

/// Which branches are too small beside a total.
struct LeastWeight {
  uint32_t share = 0;  ///< in hundredths of a percent of the total
  uint64_t part = 0;   ///< at least a part of so many, and more than nothing; 0: any

  /// `total`: nothing where there are no costs at all, so that a part of them is nothing either.
  [[nodiscard]] bool admits(int128 weight, const std::optional<int128>& total) const {
    if (!total) {
      return part == 0;
    }
    return weight * 10'000 >= *total * share &&
           (part == 0 || (weight > 0 && weight >= *total / part));
  }
};

struct TreeLimits {
  size_t rows = SIZE_MAX;
  size_t depth = 0;       ///< levels; 0: any
  bool only_one = false;  ///< the heaviest branch of each
};

/// A Source has types Branch, Row (with depth, parent, children, hidden) and Hidden, and
///   roots(), children(branch): all of them;
///   weight(branch): what the heaviest has most of; is_before(a, b): between equal ones;
///   is_asked_for(branch), called once for each, and is_worth_it(weight): whether it has a row;
///   row(branch): with all but its place; hide(hidden, branch): adds it to what has no row.
template <class Source>
class TreeGrowth {
 public:
  using Branch = typename Source::Branch;
  using Row = typename Source::Row;
  using Hidden = typename Source::Hidden;

  TreeGrowth(Source& source, const TreeLimits& limits) : source_(source), limits_(limits) {}

  void grow() {
    offer(source_.roots(), std::nullopt);
    while (!open_.empty() && grown_.size() < limits_.rows) {
      std::ranges::pop_heap(open_, IsAfter());
      const Candidate next = std::move(open_.back());
      open_.pop_back();
      take(next);
    }
    is_cut_ = !open_.empty();
    std::ranges::sort(open_, {}, &Candidate::serial);
    for (const Candidate& left : open_) {
      hide(left.branch, left.parent);
    }
  }

  /// Whether there were more rows to make.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  [[nodiscard]] Hidden& hidden_roots() { return hidden_roots_; }

  /// Depth first; siblings stand in the order they were taken in.
  [[nodiscard]] std::vector<Row> rows() {
    std::vector<std::vector<uint32_t>> below(grown_.size());
    std::vector<uint32_t> open;
    for (uint32_t at = 0; at < grown_.size(); ++at) {
      (grown_[at].parent ? below[*grown_[at].parent] : open).push_back(at);
    }
    std::ranges::reverse(open);
    std::vector<uint32_t> placed(grown_.size());
    std::vector<Row> rows;
    rows.reserve(grown_.size());
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      placed[at] = static_cast<uint32_t>(rows.size());
      Row& row = rows.emplace_back(std::move(grown_[at]));
      if (row.parent) {
        row.parent = placed[*row.parent];
      }
      open.insert(open.end(), below[at].rbegin(), below[at].rend());
    }
    return rows;
  }

 private:
  struct Candidate {
    int128 weight = 0;
    uint64_t serial = 0;
    std::optional<uint32_t> parent;
    Branch branch;
  };
  struct IsAfter {
    bool operator()(const Candidate& left, const Candidate& right) const {
      return left.weight != right.weight ? left.weight < right.weight : left.serial > right.serial;
    }
  };

  /// Siblings: each waits to be taken, or is hidden at once.
  void offer(std::vector<Branch> branches, std::optional<uint32_t> parent) {
    std::ranges::sort(branches, [this](const Branch& left, const Branch& right) {
      const int128 a = source_.weight(left);
      const int128 b = source_.weight(right);
      return a != b ? a > b : source_.is_before(left, right);
    });
    if (parent) {
      grown_[*parent].children = branches.size();
    }
    bool is_first = true;
    for (Branch& branch : branches) {
      const int128 weight = source_.weight(branch);
      if (source_.is_asked_for(branch) && source_.is_worth_it(weight) &&
          (is_first || !limits_.only_one)) {
        open_.push_back({weight, serial_++, parent, std::move(branch)});
        std::ranges::push_heap(open_, IsAfter());
        is_first = false;
      } else {
        hide(branch, parent);
      }
    }
  }

  void hide(const Branch& branch, std::optional<uint32_t> parent) {
    source_.hide(parent ? grown_[*parent].hidden : hidden_roots_, branch);
  }

  void take(const Candidate& next) {
    const auto at = static_cast<uint32_t>(grown_.size());
    Row& row = grown_.emplace_back(source_.row(next.branch));
    row.parent = next.parent;
    row.depth = next.parent ? grown_[*next.parent].depth + 1 : 0;
    std::vector<Branch> children = source_.children(next.branch);
    if (limits_.depth != 0 && row.depth + 1 >= limits_.depth) {
      row.children = children.size();
      for (const Branch& child : children) {
        hide(child, at);
      }
    } else {
      offer(std::move(children), at);
    }
  }

  Source& source_;
  TreeLimits limits_;
  bool is_cut_ = false;
  uint64_t serial_ = 0;
  Hidden hidden_roots_;
  std::vector<Row> grown_;       ///< in the order they were taken: parents first
  std::vector<Candidate> open_;  ///< a heap, the heaviest on top
};

}  // namespace quern
