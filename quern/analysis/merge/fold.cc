// SPDX-License-Identifier: MIT
#include "quern/analysis/merge/fold.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/merge/interned.h"

namespace quern::merge {

namespace {

/// What an input says of itself, or what several have said.
template <class Facts, class From>
void add_said(Facts& facts, const From& from) {
  facts.format.add(from.format);
  facts.dialect.add(from.dialect);
  facts.creator.add(from.creator);
  facts.command.add(from.command);
  facts.base_rule.add(from.base_rule);
  facts.definitions.add(from.definitions);
  facts.objects.insert(from.objects.begin(), from.objects.end());
}

}  // namespace

void Fold::list(FunctionId function) {
  is_listed_.resize(std::max(is_listed_.size(), function.index() + 1));
  is_listed_[function.index()] = true;
}

uint32_t Fold::cell_of(const std::string& name) {
  const auto [found, is_new] = cells_.try_emplace(name, static_cast<uint32_t>(events_.size()));
  if (is_new) {
    events_.emplace_back().name = name;
    is_max_.push_back(false);
  }
  return found->second;
}

void Fold::combine(uint32_t cell, const EventFacts& facts) {
  EventFacts& known = events_[cell];
  known.long_name.add(facts.long_name);
  known.meaning.add(facts.meaning);
  known.is_max = known.is_max || facts.is_max;
  known.is_sum = known.is_sum || facts.is_sum;
  is_max_[cell] = known.is_max;
}

FoldedPart& Fold::open(Kind kind) {
  FoldedPart& part = parts_[kind];
  part.is_met = true;
  part.widen(events_.size());
  return part;
}

void Fold::Facts::add(const InputInfo& info) {
  add_said(*this, info);
}

void Fold::Facts::add(const Facts& others) {
  add_said(*this, others);
  events.add(others.events);
}

/// Adds one fold to another.
class FoldAdder {
 public:
  FoldAdder(const Fold& from, Fold& to)
      : from_(&from), to_(&to), ids_(from.symbols_, to.symbols_) {}

  void add() {
    for (const Fold::EventFacts& event : from_->events_) {
      const uint32_t cell = to_->cell_of(event.name);
      to_->combine(cell, event);
      cells_.push_back(cell);
    }
    for (size_t at = 0; at < from_->is_listed_.size(); ++at) {
      if (from_->is_listed_[at]) {
        to_->list(ids_.function(FunctionId(at)));
      }
    }
    for (size_t row = 0; row < from_->frames_.size(); ++row) {
      Frame frame = from_->frames_[row].frame;
      frame.function = ids_.function(frame.function);
      frame.file = ids_.name(frame.file);
      frames_.push_back(static_cast<uint32_t>(to_->frames_.single_row_of({frame})));
    }
    for (size_t kind = 0; kind < Fold::kKinds; ++kind) {
      if (from_->parts_[kind].is_met) {
        add(from_->parts_[kind], to_->open(static_cast<Fold::Kind>(kind)));
      }
    }
    for (size_t at = 0; at < to_->facts_.size(); ++at) {
      to_->facts_[at].add(from_->facts_[at]);
    }
    to_->mark(from_->marks_);
    if (to_->runs_ && from_->runs_) {
      to_->runs_->add(*from_->runs_, ids_, cells_);
    }
  }

 private:
  void add(const FoldedPart& from, FoldedPart& to) {
    to.header.add(from.header, cells_, to_->is_max_);
    find_rows(from.selfs, to.selfs);
    to.self_marks.add(from.self_marks, rows_);
    add_costs(from.self_costs, to.self_costs, 0);
    find_rows(from.calls, to.calls);
    to.call_marks.add(from.call_marks, rows_);
    add_costs(from.call_costs, to.call_costs, 1);
    find_rows(from.jumps, to.jumps);
    add_costs(from.jump_counts, to.jump_counts, 2);
    add_contexts(from, to);
  }

  /// Where each row of the other fold is in this one.
  template <class Rows>
  void find_rows(const Rows& from, Rows& to) {
    rows_.clear();
    for (size_t row = 0; row < from.size(); ++row) {
      rows_.push_back(to.single_row_of(renumbered(from[row])));
    }
  }

  SelfKey renumbered(SelfKey key) {
    key.function = ids_.function(key.function);
    key.file = ids_.name(key.file);
    return key;
  }
  CallKey renumbered(CallKey key) {
    key.caller = ids_.function(key.caller);
    key.callee = ids_.function(key.callee);
    key.file = ids_.name(key.file);
    return key;
  }
  JumpKey renumbered(JumpKey key) {
    key.from = ids_.function(key.from);
    key.to = ids_.function(key.to);
    key.from_file = ids_.name(key.from_file);
    key.to_file = ids_.name(key.to_file);
    return key;
  }
  /// Parents stand before their children, so that theirs is among the rows that are found.
  ContextKey renumbered(ContextKey key) {
    if (key.parent != kNoContext.value) {
      key.parent = static_cast<uint32_t>(rows_[key.parent]);
    }
    key.frame = frames_[key.frame];
    return key;
  }

  /// The first cells are counts, which add up; the others are those of events.
  void add_costs(const FoldedCosts& from, FoldedCosts& to, size_t counts) {
    from.rows().each_cell([&](size_t row, size_t cell, int128 cost) {
      if (cell < counts) {
        to.add(rows_[row], cell, cost, false);
      } else if (cell - counts < cells_.size()) {
        const uint32_t event = cells_[cell - counts];
        to.add(rows_[row], counts + event, cost, to_->is_max_[event]);
      }
    });
  }

  void add_contexts(const FoldedPart& from, FoldedPart& to) {
    find_rows(from.contexts, to.contexts);
    add_costs(from.context_calls, to.context_calls, 1);
    for (size_t row = 0; row < from.context_rows.size(); ++row) {
      for (size_t cell = 0; from.context_rows[row] != 0 && cell < cells_.size(); ++cell) {
        const int128 cost = from.context_costs.at(from.context_rows[row] - 1, cell);
        if (cost != 0) {
          to.add_context_cost(rows_[row], cells_[cell], cost, to_->is_max_[cells_[cell]]);
        }
      }
    }
    for (size_t row = 0; row < from.leaks.size(); ++row) {
      LeakKey key = from.leaks[row];
      key.context = static_cast<uint32_t>(rows_[key.context]);
      key.cell = cells_[key.cell];
      to.leak_counts.add(to.leaks.single_row_of(key), 0, from.leak_counts.at(row, 0), false);
    }
  }

  const Fold* from_;
  Fold* to_;
  Interned ids_;
  std::vector<uint32_t> cells_, frames_;
  std::vector<size_t> rows_;
};

void Fold::add(const Fold& others) {
  FoldAdder(others, *this).add();
}

}  // namespace quern::merge
