// SPDX-License-Identifier: MIT
#include "quern/compare/source/diff_jumps.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "quern/base/median.h"

namespace quern {

/// What one run has of a jump.
struct DiffJumps::Cell {
  LinePlace place;
  bool is_elsewhere = false;   ///< it leads into another file
  std::string_view file_name;  ///< then its name,
  uint32_t file = 0;           ///< and its number, where it has one
  LinePlace target;
  bool is_conditional = false;
  uint32_t function = 0;  ///< where the target's line is not known: lines that are not
                          ///< known need not be one
  uint32_t run = 0;
  uint32_t row = 0;  ///< of the run's LineCosts

  [[nodiscard]] auto key() const {
    return std::tuple(place, is_elsewhere, file_name, file, target, is_conditional, function);
  }
  [[nodiscard]] auto order() const { return std::tuple(key(), run, row); }
};

namespace {

/// The runs of one side of a jump.
class JumpRuns {
 public:
  explicit JumpRuns(RunRange runs) : runs_(runs), counts_(runs.size()) {}

  void add(uint32_t run, int128 executed, int128 followed) {
    if (runs_.first <= run && run < runs_.end) {
      JumpCount& count = counts_[run - runs_.first];
      count.executed += executed;
      count.followed += followed;
      is_there_ = true;
    }
  }
  [[nodiscard]] std::optional<JumpCount> median() const {
    return is_there_ ? std::optional(JumpCount{lower_median(all(&JumpCount::executed)),
                                               lower_median(all(&JumpCount::followed))})
                     : std::nullopt;
  }
  [[nodiscard]] size_t size() const { return counts_.size(); }
  [[nodiscard]] CostRange range(int128 JumpCount::* count) const { return range_of(all(count)); }

 private:
  [[nodiscard]] std::vector<int128> all(int128 JumpCount::* count) const {
    std::vector<int128> all;
    std::ranges::transform(counts_, std::back_inserter(all), count);
    return all;
  }
  RunRange runs_;
  std::vector<JumpCount> counts_;
  bool is_there_ = false;
};

bool meet(const JumpRuns& was, const JumpRuns& is, int128 JumpCount::* count) {
  return was.range(count).meets(is.range(count));
}

}  // namespace

std::vector<DiffJumps::Cell> DiffJumps::cells(uint32_t file, const LinePairing& pairing) const {
  std::vector<Cell> cells;
  for (uint32_t run = 0; run < costs_->size(); ++run) {
    const LineCosts& costs = (*costs_)[run];
    const Version side = sides_->runs.side_of(run);
    const NodeMap map = sides_->nodes.map(run);
    for (const uint32_t row : costs.jumps(file)) {
      const LineJumpKey& key = costs.jump(row);
      Cell& cell = cells.emplace_back();
      cell.place = pairing.place_of(side, key.line);
      cell.is_conditional = key.is_conditional;
      cell.file = files_->file(run, key.file);
      cell.is_elsewhere = cell.file != file;
      if (!cell.is_elsewhere) {
        cell.target = pairing.place_of(side, key.target);
      } else {
        cell.file_name = cell.file != DiffFiles::kNoFile
                             ? files_->name(cell.file)
                             : sides_->runs.run(run).profile->symbols().names.text(key.file);
        cell.target =
            key.target != 0 ? LinePlace{LinePlace::Kind::kBeyond, key.target} : LinePlace();
      }
      cell.function = key.target != 0 ? 0 : map.node(key.function);
      cell.run = run;
      cell.row = row;
    }
  }
  std::ranges::sort(cells, {}, &Cell::order);
  return cells;
}

DiffJump DiffJumps::jump(std::vector<Cell>::const_iterator first,
                         std::vector<Cell>::const_iterator last, const LinePairing& pairing) const {
  DiffJump jump;
  JumpRuns was(sides_->runs.range(Version::kOld)), is(sides_->runs.range(Version::kNew));
  std::optional<uint32_t> function;
  for (const Cell& cell : std::span(first, last)) {
    const LineCosts& costs = (*costs_)[cell.run];
    for (JumpRuns* const side : {&was, &is}) {
      side->add(cell.run, costs.executed(cell.row), costs.followed(cell.row));
    }
    const uint32_t node = sides_->nodes.map(cell.run).node(costs.jump(cell.row).function);
    jump.is_into_several = jump.is_into_several || function.value_or(node) != node;
    function = node;
  }
  jump.is_conditional = first->is_conditional;
  jump.file = first->file_name;
  jump.function = jump.is_into_several ? std::string_view() : sides_->nodes.name(*function).name;
  jump.old_side = was.median();
  jump.new_side = is.median();
  if (first->is_elsewhere) {
    jump.target = LinePairing::by_number(0).at(first->target, true, true);
  } else {
    jump.target_place = first->target;
    jump.target = pairing.at(first->target, jump.old_side.has_value(), jump.new_side.has_value());
  }
  jump.is_noise = jump.is_changed() && was.size() + is.size() > 2 &&
                  meet(was, is, &JumpCount::executed) && meet(was, is, &JumpCount::followed);
  return jump;
}

std::vector<JumpsOfLine> DiffJumps::of(uint32_t file, const LinePairing& pairing) const {
  const std::vector<Cell> cells = this->cells(file, pairing);
  std::vector<JumpsOfLine> lines;
  for (auto first = cells.begin(); first != cells.end();) {
    const auto last =
        std::find_if(first, cells.end(), [&](const Cell& c) { return c.key() != first->key(); });
    if (lines.empty() || lines.back().place != first->place) {
      lines.push_back({first->place, {}});
    }
    lines.back().jumps.push_back(jump(first, last, pairing));
    first = last;
  }
  for (JumpsOfLine& line : lines) {  // what changed comes first
    std::vector<DiffJump> ordered;
    ordered.reserve(line.jumps.size());
    std::ranges::copy_if(line.jumps, std::back_inserter(ordered), &DiffJump::is_changed);
    std::ranges::remove_copy_if(line.jumps, std::back_inserter(ordered), &DiffJump::is_changed);
    line.jumps = std::move(ordered);
  }
  return lines;
}

}  // namespace quern
