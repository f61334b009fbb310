// SPDX-License-Identifier: MIT
//
// Grows a tree of calls where it matters most, until it has as many rows as were asked for. What
// branches, rows and weights are is the source's affair, so that the tree of one profile and that
// of a comparison grow alike. What is kept is in proportion to the rows that are asked for, however
// many branches a row has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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
    if (part == 0 && *total < 0) {  // what is below 0, too, is a share of it
      return weight * 10'000 <= *total * share;
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
    is_cut_ = is_cut_ || !open_.empty();
    std::ranges::sort(open_, {}, &Candidate::serial);
    for (const Candidate& left : open_) {
      hide(left.branch, left.parent);
    }
  }

  /// Whether there were more rows to make.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  /// How many branches waited at once.
  [[nodiscard]] size_t most_open() const { return most_open_; }
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
  /// Whether it is taken after the other.
  struct IsAfter {
    bool operator()(const Candidate& left, const Candidate& right) const {
      return left.weight != right.weight ? left.weight < right.weight : left.serial > right.serial;
    }
  };

  /// Siblings: each waits to be taken, or is hidden at once. There may be a million, of which no
  /// more are put in order than there is room for.
  void offer(std::vector<Branch> branches, std::optional<uint32_t> parent) {
    const size_t all = branches.size();
    hide_light(branches, parent);
    if (parent) {
      grown_[*parent].children = all;
    }
    struct Weighed {
      int128 weight;
      Branch* branch;
    };
    std::vector<Weighed> fit;
    for (Branch& branch : branches) {
      const int128 weight = source_.weight(branch);
      if (source_.is_asked_for(branch) && source_.is_worth_it(weight)) {
        fit.push_back({weight, &branch});
      } else {
        hide(branch, parent);
      }
    }
    const size_t room = limits_.only_one ? 1 : limits_.rows - std::min(limits_.rows, grown_.size());
    const size_t waiting = std::min(room, fit.size());
    const auto middle = fit.begin() + static_cast<std::ptrdiff_t>(waiting);
    const auto is_before = [this](const Weighed& left, const Weighed& right) {
      return left.weight != right.weight ? left.weight > right.weight
                                         : source_.is_before(*left.branch, *right.branch);
    };
    if (middle == fit.end()) {
      std::ranges::sort(fit, is_before);
    } else {
      std::ranges::partial_sort(fit, middle, is_before);
    }
    for (const Weighed& next : std::span(fit).first(waiting)) {
      open_.push_back({next.weight, serial_++, parent, std::move(*next.branch)});
      std::ranges::push_heap(open_, IsAfter());
      most_open_ = std::max(most_open_, open_.size());
      drop_late();
    }
    for (const Weighed& left : std::span(fit).subspan(waiting)) {
      hide(*left.branch, parent);
    }
    is_cut_ = is_cut_ || (!limits_.only_one && waiting < fit.size());
  }

  /// Of those that wait only as many can be taken as rows are left to make. The others are hidden
  /// once they are as many again, and so is, from then on, what weighs less than all that stayed.
  void drop_late() {
    constexpr size_t kLeastOpen = 1024;
    const size_t left = limits_.rows - grown_.size();
    if (open_.size() < kLeastOpen || open_.size() / 2 <= left) {
      return;
    }
    const auto last = open_.begin() + static_cast<std::ptrdiff_t>(left);
    const auto is_earlier = [](const Candidate& one, const Candidate& other) {
      return IsAfter()(other, one);
    };
    std::ranges::nth_element(open_, last, is_earlier);
    for (auto late = last; late != open_.end(); ++late) {
      hide(late->branch, late->parent);
    }
    least_weight_ = last->weight;
    open_.erase(last, open_.end());
    std::ranges::make_heap(open_, IsAfter());
    is_cut_ = true;
  }

  /// Hides what would never be taken, before anything is sorted.
  void hide_light(std::vector<Branch>& branches, std::optional<uint32_t> parent) {
    if (!least_weight_ || limits_.only_one) {
      return;
    }
    std::erase_if(branches, [&](const Branch& branch) {
      const bool is_light = source_.weight(branch) < *least_weight_;
      if (is_light) {
        (void)source_.is_asked_for(branch);  // which counts it
        hide(branch, parent);
      }
      return is_light;
    });
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
  size_t most_open_ = 0;
  std::optional<int128> least_weight_;  ///< as many as can be taken weigh at least this
  Hidden hidden_roots_;
  std::vector<Row> grown_;       ///< in the order they were taken: parents first
  std::vector<Candidate> open_;  ///< a heap, the heaviest on top
};

/// Grows the rows of an answer: as many as are `asked` for or, of what may have no end, kMostRows.
template <class Source, class Answer>
void grow_rows(Source& source, size_t asked, bool is_finite, Answer& answer) {
  TreeGrowth growth(source, {.rows = asked != 0  ? asked
                                     : is_finite ? SIZE_MAX
                                                 : Answer::kMostRows,
                             .depth = answer.request.depth,
                             .only_one = answer.request.heaviest_path});
  growth.grow();
  answer.is_cut = asked == 0 && growth.is_cut();
  answer.hidden = std::move(growth.hidden_roots());
  answer.rows = growth.rows();
}

}  // namespace quern
