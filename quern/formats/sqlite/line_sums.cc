// SPDX-License-Identifier: MIT
//
// Costs by file and line over all functions and parts, for the table `lines`: it answers "which
// line" without a GROUP BY over all records. Peaks combine by maximum, as in every other answer.
#include "quern/formats/sqlite/line_sums.h"

namespace quern::sqlite {

LineSums::LineSums(const Profile& profile) : sums_(profile.events().size()) {
  for (const Event& event : profile.events()) {
    combine_.push_back(event.combine);
  }
}

size_t LineSums::LineHash::operator()(const Line& line) const {
  const uint64_t mixed =
      (line.line.value_or(~uint64_t{0}) ^ uint64_t{line.file.value} << 40) * 0x9e3779b97f4a7c15U;
  return mixed ^ mixed >> 29;
}

size_t LineSums::row(NameId file, std::optional<uint64_t> line) {
  const auto [at, is_new] = rows_.try_emplace({file, line}, lines_.size());
  if (is_new) {
    lines_.push_back(at->first);
    sums_.add_row();
  }
  return at->second;
}

void LineSums::add(size_t row, EventId event, int128 cost) {
  sums_.combine(combine_[event.index()], row, event.index(), cost);
}

void LineSums::write(NamesUsed& used, Database& database) const {
  Insert rows(database, "lines", 4);
  for (size_t row = 0; row < lines_.size() && !database.failed(); ++row) {
    const Line& line = lines_[row];
    for (size_t event = 0; event < combine_.size(); ++event) {
      const int128 cost = sums_.at(row, event);
      if (cost == 0) {
        continue;
      }
      reference(rows, line.file, used.files);
      rows.integer(line.line);
      rows.small(static_cast<int64_t>(event)).integer(cost).done();
    }
  }
}

}  // namespace quern::sqlite
