// SPDX-License-Identifier: MIT
#include "quern/filters/inlines/inlined_functions.h"

#include "quern/model/records/record_cursor.h"

namespace quern {

InlinedFunctions::InlinedFunctions(const Profile& from, const SourcePlaces& places)
    : from_(&from), code_(from, places), stacks_(from, code_), names_(code_) {
  RecordCursor cursor(from.records());
  while (const Record* const record = cursor.next()) {
    if (!has_stacks(from.parts()[record->part])) {
      chains_.push_back(code_.chain(*record));
    }
  }
  code_.settle();
}

void InlinedFunctions::begin_part(std::span<const EventId> events) {
  combine_.clear();
  for (const EventId event : events) {
    combine_.push_back(from_->events()[event.index()].combine);
  }
  keys_ = {};
  rows_.clear();
  functions_.clear();
  costs_ = CostRows(events.size());
}

CodePlace InlinedFunctions::place(const Record& record, const CodePlace& recorded,
                                  ProfileBuilder& to) {
  const uint32_t chain = chains_[next_++];
  const NameId known = code_.file(chain, record.file);
  const NameId file = known == record.file ? recorded.file : names_.file(known, to);
  const bool has_costs = record.kind == RecordKind::kSelf || record.kind == RecordKind::kCall;
  if (!has_costs || code_.steps(chain).empty()) {
    return {recorded.function, file};
  }
  const uint32_t row = row_of({recorded.function, file, chain}, record, to);
  for (size_t cell = 0; cell < record.costs.size(); ++cell) {
    costs_.combine(combine_[cell], row, cell, record.costs[cell]);
  }
  rows_[row].is_estimated = rows_[row].is_estimated || record.is_estimated;
  return {functions_[rows_[row].first], file};
}

uint32_t InlinedFunctions::row_of(const Key& key, const Record& record, ProfileBuilder& to) {
  const uint32_t row = keys_.of(key);
  if (row < rows_.size()) {
    return row;
  }
  rows_.push_back({functions_.size(), record.at.line});
  costs_.add_row();
  const NameId object = to.symbols().functions[key.function].object;
  NameId file = key.file;
  for (const InlineStep& step : code_.steps(key.chain)) {
    functions_.push_back(names_.function(step, file, object, to));
    file = names_.file(step.file, to);
  }
  return row;
}

void InlinedFunctions::end_part(ProfileBuilder& to) {
  std::vector<int128> costs(costs_.width());
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    for (size_t cell = 0; cell < costs.size(); ++cell) {
      costs[cell] = costs_.at(row, cell);
    }
    const std::span<const InlineStep> steps = code_.steps(keys_[row].chain);
    const std::span<const FunctionId> inlined =
        std::span(functions_).subspan(rows_[row].first, steps.size());
    for (size_t step = 0; step < steps.size(); ++step) {
      const bool is_outermost = step + 1 == steps.size();
      CallRecord call;
      call.caller = is_outermost ? keys_[row].function : inlined[step + 1];
      call.callee = inlined[step];
      call.file = names_.file(steps[step].file, to);
      call.at.line = steps[step].line;
      call.has_target = true;
      call.target.line = step == 0 ? rows_[row].first_line : steps[step - 1].line;
      call.wide_inclusive = costs;
      call.is_estimated = rows_[row].is_estimated;
      to.call(call);
    }
  }
}

}  // namespace quern
