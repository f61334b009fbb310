// SPDX-License-Identifier: MIT
//
// Costs by source file, in up to three kinds: of its own lines, of lines that are inlined into
// functions of other files, and, where debug information is known, of code by the outermost file
// that it was inlined into. The third one adds up to the total, so files are ranked by it. Costs
// that no file can be given are kept too; the accounting of `annotate` shows them.
#include "quern/views/code/file_costs.h"

#include <algorithm>

#include "quern/analysis/costs/column_costs.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/query/columns.h"

namespace quern {

FileCosts::FileCosts(const CodeCosts& code, const Selection& selection, const FunctionSet& scope)
    : code_(&code),
      columns_(selection.columns.size()),
      first_outermost_(code.inlined().is_known() ? 2 * columns_ : 0),
      slots_(code.file_count(), kNoFile),
      costs_((code.inlined().is_known() ? 3 : 2) * columns_),
      without_file_{.costs = std::vector<int128>(columns_)},
      of_others_{.costs = std::vector<int128>(columns_)} {
  for (size_t row = 0; row < code.spots(); ++row) {
    if (is_in(scope, code.spot(row).function)) {
      add_spot(row);
    } else {
      of_others_.add(code, row);
    }
  }
  const auto add_file = [&](const CodeSpot& spot) {
    if (is_in(scope, spot.function)) {
      slot_of(code.file(spot));
    }
  };
  for (size_t row = 0; row < code.calls(); ++row) {
    add_file(code.call(row).from);
  }
  for (const CodeSpot& spot : code.stack_spots()) {
    if (is_in(scope, spot.function)) {
      add_stack_spot(spot);
    }
  }
  for (size_t row = 0; row < code.silent_calls(); ++row) {
    add_file(code.silent_call(row));
  }
  for (size_t row = 0; row < code.jumps(); ++row) {
    add_file(code.jump(row).from);
  }
  add_stacks(selection, scope);
}

std::string_view FileCosts::name(uint32_t slot) const {
  return code_->inlined().file_name(files_[slot]);
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

void FileCosts::add_costs(uint32_t slot, size_t first, RowMarks& marks, size_t row) {
  if (code_->is_self_estimated(row)) [[unlikely]] {
    marks.mark(slot);
  }
  for (size_t column = 0; column < columns_; ++column) {
    costs_.add(slot, first + column, code_->self(row, column));
  }
}

/// The costs of one place go to its file; to "inlined from other files" if its function is not of
/// that file; and to the file of the outermost line, once.
void FileCosts::add_spot(size_t row) {
  const CodeSpot& spot = code_->spot(row);
  const NameId file = code_->file(spot);
  const FunctionKey& key = code_->profile().symbols().functions[spot.function];
  if (const uint32_t slot = slot_of(file); slot != kNoFile) {
    add_costs(slot, 0, self_marks_, row);
    // Functions of stacks may have no file but that of their line.
    const NameId recorded = spot.file == kUnknownName ? file : spot.file;
    if (key.file != recorded && (key.file != kUnknownName || spot.file != kUnknownName)) {
      add_costs(slot, columns_, inlined_marks_, row);
    }
    add_object(slot, key.object);
  }
  const std::span<const InlineStep> steps = code_->steps(spot);
  for (const InlineStep& step : steps) {
    slot_of(step.file);  // its lines have costs, even if they are neither their own nor outermost
  }
  const uint32_t outermost = slot_of(steps.empty() ? file : steps.back().file);
  if (outermost == kNoFile) {
    without_file_.add(*code_, row);
  } else if (first_outermost_ != 0) {
    add_costs(outermost, first_outermost_, outermost_marks_, row);
    add_object(outermost, key.object);
  }
}

/// Lines have costs where stacks only pass, too.
void FileCosts::add_stack_spot(const CodeSpot& spot) {
  const NameId object = code_->profile().symbols().functions[spot.function].object;
  const auto add = [&](NameId file) {
    if (const uint32_t slot = slot_of(file); slot != kNoFile) {
      add_object(slot, object);
    }
  };
  add(code_->file(spot));
  for (const InlineStep& step : code_->steps(spot)) {
    add(step.file);
  }
}

void FileCosts::add_object(uint32_t slot, NameId object) {
  Objects& known = objects_[slot];
  const NameId* const end = known.names + known.count;
  if (object != kUnknownName && known.count < kObjects &&
      std::find(static_cast<const NameId*>(known.names), end, object) == end) {
    known.names[known.count++] = object;
  }
}

/// Stacks that stand alone may know no file of what they cost.
void FileCosts::add_stacks(const Selection& selection, const FunctionSet& scope) {
  const std::vector<EventSum> sums = shown_sums(selection);
  CellUses uses(code_->profile(), sums);
  const ColumnCosts combining(code_->profile(), sums);
  for (const Part* const each : chosen_parts(code_->profile(), selection.parts)) {
    const Part& part = *each;
    if (part.contexts != ContextUse::kAlone || code_->takes_stacks(part)) {
      continue;
    }
    const SumTable& table = code_->profile().tables()[part.table];
    for (size_t row = part.first_self; row < part.end_self; ++row) {
      Rest& into = is_in(scope, table.function(row)) ? without_file_ : of_others_;
      into.is_estimated = into.is_estimated || table.is_estimated(row);
      for (const CellUse& use : uses.of(part.table)) {
        combining.combine(use.column, into.costs[use.column],
                          table.self.at(row, use.cell) * use.coefficient);
      }
    }
  }
}

void FileCosts::Rest::add(const CodeCosts& code, size_t row) {
  for (size_t column = 0; column < costs.size(); ++column) {
    costs[column] += code.self(row, column);
  }
  is_estimated = is_estimated || code.is_self_estimated(row);
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
    objects.emplace_back(code_->profile().symbols().names.text(known.names[at]));
  }
  return objects;
}

}  // namespace quern
