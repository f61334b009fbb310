// SPDX-License-Identifier: MIT
//
// Adds one profile to a fold.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/merge/fold.h"
#include "quern/analysis/merge/interned.h"
#include "quern/model/records/record_cursor.h"

namespace quern::merge {

namespace {

/// A position as parts of all kinds of positions have it.
Position known_position(const PositionKinds& kinds, const Position& at) {
  return {kinds.instr ? at.address : 0, kinds.line ? at.line : kNoLine};
}

/// A target that lacks something has 0 there.
Position told_target(const PositionKinds& kinds, const Position& at) {
  return {kinds.instr ? at.address : 0, kinds.line ? at.line : 0};
}

}  // namespace

class ProfileAdder {
 public:
  ProfileAdder(const Profile& from, std::span<const FunctionName> folded, Fold& to)
      : from_(&from),
        folded_(folded),
        to_(&to),
        has_positions_(to.detail_ == FoldDetail::kPositions),
        ids_(from.symbols(), to.symbols_) {}

  void add() {
    add_events();
    find_kinds();
    for (size_t at = 0; at < from_->symbols().functions.size(); ++at) {
      if (from_->is_listed(FunctionId(at))) {
        to_->list(ids_.function(FunctionId(at)));
      }
    }
    for (FoldedPart& part : to_->parts_) {
      part.begin_input();
    }
    for (size_t at = 0; at < kinds_.size(); ++at) {
      add_header(at);
    }
    add_inputs();
    to_->mark(from_->marks());
    if (!has_positions_) {
      add_self_sums();
    }
    add_records();
    add_contexts();
    if (to_->runs_) {
      to_->runs_->add(*from_, shown_functions(), ids_, cells_);
    }
  }

 private:
  /// By function of the profile: which one of the fold it is in answers.
  std::vector<FunctionId> shown_functions() {
    std::vector<FunctionId> shown;
    auto next = folded_.begin();
    for (size_t at = 0; at < from_->symbols().functions.size(); ++at) {
      const FunctionId id(at);
      FunctionId& function = shown.emplace_back();
      if (!from_->is_listed(id)) {
        continue;
      }
      while (next != folded_.end() && next->function < id) {
        ++next;
      }
      function = ids_.function(id);
      if (next != folded_.end() && next->function == id) {
        const FunctionKey& key = from_->symbols().functions[id];
        const NameId name = next->known != kUnknownName ? ids_.name(next->known)
                                                        : to_->symbols_.names.intern(next->name);
        function =
            to_->symbols_.functions.intern({name, ids_.name(key.file), ids_.name(key.object)});
        to_->list(function);
      }
    }
    return shown;
  }

  /// Self costs of a part are those of its records, or else of its contexts.
  static bool has_self_records(const Part& part) {
    return part.contexts != ContextUse::kAlone && part.first_self != part.end_self;
  }

  /// Self costs by function, which every profile has. Equal functions may have several rows.
  void add_self_sums() {
    std::vector<int128> costs;
    for (size_t at = 0; at < from_->parts().size(); ++at) {
      const Part& part = from_->parts()[at];
      if (!has_self_records(part)) {
        continue;
      }
      const SumTable& table = from_->tables()[part.table];
      begin_part(at);
      costs.resize(columns_.size());
      for (size_t sum = part.first_self; sum < part.end_self; ++sum) {
        begin_block(table.function(sum), {});
        for (size_t cell = 0; cell < costs.size(); ++cell) {
          costs[cell] = table.self.at(sum, cell);
        }
        put_self({}, costs, table.is_estimated(sum));
      }
    }
  }

  /// What records of one part and of one function share is looked up once for all of them.
  void add_records() {
    size_t part = ~size_t{0};
    std::optional<std::pair<FunctionId, NameId>> block;
    RecordCursor cursor(from_->records());
    while (const Record* record = cursor.next()) {
      if (record->part != part) {
        part = record->part;
        begin_part(part);
      }
      if (!block || block->first != record->function || block->second != record->file) {
        block.emplace(record->function, record->file);
        begin_block(from_->function(record->function), record->file);
      }
      if (record->kind == RecordKind::kCall) {
        add_call(*record);
      } else if (has_positions_ && record->kind == RecordKind::kSelf) {
        put_self(known_position(positions_, record->at), record->costs, record->is_estimated);
      } else if (has_positions_) {
        add_jump(*record);
      }
    }
  }

  void begin_part(size_t part) {
    part_ = &to_->parts_[kinds_[part]];
    positions_ = positions_of(part);
    columns_ = part_cells_[part];
    has_maxima_ = std::ranges::any_of(columns_, [this](uint32_t at) { return to_->is_max_[at]; });
  }

  /// `file`: of the positions; without these it is the function's own.
  void begin_block(FunctionId owner, NameId file) {
    owner_ = ids_.function(owner);
    file_ = has_positions_ ? ids_.name(file) : to_->symbols_.functions[owner_].file;
  }

  [[nodiscard]] PositionKinds positions_of(size_t part) const {
    return has_positions_ ? from_->parts()[part].header.positions : PositionKinds{.line = false};
  }

  void put_self(const Position& at, std::span<const int128> costs, bool is_estimated) {
    const size_t row = part_->selfs.row_of({owner_, file_, at});
    add_costs(part_->self_costs, row, 0, costs);
    if (is_estimated) [[unlikely]] {
      part_->self_marks.add(row, RowMarks::kCost);
    }
  }

  void add_call(const Record& record) {
    // A target without positions: Callgrind's readers expect one of each call.
    const bool has_target =
        !has_positions_ || (record.target && (positions_.instr || positions_.line));
    CallKey key{
        owner_, function(record.other), file_, has_target, known_position(positions_, record.at),
        {}};
    key.target =
        has_target && has_positions_ ? told_target(positions_, *record.target) : Position{};
    const size_t row = part_->calls.row_of(key);
    part_->call_costs.add_count(row, 0, record.count);
    add_costs(part_->call_costs, row, 1, record.costs);
    if (record.is_estimated || record.is_count_estimated) [[unlikely]] {
      part_->call_marks.add(
          row, static_cast<uint8_t>((record.is_estimated ? RowMarks::kCost : 0) |
                                    (record.is_count_estimated ? RowMarks::kCount : 0)));
    }
  }

  void add_jump(const Record& record) {
    const size_t row =
        part_->jumps.row_of({.from = owner_,
                             .to = function(record.other),
                             .from_file = file_,
                             .to_file = ids_.name(record.target_file),
                             .is_conditional = record.kind == RecordKind::kConditionalJump,
                             .at = known_position(positions_, record.at),
                             .target = known_position(positions_, *record.target)});
    part_->jump_counts.add_count(row, 0, record.count);
    part_->jump_counts.add_count(row, 1, record.followed);
  }

  void add_events() {
    for (const Event& event : from_->events()) {
      const uint32_t cell = to_->cell_of(event.name);
      Fold::EventFacts facts;
      facts.long_name.add(event.long_name);
      facts.meaning.add(Fold::EventFacts::Meaning{event.unit, event.scale});
      facts.is_max = event.combine == Combine::kMax;
      facts.is_sum = !facts.is_max;
      to_->combine(cell, facts);
      cells_.push_back(cell);
    }
  }

  /// By what parts have, not by what they might have had: that alone outlasts being written.
  void find_kinds() {
    std::vector<bool> has_records;
    for (const Part& part : from_->parts()) {
      has_records.push_back(has_self_records(part));
    }
    // Most inputs have one part, with self costs: all is known then.
    auto unknown = std::ranges::count(has_records, false);
    RecordCursor cursor(from_->records());
    for (const Record* record = nullptr; unknown != 0 && (record = cursor.next()) != nullptr;) {
      if (!has_records[record->part] && (has_positions_ || record->kind == RecordKind::kCall)) {
        has_records[record->part] = true;
        --unknown;
      }
    }
    for (size_t at = 0; at < from_->parts().size(); ++at) {
      const Part& part = from_->parts()[at];
      const bool has_stacks = part.first_context != part.end_context;
      kinds_.push_back(has_records[at] ? (has_stacks ? Fold::kBoth : Fold::kRecords)
                       : has_stacks    ? Fold::kStacks
                                       : Fold::kNothing);
    }
  }

  void add_header(size_t at) {
    const PartHeader& header = from_->parts()[at].header;
    std::vector<uint32_t>& cells = part_cells_.emplace_back();
    std::vector<std::string> names;
    for (const EventId event : header.events) {
      cells.push_back(cells_[event.index()]);
      names.push_back(from_->events()[event.index()].name);
    }
    to_->facts_[kinds_[at] == Fold::kNothing ? 1 : 0].events.add(names);
    to_->open(kinds_[at]).header.add(header, positions_of(at), cells, to_->is_max_);
  }

  void add_inputs() {
    std::vector<bool> has_any(from_->inputs().size());
    for (size_t at = 0; at < kinds_.size(); ++at) {
      const size_t input = from_->parts()[at].header.input;
      has_any[input] = has_any[input] || kinds_[at] != Fold::kNothing;
    }
    for (size_t at = 0; at < has_any.size(); ++at) {
      to_->facts_[has_any[at] ? 0 : 1].add(from_->inputs()[at]);
    }
  }

  FunctionId function(FunctionId recorded) { return ids_.function(from_->function(recorded)); }

  void add_costs(FoldedCosts& sums, size_t row, size_t first, std::span<const int128> costs) {
    if (!has_maxima_) [[likely]] {
      sums.add(row, first, columns_, costs);
      return;
    }
    for (size_t at = 0; at < costs.size(); ++at) {
      sums.add(row, first + columns_[at], costs[at], to_->is_max_[columns_[at]]);
    }
  }

  uint32_t frame(FrameId old) {
    uint32_t& known = frames_[old.index()];
    if (known == 0) {
      Frame frame = from_->contexts().frames()[old.index()];
      frame.function = ids_.function(frame.function);
      if (has_positions_) {
        frame.file = ids_.name(frame.file);
      } else {
        frame = {.function = frame.function,
                 .start = frame.is_symbol ? Frame::kUnknownStart : 0,
                 .is_symbol = frame.is_symbol};
      }
      known = static_cast<uint32_t>(to_->frames_.single_row_of({frame}) + 1);
    }
    return known - 1;
  }

  void add_contexts() {
    const Contexts& contexts = from_->contexts();
    frames_.resize(contexts.frames().size());
    std::vector<uint32_t> nodes(contexts.size());
    ContextCosts walk(contexts);
    bool is_left = walk.next();
    size_t next_leak = 0;
    for (size_t at = 0; at < kinds_.size(); ++at) {
      const Part& from = from_->parts()[at];
      FoldedPart& part = to_->parts_[kinds_[at]];
      for (uint64_t node = from.first_context; node < from.end_context; ++node) {
        const ContextId id(static_cast<uint32_t>(node));
        nodes[node] = add_context(part, id, nodes);
        for (; is_left && walk.context() <= id; is_left = walk.next()) {
          for (const EventCost& each : walk.costs()) {
            const uint32_t cell = cells_[each.event.index()];
            part.add_context_cost(nodes[node], cell, each.cost, to_->is_max_[cell]);
          }
        }
        for (; has_positions_ && next_leak < from_->leaks().size() &&
               from_->leaks()[next_leak].context == id;
             ++next_leak) {
          const Leak& leak = from_->leaks()[next_leak];
          const size_t row =
              part.leaks.row_of({nodes[node], cells_[leak.event.index()], leak.address, leak.size});
          part.leak_counts.add(row, 0, 1, false);
        }
      }
    }
  }

  uint32_t add_context(FoldedPart& part, ContextId id, const std::vector<uint32_t>& nodes) {
    const Contexts& contexts = from_->contexts();
    const ContextId parent = contexts.parent(id);
    const std::optional<int64_t> position = has_positions_ ? contexts.position(id) : std::nullopt;
    const size_t row = part.contexts.row_of(
        {parent == kNoContext ? kNoContext.value : nodes[parent.index()],
         frame(contexts.frame_id(id)), position.has_value(), position.value_or(0)});
    part.context_calls.add(row, 0, int128{contexts.calls(id)}, false);
    return static_cast<uint32_t>(row);
  }

  const Profile* from_;
  std::span<const FunctionName> folded_;
  Fold* to_;
  bool has_positions_;
  Interned ids_;
  std::vector<uint32_t> cells_;  ///< by event of the profile
  std::vector<Fold::Kind> kinds_;
  std::vector<std::vector<uint32_t>> part_cells_;
  std::vector<uint32_t> frames_;  ///< row + 1; 0: not known yet
  // of the part that is walked
  FoldedPart* part_ = nullptr;
  PositionKinds positions_;
  std::span<const uint32_t> columns_;  ///< cells of its events
  bool has_maxima_ = false;
  // and of the block
  FunctionId owner_;
  NameId file_;
};

void Fold::add(const Profile& profile, std::span<const FunctionName> folded) {
  ProfileAdder(profile, folded, *this).add();
}

}  // namespace quern::merge
