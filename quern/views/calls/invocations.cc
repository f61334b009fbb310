// SPDX-License-Identifier: MIT
//
// Single calls, for profiles that record them. A run can have millions, so three walks are made:
// the first finds which calls are shown, with at most twice the limit in memory, the second
// collects all costs of only these, and the third finds how the costs of all calls are spread.
// Numbers count calls in the order in which they were entered.
#include "quern/views/calls/invocations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/analysis/costs/context_walk.h"
#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/views/calls/callers.h"
#include "quern/views/calls/spread_costs.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/lists/ranking.h"

namespace quern {

namespace {

Result<void> check_invocations(const Profile& profile, const PartSet& parts) {
  if (knows_invocations(profile, parts)) {
    return {};
  }
  const std::string input = profile.inputs().empty() ? "" : printable(profile.inputs()[0].name);
  return failure(usage_error(kNoInvocations.name,
                             fmt::format("{} records only sums, not single calls", input),
                             "`quern calls` shows the sums; Xdebug and raw Parrot profiles "
                             "record every call (`quern help recording`)"));
}

/// By function: whether its calls are asked for.
Result<std::vector<bool>> wanted_functions(const Profile& profile, const std::string& name) {
  const size_t count = profile.symbols().functions.size();
  if (name.empty()) {
    return std::vector<bool>(count, true);
  }
  std::vector<std::string_view> names;
  names.reserve(count);
  for (uint32_t function = 0; function < count; ++function) {
    names.push_back(profile.symbols().name(FunctionId(function)));
  }
  const Result<std::vector<uint32_t>> found = find_names(name, names);
  if (!found) {
    return failure(found.error());
  }
  std::vector<bool> wanted(count);
  for (const uint32_t function : *found) {
    wanted[function] = true;
  }
  return wanted;
}

/// A call that may be shown.
struct Candidate {
  int128 cost = 0;
  uint64_t number = 0;
  ContextId context;
  uint64_t depth = 0;  ///< how many calls it was made in
};

/// Finds the calls to show: as many as the limit says, never many more in memory.
class Finder {
 public:
  Finder(const Profile& profile, const std::vector<bool>& wanted, const Selection& selection,
         bool chronological)
      : contexts_(profile.contexts()),
        wanted_(wanted),
        limit_(selection.limit),
        chronological_(chronological),
        is_self_(selection.sort_by == SortBy::kSelf) {}

  void enter(ContextId context) {
    numbers_.push_back(++entered_);
    of_ += wanted_[contexts_.frame(context).function.index()] ? 1U : 0U;
  }
  void leave(ContextId context, std::span<const int128> self, std::span<const int128> inclusive) {
    const uint64_t number = numbers_.back();
    numbers_.pop_back();
    const uint64_t depth = numbers_.size();
    if (!wanted_[contexts_.frame(context).function.index()]) {
      return;
    }
    const std::span<const int128> costs = is_self_ ? self : inclusive;
    found_.push_back(
        {chronological_ || costs.empty() ? int128{0} : costs[0], number, context, depth});
    if (limit_ != 0 && found_.size() >= 2 * limit_ + kSlack) {
      cut();
    }
  }

  [[nodiscard]] uint64_t row_count() const { return of_; }
  [[nodiscard]] std::vector<Candidate> take() {
    cut();
    std::ranges::sort(found_, is_before);
    return std::move(found_);
  }

 private:
  static constexpr size_t kSlack = 1024;
  static bool is_before(const Candidate& left, const Candidate& right) {
    return left.cost != right.cost ? left.cost > right.cost : left.number < right.number;
  }
  /// nth_element() is linear; it is called after as many new candidates as are kept, so each costs
  /// O(1) on average.
  void cut() {
    if (limit_ != 0 && found_.size() > limit_) {
      std::ranges::nth_element(found_, found_.begin() + static_cast<std::ptrdiff_t>(limit_),
                               is_before);
      found_.resize(limit_);
    }
  }

  const Contexts& contexts_;
  const std::vector<bool>& wanted_;
  size_t limit_;
  bool chronological_;
  bool is_self_;
  std::vector<uint64_t> numbers_;  ///< of the open calls
  uint64_t entered_ = 0;
  uint64_t of_ = 0;
  std::vector<Candidate> found_;
};

/// The costs of the calls found, by rank.
class CostCollector : public ColumnVisitor {
 public:
  CostCollector(const std::vector<Candidate>& found, CostRows& self, CostRows& inclusive)
      : self_(self), inclusive_(inclusive) {
    for (uint32_t rank = 0; rank < found.size(); ++rank) {
      ranks_.emplace_back(found[rank].context, rank);
      self.add_row();
      inclusive.add_row();
    }
    std::ranges::sort(ranks_);
  }
  void enter(ContextId) {}
  void leave(ContextId context, std::span<const int128> self, std::span<const int128> inclusive) {
    const auto at = std::ranges::lower_bound(ranks_, context, {}, &Rank::first);
    if (at == ranks_.end() || at->first != context) {
      return;
    }
    for (size_t column = 0; column < self.size(); ++column) {
      self_.add(at->second, first_column() + column, self[column]);
      inclusive_.add(at->second, first_column() + column, inclusive[column]);
    }
  }

 private:
  using Rank = std::pair<ContextId, uint32_t>;
  std::vector<Rank> ranks_;
  CostRows& self_;
  CostRows& inclusive_;
};

std::vector<int128> row_of(const CostRows& rows, size_t row, size_t columns) {
  std::vector<int128> costs;
  for (size_t column = 0; column < columns; ++column) {
    costs.push_back(rows.at(row, column));
  }
  return costs;
}

}  // namespace

struct Invocations::State {
  const Profile* profile;
  Nodes nodes;
  Selection selection;
  InvocationRequest request;
  std::vector<int128> totals;
  uint64_t of = 0;
  std::vector<Candidate> found;
  CostRows self, inclusive;  ///< by rank
  std::optional<Spread> spread;
};

Invocations::Invocations(std::unique_ptr<State> state) : state_(std::move(state)) {}
Invocations::Invocations(Invocations&&) noexcept = default;
Invocations::~Invocations() = default;

/// Three walks: which calls are shown, what they cost in all columns, and how the costs of all such
/// calls are spread.
Result<Invocations> Invocations::find(const Profile& profile, const Selection& selection,
                                      const InvocationRequest& request) {
  if (Result<void> known = check_invocations(profile, selection.parts); !known) {
    return failure(known.error());
  }
  const Result<std::vector<bool>> wanted = wanted_functions(profile, request.of);
  if (!wanted) {
    return failure(wanted.error());
  }
  const std::vector<EventSum> sums = column_sums(selection);
  const size_t width = sums.size();
  auto state =
      std::make_unique<State>(State{.profile = &profile,
                                    .nodes = Nodes(profile, GroupBy::kFunction),
                                    .selection = selection,
                                    .request = request,
                                    .totals = quern::totals(profile, selection.parts, sums),
                                    .found = {},
                                    .self = CostRows(width),
                                    .inclusive = CostRows(width),
                                    .spread = {}});
  const auto sort_sums =
      std::span(sums).subspan(width == 0 ? 0 : selection.sort_column, width == 0 ? 0 : 1);
  Finder finder(profile, *wanted, selection, request.chronological);
  walk_contexts(profile, selection.parts, ColumnCosts(profile, sort_sums), finder);
  state->of = finder.row_count();
  state->found = finder.take();
  walk_in_blocks(profile, selection.parts, sums,
                 CostCollector(state->found, state->self, state->inclusive));
  if (state->of != 0) {
    std::vector<uint32_t> slots(wanted->size(), kNoSlot);
    for (size_t function = 0; function < slots.size(); ++function) {
      slots[function] = (*wanted)[function] ? 0 : kNoSlot;
    }
    state->spread = std::move(spread_costs(profile, selection.parts, sums, slots, 1).front());
  }
  return Invocations(std::move(state));
}

const Selection& Invocations::selection() const {
  return state_->selection;
}

const InvocationRequest& Invocations::request() const {
  return state_->request;
}

const std::vector<int128>& Invocations::totals() const {
  return state_->totals;
}

uint64_t Invocations::row_count() const {
  return state_->of;
}

size_t Invocations::shown() const {
  return state_->found.size();
}

const std::optional<Spread>& Invocations::spread() const {
  return state_->spread;
}

Invocation Invocations::row(size_t rank) const {
  const Profile& profile = *state_->profile;
  const Contexts& contexts = profile.contexts();
  const ContextId context = state_->found[rank].context;
  const size_t columns = state_->selection.columns.size();
  Invocation row;
  row.number = state_->found[rank].number;
  row.name = name_of(profile, state_->nodes, context);
  row.self = row_of(state_->self, rank, columns);
  row.inclusive = row_of(state_->inclusive, rank, columns);
  if (contexts.parent(context) != kNoContext) {
    row.file = profile.symbols().names.text(contexts.frame(context).file);
    const std::optional<int64_t> line = contexts.position(context);
    row.line = line && *line >= 0 ? std::optional(static_cast<uint64_t>(*line)) : std::nullopt;
  }
  row.depth = state_->found[rank].depth;
  row.callers = callers_of(profile, state_->nodes, context);
  return row;
}

Result<Spreads> spreads(const Profile& profile, const Selection& selection, const std::string& of) {
  if (Result<void> known = check_invocations(profile, selection.parts); !known) {
    return failure(known.error());
  }
  const Result<std::vector<bool>> wanted = wanted_functions(profile, of);
  if (!wanted) {
    return failure(wanted.error());
  }
  const NodeCosts costs(profile, selection, NodeCosts::Edges::kNone);
  std::vector<uint32_t> order = costs.nodes().listed();
  std::erase_if(order, [&](uint32_t function) { return !(*wanted)[function]; });
  // Functions that only other parts call.
  std::vector<bool> is_called(wanted->size());
  each_context(profile, selection.parts, [&](ContextId id) {
    is_called[profile.contexts().frame(id).function.index()] = true;
  });
  std::erase_if(order, [&](uint32_t function) { return !is_called[function]; });
  Spreads answer{.selection = selection, .totals = {}, .of = order.size(), .rows = {}};
  const size_t shown = within_limit(selection.limit, order.size());
  rank(
      order, shown, [&](uint32_t node) { return costs.sort_cost(node, selection); },
      [&](uint32_t left, uint32_t right) { return costs.nodes().is_before(left, right); });
  std::vector<uint32_t> slots(profile.symbols().functions.size(), kNoSlot);
  for (uint32_t rank = 0; rank < shown; ++rank) {
    slots[order[rank]] = rank;
  }
  const std::vector<EventSum> sums = column_sums(selection);
  answer.totals = totals(profile, selection.parts, sums);
  answer.rows = spread_costs(profile, selection.parts, sums, slots, shown);
  for (uint32_t rank = 0; rank < shown; ++rank) {
    answer.rows[rank].name = costs.nodes().name(order[rank]);
  }
  return answer;
}

}  // namespace quern
