// SPDX-License-Identifier: MIT
//
// What only some writers do: Xdebug's runs that were killed, appended or shared by forks, and its
// call tree; the header of Parrot's converter.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

namespace {

/// The first row behind `at` that begins with `=`; null: none before `end`. Looks at every byte, so
/// it is written for wide registers; the window can be read beyond `end`.
const char* next_equals_row(const char* at, const char* end) {
  constexpr size_t kStep = 64;
  static_assert(kStep <= Window::kPadding);
  for (; at < end; at += kStep) {
    unsigned char found = 0;
    for (size_t byte = 0; byte < kStep; ++byte) {
      found = static_cast<unsigned char>(found | (static_cast<unsigned>(at[byte] == '\n') &
                                                  static_cast<unsigned>(at[byte + 1] == '=')));
    }
    if (found != 0) {
      const char* const last = at + std::min<ptrdiff_t>(kStep, end - at);
      for (; at < last; ++at) {
        if (at[0] == '\n' && at + 1 < end && at[1] == '=') {
          return at + 1;
        }
      }
      return nullptr;
    }
  }
  return nullptr;
}

std::string_view row_at(const char* at, const char* end) {
  const auto* const stop =
      static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at)));
  const std::string_view text(at, stop);
  return text.substr(0, text.size() - (text.ends_with('\r') ? 1 : 0));
}

/// The first append marker behind `at`; null: none.
const char* next_marker(const char* at, const char* end) {
  const char* row = next_equals_row(at, end);
  while (row != nullptr && !is_separator(row_at(row, end))) {
    row = next_equals_row(row, end);
  }
  return row;
}

/// Where the row begins that ends just before `end`.
const char* last_row_of(const char* begin, const char* end) {
  const char* at = end - 1;
  while (at != begin && at[-1] != '\n') {
    --at;
  }
  return at;
}

}  // namespace

/// Whether the rows at hand are Xdebug's: killed runs end anywhere, the last row is sound only if
/// it has its LF, and a row right before an append marker lacks its own.
bool Reader::runs_may_be_cut() const {
  return (dialect_->is_xdebug() && !is_rewritten_) || (follows_xdebug_ && !part_.has_events);
}

/// Where to stop in a window of whole rows, so that the row before an append marker is met along
/// with the marker.
const char* Reader::held_back(const char* begin, const char* end) const {
  return begin == end ? end : last_row_of(begin, end);
}

/// Reads the rows before `stop`; those up to `end` can be looked at. Returns as read_rows() does.
const char* Reader::read_runs(const char* at, const char* stop, const char* end) {
  while (at != stop) {
    const char* const marker = next_marker(at, end);
    if (marker == nullptr || marker > stop) {
      return read_rows(at, stop);
    }
    const char* const before = last_row_of(at, marker);
    at = read_rows(at, before);
    if (error_ || at != before || !runs_may_be_cut()) {
      return at;
    }
    const std::string_view text = row_at(before, marker);
    if (trim(text).empty() || is_separator(text)) {
      at = full_row(before, marker);
    } else {
      cut_row({text.data(), text.data() + text.size(), row_number_++}, "run");
      at = marker;
    }
    if (at != stop) {
      at = full_row(at, end);
    }
    if (error_ || !runs_may_be_cut()) {
      return at;
    }
  }
  return at;
}

/// The last row of a killed run never was; nor what only waited for it.
void Reader::cut_row(const Row& row, std::string_view what) {
  show_row(row);
  const char* const at = std::find_if_not(row.begin, row.end, is_blank);
  drop_waiting_call();
  note_cut(row.place(at == row.end ? row.begin : at), what);
  show_row({});
  names_.forget_callee();
  is_cut_ = true;
}

/// The compressed stream was cut: what inflates is read.
void Reader::end_cut_stream(Window& window) {
  const char* at = window.begin();
  while (at != window.lines_end() && !error_) {
    at = runs_may_be_cut() ? read_runs(at, window.lines_end(), window.lines_end())
                           : read_rows(at, window.lines_end());
  }
  if (error_) {
    return;
  }
  has_final_newline_ = false;
  const char* const end = window.end() != at ? window.end() : at;
  cut_row({at, end, row_number_}, "file");
}

/// A last run that was appended, but cut before its `events:`, is no part.
bool Reader::drop_cut_run() {
  if (!follows_xdebug_ || !any_events_ || part_.has_events || part_.has_body) {
    return false;
  }
  if (!is_cut_) {
    note(kTruncated, {row_number_, 1}, "the file ends before the `events:` of its last run");
  }
  return true;
}

/// Xdebug 2.6 and 2.7 print sums below zero as if they had no sign.
void Reader::correct_summary(DeclaredCosts& summary) const {
  const std::string_view creator = signs_.creator;
  const std::string_view release = creator.substr(0, std::string_view("xdebug 2.6").size());
  if (release != "xdebug 2.6" && release != "xdebug 2.7") {
    return;
  }
  if (creator.size() > release.size() && is_digit(creator[release.size()])) {
    return;
  }
  for (int128& cost : summary.costs) {
    if (cost > int128{INT64_MAX} && cost <= int128{UINT64_MAX}) {
      cost -= int128{1} << 64;
    }
  }
}

void Reader::note_shared_file(const DeclaredCosts& summary) {
  if (dialect_->is_xdebug()) {
    note(kSharedFile, summary.place,
         "another `summary:` in this run: forked processes wrote this file, and costs before the "
         "fork may be counted twice");
  }
}

/// Before the first record of a file: its block identifies Parrot's converter.
void Reader::note_first_block() {
  if (!has_first_block_ && !is_ahead_) {
    has_first_block_ = true;
    const auto [file, function] = names_.block_names();
    signs_.first_file = symbols_->names.text(file);
    signs_.first_function = symbols_->names.text(function);
    choose_dialect();
    if (dialect_->is_converter() && signs_.first_event == kConverterTime) {
      sink_->event(event_named(kConverterTime));
    }
  }
}

/// Aggregate files have a block a function: there is no tree in them.
void Reader::begin_tree() {
  if (dialect_->is_xdebug() && part_.header.command != "Aggregate") {
    records_.begin_tree(part_.events);
  }
}

/// The block is complete: it was one invocation, unless it has no record.
void Reader::end_block() {
  if (records_.have_tree()) {
    records_.end_block(names_.made_function(), names_.are_waiting());
  }
}

}  // namespace quern::callgrind
