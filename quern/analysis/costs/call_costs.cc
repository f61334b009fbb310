// SPDX-License-Identifier: MIT
//
// Call costs are the answer of call_sums() in a form that a snapshot can keep: by function, with
// only the numbers that bounds of cycles need. Functions are those of folded names, since answers
// fold names unless they are asked not to. What is read back must give the same numbers as the
// calls themselves, so both directions are in this file.
#include "quern/analysis/costs/call_costs.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/costs/finer_bounds.h"
#include "quern/model/stack_costs.h"

namespace quern {

namespace {

bool can_be_told(const Profile& profile) {
  return profile.events().size() <= CostRows::kDense && can_be_summed(profile) &&
         !has_contexts(profile, PartSet::all(profile));
}

size_t listed_functions(const Profile& profile) {
  size_t listed = profile.symbols().functions.size();
  while (listed != 0 && !profile.is_listed(FunctionId(listed - 1))) {
    --listed;
  }
  return listed;
}

/// By function the node of what it is part of once names are folded; empty: its own.
struct FoldedNodes {
  std::vector<uint32_t> node_of;
  std::vector<FunctionId> first;  ///< by node
};

/// Names are compared by text: a folded name may be one that another function has already, or a new
/// one, which gets an id beyond those of the table. Nothing is changed in the profile.
FoldedNodes folded_nodes(const Symbols& symbols, size_t functions,
                         std::span<const FunctionName> folded) {
  FoldedNodes nodes;
  if (folded.empty()) {
    return nodes;
  }
  const auto text_of = [&](const FunctionName& name) {
    return name.known != kUnknownName ? symbols.names.text(name.known) : name.name;
  };
  std::unordered_map<std::string_view, NameId> new_names;  // with ids beyond those of the table
  for (const FunctionName& name : folded) {
    new_names.try_emplace(text_of(name), NameId(symbols.names.size() + new_names.size()));
  }
  FunctionTable known;
  auto next = folded.begin();
  for (size_t at = 0; at < functions; ++at) {
    FunctionKey key = symbols.functions[FunctionId(at)];
    std::string_view text = symbols.names.text(key.name);
    if (next != folded.end() && next->function == FunctionId(at)) {
      text = text_of(*next++);
    }
    if (const auto found = new_names.find(text); found != new_names.end()) {
      key.name = found->second;
    }
    const uint32_t node = known.intern(key).value;
    nodes.node_of.push_back(node);
    if (node == nodes.first.size()) {
      nodes.first.emplace_back(at);
    }
  }
  return nodes;
}

void tell_joined(const FoldedNodes& nodes, CallCosts& costs) {
  for (size_t at = 0; at < nodes.node_of.size(); ++at) {
    if (const FunctionId first = nodes.first[nodes.node_of[at]]; first != FunctionId(at)) {
      costs.joined.push_back({FunctionId(at), first});
    }
  }
}

/// Functions without calls are left out: their inclusive cost is their self cost, which a profile
/// has in any case. Only members of cycles need the two numbers that bound them.
void tell_functions(const CallSums& sums, const FoldedNodes& nodes, size_t count,
                    CallCosts& costs) {
  const InclusiveCosts& inclusive = sums.inclusive;
  std::vector<int128> leaving(costs.events);
  for (uint32_t node = 0; node < count; ++node) {
    for (size_t event = 0; event < costs.events; ++event) {
      leaving[event] = inclusive.own(node, event) - sums.self.at(node, event);
    }
    const int128 times = sums.calls.at(node, 0);
    const uint32_t cycle = sums.cycles.cycle(node);
    if (times == 0 && cycle == Cycles::kNone &&
        std::ranges::all_of(leaving, [](int128 cost) { return cost == 0; })) {
      continue;
    }
    const FunctionId function = nodes.first.empty() ? FunctionId(node) : nodes.first[node];
    costs.functions.push_back(function);
    costs.cycles.push_back(cycle);
    const size_t row = costs.calls.add_row();
    costs.calls.add(row, 0, times);
    for (size_t event = 0; event < costs.events; ++event) {
      costs.calls.add(row, event + 1, leaving[event]);
    }
    if (inclusive.is_exact(node)) {
      continue;
    }
    costs.member_functions.push_back(function);
    const size_t member = costs.members.add_row();
    for (size_t event = 0; event < costs.events; ++event) {
      costs.members.add(member, 2 * event, inclusive.known(node, event));
      costs.members.add(member, 2 * event + 1, inclusive.incoming(node, event));
    }
  }
}

void tell_piece(FunctionId function, uint32_t piece, const InclusiveCosts& own, CallCosts& costs) {
  costs.piece_functions.push_back(function);
  const size_t row = costs.pieces.add_row();
  for (size_t event = 0; event < costs.events; ++event) {
    const int128 cost = own.own(piece, event);
    costs.pieces.add(row, 2 * event, cost);
    costs.pieces.add(row, 2 * event + 1, own.is_exact(piece) ? cost : own.known(piece, event));
  }
}

/// What of the cost of an event goes into a column.
struct EventUse {
  size_t event;
  size_t column;
  int128 coefficient;
};

std::vector<EventUse> uses_of(size_t events, std::span<const EventSum> columns) {
  std::vector<EventUse> uses;
  for (size_t column = 0; column < columns.size(); ++column) {
    for (const EventTerm& term : columns[column].terms) {
      if (term.event.index() < events) {
        uses.push_back({term.event.index(), column, term.coefficient});
      }
    }
  }
  return uses;
}

/// A joined function costs at least what each of its pieces does.
void raise_to_pieces(const Profile& profile, std::span<const EventUse> uses,
                     std::span<const EventSum> columns, InclusiveCosts& inclusive) {
  const CallCosts& told = *profile.call_costs();
  const ColumnCosts combining(profile, columns);
  std::vector<int128> own(columns.size());
  std::vector<int128> entering(columns.size());
  for (size_t row = 0; row < told.piece_functions.size(); ++row) {
    std::ranges::fill(own, 0);
    std::ranges::fill(entering, 0);
    for (const EventUse& use : uses) {
      own[use.column] += told.pieces.at(row, 2 * use.event) * use.coefficient;
      entering[use.column] += told.pieces.at(row, 2 * use.event + 1) * use.coefficient;
    }
    const size_t function = profile.function(told.piece_functions[row]).index();
    for (size_t column = 0; column < columns.size(); ++column) {
      if (!combining.is_max(column)) {  // a graph adds up
        inclusive.raise_lower(function, column, std::max(own[column], entering[column]));
      }
    }
  }
}

/// Whether no two of the first `count` recorded functions are one now, besides those to skip.
template <class IsSkipped>
bool are_apart(const Profile& profile, size_t count, IsSkipped is_skipped) {
  std::vector<bool> taken(profile.symbols().functions.size());
  for (size_t at = 0; at < count; ++at) {
    if (is_skipped(FunctionId(at))) {
      continue;
    }
    auto is_taken = taken[profile.function(FunctionId(at)).index()];
    if (is_taken) {
      return false;
    }
    is_taken = true;
  }
  return true;
}

}  // namespace

std::optional<CallCosts> call_costs(const Profile& profile, const NewNames& folded) {
  if (!can_be_told(profile)) {
    return std::nullopt;
  }
  const size_t events = profile.events().size();
  std::vector<EventSum> columns;
  for (size_t event = 0; event < events; ++event) {
    columns.push_back(event_sum(EventId(event)));
  }
  CallCosts costs(events);
  costs.recorded = listed_functions(profile);
  const FoldedNodes nodes = folded_nodes(profile.symbols(), costs.recorded, folded.functions);
  const NodeMap groups{nodes.node_of, nodes.first.empty() ? costs.recorded : nodes.first.size()};
  const CallSums sums = call_sums(profile, PartSet::all(profile), columns, groups);
  tell_joined(nodes, costs);
  tell_functions(sums, nodes, groups.nodes, costs);
  if (folded.remembers) {  // else a profile whose names are folded tells nothing of pieces
    each_piece(profile, columns, groups, sums.inclusive,
               [&](FunctionId function, uint32_t piece, const InclusiveCosts& own) {
                 tell_piece(function, piece, own, costs);
               });
  }
  return costs.functions.empty() ? std::nullopt : std::optional(std::move(costs));
}

/// Functions that were joined when the costs were made must be one function now, and all others
/// must still be apart.
bool can_tell(const Profile& profile) {
  if (const CallCosts* const told = profile.call_costs()) {
    const auto is_with = [&](const CallCosts::Joined& joined) {
      return profile.function(joined.function) == profile.function(joined.with);
    };
    auto next = told->joined.begin();
    const auto is_joined = [&](FunctionId function) {
      const bool is_next = next != told->joined.end() && next->function == function;
      next += is_next ? 1 : 0;
      return is_next;
    };
    if (!std::ranges::all_of(told->joined, is_with) ||
        !are_apart(profile, told->recorded, is_joined)) {
      return false;
    }
  }
  const StackCosts* const stacks = profile.stack_costs();
  return stacks == nullptr || (stacks->is_whole && are_apart(profile, stacks->functions.size(),
                                                             [](FunctionId) { return false; }));
}

/// Costs of calls are known by event, and columns are sums of events, so each number is scaled and
/// added to the columns that use it.
CallSums told_call_sums(const Profile& profile, std::span<const EventSum> columns) {
  const CallCosts& told = *profile.call_costs();
  const NodeMap functions{{}, profile.symbols().functions.size()};
  const auto node = [&](FunctionId function) { return profile.function(function).index(); };
  const std::vector<EventUse> uses = uses_of(told.events, columns);
  CostRows self =
      self_costs(profile, PartSet::all(profile), columns, functions, EdgesFrom::kRecords);
  InclusiveSums sums(self);
  std::vector<uint32_t> numbers(functions.nodes);
  for (size_t row = 0; row < told.functions.size(); ++row) {
    const size_t function = node(told.functions[row]);
    numbers[function] = told.cycles[row];
    sums.add_count(function, told.calls.at(row, 0));
    for (const EventUse& use : uses) {
      sums.add_leaving(function, use.column, told.calls.at(row, use.event + 1) * use.coefficient);
    }
  }
  Cycles cycles(numbers);
  sums.take_cycles(cycles);
  for (size_t row = 0; row < told.member_functions.size(); ++row) {
    const size_t function = node(told.member_functions[row]);
    for (const EventUse& use : uses) {
      sums.add_entering(function, use.column, told.members.at(row, 2 * use.event) * use.coefficient,
                        told.members.at(row, 2 * use.event + 1) * use.coefficient);
    }
  }
  InclusiveCosts inclusive = sums.finish();
  raise_to_pieces(profile, uses, columns, inclusive);
  return {.self = std::move(self),
          .calls = sums.take_counts(),
          .cycles = std::move(cycles),
          .inclusive = std::move(inclusive)};
}

}  // namespace quern
