// SPDX-License-Identifier: MIT
#include "quern/compare/source/diff_lines.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "quern/base/median.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/source/diff_files.h"

namespace quern {

namespace {

/// Lines of one file from the lines of all runs.
class LineJoin {
 public:
  LineJoin(const MatchedSides& sides, const DiffFiles& files, const std::vector<LineCosts>& costs)
      : sides_(sides), knows_inlined_(files.knows_inlined()), costs_(costs) {}

  [[nodiscard]] LineCells self_cells(uint32_t file, const LinePairing& pairing) const {
    LineCells cells;
    for (uint32_t run = 0; run < costs_.size(); ++run) {
      for (const uint32_t row : costs_[run].lines(file)) {
        cells.push_back({.place = pairing.place_of(side_of(run), costs_[run].line(row)),
                         .run = run,
                         .row = row});
      }
    }
    std::ranges::sort(cells);
    return cells;
  }

  [[nodiscard]] LineCells call_cells(uint32_t file, const LinePairing& pairing) const {
    LineCells cells;
    for (uint32_t run = 0; run < costs_.size(); ++run) {
      const NodeMap map = sides_.nodes.map(run);
      for (const uint32_t row : costs_[run].calls(file)) {
        const LineCallKey& key = costs_[run].call(row);
        cells.push_back({pairing.place_of(side_of(run), key.line), map.node(key.callee),
                         key.is_inlined, run, row});
      }
    }
    std::ranges::sort(cells);
    return cells;
  }

  [[nodiscard]] DiffLine line(std::span<const LineCell> cells) const {
    DiffLine line;
    line.place = cells.front().place;
    line.old_side = self_side(cells, Version::kOld);
    line.new_side = self_side(cells, Version::kNew);
    line.has_self = std::ranges::any_of(
        cells, [&](const LineCell& cell) { return costs_[cell.run].has_self(cell.row); });
    line.change = change_between(line.old_side, line.new_side);
    line.changes_costs = is_change(line.change);
    line.is_noise = line.changes_costs && is_within_noise(line, selection());
    return line;
  }

  void add_selfs(const LineCells& cells) {
    each_key(cells, [&](std::span<const LineCell> own) { lines_.push_back(line(own)); });
  }

  /// Behind add_selfs(). Lines and cells are both ascending.
  void add_calls(const LineCells& cells) {
    std::vector<DiffLine> others;
    size_t at = 0;
    each_key(cells, [&](std::span<const LineCell> own) {
      const LinePlace& place = own.front().place;
      while (at < lines_.size() && lines_[at].place < place) {
        ++at;
      }
      const bool is_known = at < lines_.size() && lines_[at].place == place;
      if (!is_known && (others.empty() || others.back().place != place)) {
        others.push_back(without_self(place));
      }
      (is_known ? lines_[at] : others.back()).calls.push_back(call(own));
    });
    add(std::move(others));
    for (DiffLine& line : lines_) {
      rank_calls(line);
    }
  }

  /// Behind add_calls().
  void add_jumps(std::vector<JumpsOfLine> jumps) {
    std::vector<DiffLine> others;
    auto line = lines_.begin();
    for (JumpsOfLine& own : jumps) {
      line =
          std::find_if(line, lines_.end(), [&](const DiffLine& l) { return l.place >= own.place; });
      const bool is_known = line != lines_.end() && line->place == own.place;
      DiffLine& of = is_known ? *line : others.emplace_back(without_self(own.place));
      of.jumps = std::move(own.jumps);
      of.changed_jumps =
          static_cast<size_t>(std::ranges::count_if(of.jumps, &DiffJump::is_changed));
    }
    add(std::move(others));
  }

  std::vector<DiffLine> finished(const LinePairing& pairing) {
    for (DiffLine& line : lines_) {
      line.pair = pair_of(line, pairing);
    }
    return std::move(lines_);
  }

 private:
  [[nodiscard]] const Selection& selection() const { return sides_.runs.selection(); }
  [[nodiscard]] size_t columns() const { return selection().columns.size(); }
  [[nodiscard]] Version side_of(uint32_t run) const { return sides_.runs.side_of(run); }

  /// `cost(run's costs, row)` of each run of a side; 0 of those without a cell.
  template <class Cost>
  [[nodiscard]] std::vector<Amount> costs_of(std::span<const LineCell> cells, Version side,
                                             const Cost& cost) const {
    const RunRange runs = sides_.runs.range(side);
    std::vector<Amount> costs(runs.size(), Exact{0});
    for (const LineCell& cell : cells) {
      if (side_of(cell.run) == side) {
        costs[cell.run - runs.first] = cost(costs_[cell.run], cell.row);
      }
    }
    return costs;
  }
  /// Calls use(costs of the runs of a side) for each column.
  template <class Cost, class Use>
  void each_column(std::span<const LineCell> cells, Version side, const Cost& cost,
                   const Use& use) const {
    for (size_t column = 0; column < columns(); ++column) {
      use(costs_of(cells, side,
                   [&](const LineCosts& run, uint32_t row) { return cost(run, row, column); }));
    }
  }
  /// Nothing where no run of that side has a cell.
  template <class Cost>
  [[nodiscard]] std::optional<DiffSide> side_of(std::span<const LineCell> cells, Version which,
                                                std::vector<Amount> DiffSide::* costs,
                                                const Cost& cost) const {
    if (std::ranges::none_of(cells, [&](const LineCell& c) { return side_of(c.run) == which; })) {
      return std::nullopt;
    }
    DiffSide side;
    each_column(cells, which, cost,
                [&](const std::vector<Amount>& of_runs) { side.add_column(costs, of_runs); });
    return side;
  }
  template <class Cost>
  [[nodiscard]] std::vector<Amount> medians(std::span<const LineCell> cells, Version which,
                                            const Cost& cost) const {
    std::vector<Amount> medians;
    each_column(cells, which, cost, [&](const std::vector<Amount>& of_runs) {
      medians.push_back(median_amount(of_runs));
    });
    return medians;
  }
  [[nodiscard]] std::optional<DiffSide> self_side(std::span<const LineCell> cells,
                                                  Version which) const {
    const auto self = [](const LineCosts& run, uint32_t row, size_t column) {
      return run.self_amount(row, column);
    };
    if (!knows_inlined_) {
      return side_of(cells, which, &DiffSide::self, self);
    }
    std::optional<DiffSide> side = side_of(cells, which, &DiffSide::with_inlined,
                                           [](const LineCosts& run, uint32_t row, size_t column) {
                                             return run.with_inlined_amount(row, column);
                                           });
    if (side) {
      side->self = medians(cells, which, self);
      side->outermost =
          medians(cells, which, [](const LineCosts& run, uint32_t row, size_t column) {
            return run.outermost_amount(row, column);
          });
    }
    return side;
  }
  [[nodiscard]] std::optional<DiffSide> call_side(std::span<const LineCell> cells,
                                                  Version which) const {
    std::optional<DiffSide> side = side_of(cells, which, &DiffSide::inclusive,
                                           [](const LineCosts& run, uint32_t row, size_t column) {
                                             return run.inclusive_amount(row, column);
                                           });
    if (side) {
      side->calls = median_amount(costs_of(
          cells, which, [](const LineCosts& run, uint32_t row) { return run.count_amount(row); }));
    }
    return side;
  }
  [[nodiscard]] DiffCallRow call(std::span<const LineCell> cells) const {
    DiffCallRow call;
    call.callee = sides_.nodes.name(cells.front().callee);
    call.is_inlined = cells.front().is_inlined;
    call.old_side = call_side(cells, Version::kOld);
    call.new_side = call_side(cells, Version::kNew);
    call.status = call.status_of_sides();
    call.change = change_between(call.old_side, call.new_side);
    call.is_noise = is_change(call.change) && is_within_noise(call, selection());
    return call;
  }

  void add(std::vector<DiffLine> others) {
    std::ranges::move(others, std::back_inserter(lines_));
    std::ranges::sort(lines_, {}, &DiffLine::place);
  }

  [[nodiscard]] DiffLine without_self(const LinePlace& place) const {
    DiffLine line;
    line.place = place;
    line.change.self.resize(columns(), Exact{0});
    return line;
  }

  /// What changed first, the largest change first.
  void rank_calls(DiffLine& line) const {
    const auto key = [&](const DiffCallRow& call) {
      return std::tuple(!is_change(call.change), -change_size(call.change, selection()),
                        call.callee.name, call.callee.file, call.callee.object, call.is_inlined);
    };
    std::ranges::sort(line.calls, [&](const DiffCallRow& left, const DiffCallRow& right) {
      return key(left) < key(right);
    });
    line.changed_calls = static_cast<size_t>(std::ranges::count_if(
        line.calls, [](const DiffCallRow& call) { return is_change(call.change); }));
  }

  [[nodiscard]] PairedLine pair_of(const DiffLine& line, const LinePairing& pairing) const {
    const auto is_on = [&](std::optional<DiffSide> DiffLine::* self,
                           std::optional<DiffSide> DiffCallRow::* called,
                           std::optional<JumpCount> DiffJump::* jumped) {
      return (line.*self).has_value() ||
             std::ranges::any_of(line.calls,
                                 [&](const auto& c) { return (c.*called).has_value(); }) ||
             std::ranges::any_of(line.jumps,
                                 [&](const auto& j) { return (j.*jumped).has_value(); });
    };
    return pairing.at(line.place,
                      is_on(&DiffLine::old_side, &DiffCallRow::old_side, &DiffJump::old_side),
                      is_on(&DiffLine::new_side, &DiffCallRow::new_side, &DiffJump::new_side));
  }

  const MatchedSides& sides_;
  bool knows_inlined_;
  const std::vector<LineCosts>& costs_;
  std::vector<DiffLine> lines_;
};

/// The costs of a file's lines, one after another.
class CostLines {
 public:
  CostLines(const LineCosts& costs, uint32_t file, size_t columns)
      : costs_(&costs), rows_(costs.lines(file)), columns_(columns) {
    skip_zeros();
  }
  [[nodiscard]] bool is_at_end() const { return rows_.empty(); }
  void next() {
    rows_ = rows_.subspan(1);
    skip_zeros();
  }
  [[nodiscard]] bool equals(const CostLines& other) const {
    bool is_equal = line() == other.line();
    for (size_t column = 0; column < columns_ && is_equal; ++column) {
      is_equal = self(column) == other.self(column) && inlined(column) == other.inlined(column);
    }
    return is_equal;
  }

 private:
  [[nodiscard]] uint64_t line() const { return costs_->line(rows_.front()); }
  [[nodiscard]] int128 self(size_t column) const { return costs_->self(rows_.front(), column); }
  [[nodiscard]] int128 inlined(size_t column) const {
    return costs_->with_inlined(rows_.front(), column);
  }
  void skip_zeros() {
    const auto is_zero = [this] {
      for (size_t column = 0; column < columns_; ++column) {
        if (self(column) != 0 || inlined(column) != 0) {
          return false;
        }
      }
      return true;
    };
    while (!rows_.empty() && is_zero()) {
      rows_ = rows_.subspan(1);
    }
  }

  const LineCosts* costs_;
  std::span<const uint32_t> rows_;
  size_t columns_;
};

}  // namespace

std::vector<DiffLine> DiffLines::of(uint32_t file, const LinePairing& pairing) const {
  LineJoin join(*sides_, *files_, *costs_);
  join.add_selfs(join.self_cells(file, pairing));
  join.add_calls(join.call_cells(file, pairing));
  join.add_jumps(DiffJumps(*sides_, *files_, *costs_).of(file, pairing));
  return join.finished(pairing);
}

LineCells DiffLines::cells(uint32_t file, const LinePairing& pairing) const {
  return LineJoin(*sides_, *files_, *costs_).self_cells(file, pairing);
}

DiffLine DiffLines::line(std::span<const LineCell> cells) const {
  return LineJoin(*sides_, *files_, *costs_).line(cells);
}

bool DiffLines::differ_by_number(uint32_t file) const {
  if (costs_->size() != 2) {
    return std::ranges::any_of(of(file, LinePairing::by_number(0)), &DiffLine::is_changed);
  }
  const size_t columns = sides_->runs.selection().columns.size();
  CostLines was(costs_->front(), file, columns);
  CostLines is(costs_->back(), file, columns);
  while (!was.is_at_end() && !is.is_at_end() && was.equals(is)) {
    was.next();
    is.next();
  }
  return !was.is_at_end() || !is.is_at_end() || calls_differ_by_number(file) ||
         jumps_differ_by_number(file);
}

bool DiffLines::jumps_differ_by_number(uint32_t file) const {
  const DiffJumps all(*sides_, *files_, *costs_);
  return std::ranges::any_of(all.of(file, LinePairing::by_number(0)), [](const JumpsOfLine& line) {
    return std::ranges::any_of(line.jumps, &DiffJump::is_changed);
  });
}

/// Of two runs: what is not the same row by row may still have the same medians, but is looked at.
bool DiffLines::calls_differ_by_number(uint32_t file) const {
  struct LineCall {
    uint64_t line;
    uint32_t callee;  ///< a node
    bool is_inlined;
    uint32_t row;
    [[nodiscard]] auto place() const { return std::tuple(line, callee, is_inlined); }
  };
  const auto calls_of = [&](size_t run) {
    const LineCosts& costs = (*costs_)[run];
    const NodeMap map = sides_->nodes.map(run);
    std::vector<LineCall> calls;
    for (const uint32_t row : costs.calls(file)) {
      const LineCallKey& key = costs.call(row);
      calls.push_back({key.line, map.node(key.callee), key.is_inlined, row});
    }
    std::ranges::sort(calls, {},
                      [](const LineCall& call) { return std::pair(call.place(), call.row); });
    return calls;
  };
  const auto is_same = [&](const LineCall& was, const LineCall& is) {
    const LineCosts& old_costs = costs_->front();
    const LineCosts& new_costs = costs_->back();
    bool is_equal =
        was.place() == is.place() && old_costs.count(was.row) == new_costs.count(is.row);
    for (size_t column = 0; column < sides_->runs.selection().columns.size(); ++column) {
      is_equal =
          is_equal && old_costs.inclusive(was.row, column) == new_costs.inclusive(is.row, column);
    }
    return is_equal;
  };
  return !std::ranges::equal(calls_of(0), calls_of(1), is_same);
}

}  // namespace quern
