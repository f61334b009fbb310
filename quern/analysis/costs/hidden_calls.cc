// SPDX-License-Identifier: MIT
//
// Hidden functions are taken in the order of calls, callers first, so that all that reaches one has
// been settled before its own costs are split. A cycle of hidden functions is split as one. Each
// event is one pass; numbers of calls are the last. Pieces are counted against an allowance, since
// a chain of hidden functions with many callers each multiplies them: if it does not suffice, the
// filter says so instead of taking minutes.
#include "quern/analysis/costs/hidden_calls.h"

#include <algorithm>

#include "quern/analysis/graph/cycles.h"
#include "quern/analysis/graph/proportion.h"

namespace quern {

namespace {

constexpr size_t kCounts = ~size_t{0};  ///< in place of an event: how often was called
constexpr size_t kFewWays = 64;

/// Who stands for a part of what hidden functions have: a shown caller, or a root.
struct Way {
  uint32_t source;
  bool is_sure;
  uint128 weight;
  uint128 left = 0;  ///< what it may still be given
};

/// The ways that lead to a component; those of one source are added up every now and then.
class Ways {
 public:
  void add(const Way& way) {
    ways_.push_back(way);
    if (ways_.size() >= merge_at_) {
      merge();
      merge_at_ = std::max(kFewWays, 2 * ways_.size());
    }
  }
  void merge() {
    std::ranges::sort(ways_, {}, &Way::source);
    size_t kept = 0;
    for (const Way way : ways_) {
      if (kept != 0 && ways_[kept - 1].source == way.source) {
        ways_[kept - 1].weight += way.weight;
        ways_[kept - 1].is_sure = ways_[kept - 1].is_sure && way.is_sure;
      } else {
        ways_[kept++] = way;
      }
    }
    ways_.resize(kept);
  }
  [[nodiscard]] const std::vector<Way>& all() const { return ways_; }
  [[nodiscard]] std::vector<Way>& all() { return ways_; }
  /// Each may be given what its calls cost.
  void refill() {
    for (Way& way : ways_) {
      way.left = way.weight;
    }
  }
  void clear() { *this = {}; }

 private:
  std::vector<Way> ways_;
  size_t merge_at_ = kFewWays;
};

class HiddenCosts {
 public:
  HiddenCosts(const CallGraph& graph, const HiddenNodes& nodes, uint64_t most)
      : graph_(&graph),
        nodes_(&nodes),
        left_(most),
        order_(find_cycles_among(graph,
                                 [&](uint32_t edge) {
                                   return nodes.hidden[graph.caller(edge)] &&
                                          nodes.hidden[graph.callee(edge)];
                                 })),
        cycles_(find_cycles(graph)),
        members_(order_.component_count()),
        ways_(order_.component_count()),
        fits_(order_.component_count(), true),
        has_root_(order_.component_count()),
        is_entered_(order_.component_count()),
        moved_(graph.node_count() + 1, graph.event_count()) {
    for (uint32_t node = 0; node < graph.node_count(); ++node) {
      if (nodes.hidden[node]) {
        members_[order_.component(node)].push_back(node);
        touched_ += 1 + graph.calls_from(node).size() + graph.calls_to(node).size();
      }
    }
    for (size_t at = members_.size(); at-- != 0;) {  // callers come first
      if (!members_[at].empty()) {
        order_of_passes_.push_back(at);
      }
    }
    for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
      if (!nodes.hidden[graph.caller(edge)] && nodes.hidden[graph.callee(edge)]) {
        entering_.push_back(edge);
      }
    }
  }

  std::optional<CallGraph> run() {
    if (std::ranges::find(nodes_->hidden, true) == nodes_->hidden.end()) {
      return moved_.build();
    }
    const std::vector<size_t> uncarried = uncarried_events();
    for (size_t event = 0; event < graph_->event_count(); ++event) {
      if (std::ranges::find(uncarried, event) != uncarried.end()) {
        continue;
      }
      // An input may have as many events as calls: beyond those in place each pass counts.
      if ((event >= CostRows::kDense && !spend(entering_.size() + touched_)) ||
          !pass(event, event)) {
        return std::nullopt;
      }
    }
    // By now it is known what fits.
    const auto pass_by_counts = [this](size_t event) { return pass(event, kCounts); };
    if (!std::ranges::all_of(uncarried, pass_by_counts) || !pass(kCounts, kCounts)) {
      return std::nullopt;
    }
    return moved_.build();
  }

 private:
  /// What reaches and leaves a component, of one event.
  struct Balance {
    uint128 entering = 0, whole = 0;
    int128 rest = 0;  ///< what leaves less what reaches it, with signs
    bool is_sure = true;
  };

  /// Events that no call carries though others are carried, such as those of --cacheuse: who called
  /// a function stands for its costs all the same.
  [[nodiscard]] std::vector<size_t> uncarried_events() const {
    std::vector<size_t> events;
    const size_t in_place = std::min(graph_->event_count(), CostRows::kDense);
    for (size_t event = 0; event < in_place; ++event) {
      bool is_carried = false;
      for (uint32_t edge = 0; edge < graph_->edge_count() && !is_carried; ++edge) {
        is_carried = graph_->inclusive(edge, event) != 0;
      }
      if (!is_carried) {
        events.push_back(event);
      }
    }
    return events.size() < graph_->event_count() ? events : std::vector<size_t>();
  }

  /// What an event is split by: its own costs, or counts of calls, of which there is at least one.
  [[nodiscard]] int128 measure(uint32_t edge, size_t event, size_t by) const {
    return by == kCounts && event != kCounts ? std::max(cost(edge, by), int128{1}) : cost(edge, by);
  }
  [[nodiscard]] int128 cost(uint32_t edge, size_t event) const {
    return event == kCounts ? graph_->count(edge) : graph_->inclusive(edge, event);
  }
  [[nodiscard]] bool is_estimated(uint32_t edge, size_t event) const {
    return event == kCounts ? graph_->is_count_estimated(edge) : graph_->is_call_estimated(edge);
  }
  [[nodiscard]] bool is_inner(uint32_t edge) const {
    return nodes_->hidden[graph_->caller(edge)] && nodes_->hidden[graph_->callee(edge)] &&
           order_.component(graph_->caller(edge)) == order_.component(graph_->callee(edge));
  }

  [[nodiscard]] bool spend(uint64_t pieces) {
    if (pieces > left_) {
      return false;
    }
    left_ -= pieces;
    return true;
  }

  /// One event through all components: what shown callers pay goes in, and each component passes it
  /// on to its shown callees and to hidden ones below.
  [[nodiscard]] bool pass(size_t event, size_t by) {
    for (const uint32_t edge : entering_) {
      ways_[order_.component(graph_->callee(edge))].add(
          {graph_->caller(edge), !is_estimated(edge, by), magnitude(measure(edge, event, by))});
    }
    return std::ranges::all_of(order_of_passes_, [&](size_t at) { return pass_on(at, event, by); });
  }

  /// What enters a component and what leaves it should be equal. What is left over came from no
  /// call: then a member was a root.
  [[nodiscard]] Balance balance_of(size_t at, size_t event) const {
    Balance sums;
    for (const uint32_t node : members_[at]) {
      if (event != kCounts) {
        sums.whole += magnitude(graph_->self(node, event));
        sums.rest += graph_->self(node, event);
        sums.is_sure = sums.is_sure && !graph_->is_self_estimated(node);
      }
      for (const uint32_t edge : graph_->calls_from(node)) {
        if (!is_inner(edge)) {
          sums.whole += magnitude(cost(edge, event));
          sums.rest += cost(edge, event);
          sums.is_sure = sums.is_sure && !is_estimated(edge, event);
        }
      }
      for (const uint32_t edge : graph_->calls_to(node)) {
        if (!is_inner(edge)) {
          sums.entering += magnitude(cost(edge, event));
          sums.rest -= cost(edge, event);
          sums.is_sure = sums.is_sure && !is_estimated(edge, event);
        }
      }
      // What a cycle passes on and what reaches it overlap.
      sums.is_sure = sums.is_sure && !cycles_.is_mutual(node);
    }
    return sums;
  }

  /// Which member stands for what no call accounts for.
  [[nodiscard]] uint32_t root_of(size_t at) const {
    for (const uint32_t node : members_[at]) {
      if (nodes_->stay_as_roots[node]) {
        return node;
      }
    }
    return static_cast<uint32_t>(graph_->node_count());
  }

  [[nodiscard]] bool all_stay(size_t at) const {
    return std::ranges::all_of(members_[at],
                               [this](uint32_t node) { return nodes_->stay_as_roots[node]; });
  }

  /// Adds the root, if there may be one. Whether there is nothing to split: one way, and it is
  /// certain that there is no other.
  [[nodiscard]] bool settle(size_t at, size_t event, uint128& weight) {
    Ways& ways = ways_[at];
    ways.merge();
    const bool is_called = !ways.all().empty();
    const Balance sums = balance_of(at, event);
    uint128 root = sums.rest > 0 ? static_cast<uint128>(sums.rest) : 0;
    root = root == 0 && sums.entering == 0 ? sums.whole : root;
    is_entered_[at] = is_entered_[at] || sums.entering != 0;
    const bool fits = sums.entering + root == sums.whole && sums.is_sure &&
                      (root == 0 || sums.entering == 0) && members_[at].size() == 1;
    if (root != 0 || !is_called) {
      ways.add({root_of(at), true, root});
      ways.merge();
      has_root_[at] = true;
    }
    if (!fits && !all_stay(at)) {
      moved_.estimate_self(graph_->node_count());  // which may lack something
    }
    weight = sums.entering + root;
    ways.refill();
    budget_ = weight;
    fits_[at] = fits_[at] && fits;
    size_t used = 0;
    for (const Way& way : ways.all()) {
      used += way.weight != 0 || !way.is_sure ? 1U : 0U;
    }
    return fits && used <= 1;
  }

  /// The same by the number of calls.
  [[nodiscard]] bool settle_counts(size_t at, bool may_have_root, uint128& weight) {
    Ways& ways = ways_[at];
    ways.merge();
    if (may_have_root || ways.all().empty()) {
      ways.add({root_of(at), fits_[at], 1});  // it ran at least once
      ways.merge();
    }
    for (const Way& way : ways.all()) {
      weight += way.weight;
    }
    return fits_[at] && ways.all().size() == 1;
  }

  [[nodiscard]] bool pass_on(size_t at, size_t event, size_t by) {
    uint128 weight = 0;
    // A function may call more often than it was called, but not cost more.
    has_budget_ = by != kCounts;
    // Costs that no call carries show nothing of roots.
    const bool may_have_root = has_root_[at] || (event != kCounts && !is_entered_[at]);
    const bool is_whole =
        by == kCounts ? settle_counts(at, may_have_root, weight) : settle(at, event, weight);
    for (const uint32_t node : members_[at]) {
      if (event != kCounts && !share_self(at, node, event, weight, is_whole)) {
        return false;
      }
      for (const uint32_t edge : graph_->calls_from(node)) {
        if (!is_inner(edge) && !share_call(at, edge, event, by, weight, is_whole)) {
          return false;
        }
      }
    }
    ways_[at].clear();
    return true;
  }

  /// floor((amount x share + phase) / whole), phase < whole.
  static uint128 rounded_by(uint128 phase, uint128 amount, uint128 share, uint128 whole) {
    const uint128 floor = proportion(amount, share, whole);
    const uint128 rest = amount * share - floor * whole;  // which is below `whole`
    return floor + (rest + phase >= whole ? 1U : 0U);
  }

  /// Splits a cost among the ways: use(source, piece, whether that is sure). Costs are split in
  /// proportion to what each way still lacks. So, after the last cost, each has what its calls
  /// cost: no caller's inclusive cost grows by rounding.
  template <class Use>
  [[nodiscard]] bool share(size_t at, int128 cost, uint128 weight, bool is_whole, const Use& use) {
    std::vector<Way>& ways = ways_[at].all();
    if (!spend(ways.size())) {
      return false;
    }
    const uint128 amount = magnitude(cost);
    if (has_budget_ && amount > budget_) {  // what leaves is more than what enters
      ways_[at].refill();
      budget_ = weight;
    }
    const bool is_in_budget = has_budget_ && amount <= budget_;
    const uint128 whole = is_in_budget ? budget_ : weight;
    // What is lost by rounding goes to each in turn, or all small costs would be the last one's.
    turn_ += 0x9e3779b97f4a7c15U;
    const uint128 phase = proportion(whole, turn_, uint128{1} << 64U);
    uint128 passed = 0, given = 0;
    for (Way& way : ways) {
      passed += is_in_budget ? way.left : way.weight;
      const uint128 next = passed == whole ? amount : rounded_by(phase, amount, passed, whole);
      const auto piece = static_cast<int128>(next - given);
      way.left -= is_in_budget ? next - given : 0;
      given = next;
      const bool is_nothing = way.weight == 0 && way.is_sure && fits_[at];
      use(way.source, cost < 0 ? -piece : piece, (is_whole && way.is_sure) || is_nothing);
    }
    budget_ -= is_in_budget ? amount : 0;
    return true;
  }

  [[nodiscard]] bool share_self(size_t at, uint32_t node, size_t event, uint128 weight,
                                bool is_whole) {
    return share(at, graph_->self(node, event), weight, is_whole,
                 [&](uint32_t source, int128 piece, bool is_sure) {
                   if (piece != 0) {
                     moved_.add_self(source, event, piece);
                   }
                   if (!is_sure) {
                     moved_.estimate_self(source);
                   }
                 });
  }

  [[nodiscard]] bool share_call(size_t at, uint32_t edge, size_t event, size_t by, uint128 weight,
                                bool is_whole) {
    const uint32_t callee = graph_->callee(edge);
    const bool is_shown = !nodes_->hidden[callee];
    const size_t below = order_.component(callee);
    return share(at, measure(edge, event, by), weight, is_whole,
                 [&](uint32_t source, int128 piece, bool is_sure) {
                   is_sure = is_sure && !is_estimated(edge, by);
                   if (is_shown && event == by && source != graph_->node_count()) {
                     add_call(source, callee, event, piece, is_sure);
                   } else if (!is_shown) {
                     ways_[below].add({source, is_sure, magnitude(piece)});
                   }  // else it is a root then
                 });
  }

  void add_call(uint32_t caller, uint32_t callee, size_t event, int128 piece, bool is_sure) {
    if (event == kCounts) {
      moved_.add_call(caller, callee, piece, std::span<const int128>());
    } else if (piece != 0) {
      costs_.assign(event + 1, 0);
      costs_[event] = piece;
      left_ -= std::min<uint64_t>(left_, event / CostRows::kDense);
      moved_.add_call(caller, callee, int128{0}, costs_);
    }
    if (!is_sure) {
      moved_.estimate_call(caller, callee, event != kCounts, event == kCounts);
    }
  }

  const CallGraph* graph_;
  const HiddenNodes* nodes_;
  uint64_t turn_ = 0;                           ///< where in its range the next cost is rounded
  uint64_t left_;                               ///< pieces that may still be made
  uint128 budget_ = 0;                          ///< what the ways at hand lack in all
  bool has_budget_ = false;                     ///< they lack something: costs, not counts
  Cycles order_;                                ///< of the calls between hidden nodes
  Cycles cycles_;                               ///< of all calls
  std::vector<std::vector<uint32_t>> members_;  ///< by component: hidden nodes
  std::vector<uint32_t> entering_;              ///< calls of hidden nodes by shown ones
  std::vector<size_t> order_of_passes_;         ///< components that have members
  uint64_t touched_ = 0;                        ///< hidden nodes and their calls
  std::vector<Ways> ways_;                      ///< by component
  std::vector<bool> fits_;        ///< by component: what reaches it leaves it, in all events so far
  std::vector<bool> has_root_;    ///< by component: perhaps not all of it was called
  std::vector<bool> is_entered_;  ///< by component: calls of it carry something
  std::vector<int128> costs_;
  CallGraphBuilder moved_;
};

}  // namespace

std::optional<CallGraph> moved_costs(const CallGraph& graph, const HiddenNodes& nodes,
                                     uint64_t most) {
  return HiddenCosts(graph, nodes, most).run();
}

}  // namespace quern
