// SPDX-License-Identifier: MIT
#include "quern/analysis/merge/folded_part.h"

#include <algorithm>
#include <utility>

namespace quern::merge {

/// By halves more than is needed, so that inputs with ever new events stay linear.
void FoldedCosts::widen(size_t cells) {
  const size_t width = rows_.width();
  if (cells <= width) {
    return;
  }
  CostRows wider(rows_.size() == 0 ? cells : std::max(cells, width + width / 2));
  wider.add_rows(rows_.size());
  rows_.each_cell([&wider](size_t row, size_t cell, int128 cost) {
    if (cost != 0) {
      wider.add(row, cell, cost);
    }
  });
  rows_ = std::move(wider);
}

void FoldedPositions::add(const PositionKinds& kinds) {
  instr = instr || kinds.instr;
  bb = bb || kinds.bb;
  line = line || kinds.line;
  may_lack_lines = may_lack_lines || (kinds.line && kinds.may_lack_lines);
  has_parts_without_lines = has_parts_without_lines || !kinds.line;
}

void FoldedPositions::add(const FoldedPositions& others) {
  instr = instr || others.instr;
  bb = bb || others.bb;
  line = line || others.line;
  may_lack_lines = may_lack_lines || others.may_lack_lines;
  has_parts_without_lines = has_parts_without_lines || others.has_parts_without_lines;
}

PositionKinds FoldedPositions::kinds() const {
  return {.instr = instr,
          .bb = bb,
          .line = line,
          .may_lack_lines = line && (may_lack_lines || has_parts_without_lines)};
}

namespace {

/// What a part's header says of itself, or what several have said.
template <class From>
void add_header(FoldedHeader& header, const From& from) {
  header.number.add(from.number);
  header.pid.add(from.pid);
  header.thread.add(from.thread);
  header.command.add(from.command);
  header.trigger.add(from.trigger);
  header.period.add(from.period);
  header.has_estimated_totals = header.has_estimated_totals || from.has_estimated_totals;
  header.has_summary_as_base = header.has_summary_as_base && from.has_summary_as_base;
}

}  // namespace

void FoldedHeader::add(const PartHeader& part, const PositionKinds& kept,
                       std::span<const uint32_t> cells, const std::vector<bool>& is_max) {
  add_header(*this, part);
  positions.add(kept);
  runs.add(part.descriptions);
  std::vector<std::string> said = part.descriptions;
  std::erase_if(said, RunCount::is_description);
  descriptions.add(said);
  has_cell.resize(std::max(has_cell.size(), is_max.size()));
  for (const uint32_t cell : cells) {
    has_cell[cell] = true;
  }
  const auto by_cell = [&](const std::vector<int128>& costs) {
    std::vector<int128> row(is_max.size());
    for (size_t at = 0; at < std::min(costs.size(), cells.size()); ++at) {
      row[cells[at]] = costs[at];
    }
    return row;
  };
  // Of several (a run of Xdebug that forked) nobody can say which belongs to which.
  summary.add(
      part.summaries.size() == 1 ? std::optional(by_cell(part.summaries.front())) : std::nullopt,
      is_max);
  totals.add(part.declared_totals.transform(by_cell), is_max);
}

void FoldedHeader::add(const FoldedHeader& others, std::span<const uint32_t> cells,
                       const std::vector<bool>& is_max) {
  add_header(*this, others);
  positions.add(others.positions);
  runs.add(others.runs);
  descriptions.add(others.descriptions);
  has_cell.resize(std::max(has_cell.size(), is_max.size()));
  for (size_t cell = 0; cell < others.has_cell.size(); ++cell) {
    if (others.has_cell[cell]) {
      has_cell[cells[cell]] = true;
    }
  }
  summary.add(others.summary, cells, is_max);
  totals.add(others.totals, cells, is_max);
}

void FoldedPart::begin_input() {
  header.runs.begin_input();
  selfs.begin_input();
  calls.begin_input();
  jumps.begin_input();
  contexts.begin_input();
  leaks.begin_input();
}

void FoldedPart::widen(size_t cells) {
  self_costs.widen(cells);
  call_costs.widen(cells + 1);
  jump_counts.widen(2);
  context_calls.widen(1);
  context_costs.widen(cells);
  leak_counts.widen(1);
}

void FoldedPart::add_context_cost(size_t context, size_t cell, int128 cost, bool is_max) {
  context_rows.grow(context + 1);
  uint32_t& row = context_rows[context];
  if (row == 0) {
    row = static_cast<uint32_t>(context_costs.rows().size() + 1);
  }
  context_costs.add(row - 1, cell, cost, is_max);
}

}  // namespace quern::merge
