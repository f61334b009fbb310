// SPDX-License-Identifier: MIT
//
// What a builder adds up of contexts: of parts whose contexts stand alone, totals and self costs of
// functions follow from them.
#include <algorithm>

#include "quern/model/builder.h"

namespace quern {

/// Which of a part's cells is an event's. Borrows the vector, which is all 0 before and after: many
/// parts with few events each must not cost parts x events.
class ProfileBuilder::CellOf {
 public:
  CellOf(std::vector<size_t>& cells, const std::vector<EventId>& events, size_t of)
      : cells_(&cells), events_(&events) {
    cells.resize(std::max(cells.size(), of));
    for (size_t cell = 0; cell < events.size(); ++cell) {
      cells[events[cell].index()] = cell + 1;
    }
  }
  CellOf(const CellOf&) = delete;
  CellOf& operator=(const CellOf&) = delete;
  ~CellOf() {
    for (const EventId event : *events_) {
      (*cells_)[event.index()] = 0;
    }
  }
  std::optional<size_t> operator[](EventId event) const {
    const size_t cell = (*cells_)[event.index()];
    return cell != 0 ? std::optional(cell - 1) : std::nullopt;
  }

 private:
  std::vector<size_t>* cells_;
  const std::vector<EventId>* events_;
};

/// Adds up the open part's contexts before `end`, by the events of its header; sum_contexts() does
/// so where sums by function are wanted, too.
void ProfileBuilder::total_contexts(uint64_t end) {
  if (keep_ != Keep::kTotals) {
    return;
  }
  const CellOf cells(cell_of_, part_.header.events, profile_->events_.size());
  part_.totals.assign(part_.header.events.size(), 0);
  ContextCosts walk(profile_->contexts_, untotalled_);
  while (walk.next()) {
    if (walk.context().value >= end) {
      untotalled_ = walk.here();
      return;
    }
    if (walk.context().value < part_.first_context) {
      continue;  // of a part before, whose contexts stand beside its records
    }
    sum_context(cells, nullptr, walk.costs(), part_.totals);
  }
  untotalled_ = walk.end();
}

/// Adds what a context cost to a part's totals and, where its function has a row, to that.
void ProfileBuilder::sum_context(const CellOf& cells, const size_t* row,
                                 std::span<const EventCost> costs, std::vector<int128>& totals) {
  for (const EventCost& each : costs) {
    if (const std::optional<size_t> cell = cells[each.event]) {
      const Combine combine = profile_->events_[each.event.index()].combine;
      totals[*cell] = combined(combine, totals[*cell], each.cost);
      if (row != nullptr) {
        table_->self.combine(combine, *row, *cell, each.cost);
      }
    }
  }
}

/// What contexts came to, of all parts together. Of those whose contexts stand alone the last one
/// is given the self costs of all.
void ProfileBuilder::tell_stack_costs() {
  stack_sums_->leave_all();
  // By event of the profile, what contexts call it.
  const std::vector<EventId>& events_of = profile_->contexts_.events_;
  std::vector<EventId> kept(profile_->events_.size());
  for (size_t event = 0; event < may_vanish_.size(); ++event) {
    if (events_of.empty() || may_vanish_[event] == 0) {
      kept[events_of.empty() ? event : events_of[event].index()] = EventId(event);
    }
  }
  profile_->stack_costs_ = std::make_shared<StackCosts>(stack_sums_->costs(kept));
  std::vector<bool> is_used(kept.size());
  Part* last = nullptr;
  for (Part& part : profile_->parts_) {
    part.first_context = part.end_context = 0;
    if (part.contexts == ContextUse::kAlone) {
      last = &part;
      for (const EventId event : part.header.events) {
        is_used[event.index()] = true;
      }
      part.totals.assign(part.header.events.size(), 0);
    }
  }
  if (last == nullptr) {
    return;
  }
  std::vector<EventId>& events = last->header.events;
  events.clear();
  for (size_t event = 0; event < kept.size(); ++event) {
    if (is_used[event]) {
      events.emplace_back(event);
    }
  }
  last->totals.assign(events.size(), 0);
  last->table = table_for(events);
  table_ = &profile_->tables_[last->table];
  last->first_self = table_->self.size();
  for (const FunctionId owner : stack_sums_->owners()) {
    const size_t row = table_->self.add_row();
    table_->functions.push_back(profile_->function(owner));
    for (size_t cell = 0; cell < events.size(); ++cell) {
      const Combine combine = profile_->events_[events[cell].index()].combine;
      const int128 cost = stack_sums_->self(owner, kept[events[cell].index()]);
      table_->self.combine(combine, row, cell, cost);
      last->totals[cell] = combined(combine, last->totals[cell], cost);
    }
  }
  last->end_self = table_->self.size();
}

/// Self costs of functions in parts whose contexts stand alone, as sums of other parts are, and the
/// parts' totals.
void ProfileBuilder::sum_contexts() {
  if (keep_ == Keep::kTotals || stack_sums_) {
    return;
  }
  ContextCosts walk(profile_->contexts_);
  bool is_left = walk.next();
  for (Part& part : profile_->parts_) {
    if (part.contexts != ContextUse::kAlone) {
      while (is_left && walk.context().value < part.end_context) {
        is_left = walk.next();
      }
      continue;
    }
    part.table = table_for(part.header.events);
    table_ = &profile_->tables_[part.table];
    part.first_self = part_.first_self = table_->self.size();
    part.totals.assign(part.header.events.size(), 0);
    const CellOf cells(cell_of_, part.header.events, profile_->events_.size());
    for (; is_left && walk.context().value < part.end_context; is_left = walk.next()) {
      const size_t row = self_row(profile_->contexts_.frame(walk.context()).function);
      sum_context(cells, &row, walk.costs(), part.totals);
    }
    part.end_self = table_->self.size();
  }
}

}  // namespace quern
