// SPDX-License-Identifier: MIT
//
// What was added up as a profile of its own, pushed in the order of FoldOrder.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "quern/analysis/merge/fold.h"
#include "quern/analysis/merge/fold_order.h"
#include "quern/analysis/merge/interned.h"
#include "quern/base/text.h"
#include "quern/model/builder.h"

namespace quern::merge {

namespace {

Diagnostic cannot_merge(std::string message, std::string hint) {
  Diagnostic error;
  error.code = kCannotMerge.name;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return error;
}

}  // namespace

class FoldWriter {
 public:
  FoldWriter(const Fold& fold, const FoldedForm& form)
      : fold_(&fold),
        builder_(Keep::kAll),
        order_(fold.symbols_),
        ids_(fold.symbols_, builder_.symbols()) {
    const bool has_any = fold.parts_[Fold::kRecords].is_met || fold.parts_[Fold::kBoth].is_met ||
                         fold.parts_[Fold::kStacks].is_met;
    facts_ = &fold.facts_[has_any ? 0 : 1];
    put_events(form);
    for (const FunctionId function : order_.functions()) {
      if (function.index() < fold.is_listed_.size() && fold.is_listed_[function.index()]) {
        (void)ids_.function(function);
      }
    }
    builder_.mark_selection(fold.marks_);
    put_parts(has_any);
    put_runs();
  }

  Result<std::unique_ptr<const Profile>> finish() {
    std::set<std::string_view> mixed;
    for (const Fold::EventFacts& event : fold_->events_) {
      if (event.is_max && event.is_sum) {
        mixed.insert(event.name);
      }
    }
    if (!mixed.empty()) {
      return failure(cannot_merge(fmt::format("costs of '{}' are sums in some of the files, but "
                                              "maxima in others",
                                              printable(*mixed.begin())),
                                  "merge the files of each profiler separately"));
    }
    if (fold_->events_.size() > kMostEvents) {
      return failure(
          cannot_merge(fmt::format("files to merge have more than {} events", kMostEvents),
                       "merge files with the same events"));
    }
    if (has_too_many_calls_) {
      return failure(
          cannot_merge("a stack was called more than 2^64 times", "merge fewer files at a time"));
    }
    InputInfo info;
    info.name = "merged";
    info.format = facts_->format.value();
    info.dialect = facts_->dialect.value();
    info.creator = facts_->creator.value();
    info.command = facts_->command.value();
    info.base_rule = facts_->base_rule.value();
    info.definitions = facts_->definitions.shared();
    info.objects.assign(facts_->objects.begin(), facts_->objects.end());
    builder_.end_input(std::move(info));
    return builder_.finish();
  }

 private:
  void put_events(const FoldedForm& form) {
    std::vector<std::string> names = facts_->events.list();
    if (form.events_by_name) {
      std::ranges::sort(names);
    }
    const std::vector<std::string> held = events_of_leaks(names);
    names.insert(names.end(), held.begin(), held.end());
    event_ranks_.resize(fold_->events_.size());
    for (const std::string& name : names) {
      const uint32_t cell = fold_->cells_.at(name);
      const Fold::EventFacts& event = fold_->events_[cell];
      event_ranks_[cell] = static_cast<uint32_t>(cells_.size());
      cells_.push_back(cell);
      (void)builder_.event({name, event.is_max ? Combine::kMax : Combine::kSum, false,
                            event.long_name.value(), event.meaning.value().unit,
                            event.meaning.value().scale});
    }
    for (const SettledUnit& settled : form.units) {
      if (std::ranges::find(names, settled.name) != names.end()) {
        builder_.set_unit(settled.name, settled.unit, settled.scale);
      }
    }
  }

  /// Those that no part lists, by name.
  [[nodiscard]] std::vector<std::string> events_of_leaks(
      const std::vector<std::string>& listed) const {
    std::set<std::string> names;
    for (const FoldedPart& part : fold_->parts_) {
      for (size_t row = 0; row < part.leaks.size(); ++row) {
        names.insert(fold_->events_[part.leaks[row].cell].name);
      }
    }
    for (const std::string& name : listed) {
      names.erase(name);
    }
    return {names.begin(), names.end()};
  }

  void put_parts(bool has_any) {
    for (const Fold::Kind kind : {Fold::kRecords, Fold::kBoth, Fold::kStacks, Fold::kNothing}) {
      const FoldedPart& part = fold_->parts_[kind];
      if (part.is_met && (kind != Fold::kNothing || !has_any)) {
        put_part(part, kind);
      }
    }
  }

  void put_part(const FoldedPart& part, Fold::Kind kind) {
    part_ = &part;
    kinds_ = part.header.positions.kinds();
    columns_.clear();
    PartHeader header = header_of(part.header);
    const bool is_alone = kind == Fold::kStacks;
    builder_.begin_part(kinds_, is_alone ? std::span<const EventId>() : std::span(header.events));
    if (is_alone || kind == Fold::kBoth) {
      builder_.expect_contexts(is_alone ? ContextUse::kAlone : ContextUse::kBeside);
    }
    put_selfs();
    put_calls();
    put_jumps();
    put_contexts();
    builder_.end_part(std::move(header));
  }

  /// Also finds the cells of the part's events.
  PartHeader header_of(const FoldedHeader& from) {
    PartHeader header;
    header.number = from.number.value();
    header.pid = from.pid.value();
    header.thread = from.thread.value();
    header.command = from.command.value();
    header.trigger = from.trigger.value();
    header.period = from.period.value();
    header.descriptions = from.descriptions.list();
    if (std::string runs = from.runs.description(); !runs.empty()) {
      header.descriptions.push_back(std::move(runs));
    }
    header.has_estimated_totals = from.has_estimated_totals;
    header.has_summary_as_base = from.has_summary_as_base;
    for (const uint32_t cell : cells_) {
      if (cell < from.has_cell.size() && from.has_cell[cell]) {
        columns_.push_back(cell);
        header.events.emplace_back(event_ranks_[cell]);
      }
    }
    if (from.summary.sums()) {
      header.summaries.push_back(by_column(*from.summary.sums()));
    }
    header.declared_totals =
        from.totals.sums().transform([this](const auto& sums) { return by_column(sums); });
    return header;
  }

  void put_runs() {
    if (!fold_->runs_) {
      return;
    }
    std::vector<uint32_t> ranks(fold_->events_.size(), RunFold::kNoEvent);
    for (const uint32_t cell : cells_) {
      ranks[cell] = event_ranks_[cell];
    }
    builder_.adopt_run_statistics(
        fold_->runs_->result([this](FunctionId id) { return ids_.function(id); }, ranks));
  }

  [[nodiscard]] std::vector<int128> by_column(const std::vector<int128>& by_cell) const {
    std::vector<int128> row(columns_.size());
    for (size_t column = 0; column < row.size(); ++column) {
      row[column] = columns_[column] < by_cell.size() ? by_cell[columns_[column]] : 0;
    }
    return row;
  }

  /// A position as the part has them.
  [[nodiscard]] Position written(const Position& at) const {
    return {at.address, kinds_.line ? at.line : 0};
  }

  [[nodiscard]] bool is_narrow(const FoldedCosts& costs) const {
    return costs.rows().is_narrow() && columns_.size() <= CostRows::kDense;
  }

  void append_costs(const FoldedCosts& costs, size_t row, size_t first, bool is_narrow) {
    for (const uint32_t cell : columns_) {
      const int128 cost = costs.at(row, first + cell);
      if (is_narrow) {
        narrow_.push_back(static_cast<int64_t>(cost));
      } else {
        wide_.push_back(cost);
      }
    }
  }

  /// Without the zeros at its end.
  [[nodiscard]] std::span<const int128> wide_row() {
    while (!wide_.empty() && wide_.back() == 0) {
      wide_.pop_back();
    }
    return wide_;
  }

  void put_selfs() {
    const OwnedRows ordered = order_.selfs(part_->selfs);
    const bool narrow = is_narrow(part_->self_costs);
    SelfKey last;
    bool was_estimated = false;
    const auto flush = [&] {
      if (!positions_.empty()) {
        builder_.self_costs({ids_.function(last.function), ids_.name(last.file), positions_,
                             narrow_.data(), was_estimated});
      }
      positions_.clear();
      narrow_.clear();
    };
    for (const uint32_t row : ordered.all()) {
      const SelfKey& key = part_->selfs[row];
      const bool is_estimated = part_->self_marks.has_cost(row);
      if (!narrow) {
        wide_.clear();
        append_costs(part_->self_costs, row, 0, false);
        builder_.self_cost({ids_.function(key.function), ids_.name(key.file), written(key.at),
                            wide_row(), is_estimated});
        continue;
      }
      if (key.function != last.function || key.file != last.file || is_estimated != was_estimated) {
        flush();
      }
      last = key;
      was_estimated = is_estimated;
      positions_.push_back(written(key.at));
      append_costs(part_->self_costs, row, 0, true);
    }
    flush();
  }

  void put_calls() {
    const OwnedRows ordered = order_.calls(part_->calls);
    const bool narrow = is_narrow(part_->call_costs);
    for (const uint32_t row : ordered.all()) {
      const CallKey& key = part_->calls[row];
      CallRecord call;
      call.caller = ids_.function(key.caller);
      call.callee = ids_.function(key.callee);
      call.file = ids_.name(key.file);
      call.at = written(key.at);
      call.target = key.target;
      call.has_target = key.has_target;
      call.is_estimated = part_->call_marks.has_cost(row);
      call.is_count_estimated = part_->call_marks.has_count(row);
      int128 count = part_->call_costs.at(row, 0);
      for (; count > kUint64Max; count -= kUint64Max) {  // a record's count has 64 bits
        call.count = UINT64_MAX;
        builder_.call(call);
      }
      call.count = static_cast<uint64_t>(count);
      narrow_.clear();
      wide_.clear();
      append_costs(part_->call_costs, row, 1, narrow);
      call.inclusive = narrow_;
      call.wide_inclusive = wide_row();
      builder_.call(call);
    }
    narrow_.clear();
  }

  void put_jumps() {
    const OwnedRows ordered = order_.jumps(part_->jumps);
    for (const uint32_t row : ordered.all()) {
      const JumpKey& key = part_->jumps[row];
      const FunctionKey& target = fold_->symbols_.functions[key.to];
      JumpRecord jump;
      jump.is_conditional = key.is_conditional;
      jump.from = ids_.function(key.from);
      jump.from_file = ids_.name(key.from_file);
      jump.at = written(key.at);
      jump.to = builder_.symbols().jump_target(
          {ids_.name(target.name), ids_.name(target.file), ids_.name(target.object)});
      jump.to_file = ids_.name(key.to_file);
      jump.target = written(key.target);
      int128 executed = part_->jump_counts.at(row, 0);
      int128 followed = part_->jump_counts.at(row, 1);
      for (;;) {
        jump.executed = static_cast<uint64_t>(std::min(executed, kUint64Max));
        jump.followed = static_cast<uint64_t>(std::min(followed, kUint64Max));
        builder_.jump(jump);
        executed -= int128{jump.executed};
        followed -= int128{jump.followed};
        if (executed == 0 && followed == 0) {
          break;
        }
      }
    }
  }

  void put_contexts() {
    const OwnedRows ordered = order_.contexts(part_->contexts, fold_->frames_);
    const OwnedRows leaks = FoldOrder::leaks(part_->leaks, part_->contexts.size(), event_ranks_);
    struct Open {
      uint32_t row;
      ContextId parent;
    };
    std::vector<Open> open;
    const auto push_below = [&](size_t owner, ContextId parent) {
      const std::span<const uint32_t> children = ordered.of(owner);
      for (size_t at = children.size(); at-- != 0;) {
        open.push_back({children[at], parent});
      }
    };
    push_below(0, kNoContext);
    while (!open.empty()) {
      const Open next = open.back();
      open.pop_back();
      const ContextId id = put_context(next.row, next.parent);
      for (const uint32_t leak : leaks.of(next.row)) {
        put_leak(leak, id);
      }
      push_below(size_t{next.row} + 1, id);
    }
  }

  ContextId put_context(uint32_t row, ContextId parent) {
    const ContextKey& key = part_->contexts[row];
    Frame frame = fold_->frames_[key.frame].frame;
    frame.function = ids_.function(frame.function);
    frame.file = ids_.name(frame.file);
    costs_.clear();
    const uint32_t cost_row = row < part_->context_rows.size() ? part_->context_rows[row] : 0;
    for (size_t rank = 0; cost_row != 0 && rank < cells_.size(); ++rank) {
      if (const int128 cost = part_->context_costs.at(cost_row - 1, cells_[rank]); cost != 0) {
        costs_.push_back({EventId(rank), cost});
      }
    }
    const int128 calls = part_->context_calls.at(row, 0);
    has_too_many_calls_ = has_too_many_calls_ || calls > kUint64Max;
    return builder_.context({parent, builder_.frame(frame),
                             key.has_position ? std::optional(key.position) : std::nullopt, costs_,
                             static_cast<uint64_t>(std::min(calls, kUint64Max))});
  }

  void put_leak(uint32_t row, ContextId context) {
    const LeakKey& key = part_->leaks[row];
    for (int128 count = part_->leak_counts.at(row, 0); count > 0; --count) {
      builder_.leak({context, EventId(event_ranks_[key.cell]), key.address, key.size});
    }
  }

  const Fold* fold_;
  ProfileBuilder builder_;
  FoldOrder order_;
  Interned ids_;
  const Fold::Facts* facts_ = nullptr;
  std::vector<uint32_t> cells_;        ///< of the events, in their order
  std::vector<uint32_t> event_ranks_;  ///< by cell
  bool has_too_many_calls_ = false;
  // of the open part
  const FoldedPart* part_ = nullptr;
  PositionKinds kinds_;
  std::vector<uint32_t> columns_;  ///< cells of its events
  // of the record at hand
  std::vector<Position> positions_;
  std::vector<int64_t> narrow_;
  std::vector<int128> wide_;
  std::vector<EventCost> costs_;
};

Result<std::unique_ptr<const Profile>> Fold::result(const FoldedForm& form) const {
  return FoldWriter(*this, form).finish();
}

}  // namespace quern::merge
