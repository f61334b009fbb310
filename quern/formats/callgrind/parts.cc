// SPDX-License-Identifier: MIT
//
// Where parts and glued files begin and end, and what they should come to.
// A new part forgets object, files, function and base, but not the aliases, which belong to the
// file: Valgrind defines a name in one part and uses it in another. Only a glued file starts
// without aliases.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

/// Xdebug and HHVM write this row before each run that they append to a file. What follows is read
/// like a file of its own.
void Reader::separator_row(Place place) {
  if (is_ahead_) {
    error_.emplace();
    return;
  }
  note(kAppendMarker, place, [this] {
    return std::string(any_row_ ? "another run was appended: it becomes a separate part"
                                : "the separator of an appended run, with nothing before it");
  });
  if (!signs_.version.empty() && !is_cut_ && !part_.has_events && !part_.has_body) {
    note(kTruncated, place, "the run before this row ends before its `events:`");
  }
  if (any_row_) {
    follows_xdebug_ = runs_may_be_cut();
    end_part();
  }
  end_file();
}

void Reader::open_part_if_body() {
  if (part_.has_body || part_.is_over()) {
    end_part();
  }
}

/// Tells the sink about the part, at its first record.
void Reader::begin_records(Place place) {
  if (part_.has_records) {
    return;
  }
  part_.has_records = true;
  note_first_block();
  tell_base_rule();
  const bool lacks_lines = dialect_->is_subprof() && positions_.kinds.line;
  positions_.kinds.may_lack_lines = false;
  if (!part_.has_positions_row && positions_.kinds != PositionKinds{}) {
    note(kPositionsInherited, place,
         "the part has no `positions:` row: the one of the previous part is used");
  }
  positions_.kinds.may_lack_lines = lacks_lines;
  records_.begin_part(positions_.kinds, part_.events, part_.columns.size() == part_.events.size());
  part_is_open_ = true;
  begin_tree();
}

/// The rule that the first records are read by; of several `creator:` rows in a header the last one
/// chose it.
void Reader::tell_base_rule() {
  if (!reading_->info.base_rule) {
    reading_->info.base_rule = rule_ == BaseRule::kSelf ? "self" : "cost";
  }
}

/// " Dr", of the part's events; nothing where it has but one, or where the name was not kept.
std::string Reader::of_event(size_t event) const {
  if (part_.events.size() < 2) {
    return {};
  }
  const auto column = std::ranges::find(part_.columns, event);
  const auto at = static_cast<size_t>(column - part_.columns.begin());
  return at < part_.told_names.size() ? " " + printable(part_.told_names[at])
                                      : fmt::format(" of event {}", event + 1);
}

/// A declared cost belongs to a column of `events:`. Costs of a repeated event add up, as those of
/// rows do.
std::vector<int128> Reader::per_event(const DeclaredCosts& declared) {
  std::vector<int128> costs;  // as long as it has to be: there may be many such rows
  const size_t count = std::min(declared.costs.size(), part_.columns.size());
  for (size_t column = 0; column < count; ++column) {
    const size_t event = part_.columns[column];
    costs.resize(std::max(costs.size(), event + 1));
    costs[event] += declared.costs[column];
  }
  if (declared.costs.size() > count) {
    note(kSummaryCount, {declared.place.line, declared.columns[count]}, [&declared, this] {
      return fmt::format("{} costs, but {} declared: the rest is ignored", declared.costs.size(),
                         counted(part_.columns.size(), "event"));
    });
  }
  return costs;
}

/// `summary:` may exceed the sum of the rows, since parts of a run are left out; below the sum is
/// suspicious. Xdebug rounds every number, so one unit a block is tolerated.
void Reader::check_totals(const std::vector<int128>& sums) {
  const auto& summaries = part_.header.summaries;
  const bool is_xdebug = dialect_->is_xdebug();
  if (!summaries.empty() && !(is_xdebug && summaries.size() > 1)) {
    const std::vector<int128>& summary = summaries.back();
    const size_t compared = is_xdebug ? std::min<size_t>(1, sums.size()) : sums.size();
    const int128 allowance = is_xdebug ? int128{part_.blocks} + 1 : int128{0};
    for (size_t event = 0; event < compared; ++event) {
      const int128 said = event < summary.size() ? summary[event] : 0;
      if (sums[event] > said + allowance) {
        note(kSummaryMismatch, part_.summaries.back().place, [&, event] {
          return fmt::format("`summary:` says {}{}, but the self costs add up to {}", grouped(said),
                             of_event(event), grouped(sums[event]));
        });
        break;
      }
    }
  }
  if (part_.header.declared_totals && *part_.header.declared_totals != sums) {
    note(kTotalsMismatch, part_.totals.back().place, [&] {
      const auto [said, is] = std::ranges::mismatch(*part_.header.declared_totals, sums);
      return fmt::format("`totals:` says {}{}, but the self costs add up to {}{}", grouped(*said),
                         of_event(static_cast<size_t>(is - sums.begin())), grouped(*is),
                         dialect_->is_converter()
                             ? ": the converter hid the rest on lines that also have calls"
                             : "");
    });
  }
}

/// A part without a record goes to the sink too: it has a header, and its number and thread count.
void Reader::end_part() {
  if (waiting_jump_) {
    finish_jump();
  }
  names_.drop_callee();
  end_block();
  records_.flush();
  if (!part_is_open_) {
    choose_dialect();
    sink_->begin_part(positions_.kinds, part_.events);
    begin_tree();
  }
  for (const DeclaredCosts& summary : part_.summaries) {
    part_.header.summaries.push_back(per_event(summary));
  }
  for (const DeclaredCosts& totals : part_.totals) {
    part_.header.declared_totals = per_event(totals);
  }
  if (part_.header.declared_totals) {
    part_.header.declared_totals->resize(part_.events.size());
  }
  part_.header.has_summary_as_base = !dialect_->is_xdebug();
  const std::vector<int128> sums = sink_->part_totals();
  check_totals(sums);
  check_end(sums);
  records_.end_part();
  sink_->end_part(std::move(part_.header));
  part_is_open_ = false;
  ++parts_ended_;
  part_ = {};
  names_.end_part();
  positions_.forget_base();
}

/// The end of the input, or of a file that another is glued to.
void Reader::end_file() {
  names_.end_file();
  choose_dialect();
  if (reading_->info.format.empty() && any_events_) {
    reading_->info.format = dialect_->format;
    reading_->info.dialect = dialect_->name;
    tell_base_rule();
  }
  compares_files_ = false;
  signs_.end_file();
  has_first_block_ = false;
  positions_.kinds = {};
  is_cut_ = is_rewritten_ = false;
  choose_dialect();
}

/// Asked whenever a sign is added, since signs come one by one: a file may begin with `version:`
/// and name its creator three rows later. Rows that were read before keep the meaning they had.
void Reader::choose_dialect() {
  signs_.has_positions = signs_.has_positions || part_.has_positions_row;
  signs_.starts_as_cachegrind = first_key_ == "desc" || first_key_ == "cmd";
  dialect_ = &dialect_of(signs_);
  rule_ = forced_rule_.value_or(dialect_->base_rule);
  names_.set_rules(rule_, dialect_->hides_callee_files());
}

}  // namespace quern::callgrind
