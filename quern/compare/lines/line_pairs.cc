// SPDX-License-Identifier: MIT
#include "quern/compare/lines/line_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace quern {

Result<std::shared_ptr<const LinePairs>> LinePairs::make(std::shared_ptr<const MatchedCosts> sides,
                                                         const PlacesOfSides& places) {
  std::shared_ptr<LinePairs> pairs(new LinePairs(std::move(sides), places));
  if (Result<void> known = pairs->files_.check_lines(""); !known) {
    return failure(known.error());
  }
  pairs->pair_lines(places);
  return std::shared_ptr<const LinePairs>(std::move(pairs));
}

LinePairs::LinePairs(std::shared_ptr<const MatchedCosts> sides, const PlacesOfSides& places)
    : sides_(std::move(sides)),
      files_(sides_->runs, places),
      costs_(DiffFileCosts(files_, {}, DiffFileCosts::Of::kSelf)
                 .lines(std::vector<bool>(files_.size(), true))),
      lines_(*sides_, files_, costs_) {}

void LinePairs::pair_lines(PlacesOfSides places) {
  // Nobody sees where other files of a missing name are.
  places.old_places.proposes = places.new_places.proposes = false;
  SourcesOfSides sources(places);
  for (uint32_t file = 0; file < files_.size(); ++file) {
    add(file, pairing_of(file, sources));
  }
}

/// Sources are read only of files whose lines differ as they are numbered: the others have no
/// change that a pairing by text could show.
LinePairing LinePairs::pairing_of(uint32_t file, SourcesOfSides& sources) const {
  const DiffStatus status = files_.status(file);
  if (status == DiffStatus::kAdded || status == DiffStatus::kRemoved) {
    return LinePairing::of_one_side(status == DiffStatus::kAdded ? Version::kNew : Version::kOld,
                                    0);
  }
  return lines_.differ_by_number(file) ? sources.find(files_, file).pairing
                                       : LinePairing::by_number(0);
}

void LinePairs::add(uint32_t file, const LinePairing& pairing) {
  each_key(lines_.cells(file, pairing), [&](std::span<const LineCell> own) {
    const auto row = static_cast<uint32_t>(rows_.size());
    rows_.push_back({file, cells_.size(), {}});
    cells_.insert(cells_.end(), own.begin(), own.end());
    rows_.back().pair =
        pairing.at(own.front().place, has(row, Version::kOld), has(row, Version::kNew));
  });
}

std::span<const LineCell> LinePairs::cells(uint32_t row) const {
  const size_t end = row + 1 < rows_.size() ? rows_[row + 1].first : cells_.size();
  return std::span(cells_).subspan(rows_[row].first, end - rows_[row].first);
}

std::optional<std::string_view> LinePairs::old_file(uint32_t row) const {
  const uint32_t file = rows_[row].file;
  return files_.status(file) == DiffStatus::kRenamed ? files_.name(file, Version::kOld)
                                                     : std::nullopt;
}

DiffLine LinePairs::line(uint32_t row) const {
  DiffLine line = lines_.line(cells(row));
  line.pair = rows_[row].pair;
  return line;
}

uint64_t LinePairs::number(uint32_t row) const {
  const PairedLine& pair = rows_[row].pair;
  return pair.new_line != 0 ? pair.new_line : pair.old_line;
}

std::string LinePairs::name(uint32_t row) const {
  const uint64_t line = number(row);
  return file(row) == kNotInProfile ? std::string(file(row))
         : line == 0                ? fmt::format("{}:?", file(row))
                                    : fmt::format("{}:{}", file(row), line);
}

bool LinePairs::has(uint32_t row, Version side) const {
  return std::ranges::any_of(
      cells(row), [&](const LineCell& cell) { return sides_->runs.side_of(cell.run) == side; });
}

Amount LinePairs::cost(uint32_t row, size_t run, size_t column, LineCostKind kind) const {
  const std::span<const LineCell> own = cells(row);
  const auto cell = std::ranges::find(own, run, &LineCell::run);
  if (cell == own.end()) {
    return Exact{0};
  }
  return kind == LineCostKind::kSelf ? costs_[run].self_amount(cell->row, column)
                                     : costs_[run].with_inlined_amount(cell->row, column);
}

Amount LinePairs::cost(uint32_t row, Version side, size_t column, LineCostKind kind) const {
  const RunRange runs = sides_->runs.range(side);
  std::vector<Amount> costs;
  for (size_t run = runs.first; run < runs.end; ++run) {
    costs.push_back(cost(row, run, column, kind));
  }
  return median_amount(costs);
}

}  // namespace quern
