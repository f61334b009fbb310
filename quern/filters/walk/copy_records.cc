// SPDX-License-Identifier: MIT
#include "quern/filters/walk/copy_records.h"

#include <algorithm>
#include <functional>

#include "quern/filters/walk/copying.h"

namespace quern {

RecordCopier::RecordCopier(const Profile& from, const FilterRules& rules, NewFunctions& functions,
                           bool subtracts, ProfileBuilder& to)
    : from_(&from),
      functions_(&functions),
      subtracts_(subtracts),
      to_(&to),
      cursor_(from.records()),
      next_(cursor_.next()),
      used_widths_(from) {
  const bool has_calls = from.counts().calls != 0;
  if (rules.selects() && has_calls) {
    shares_ = std::make_unique<PartShares>(from, rules, functions);
  } else if (rules.selects()) {
    choice_ = &rules;
  }
  if (rules.hides()) {
    hiding_ = std::make_unique<PartHiding>(from, rules, functions);
  }
  if (!rules.scale.empty()) {
    scaled_ = std::make_unique<ScaledSums>(rules.scale, functions);
    scaling_ = has_calls ? std::make_unique<PartScaling>(from, *scaled_) : nullptr;
  }
}

std::optional<FunctionId> RecordCopier::chosen(FunctionId old) {
  if (choice_ == nullptr) {
    return functions_->function(old);
  }
  const Identity is = functions_->identity(old);
  const bool is_left_out = (!choice_->focus.empty() && !choice_->focus.fits(is)) ||
                           choice_->ignore.fits(is) ||
                           (!choice_->show_from.empty() && !choice_->show_from.fits(is));
  return is_left_out ? std::nullopt : std::optional(functions_->function(old));
}

void RecordCopier::skip(size_t part) {
  while (next_ != nullptr && next_->part <= part) {
    next_ = cursor_.next();
  }
}

void RecordCopier::copy(size_t part) {
  const Part& copied = from_->parts()[part];
  events_ = copied.header.events;
  const auto is_dropped = [this](EventId event) {
    return !new_events_.empty() && new_events_[event.index()] == kNoEvent;
  };
  const auto dropped = static_cast<size_t>(std::ranges::count_if(events_, is_dropped));
  width_ = events_.size() - dropped;
  drops_events_ = dropped != 0;
  if (shares_) {
    shares_->begin(part, stop_);
    has_estimated_totals_ = shares_->is_total_estimated();
  }
  if (hiding_ && !hiding_->begin(part)) {
    is_too_entangled_ = true;
    return skip(part);
  }
  if (scaled_) {
    scaled_->begin();
  }
  if (scaling_) {
    scaling_->begin(part);
  }
  if (inlined_ != nullptr) {
    inlined_->begin_part(events_);
  }
  if (!from_->has_records()) {
    copy_sums(copied);
  }
  for (; next_ != nullptr && next_->part <= part && !stop_.stop_requested();
       next_ = cursor_.next()) {
    copy(*next_);
  }
  if ((shares_ && shares_->has_split()) || (scaling_ && scaling_->has_split())) {
    to_->count_as_split();
  }
  if (hiding_) {
    copy_moved();
  }
  if (inlined_ != nullptr) {
    inlined_->end_part(*to_);
  }
}

/// The function in the new profile that stands for a node of what was moved.
FunctionId RecordCopier::shown(size_t node) {
  if (!hiding_->is_not_shown(node)) {
    return functions_->function(hiding_->function(node));
  }
  Symbols& symbols = to_->symbols();
  return symbols.functions.intern({symbols.names.intern(kNotShown), {}, {}});
}

/// Adds what hidden functions cost to those that are shown. These costs have no line: the calls of
/// a hidden function may come from several.
void RecordCopier::copy_moved() {
  const CallGraph& moved = hiding_->moved();
  const std::vector<size_t> self_widths = moved.self_rows().used_widths();
  const std::vector<size_t> call_widths = moved.call_rows().used_widths();
  for (size_t node = 0; node < moved.node_count(); ++node) {
    costs_.assign(self_widths[node], 0);
    bool has_any = moved.is_self_estimated(node) && !hiding_->is_not_shown(node);
    for (size_t cell = 0; cell < costs_.size(); ++cell) {
      costs_[cell] = moved.self(node, cell);
      has_any = has_any || costs_[cell] != 0;
    }
    if (has_any) {
      negate_if_subtracted();
      const FunctionId function = shown(node);
      to_->self_cost({function,
                      to_->symbols().functions[function].file,
                      {},
                      costs_,
                      moved.is_self_estimated(node)});
    }
  }
  for (uint32_t edge = 0; edge < moved.edge_count(); ++edge) {
    costs_.assign(std::max<size_t>(call_widths[edge], 1) - 1, 0);
    for (size_t cell = 0; cell < costs_.size(); ++cell) {
      costs_[cell] = moved.inclusive(edge, cell);
    }
    negate_if_subtracted();
    CallRecord call;
    call.caller = shown(moved.caller(edge));
    call.callee = shown(moved.callee(edge));
    call.file = to_->symbols().functions[call.caller].file;
    const int128 count = std::min(moved.count(edge), kUint64Max);
    call.count = subtracts_ ? 0 : static_cast<uint64_t>(count);
    call.is_estimated = moved.is_call_estimated(edge);
    call.is_count_estimated =
        (moved.is_count_estimated(edge) || count != moved.count(edge)) && !subtracts_;
    call.wide_inclusive = costs_;
    to_->call(call);
  }
}

/// Whether an earlier filter has estimated the record.
bool RecordCopier::is_estimated(const Record& record) const {
  return record.is_estimated || (record.kind == RecordKind::kSelf && hiding_ &&
                                 hiding_->is_self_estimated(from_->function(record.function)));
}

bool RecordCopier::is_hidden(const Record& record) {
  return hiding_ &&
         (hiding_->is_hidden(from_->function(record.function)) ||
          (record.kind != RecordKind::kSelf && hiding_->is_hidden(from_->function(record.other))));
}

/// Copies self costs that were loaded as sums, as one record a function. (Sums of calls are records
/// already: see block_calls.h.)
void RecordCopier::copy_sums(const Part& part) {
  const SumTable& table = from_->tables()[part.table];
  const bool is_wide = width_ > CostRows::kDense;
  for (size_t row = part.first_self; row < part.end_self; ++row) {
    costs_.assign(is_wide ? used_widths_.of(part.table)[row] : width_, 0);
    for (size_t cell = 0; cell < costs_.size(); ++cell) {
      costs_[cell] = table.self.at(row, cell);
    }
    left_ = shares_ ? shares_->self(table.function(row), costs_)
                    : LeftRecord{.is_left = !hiding_ || !hiding_->is_hidden(table.function(row)),
                                 .is_estimated = table.is_estimated(row)};
    const std::optional<FunctionId> function =
        left_.is_left ? chosen(table.function(row)) : std::nullopt;
    if (!function) {
      continue;
    }
    if (scaled_ || events_scaled_ != nullptr) {
      scale_self(table.function(row));
    }
    negate_if_subtracted();
    to_->self_cost(
        {*function, to_->symbols().functions[*function].file, {}, costs_, left_.is_estimated});
  }
}

void RecordCopier::copy(const Record& record) {
  costs_ = record.costs;
  if (drops_events_) {
    drop_cells(costs_, events_, new_events_);
  }
  left_ = {.is_left = true,
           .is_estimated = is_estimated(record),
           .count = record.count,
           .is_count_estimated = record.is_count_estimated};
  if ((shares_ && !take_share(record)) || is_hidden(record)) {
    return;
  }
  const std::optional<FunctionId> known = chosen(from_->function(record.function));
  if (!known) {
    return;
  }
  CodePlace place{*known, functions_->name(record.file)};
  if (inlined_ != nullptr) {
    place = inlined_->place(record, place, *to_);
  }
  if (scaled_ || events_scaled_ != nullptr) {
    scale(record);
  }
  negate_if_subtracted();
  switch (record.kind) {
    case RecordKind::kSelf:
      return copy_self(record, place);
    case RecordKind::kCall:
      return copy_call(record, place);
    default:
      return copy_jump(record, place.function);
  }
}

/// Reduces the record to its share of the kept stacks. False: nothing of it remains. Jumps cannot
/// be split, and remain only in functions that are kept whole.
bool RecordCopier::take_share(const Record& record) {
  const FunctionId function = from_->function(record.function);
  switch (record.kind) {
    case RecordKind::kSelf:
      left_ = shares_->self(function, costs_);
      break;
    case RecordKind::kCall:
      left_ = shares_->call(function, from_->function(record.other), record.count, costs_);
      break;
    default:
      left_.is_left = shares_->is_whole(function);
  }
  return left_.is_left;
}

void RecordCopier::scale_self(FunctionId function) {
  left_.is_estimated = left_.is_estimated || has_estimated_factors_;
  for (size_t event = 0; event < costs_.size(); ++event) {
    costs_[event] = events_scaled_ != nullptr
                        ? events_scaled_->self(EventScaling::Of::kRecords, function, events_[event],
                                               costs_[event])
                        : scaled_->left(function, event, costs_[event]);
  }
}

/// Scales the record's costs. Counts of calls and jumps stay: the code ran as often as before.
void RecordCopier::scale(const Record& record) {
  const FunctionId function = from_->function(record.function);
  if (record.kind == RecordKind::kSelf) {
    scale_self(function);
  } else if (record.kind == RecordKind::kCall && events_scaled_ != nullptr) {
    const FunctionId callee = from_->function(record.other);
    for (size_t event = 0; event < costs_.size(); ++event) {
      costs_[event] = events_scaled_->call(function, callee, events_[event], costs_[event]);
    }
    left_.is_estimated = left_.is_estimated || has_estimated_factors_;
  } else if (record.kind == RecordKind::kCall && scaling_) {
    left_.is_estimated =
        scaling_->call(function, from_->function(record.other), costs_) || left_.is_estimated;
  }
}

void RecordCopier::negate_if_subtracted() {
  if (subtracts_) {
    std::ranges::transform(costs_, costs_.begin(), std::negate());
  }
}

/// Whether the costs fit the packed form of a record.
bool RecordCopier::is_narrow() const {
  return width_ <= CostRows::kDense &&
         std::ranges::all_of(costs_, [](int128 cost) { return fits_int64(cost); });
}

void RecordCopier::copy_self(const Record& record, const CodePlace& place) {
  if (!is_narrow()) {
    to_->self_cost({place.function, place.file, record.at, costs_, left_.is_estimated});
    return;
  }
  narrow_.assign(costs_.begin(), costs_.end());
  narrow_.resize(width_);
  to_->self_costs(
      {place.function, place.file, {&record.at, 1}, narrow_.data(), left_.is_estimated});
}

void RecordCopier::copy_call(const Record& record, const CodePlace& place) {
  CallRecord call;
  call.caller = place.function;
  call.callee = functions_->function(from_->function(record.other));
  call.file = place.file;
  call.at = record.at;
  call.has_target = record.target.has_value();
  call.target = record.target.value_or(Position{});
  call.count = subtracts_ ? 0 : left_.count;
  call.is_estimated = left_.is_estimated;
  call.is_count_estimated = left_.is_count_estimated && !subtracts_;
  if (is_narrow()) {
    narrow_.assign(costs_.begin(), costs_.end());
    call.inclusive = narrow_;
  } else {
    call.wide_inclusive = costs_;
  }
  to_->call(call);
}

void RecordCopier::copy_jump(const Record& record, FunctionId function) {
  if (subtracts_) {
    return;  // nothing can be subtracted from how often a jump was taken
  }
  JumpRecord jump;
  jump.is_conditional = record.kind == RecordKind::kConditionalJump;
  jump.from = function;
  jump.from_file = functions_->name(record.file);
  jump.at = record.at;
  jump.to = functions_->function(from_->function(record.other));
  jump.to_file = functions_->name(record.target_file);
  jump.target = *record.target;
  jump.executed = record.count;
  jump.followed = record.followed;
  to_->jump(jump);
}

}  // namespace quern
