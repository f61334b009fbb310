// SPDX-License-Identifier: MIT
//
// Costs of the lines of the files that are shown. A line has its own costs, those of code that was
// inlined into it, and calls with their inclusive costs. The latter two can overlap with each other
// if a call leads back to the line; `find_recursive()` and `find_nested()` find the lines where
// that may be, and only there costs are ranges.
#include "quern/views/code/line_costs.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "quern/analysis/costs/calls_below.h"
#include "quern/analysis/costs/context_walk.h"
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

std::vector<uint32_t> spots_of(std::span<const std::pair<uint32_t, uint32_t>> all, uint32_t line) {
  std::vector<uint32_t> spots;
  for (const auto& [_, spot] :
       std::ranges::equal_range(all, line, {}, &std::pair<uint32_t, uint32_t>::first)) {
    spots.push_back(spot);
  }
  return spots;
}

}  // namespace

LineCosts::LineCosts(const CodeCosts& code, const Selection& selection, const FunctionSet& scope,
                     std::vector<uint32_t> slot_of, size_t slots, RecursiveCalls recursive)
    : profile_(&code.profile()),
      knows_inlined_(code.inlined().is_known()),
      slot_of_(std::move(slot_of)),
      selfs_(column_sums(selection).size()),
      inlined_costs_(selfs_.width()),
      outermost_(selfs_.width()),
      call_costs_(selfs_.width() + 1),
      marks_recursion_(recursive == RecursiveCalls::kMarked) {
  const Profile& profile = *profile_;
  for (size_t row = 0; row < code.spots(); ++row) {
    if (is_in(scope, code.spot(row).function)) {
      add_self(code, row);
    }
  }
  for (size_t row = 0; row < code.calls(); ++row) {
    if (is_in(scope, code.call(row).from.function)) {
      add_call(code, row);
    }
  }
  for (size_t row = 0; row < code.jumps(); ++row) {
    if (is_in(scope, code.jump(row).from.function)) {
      add_jump(code, row);
    }
  }
  if (has_contexts(profile, selection.parts)) {
    collect_stacks(code, selection, scope);
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

template <class Use>
void LineCosts::each_outer(std::span<const InlineStep> steps, const LineKey& own,
                           const Use& use) const {
  for (const InlineStep& step : steps) {
    const LineKey outer{step.line, slot_of(step.file)};
    if (!step.is_repeated && outer.slot != FileCosts::kNoFile && outer != own) {
      use(outer);
    }
  }
}

uint32_t LineCosts::line_row(const LineKey& key) {
  const uint32_t row = line_keys_.of(key);
  if (row == selfs_.size()) {
    selfs_.add_row();
    if (knows_inlined_) {
      inlined_costs_.add_row();
      outermost_.add_row();
    }
    has_self_.push_back(false);
  }
  return row;
}

void LineCosts::add_to(CostRows& costs, RowMarks& marks, uint32_t line, const CodeCosts& code,
                       size_t row) {
  if (code.is_self_estimated(row)) [[unlikely]] {
    marks.mark(line);
  }
  for (size_t column = 0; column < costs.width(); ++column) {
    costs.add(line, column, code.self(row, column));
  }
  if (marks_recursion_) {
    spenders_.add(line, code.spot(row).function);
  }
}

/// A cost counts for its own line, for each line that it was inlined into, and once for the
/// outermost of these.
void LineCosts::add_self(const CodeCosts& code, size_t row) {
  const CodeSpot& spot = code.spot(row);
  const LineKey own{spot.line, slot_of(code.file(spot))};
  if (own.slot != FileCosts::kNoFile) {
    const uint32_t line = line_row(own);
    has_self_[line] = true;
    add_to(selfs_, self_marks_, line, code, row);
    if (code.has_instructions()) {
      own_spots_.emplace_back(line, static_cast<uint32_t>(row));
    }
  }
  if (!knows_inlined_) {
    return;
  }
  const std::span<const InlineStep> steps = code.steps(spot);
  each_outer(steps, own, [&](const LineKey& outer) {
    const uint32_t line = line_row(outer);
    add_to(inlined_costs_, inlined_marks_, line, code, row);
    inlined_spots_.emplace_back(line, static_cast<uint32_t>(row));
  });
  const LineKey outermost =
      steps.empty() ? own : LineKey{steps.back().line, slot_of(steps.back().file)};
  if (outermost.slot != FileCosts::kNoFile) {
    add_to(outermost_, inlined_marks_, line_row(outermost), code, row);
  }
}

void LineCosts::add_call(const CodeCosts& code, size_t row) {
  const CodeCall& call = code.call(row);
  const LineKey own{call.from.line, slot_of(code.file(call.from))};
  if (own.slot != FileCosts::kNoFile) {
    add_call({own.line, own.slot, call.callee, false}, code, row);
  }
  each_outer(code.steps(call.from), own, [&](const LineKey& outer) {
    add_call({outer.line, outer.slot, call.callee, true}, code, row);
  });
}

void LineCosts::add_call(const LineCallKey& key, const CodeCosts& code, size_t row) {
  const uint32_t call = call_row(key, code.call(row).from.function);
  if (code.is_call_estimated(row)) [[unlikely]] {
    call_marks_.mark(call);
  }
  call_costs_.add(call, 0, code.count(row));
  for (size_t column = 0; column < selfs_.width(); ++column) {
    call_costs_.add(call, column + 1, code.inclusive(row, column));
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
/// All lines of a file in one pass, as rows of costs and calls are both sorted by line.
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

void LineCosts::add_jump(const CodeCosts& code, size_t row) {
  const CodeJump& jump = code.jump(row);
  const LineJumpKey key{.line = jump.from.line,
                        .slot = slot_of(code.file(jump.from)),
                        .is_conditional = jump.is_conditional,
                        .function = jump.function,
                        .file = jump.file,
                        .target = jump.target};
  if (key.slot == FileCosts::kNoFile) {
    return;
  }
  const uint32_t to = jump_keys_.of(key);
  if (to == jump_counts_.size()) {
    jump_counts_.add_row();
  }
  jump_counts_.add(to, 0, code.executed(row));
  jump_counts_.add(to, 1, code.followed(row));
}

/// Calls of exact stacks: each stack once a site, however often it passes there.
class LineCosts::StackVisitor : public ColumnVisitor {
 public:
  StackVisitor(LineCosts& lines, const CodeCosts& code, const FunctionSet& scope)
      : lines_(&lines), code_(&code), scope_(&scope) {}

  void enter(ContextId id) {
    rows_.clear();
    find_rows(id);
    counts_.push_back(rows_.size());
    for (const uint32_t row : rows_) {
      path_.enter(row);
      if (is_first_walk()) {
        lines_->call_costs_.add(row, 0, int128{lines_->profile_->contexts().calls(id)});
      }
    }
  }
  void leave(ContextId, std::span<const int128>, std::span<const int128> inclusive) {
    for (size_t left = counts_.back(); left != 0; --left) {
      if (const uint32_t row = path_.leave(); row != RowsOnPath::kNone) {
        combine_into_row(lines_->call_costs_, row, 1, inclusive);
      }
    }
    counts_.pop_back();
  }

 private:
  /// The rows of the call that led here: of its own line, and of those that this was inlined into.
  /// None where no line of these files made it.
  void find_rows(ContextId id) {
    const Contexts& contexts = lines_->profile_->contexts();
    const ContextId caller = contexts.parent(id);
    if (caller == kNoContext || !is_in(*scope_, contexts.frame(caller).function)) {
      return;
    }
    const CodeSpot* const known = code_->caller(caller);
    const CodeSpot spot = known != nullptr ? *known : recorded_spot(id, caller);
    const LineKey own{spot.line, lines_->slot_of(code_->file(spot))};
    const FunctionId callee = contexts.frame(id).function;
    const auto add = [&](const LineKey& line, bool is_inlined) {
      rows_.push_back(lines_->call_row({line.line, line.slot, callee, is_inlined}, spot.function));
    };
    if (own.slot != FileCosts::kNoFile) {
      add(own, false);
    }
    lines_->each_outer(code_->steps(spot), own, [&](const LineKey& outer) { add(outer, true); });
  }

  /// The file of a call's line is unknown where none was recorded.
  [[nodiscard]] CodeSpot recorded_spot(ContextId id, ContextId caller) const {
    const Contexts& contexts = lines_->profile_->contexts();
    const Frame& frame = contexts.frame(id);
    const Frame& above = contexts.frame(caller);
    CodeSpot spot;
    spot.function = above.function;
    if (!frame.is_symbol || above.is_line) {
      const NameTable& names = lines_->profile_->symbols().names;
      spot.file = names.canonical(frame.is_symbol ? above.file : frame.file);
      const std::optional<int64_t> line = contexts.position(frame.is_symbol ? caller : id);
      spot.line = static_cast<uint64_t>(line.value_or(0));
    }
    return spot;
  }

  LineCosts* lines_;
  const CodeCosts* code_;
  const FunctionSet* scope_;
  RowsOnPath path_;             ///< rows of calls
  std::vector<size_t> counts_;  ///< how many rows each context of the stack has
  std::vector<uint32_t> rows_;
};

void LineCosts::collect_stacks(const CodeCosts& code, const Selection& selection,
                               const FunctionSet& scope) {
  walk_in_blocks(*profile_, selection.parts, column_sums(selection),
                 StackVisitor(*this, code, scope));
}

void LineCosts::sort(size_t slots) {
  lines_ = sorted_rows(line_keys_, slots);
  calls_ = sorted_rows(call_keys_, slots);
  jumps_ = sorted_rows(jump_keys_, slots);
  std::ranges::sort(inlined_spots_);
  std::ranges::sort(own_spots_);
}

std::vector<uint32_t> LineCosts::inlined_spots(uint32_t row) const {
  return spots_of(inlined_spots_, row);
}

std::vector<uint32_t> LineCosts::own_spots(uint32_t row) const {
  return spots_of(own_spots_, row);
}

}  // namespace quern
