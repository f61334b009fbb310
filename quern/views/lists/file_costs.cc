// SPDX-License-Identifier: MIT
#include "quern/views/lists/file_costs.h"

#include <algorithm>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/model/records/record_cursor.h"
#include "quern/query/columns.h"

namespace quern {

FileCosts::FileCosts(const Profile& profile, const Selection& selection, const FunctionScope& scope)
    : profile_(&profile),
      columns_(selection.columns.size()),
      slots_(profile.symbols().names.size(), kNoFile),
      costs_(2 * columns_),
      without_file_{.costs = std::vector<int128>(columns_)},
      of_others_{.costs = std::vector<int128>(columns_)} {
  RecordColumns columns(profile, shown_sums(selection));
  RecordCursor cursor(profile.records());
  while (const Record* record = cursor.next()) {
    if (!selection.parts.contains(record->part)) {
      continue;
    }
    const PositionKinds& kinds = profile.parts()[record->part].header.positions;
    has_lines_ = has_lines_ || knows_line(kinds, record->at.line);
    const FunctionId function = profile.function(record->function);
    const bool counts = is_in(scope, function);
    if (record->kind == RecordKind::kSelf && !counts) {
      of_others_.add(columns.of(*record), record->is_estimated);
    } else if (record->kind == RecordKind::kSelf) {
      add_self(*record, function, columns.of(*record));
    } else if (counts && record->file != kUnknownName) {
      slot_of(profile.symbols().names.canonical(record->file));
    }
  }
  add_stacks(selection, scope);
}

std::string_view FileCosts::name(uint32_t slot) const {
  return profile_->symbols().names.text(files_[slot]);
}

uint32_t FileCosts::slot_of(NameId file) {
  uint32_t& slot = slots_[file.index()];
  if (slot == kNoFile && file != kUnknownName) {
    slot = static_cast<uint32_t>(files_.size());
    files_.push_back(file);
    objects_.emplace_back();
    costs_.add_row();
  }
  return slot;
}

void FileCosts::add_self(const Record& record, FunctionId function, std::span<const int128> costs) {
  const NameId file = profile_->symbols().names.canonical(record.file);
  const uint32_t slot = slot_of(file);
  if (slot == kNoFile) {
    without_file_.add(costs, record.is_estimated);
    return;
  }
  const FunctionKey& key = profile_->symbols().functions[function];
  const bool is_inlined = key.file != file;
  if (record.is_estimated) [[unlikely]] {
    self_marks_.mark(slot);
    if (is_inlined) {
      inlined_marks_.mark(slot);
    }
  }
  for (size_t column = 0; column < columns_; ++column) {
    if (costs[column] != 0) {
      costs_.add(slot, column, costs[column]);
      if (is_inlined) {
        costs_.add(slot, columns_ + column, costs[column]);
      }
    }
  }
  add_object(slot, key.object);
}

void FileCosts::add_object(uint32_t slot, NameId object) {
  Objects& known = objects_[slot];
  const NameId* const end = known.names + known.count;
  if (object != kUnknownName && known.count < kObjects &&
      std::find(static_cast<const NameId*>(known.names), end, object) == end) {
    known.names[known.count++] = object;
  }
}

/// Stacks that stand alone know no file of what they cost.
void FileCosts::add_stacks(const Selection& selection, const FunctionScope& scope) {
  const std::vector<EventSum> sums = shown_sums(selection);
  CellUses uses(*profile_, sums);
  const ColumnCosts combining(*profile_, sums);
  for (const Part* const each : chosen_parts(*profile_, selection.parts)) {
    const Part& part = *each;
    if (part.contexts != ContextUse::kAlone) {
      continue;
    }
    const SumTable& table = profile_->tables()[part.table];
    for (size_t row = part.first_self; row < part.end_self; ++row) {
      Rest& into = is_in(scope, table.functions[row]) ? without_file_ : of_others_;
      into.is_estimated = into.is_estimated || table.is_estimated(row);
      for (const CellUse& use : uses.of(part.table)) {
        combining.combine(use.column, into.costs[use.column],
                          table.self.at(row, use.cell) * use.coefficient);
      }
    }
  }
}

void FileCosts::Rest::add(std::span<const int128> more, bool is_more_estimated) {
  std::ranges::transform(costs, more, costs.begin(), std::plus<>());
  is_estimated = is_estimated || is_more_estimated;
}

std::vector<Amount> FileCosts::Rest::amounts() const {
  std::vector<Amount> amounts;
  std::ranges::transform(costs, std::back_inserter(amounts),
                         [this](int128 cost) { return amount_of(cost, is_estimated); });
  return amounts;
}

std::vector<Amount> FileCosts::costs(uint32_t slot, size_t first, const RowMarks& marks) const {
  std::vector<Amount> costs;
  for (size_t column = 0; column < columns_; ++column) {
    costs.push_back(amount_of(costs_.at(slot, first + column), marks.has(slot)));
  }
  return costs;
}

std::vector<std::string> FileCosts::objects(uint32_t slot) const {
  std::vector<std::string> objects;
  const Objects& known = objects_[slot];
  for (size_t at = 0; at < known.count; ++at) {
    objects.emplace_back(profile_->symbols().names.text(known.names[at]));
  }
  return objects;
}

}  // namespace quern
