// SPDX-License-Identifier: MIT
#include "quern/views/source/line_costs.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "quern/analysis/costs/call_lists.h"
#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/model/records/record_cursor.h"
#include "quern/query/columns.h"

namespace quern {

namespace {

/// Rows by slot, then by line, then as they appeared.
template <class Key>
OwnedRows sorted_rows(const DenseIndex<Key>& keys, size_t slots) {
  OwnedRows rows(keys.size(), slots, [&keys](uint32_t row) { return keys[row].slot; });
  std::vector<std::pair<uint64_t, uint32_t>> lines;  // of one slot: side by side they sort fast
  for (size_t slot = 0; slot < slots; ++slot) {
    const std::span<uint32_t> own = rows.of(slot);
    lines.clear();
    for (const uint32_t row : own) {
      lines.emplace_back(keys[row].line, row);
    }
    std::ranges::sort(lines);
    std::ranges::transform(lines, own.begin(), [](const auto& line) { return line.second; });
  }
  return rows;
}

}  // namespace

LineCosts::LineCosts(const Profile& profile, const Selection& selection, const FunctionScope& scope,
                     std::vector<uint32_t> slot_of, size_t slots, RecursiveCalls recursive)
    : profile_(&profile),
      slot_of_(std::move(slot_of)),
      selfs_(column_sums(selection).size()),
      call_costs_(column_sums(selection).size() + 1),
      marks_recursion_(recursive == RecursiveCalls::kMarked) {
  RecordColumns columns(profile, column_sums(selection));
  RecordCursor cursor(profile.records());
  while (const Record* record = cursor.next()) {
    if (selection.parts.contains(record->part) && this->slot_of(record->file) < slots &&
        is_in(scope, profile.function(record->function))) {
      add(*record, columns.of(*record));
    }
  }
  if (has_contexts(profile, selection.parts)) {
    collect_stacks(selection, scope);
  }
  sort(slots);
  if (marks_recursion_ && call_keys_.size() != 0) {
    CallsBelow calls(profile, selection.parts, callees());
    find_recursive(calls);
    find_nested(calls, slots);
  }
  spenders_ = {};
  callers_ = {};
}

void LineCosts::Owners::append_to(std::vector<FunctionId>& functions, uint32_t row) const {
  functions.push_back(first[row]);
  for (const More& each : std::ranges::equal_range(more, row, {}, &More::row)) {
    functions.push_back(each.function);
  }
}

/// Records of a function come together: what is the last of its row is seldom new.
void LineCosts::Owners::add(uint32_t row, FunctionId function) {
  if (row == first.size()) {
    first.push_back(function);
    last.push_back(function);
  } else if (last[row] != function) {
    last[row] = function;
    more.push_back({row, function});
  }
}

uint32_t LineCosts::slot_of(NameId file) const {
  return slot_of_[profile_->symbols().names.canonical(file).index()];
}

void LineCosts::add(const Record& record, std::span<const int128> costs) {
  const Part& part = profile_->parts()[record.part];
  const PositionKinds& kinds = part.header.positions;
  const uint64_t line = knows_line(kinds, record.at.line) ? record.at.line : 0;
  const LineKey at{line, slot_of(record.file)};
  if (record.kind == RecordKind::kSelf) {
    add_self(at, record, costs);
  } else if (record.kind != RecordKind::kCall) {
    add_jump(record, at, kinds);
  } else if (part.contexts == ContextUse::kNone) {
    const uint32_t row = call_row({line, at.slot, profile_->function(record.other)},
                                  profile_->function(record.function));
    if (record.is_estimated || record.is_count_estimated) [[unlikely]] {
      call_marks_.mark(row);
    }
    call_costs_.add(row, 0, int128{record.count});
    for (size_t column = 0; column < costs.size(); ++column) {
      call_costs_.add(row, column + 1, costs[column]);
    }
  }
}

void LineCosts::add_self(const LineKey& key, const Record& record, std::span<const int128> costs) {
  const uint32_t row = line_keys_.of(key);
  if (row == selfs_.size()) {
    selfs_.add_row();
  }
  if (marks_recursion_) {
    spenders_.add(row, profile_->function(record.function));
  }
  if (record.is_estimated) [[unlikely]] {
    self_marks_.mark(row);
  }
  for (size_t column = 0; column < costs.size(); ++column) {
    if (costs[column] != 0) {
      selfs_.add(row, column, costs[column]);
    }
  }
}

uint32_t LineCosts::call_row(const LineCallKey& key, FunctionId caller) {
  const uint32_t row = call_keys_.of(key);
  if (row == call_costs_.size()) {
    call_costs_.add_row();
  }
  if (marks_recursion_) {
    callers_.add(row, caller);
  }
  return row;
}

std::vector<FunctionId> LineCosts::callees() const {
  std::vector<FunctionId> callees;
  for (uint32_t row = 0; row < call_keys_.size(); ++row) {
    callees.push_back(call_keys_[row].callee);
  }
  return callees;
}

/// A call is recursive where its callee comes back to its caller: only what is below the callees of
/// these lines is looked at.
void LineCosts::find_recursive(const CallsBelow& calls) {
  const auto is_within = [&](FunctionId caller, uint32_t row) {
    return calls.component(caller) == calls.component(call_keys_[row].callee);
  };
  is_recursive_.resize(call_keys_.size());
  for (uint32_t row = 0; row < call_keys_.size(); ++row) {
    is_recursive_[row] = is_within(callers_.first[row], row);
  }
  for (const Owners::More& more : callers_.more) {
    is_recursive_[more.row] = is_recursive_[more.row] || is_within(more.function, more.row);
  }
}

/// Where one function owns a line, whether calls are recursive tells all. Where several do, a
/// callee may lead back to another owner.
void LineCosts::find_nested(CallsBelow& below, size_t slots) {
  const auto place = [](const Owners::More& more) {
    return std::pair(more.row, more.function.index());
  };
  std::ranges::sort(spenders_.more, {}, place);
  std::ranges::sort(callers_.more, {}, place);
  may_nest_.resize(call_keys_.size());
  std::vector<FunctionId> owners, callees;
  for (uint32_t slot = 0; slot < slots; ++slot) {
    std::span<const uint32_t> selfs = lines(slot);
    std::span<const uint32_t> calls = this->calls(slot);
    while (!calls.empty()) {
      const uint64_t number = call(calls.front()).line;
      owners.clear();
      callees.clear();
      for (const uint32_t row : calls) {
        if (call(row).line != number) {
          break;
        }
        callees.push_back(call(row).callee);
        callers_.append_to(owners, row);
      }
      while (!selfs.empty() && line(selfs.front()) < number) {
        selfs = selfs.subspan(1);
      }
      if (!selfs.empty() && line(selfs.front()) == number) {
        spenders_.append_to(owners, selfs.front());
      }
      const bool has_several =
          std::ranges::adjacent_find(owners, std::not_equal_to()) != owners.end();
      const bool may_nest = has_several && below.may_lead(callees, owners);
      for (const uint32_t row : calls.first(callees.size())) {
        may_nest_[row] = may_nest;
      }
      calls = calls.subspan(callees.size());
    }
  }
}

void LineCosts::add_jump(const Record& record, const LineKey& at, const PositionKinds& kinds) {
  LineJumpKey key;
  key.line = at.line;
  key.slot = at.slot;
  key.is_conditional = record.kind == RecordKind::kConditionalJump;
  key.function = profile_->function(record.other);
  key.file = profile_->symbols().names.canonical(record.target_file);
  key.target = record.target && knows_line(kinds, record.target->line) ? record.target->line : 0;
  const uint32_t row = jump_keys_.of(key);
  if (row == jump_counts_.size()) {
    jump_counts_.add_row();
  }
  jump_counts_.add(row, 0, int128{record.count});
  jump_counts_.add(row, 1, int128{record.followed});
}

/// Calls of exact stacks: each stack once a site, however often it passes there.
class LineCosts::StackVisitor : public ColumnVisitor {
 public:
  StackVisitor(LineCosts& lines, const FunctionScope& scope) : lines_(&lines), scope_(&scope) {}

  void enter(ContextId id) {
    const uint32_t row = row_of(id);
    path_.enter(row);
    if (row != RowsOnPath::kNone && is_first_walk()) {
      lines_->call_costs_.add(row, 0, int128{lines_->profile_->contexts().calls(id)});
    }
  }
  void leave(ContextId, std::span<const int128>, std::span<const int128> inclusive) {
    if (const uint32_t row = path_.leave(); row != RowsOnPath::kNone) {
      combine_into_row(lines_->call_costs_, row, 1, inclusive);
    }
  }

 private:
  /// The row of the call that led here; none where no line of these files made it.
  [[nodiscard]] uint32_t row_of(ContextId id) {
    const Contexts& contexts = lines_->profile_->contexts();
    const Frame& frame = contexts.frame(id);
    const ContextId caller = contexts.parent(id);
    if (caller == kNoContext || !is_in(*scope_, contexts.frame(caller).function)) {
      return RowsOnPath::kNone;
    }
    const Frame& above = contexts.frame(caller);
    if (frame.is_symbol && !above.is_line) {
      return RowsOnPath::kNone;
    }
    const uint32_t slot = lines_->slot_of(frame.is_symbol ? above.file : frame.file);
    if (slot == FileCosts::kNoFile) {
      return RowsOnPath::kNone;
    }
    const std::optional<int64_t> line = contexts.position(frame.is_symbol ? caller : id);
    return lines_->call_row({static_cast<uint64_t>(line.value_or(0)), slot, frame.function},
                            contexts.frame(caller).function);
  }

  LineCosts* lines_;
  const FunctionScope* scope_;
  RowsOnPath path_;  ///< rows of calls
};

void LineCosts::collect_stacks(const Selection& selection, const FunctionScope& scope) {
  walk_in_blocks(*profile_, selection.parts, column_sums(selection), StackVisitor(*this, scope));
}

void LineCosts::sort(size_t slots) {
  lines_ = sorted_rows(line_keys_, slots);
  calls_ = sorted_rows(call_keys_, slots);
  jumps_ = sorted_rows(jump_keys_, slots);
}

}  // namespace quern
