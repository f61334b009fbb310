// SPDX-License-Identifier: MIT
//
// Components of the graph that have costs of the event at hand are stations, in the order of calls.
// Going down, each passes on the share of its costs that is below a chosen function; going up, it
// learns the share of the rest that leads to one. A cycle is one station, and its inner calls get
// the station's share at the end. All splits are by whole numbers (Split), so pieces add up
// exactly.
#include "quern/analysis/graph/cost_flow.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "quern/analysis/graph/proportion.h"

namespace quern {

namespace {

constexpr uint32_t kNowhere = ~uint32_t{0};

int128 with_sign_of(int128 cost, uint128 size) {
  return cost < 0 ? -static_cast<int128>(size) : static_cast<int128>(size);
}

/// What of a cost is on no chosen stack so far.
uint128 rest_of(const FlowCost& cost) {
  return magnitude(cost.cost) - magnitude(cost.above);
}

/// The share of a whole whose pieces have these.
class JoinedShare {
 public:
  void add(Share share) {
    has_some_ = has_some_ || share != Share::kNone;
    lacks_some_ = lacks_some_ || share != Share::kAll;
  }
  [[nodiscard]] Share get() const {
    return !has_some_ ? Share::kNone : lacks_some_ ? Share::kPart : Share::kAll;
  }

 private:
  bool has_some_ = false, lacks_some_ = false;
};

/// Turns counts, one place behind, into where each list begins.
void count_up(std::vector<uint32_t>& first) {
  std::partial_sum(first.begin(), first.end(), first.begin());
}

}  // namespace

CostFlow::CostFlow(const CallGraph& graph, const std::vector<bool>& chosen)
    : graph_(&graph),
      chosen_(&chosen),
      // Whoever reached a chosen function has been chosen already: who called it makes no
      // difference, and the cycles through it are none.
      order_(find_cycles_among(graph, [&](uint32_t edge) { return !chosen[graph.callee(edge)]; })),
      places_(order_.component_count(), kNowhere) {}

void CostFlow::run(std::span<FlowCost> costs, const std::stop_token& stop) {
  costs_ = costs;
  is_total_sure_ = true;
  make_stations();
  sort_costs();
  for (size_t at = 0; at < stations_.size() && !stop.stop_requested(); ++at) {
    flow_down(at);
  }
  for (size_t at = stations_.size(); at-- != 0 && !stop.stop_requested();) {
    flow_up(at);
  }
  share_inner();
  for (const uint32_t component : components_) {
    places_[component] = kNowhere;
  }
}

uint32_t CostFlow::node(const FlowCost& cost, bool of_callee) const {
  return !cost.is_call ? cost.at : of_callee ? graph_->callee(cost.at) : graph_->caller(cost.at);
}

uint32_t& CostFlow::station(const FlowCost& cost, bool of_callee) {
  return places_[order_.component(node(cost, of_callee))];
}

/// Only components with a cost of this event: an event that few functions have costs little time.
void CostFlow::make_stations() {
  components_.clear();
  for (const FlowCost& cost : costs_) {
    for (const bool of_callee : {false, true}) {
      if (uint32_t& place = station(cost, of_callee); place == kNowhere) {
        place = 0;
        components_.push_back(order_.component(node(cost, of_callee)));
      }
    }
  }
  std::ranges::sort(components_, std::greater());  // calls lead to lower numbers
  for (size_t at = 0; at < components_.size(); ++at) {
    places_[components_[at]] = static_cast<uint32_t>(at);
  }
  stations_.assign(components_.size(), {});
}

/// Lists what leaves and reaches each station, and adds it up.
void CostFlow::sort_costs() {
  first_leaving_.assign(stations_.size() + 1, 0);
  first_entering_.assign(stations_.size() + 1, 0);
  inner_.clear();
  const auto each = [this](const auto& leaves, const auto& enters, const auto& stays) {
    for (size_t at = 0; at < costs_.size(); ++at) {
      const FlowCost& cost = costs_[at];
      const uint32_t from = station(cost, false);
      const uint32_t to = station(cost, true);
      if (cost.is_call && from == to) {
        stays(static_cast<uint32_t>(at));
        continue;
      }
      leaves(from, static_cast<uint32_t>(at));
      if (cost.is_call && !(*chosen_)[graph_->callee(cost.at)]) {
        enters(to, static_cast<uint32_t>(at));
      }
    }
  };
  each([this](uint32_t from, uint32_t) { ++first_leaving_[from + 1]; },
       [this](uint32_t to, uint32_t) { ++first_entering_[to + 1]; },
       [this](uint32_t at) { inner_.push_back(at); });
  count_up(first_leaving_);
  count_up(first_entering_);
  leaving_.resize(first_leaving_.back());
  entering_.resize(first_entering_.back());
  std::vector<uint32_t> next_leaving = first_leaving_;
  std::vector<uint32_t> next_entering = first_entering_;
  each([&](uint32_t from, uint32_t at) { leaving_[next_leaving[from]++] = at; },
       [&](uint32_t to, uint32_t at) { entering_[next_entering[to]++] = at; }, [](uint32_t) {});
  for (const FlowCost& cost : costs_) {
    Station& from = stations_[station(cost, false)];
    from.is_chosen = (*chosen_)[node(cost, false)];
    Station& to = stations_[station(cost, true)];
    to.is_chosen = (*chosen_)[node(cost, true)];
    if (cost.is_call && &from == &to) {
      continue;
    }
    from.whole += magnitude(cost.cost);
    from.balance += cost.cost;
    from.has_estimates = from.has_estimates || cost.is_estimated;
    if (cost.is_call) {
      to.entering += magnitude(cost.cost);
      to.balance -= cost.cost;
      to.has_estimates = to.has_estimates || cost.is_estimated;
    }
  }
}

std::span<const uint32_t> CostFlow::leaving(size_t at) const {
  return std::span(leaving_).subspan(first_leaving_[at],
                                     first_leaving_[at + 1] - first_leaving_[at]);
}

std::span<const uint32_t> CostFlow::entering(size_t at) const {
  return std::span(entering_).subspan(first_entering_[at],
                                      first_entering_[at + 1] - first_entering_[at]);
}

/// Works out how much of a station is below a chosen function, from the calls that reach it.
/// `above` is what arrives from callers below a chosen function, in proportion to all that arrives
/// and to what the station spent as a root.
void CostFlow::arrive(Station& station, std::span<const uint32_t> entering) {
  if (station.is_chosen) {
    station.above_share = Share::kAll;
    station.above = station.whole;
    return;
  }
  JoinedShare share;
  uint128 arrived = 0;
  for (const uint32_t at : entering) {
    const FlowCost& call = costs_[at];
    arrived += magnitude(call.above);
    share.add(call.above_share);
    station.is_above_sure = station.is_above_sure && call.is_above_sure;
  }
  if (station.root != 0) {
    share.add(Share::kNone);
  }
  station.above_share = share.get();
  switch (station.above_share) {
    case Share::kNone:
      break;
    case Share::kAll:
      station.above = station.whole;
      if (station.has_estimates) {  // nor is it sure then that it is no root
        station.above_share = Share::kPart;
        station.is_above_sure = false;
      }
      break;
    case Share::kPart:
      station.above = proportion(station.whole, arrived, station.entering + station.root);
      station.is_above_sure = station.is_above_sure && station.fits;
  }
}

void CostFlow::flow_down(size_t at) {
  Station& station = stations_[at];
  station.root = station.balance > 0 ? static_cast<uint128>(station.balance) : 0;
  // What costs more than its calls account for was a root too, or the input contradicts itself.
  const bool is_one_kind = station.root == 0 || station.entering == 0 || station.is_chosen;
  station.fits =
      station.entering + station.root == station.whole && is_one_kind && !station.has_estimates;
  arrive(station, entering(at));
  const std::span<const uint32_t> items = leaving(at);
  // Where a station spends in one way alone there is nothing to split.
  const bool is_sure = station.is_above_sure && items.size() == 1;
  Split pieces(station.above, station.whole);
  for (const uint32_t item : items) {
    FlowCost& cost = costs_[item];
    cost.above = with_sign_of(cost.cost, pieces.next(magnitude(cost.cost)));
    cost.above_share = station.above_share;
    cost.is_above_sure = station.above_share == Share::kNone ||
                         (!cost.is_estimated && (station.above_share == Share::kAll || is_sure));
  }
  is_total_sure_ = is_total_sure_ && (station.fits || station.above_share == Share::kNone);
}

/// Of what is not below a chosen function: how much leads to one, from the calls that do.
void CostFlow::flow_up(size_t at) {
  Station& station = stations_[at];
  if (station.above_share == Share::kAll) {
    return;
  }
  JoinedShare share;
  bool is_sure = true;
  for (const uint32_t item : leaving(at)) {
    FlowCost& cost = costs_[item];
    if (cost.is_call && (*chosen_)[graph_->callee(cost.at)]) {
      cost.below = with_sign_of(cost.cost, rest_of(cost));
      cost.below_share = Share::kAll;
      cost.is_below_sure = cost.is_above_sure && !cost.is_estimated;
      is_total_sure_ = is_total_sure_ && cost.is_below_sure;
    }
    station.below += magnitude(cost.below);
    share.add(cost.below_share);
    is_sure = is_sure && cost.is_below_sure;
  }
  station.below_share = share.get();
  climb(station, entering(at), is_sure);
}

/// Gives the callers of a station their part of what leads to a chosen function through it.
void CostFlow::climb(const Station& station, std::span<const uint32_t> entering, bool is_sure) {
  uint128 whole = station.root;
  size_t ways = station.root != 0 ? 1 : 0;
  for (const uint32_t at : entering) {
    whole += rest_of(costs_[at]);
    ways += rest_of(costs_[at]) != 0 || costs_[at].is_estimated ? 1U : 0U;
  }
  const bool is_all = station.below_share == Share::kAll;
  const uint128 below =
      is_all ? whole : proportion(whole, station.below, station.whole - station.above);
  const bool is_one_way = is_sure && station.fits && ways == 1;
  Split pieces(below, whole);
  for (const uint32_t at : entering) {
    FlowCost& call = costs_[at];
    call.below = with_sign_of(call.cost, pieces.next(rest_of(call)));
    if (call.above_share != Share::kAll) {
      call.below_share = station.below_share;
      call.is_below_sure = station.below_share == Share::kNone ||
                           (is_all ? call.is_above_sure && !call.is_estimated : is_one_way);
    }
  }
}

/// Calls within a cycle overlap: each has the part that the cycle has.
void CostFlow::share_inner() {
  for (const uint32_t at : inner_) {
    FlowCost& call = costs_[at];
    const Station& within = stations_[station(call, false)];
    const uint128 size = magnitude(call.cost);
    call.above_share = within.above_share;
    call.below_share = within.below_share;
    const bool is_all_above = within.above_share == Share::kAll;
    const uint128 above = is_all_above ? size : proportion(size, within.above, within.whole);
    const uint128 both = is_all_above || within.below_share == Share::kAll
                             ? size
                             : proportion(size, within.above + within.below, within.whole);
    call.above = with_sign_of(call.cost, above);
    call.below = with_sign_of(call.cost, both - above);
    call.is_above_sure = within.above_share == Share::kNone || (is_all_above && !call.is_estimated);
    call.is_below_sure = within.below_share == Share::kNone;
  }
}

}  // namespace quern
