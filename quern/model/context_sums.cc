// SPDX-License-Identifier: MIT
//
// What a builder adds up of contexts: of parts whose contexts stand alone, totals and self costs of
// functions follow from them.
#include <algorithm>

#include "quern/model/builder.h"
#include "quern/model/stack_sums.h"

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

/// Of the open part.
void ProfileBuilder::take_stack_totals(std::optional<ContextId> next) {
  if (!stack_sums_) {
    return;
  }
  const std::vector<int64_t> totals = stack_sums_->take_totals(next);
  if (part_.contexts == ContextUse::kAlone && stack_sums_->is_whole()) {
    part_.totals.clear();
    for (const EventId event : part_.header.events) {
      part_.totals.emplace_back(totals[event.index()]);
    }
  }
}

/// What contexts come to, of all parts together. Of those whose contexts stand alone the last one
/// is given the self costs of all, and their events behind its own.
void ProfileBuilder::tell_stack_costs() {
  stack_sums_->leave_all();
  // By event of the profile, what contexts call it.
  const std::vector<EventId>& events_of = profile_->contexts_.events_;
  std::vector<EventId> kept;
  for (size_t event = 0; event < may_vanish_.size(); ++event) {
    if (events_of.empty() || may_vanish_[event] == 0) {
      kept.emplace_back(event);
    }
  }
  profile_->stack_costs_ = std::make_shared<StackCosts>(stack_sums_->costs(kept));
  Part* last = nullptr;
  std::vector<bool> is_missing(kept.size());
  for (Part& part : profile_->parts_) {
    part.first_context = part.end_context = 0;
    if (part.contexts == ContextUse::kAlone) {
      part.first_self = part.end_self = 0;
      part.table = table_for(part.header.events);
      for (const EventId event : part.header.events) {
        is_missing[event.index()] = true;
      }
      last = &part;
    }
  }
  if (last == nullptr || !stack_sums_->is_whole()) {
    return;
  }
  std::vector<EventId>& events = last->header.events;
  for (const EventId event : events) {
    is_missing[event.index()] = false;
  }
  for (size_t event = 0; event < kept.size(); ++event) {
    if (is_missing[event]) {
      events.emplace_back(event);
    }
  }
  last->totals.resize(events.size());
  last->table = table_for(events);
  SumTable& table = profile_->tables_[last->table];
  last->first_self = table.self.size();
  for (const FunctionId owner : stack_sums_->owners()) {
    const size_t row = table.self.add_row();
    table.owners.push_back(profile_->function(owner));
    for (size_t cell = 0; cell < events.size(); ++cell) {
      table.self.add(row, cell, stack_sums_->self(owner, kept[events[cell].index()]));
    }
  }
  last->end_self = table.self.size();
}

/// Self costs of functions in parts whose contexts stand alone, as sums of other parts are, and the
/// parts' totals.
void ProfileBuilder::sum_contexts() {
  if (keep_ == Keep::kTotals) {
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
