// SPDX-License-Identifier: MIT
#include "quern/filters/walk/scale_events.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/graph/proportion.h"

namespace quern {
namespace {

/// cost x over / under, rounded down; the two are not below 0, and cost x (over / under) has room.
int128 scaled_down(int128 cost, int128 over, int128 under) {
  return cost * (over / under) +
         signed_proportion(cost, static_cast<uint128>(over % under), static_cast<uint128>(under));
}

}  // namespace

EventScaling::EventScaling(const Profile& from, std::span<const EventFactor> factors)
    : column_of_(from.events().size()) {
  std::vector<EventSum> sums;
  for (const EventFactor& each : factors) {
    const std::optional<EventId> event = from.event(each.event);
    if (!event || from.events()[event->index()].combine != Combine::kSum) {
      continue;
    }
    columns_.push_back({*event, each.factor});
    column_of_[event->index()] = static_cast<uint32_t>(columns_.size());
    sums.push_back(event_sum(*event));
  }
  const PartSet parts = PartSet::all(from);
  const CostRows selfs = self_costs(from, parts, sums);
  start_selfs(selfs);
  if (from.counts().calls != 0) {
    graph_ = profile_graph(from, parts, sums,
                           from.contexts().empty() ? EdgesFrom::kRecords : EdgesFrom::kAll);
    start_calls(selfs);
  }
}

int128 EventScaling::times(size_t column, int128 cost) const {
  const Fraction& factor = columns_[column].factor;
  return scaled_down(cost, factor.numerator, factor.denominator);
}

std::optional<size_t> EventScaling::column_of(EventId event) const {
  const uint32_t known = column_of_[event.index()];
  return known == 0 ? std::nullopt : std::optional<size_t>(known - 1);
}

/// Functions stand one behind the other: what one becomes is what all up to it become, less what
/// those in front of it do.
void EventScaling::start_selfs(const CostRows& selfs) {
  self_at_ = {CostRows::zeros(selfs.size(), columns_.size()),
              CostRows::zeros(selfs.size(), columns_.size())};
  self_scaled_ = CostRows::zeros(selfs.size(), columns_.size());
  for (size_t column = 0; column < columns_.size(); ++column) {
    int128 passed = 0;
    for (size_t node = 0; node < selfs.size(); ++node) {
      const int128 before = times(column, passed);
      for (CostRows& at : self_at_) {
        at.add(node, column, passed);
      }
      passed += selfs.at(node, column);
      self_scaled_.add(node, column, times(column, passed) - before);
    }
  }
}

/// From callees to callers.
void EventScaling::start_calls(const CostRows& selfs) {
  call_at_ = CostRows::zeros(graph_->edge_count(), columns_.size());
  call_scaled_ = CostRows::zeros(graph_->edge_count(), columns_.size());
  const Cycles cycles = find_cycles(*graph_);
  std::vector<uint32_t> nodes(selfs.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::ranges::sort(nodes, {},
                    [&](uint32_t node) { return std::pair(cycles.component(node), node); });
  for (size_t first = 0, end = 0; first < nodes.size(); first = end) {
    while (end < nodes.size() && cycles.component(nodes[end]) == cycles.component(nodes[first])) {
      ++end;
    }
    for (size_t column = 0; column < columns_.size(); ++column) {
      scale_callers(cycles, std::span(nodes).subspan(first, end - first), selfs, column);
    }
  }
}

/// What the calls into a function (or a cycle) cost becomes what it costs then, or their piece of
/// it. Calls within a cycle, and those that cost more than what they call, have the plain factor.
void EventScaling::scale_callers(const Cycles& cycles, std::span<const uint32_t> members,
                                 const CostRows& selfs, size_t column) {
  const uint32_t component = cycles.component(members.front());
  int128 was = 0;
  int128 is = 0;
  int128 entering = 0;
  for (const uint32_t node : members) {
    was += selfs.at(node, column);
    is += self_scaled_.at(node, column);
    for (const uint32_t edge : graph_->calls_from(node)) {
      if (cycles.component(graph_->callee(edge)) != component) {
        was += graph_->inclusive(edge, column);
        is += call_scaled_.at(edge, column);
      }
    }
    for (const uint32_t edge : graph_->calls_to(node)) {
      const bool enters = cycles.component(graph_->caller(edge)) != component;
      entering += enters ? graph_->inclusive(edge, column) : 0;
    }
  }
  const bool is_sound = was > 0 && is >= 0 && entering <= was;
  int128 passed = 0;
  int128 given = 0;
  for (const uint32_t node : members) {
    for (const uint32_t edge : graph_->calls_to(node)) {
      const int128 cost = graph_->inclusive(edge, column);
      if (!is_sound || cost < 0 || cycles.component(graph_->caller(edge)) == component) {
        call_scaled_.add(edge, column, times(column, cost));
        continue;
      }
      passed += cost;
      const int128 all = scaled_down(passed, is, was);
      call_scaled_.add(edge, column, all - given);
      given = all;
    }
  }
}

int128 EventScaling::self(Of source, FunctionId function, EventId event, int128 cost) {
  const std::optional<size_t> column = column_of(event);
  if (!column || cost == 0) {
    return cost;
  }
  CostRows& at = self_at_[static_cast<size_t>(source)];
  const int128 before = at.at(function.index(), *column);
  at.add(function.index(), *column, cost);
  return times(*column, before + cost) - times(*column, before);
}

int128 EventScaling::call(FunctionId caller, FunctionId callee, EventId event, int128 cost) {
  const std::optional<size_t> column = column_of(event);
  if (!column || cost == 0) {
    return cost;
  }
  const std::optional<uint32_t> edge = graph_->find(caller.index(), callee.index());
  if (!edge) {
    return times(*column, cost);
  }
  const int128 before = call_at_.at(*edge, *column);
  call_at_.add(*edge, *column, cost);
  const int128 was = graph_->inclusive(*edge, *column);
  const int128 is = call_scaled_.at(*edge, *column);
  if (was <= 0) {  // records that make up for each other
    return times(*column, before + cost) - times(*column, before);
  }
  return scaled_down(before + cost, is, was) - scaled_down(before, is, was);
}

}  // namespace quern
