// SPDX-License-Identifier: MIT
//
// Loops from recorded jumps. A jump back makes a loop if its head can come to the jump again; that
// is a question of components in the graph of places, whose edges are jumps and falling through.
// How often a loop was entered follows from counts: what came to its head (`Ir`) less the jumps
// back. Everything is sorted by address, and Fenwick trees count jumps into loops, so the time is
// that of sorting.
#include "quern/views/lists/loop_search.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "quern/analysis/costs/record_columns.h"
#include "quern/analysis/events/event_sum.h"
#include "quern/analysis/graph/component_search.h"
#include "quern/analysis/graph/edge_rows.h"
#include "quern/base/dense_index.h"
#include "quern/model/records/record_cursor.h"

namespace quern {
namespace {

/// A place in a function that jumps lead from or to.
struct CodePlace {
  FunctionId function;
  uint64_t address = 0;
  bool operator==(const CodePlace&) const = default;
  [[nodiscard]] uint64_t hash() const { return mixed(mixed(function.value, 0), address); }
};

bool operator<(const CodePlace& left, const CodePlace& right) {
  return std::tuple(left.function.value, left.address) <
         std::tuple(right.function.value, right.address);
}

/// All that were followed between two places, which are numbered as they lie.
struct CodeJump {
  uint32_t from = 0, to = 0;
  int128 followed = 0;
};

/// Sums of what stands at numbers below a size: a Fenwick tree.
class SumsBelow {
 public:
  explicit SumsBelow(size_t size) : sums_(size + 1) {}
  void add(size_t number, int128 amount) {
    for (size_t at = number + 1; at < sums_.size(); at += at & (~at + 1)) {
      sums_[at] += amount;
    }
  }
  [[nodiscard]] int128 below(size_t number) const {
    int128 sum = 0;
    for (size_t at = number; at != 0; at -= at & (~at + 1)) {
      sum += sums_[at];
    }
    return sum;
  }

 private:
  std::vector<int128> sums_;
};

/// The places of all functions that jump within themselves, and how one comes from one to another.
class CodeGraph {
 public:
  CodeGraph(const Profile& profile, const PartSet& parts) {
    read_jumps(profile, parts);
    count_runs(profile, parts);
    make_edges();
  }

  [[nodiscard]] bool has_jumps() const { return has_jumps_; }
  [[nodiscard]] const CodePlace& place(uint32_t at) const { return places_[at]; }
  [[nodiscard]] const std::vector<CodeJump>& jumps() const { return jumps_; }
  /// How often one came here but by a jump; nothing where that is not known.
  [[nodiscard]] std::optional<int128> fallen(uint32_t at) const { return fallen_[at]; }

  [[nodiscard]] size_t node_count() const { return places_.size(); }
  [[nodiscard]] EdgeRows rows() const { return {first_, next_}; }

 private:
  void read_jumps(const Profile& profile, const PartSet& parts);
  void count_runs(const Profile& profile, const PartSet& parts);
  void make_edges();
  [[nodiscard]] std::optional<uint32_t> find(const CodePlace& place) const;

  std::vector<CodePlace> places_;  ///< ascending
  std::vector<CodeJump> jumps_;    ///< within one function each
  std::vector<bool> leaves_;       ///< by place: a jump there is always followed
  std::vector<std::optional<int128>> fallen_;
  std::vector<uint32_t> first_;  ///< by place, and one more: into next_
  std::vector<uint32_t> next_;
  bool has_jumps_ = false;
};

/// Only jumps within one function: a jump to another one is a tail call and makes no loop.
void CodeGraph::read_jumps(const Profile& profile, const PartSet& parts) {
  struct Found {
    CodePlace from, to;
    uint64_t followed;
    bool is_conditional;
  };
  std::vector<Found> found;
  RecordCursor cursor(profile.records(), kJumpRecords);
  while (const Record* record = cursor.next()) {
    if (!parts.contains(record->part) || !profile.parts()[record->part].header.positions.instr ||
        !record->target) {
      continue;
    }
    has_jumps_ = true;
    const FunctionId function = profile.function(record->function);
    if (profile.function(record->other) == function) {
      found.push_back({{function, record->at.address},
                       {function, record->target->address},
                       record->followed,
                       record->kind == RecordKind::kConditionalJump});
      places_.push_back(found.back().from);
      places_.push_back(found.back().to);
    }
  }
  std::ranges::sort(places_, std::less<>());
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  leaves_.resize(places_.size());
  for (const Found& jump : found) {
    const uint32_t from = *find(jump.from);
    jumps_.push_back({from, *find(jump.to), int128{jump.followed}});
    leaves_[from] = leaves_[from] || !jump.is_conditional;
  }
}

std::optional<uint32_t> CodeGraph::find(const CodePlace& place) const {
  const auto found = std::ranges::lower_bound(places_, place, std::less<>());
  return found == places_.end() || *found != place
             ? std::nullopt
             : std::optional(static_cast<uint32_t>(found - places_.begin()));
}

/// `Ir` counts how often an instruction ran: what jumps do not account for fell through to it, or
/// called it.
void CodeGraph::count_runs(const Profile& profile, const PartSet& parts) {
  fallen_.resize(places_.size());
  const std::vector<Event>& events = profile.events();
  const auto found = std::ranges::find(events, "Ir", &Event::name);
  if (found == events.end()) {
    return;
  }
  const std::vector<EventSum> ir = {
      event_sum(EventId(static_cast<size_t>(found - events.begin())))};
  std::vector<bool> is_jumping(profile.symbols().functions.size());
  for (const CodePlace& place : places_) {
    is_jumping[place.function.index()] = true;
  }
  std::ranges::fill(fallen_, int128{0});
  std::vector<bool> is_guessed(places_.size());
  RecordColumns columns(profile, ir);
  RecordCursor cursor(profile.records(), kSelfRecords);
  while (const Record* record = cursor.next()) {
    const FunctionId function = profile.function(record->function);
    if (!is_jumping[function.index()] || !parts.contains(record->part) ||
        !profile.parts()[record->part].header.positions.instr) {
      continue;
    }
    if (const std::optional<uint32_t> at = find({function, record->at.address})) {
      *fallen_[*at] += columns.of(*record)[0];
      is_guessed[*at] = is_guessed[*at] || record->is_estimated;
    }
  }
  for (const CodeJump& jump : jumps_) {
    *fallen_[jump.to] -= jump.followed;
  }
  for (size_t at = 0; at < places_.size(); ++at) {
    if (is_guessed[at] || *fallen_[at] < 0) {
      fallen_[at].reset();
    }
  }
}

/// One place falls through to the next unless a jump there is always followed, or nothing came to
/// the next but by jumps.
void CodeGraph::make_edges() {
  first_.resize(places_.size() + 1);
  const auto falls_to = [this](size_t at) {  // from the place before
    return at != 0 && places_[at - 1].function == places_[at].function && !leaves_[at - 1] &&
           fallen_[at] != int128{0};
  };
  for (const CodeJump& jump : jumps_) {
    first_[jump.from + 1] += jump.followed != 0 ? 1U : 0U;
  }
  for (size_t at = 1; at < places_.size(); ++at) {
    first_[at] += falls_to(at) ? 1U : 0U;
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  next_.resize(first_.back());
  std::vector<uint32_t> free(first_.begin(), first_.end() - 1);
  for (size_t at = 1; at < places_.size(); ++at) {
    if (falls_to(at)) {
      next_[free[at - 1]++] = static_cast<uint32_t>(at);
    }
  }
  for (const CodeJump& jump : jumps_) {
    if (jump.followed != 0) {
      next_[free[jump.from]++] = jump.to;
    }
  }
}

/// A loop between two places.
struct PlacedLoop {
  uint32_t first = 0;
  uint32_t last = 0;
  int128 iterations = 0;
  int128 from_outside = 0;  ///< jumps into it
  uint32_t depth = 0;
};

/// Those whose jumps their head comes to again, by their head.
std::vector<PlacedLoop> placed_loops(const CodeGraph& graph) {
  const EdgeRows rows = graph.rows();
  ComponentSearch search(rows);
  for (const CodeJump& jump : graph.jumps()) {
    search.search_from(jump.to);
    search.search_from(jump.from);
  }
  std::vector<PlacedLoop> by_head(graph.node_count());
  for (const CodeJump& jump : graph.jumps()) {
    if (jump.to <= jump.from && jump.followed != 0 &&
        search.component(jump.from) == search.component(jump.to)) {
      PlacedLoop& loop = by_head[jump.to];
      loop.first = jump.to;
      loop.last = std::max(loop.last, jump.from);
      loop.iterations += jump.followed;
    }
  }
  std::erase_if(by_head, [](const PlacedLoop& loop) { return loop.iterations == 0; });
  return by_head;
}

/// Jumps from before each loop into it, with loops by their heads; then from behind.
void count_jumps_into(std::span<PlacedLoop> loops, const CodeGraph& graph) {
  std::vector<CodeJump> jumps = graph.jumps();
  std::ranges::sort(jumps, {}, &CodeJump::from);
  SumsBelow before(graph.node_count());
  auto next = jumps.begin();
  for (PlacedLoop& loop : loops) {
    for (; next != jumps.end() && next->from < loop.first; ++next) {
      before.add(next->to, next->followed);
    }
    // Those to the head are among what came there.
    loop.from_outside = before.below(loop.last + 1) - before.below(loop.first);
  }
  std::vector<PlacedLoop*> by_end;
  for (PlacedLoop& loop : loops) {
    by_end.push_back(&loop);
  }
  std::ranges::sort(by_end, std::greater<>(), &PlacedLoop::last);
  SumsBelow behind(graph.node_count());
  auto last = jumps.rbegin();
  for (PlacedLoop* loop : by_end) {
    for (; last != jumps.rend() && last->from > loop->last; ++last) {
      behind.add(last->to, last->followed);
    }
    loop->from_outside += behind.below(loop->last + 1) - behind.below(loop->first);
  }
}

/// With loops by their heads: how many of those before, which are of the same function if they
/// reach so far, end no earlier.
void count_depths(std::span<PlacedLoop> loops, size_t places) {
  SumsBelow ends(places);
  size_t before = 0;
  for (PlacedLoop& loop : loops) {
    loop.depth = static_cast<uint32_t>(int128(before++) - ends.below(loop.last));
    ends.add(loop.last, 1);
  }
}

}  // namespace

/// Loops are known by their heads, so there are at most as many as places that jumps lead back to.
FoundLoops find_loops(const Profile& profile, const PartSet& parts) {
  const CodeGraph graph(profile, parts);
  FoundLoops found;
  found.has_jumps = graph.has_jumps();
  std::vector<PlacedLoop> loops = placed_loops(graph);
  count_jumps_into(loops, graph);
  count_depths(loops, graph.node_count());
  for (const PlacedLoop& loop : loops) {
    const CodePlace& head = graph.place(loop.first);
    found.loops.push_back({.function = head.function,
                           .first = head.address,
                           .last = graph.place(loop.last).address,
                           .depth = loop.depth,
                           .iterations = loop.iterations});
    if (const std::optional<int128> fallen = graph.fallen(loop.first)) {
      found.loops.back().entries = *fallen + loop.from_outside;
    }
  }
  return found;
}

}  // namespace quern
