// SPDX-License-Identifier: MIT
//
// How the reader knows that a file is whole. Rows are lost where a profiler is killed, a disk is
// full or a copy is cut short; what its producer always writes last shows it.
// docs/formats/callgrind.md lists for each producer what that is. Files of unknown origin have no
// such sign unless they declare `totals:`; `info.shows_end` says whether the end was seen.
#include <fmt/format.h>

#include <algorithm>

#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

namespace {

bool declares_costs(std::string_view row) {
  return row.starts_with("totals:") || row.starts_with("summary:");
}

/// Where the one has more than the other; nothing: nowhere.
std::optional<size_t> first_above(const std::vector<int128>& declared,
                                  const std::vector<int128>& sums) {
  for (size_t event = 0; event < std::min(declared.size(), sums.size()); ++event) {
    if (declared[event] > sums[event]) {
      return event;
    }
  }
  return std::nullopt;
}

/// A row of costs is zero-filled where it is short.
bool are_equal(std::vector<int128> declared, const std::vector<int128>& sums) {
  declared.resize(std::max(declared.size(), sums.size()));
  return std::equal(declared.begin(), declared.end(), sums.begin(), sums.end());
}

}  // namespace

/// Who rewrites Xdebug's files may end them as they like.
End Reader::end_of_file() const {
  const Dialect& dialect = dialect_of(signs_);
  return is_rewritten_ && dialect.is_xdebug() ? End::kAny : end_of(dialect, signs_.creator);
}

/// The last row, which has no LF. True: its producer never ends a row so, and it is dropped. A row
/// of declared costs is read: it is whole if its numbers are the sums of the rows.
bool Reader::drops_last_row(const Row& row) {
  choose_dialect();
  const char* const at = std::find_if_not(row.begin, row.end, is_blank);
  const bool is_other_output = other_output_.is_expected() && other_output_.is_behind();
  if (end_of_file() == End::kAny || at == row.end || *at == '#' || is_other_output) {
    return false;
  }
  part_.is_end_cut = declares_costs({at, row.end});
  return !part_.is_end_cut;
}

/// What shows that a part is whole, or that it is not.
void Reader::check_end(const std::vector<int128>& sums) {
  if (is_cut_) {
    return;  // reported where the row is cut
  }
  const End end = end_of_file();
  const PartHeader& header = part_.header;
  const Place here{row_number_ - 1, 1};
  const bool is_converter = dialect_->is_converter();
  // Of quern's own files, a part without events has nothing to add up.
  const bool has_totals = header.declared_totals || part_.has_null_totals ||
                          (!part_.has_events && signs_.creator.starts_with("quern"));
  if (end == End::kTotals && !has_totals) {
    note(kEndMissing, here, "the part has no `totals:`, which its producer writes after the rows");
    return;
  }
  if (end == End::kSummary && header.summaries.empty()) {
    note(kEndMissing, here, [&] {
      return fmt::format("the {} has no `summary:`, which its producer writes at the end",
                         dialect_->is_xdebug() ? "run" : "file");
    });
    return;
  }
  if (end == End::kAny || end == End::kRow) {
    reading_->info.shows_end = reading_->info.shows_end && header.declared_totals.has_value();
  }
  // Cachegrind's `summary:` is the sum of all rows. Xdebug's has the wall time and the peak of
  // memory, which the rows do not add up to.
  const bool is_cachegrind = end == End::kSummary && !dialect_->is_xdebug();
  const std::vector<int128>* const declared = is_cachegrind            ? &header.summaries.back()
                                              : header.declared_totals ? &*header.declared_totals
                                                                       : nullptr;
  if (declared == nullptr) {
    return;
  }
  // The converter loses costs, but declares the same total twice.
  const bool is_once = is_converter && header.summaries.empty();
  if (part_.is_end_cut && !is_once &&
      !are_equal(*declared, is_converter ? header.summaries.back() : sums)) {
    note(kTruncated, here,
         "the last row has no line feed and does not declare the sums of the rows: it was cut");
    return;
  }
  if (const std::optional<size_t> event = first_above(*declared, sums); event && !is_converter) {
    note(kCostsMissing, is_cachegrind ? part_.summaries.back().place : part_.totals.back().place,
         [&] {
           return fmt::format("`{}:` declares {}{}, but the rows add up to {}",
                              is_cachegrind ? "summary" : "totals", grouped((*declared)[*event]),
                              of_event(*event), grouped(sums[*event]));
         });
  }
}

}  // namespace quern::callgrind
