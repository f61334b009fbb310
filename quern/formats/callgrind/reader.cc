// SPDX-License-Identifier: MIT
//
// The frame of the reader: windows, rows, and what to do at errors and at the end. Rows are read
// where they lie in the window, and no row is copied unless a message may need it later. After an
// error `error_` is set and reading stops, unless keep_going turns errors into findings. The end of
// a file without a last LF is special: killed programs leave half a row there, which is dropped
// with a finding (last_row()).
#include "quern/formats/callgrind/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "quern/formats/callgrind/callgrind.h"
#include "quern/formats/callgrind/grammar/codes.h"

namespace quern::callgrind {

namespace {

constexpr const char* kCallForm =
    "the row after `calls=` has the position of the calls and their inclusive cost";
constexpr size_t kLongestExcerpt = size_t{64} << 10;

bool is_key_part(char c) {
  return is_letter(c) || is_digit(c) || is_blank(c) || c == '_' || c == '-' || c == '(' || c == ')';
}

}  // namespace

Reader::Reader(Reading& reading)
    : reading_(&reading),
      sink_(&reading.sink),
      findings_(&reading.info.findings),
      symbols_(&reading.sink.symbols()),
      names_(*symbols_, *findings_),
      records_(*sink_, *findings_),
      dialect_(&dialect_of({})) {
  if (reading.options.base_rule) {
    forced_rule_ = *reading.options.base_rule == "self" ? BaseRule::kSelf : BaseRule::kCost;
    rule_ = *forced_rule_;
  }
  names_.set_rules(rule_, dialect_->hides_callee_files());
}

/// Names are read from the input once more when somebody asks for them, where that is possible and
/// few will be.
void Reader::leave_names() {
  defers_names_ = !reading_->options.needs_calls && sink_->keep() == Keep::kSums &&
                  reading_->input != nullptr && reading_->input->is_random_access();
  if (defers_names_) {
    symbols_->names.leave_in_input(reading_->input->read_again());
  }
}

Result<void> Reader::read() {
  leave_names();
  Window& window = reading_->window;
  if (auto first = window.peek()) {
    // The row that recognition met last may be cut, or need the one behind it.
    constexpr size_t kNextRow = size_t{1} << 12;
    first = window.peek(first->size() + kNextRow);
    is_marked_ = kFormat.probe(*first).likeness != Likeness::kNo;
    other_output_.find(*first);
    if (!other_output_.is_expected() && reading_->options.dialect == kSubprofName) {
      other_output_.expect();
    }
    signs_.is_subprof = other_output_.is_expected();
    choose_dialect();
  }
  Result<void> done = read_in_stretches(*this, *reading_);
  if (done) {
    return finish();
  }
  if (reading_->options.keep_going && any_events_) {
    (void)finish();  // the records before the place where the source failed are kept
  }
  return done;
}

/// Reads windows up to the offset `end`, where the next stretch begins. Xdebug's runs can be
/// appended while an earlier one was cut off, which the marker between them shows; so the last rows
/// before a window's end are held back until what follows them is known.
Result<bool> Reader::read_until(Window& window, uint64_t end, uint64_t origin) {
  size_t consumed = 0;
  for (;;) {
    const Result<bool> more = window.advance(consumed);
    if (!more) {
      if (more.error().is_cut && runs_may_be_cut()) {
        end_cut_stream(window);
        return error_ ? Result<bool>(failure(*error_)) : Result<bool>(false);
      }
      return failure(more.error());
    }
    if (!*more) {
      return false;
    }
    const char* const begin = window.begin();
    window_begin_ = begin;
    window_offset_ = origin + window.offset();
    const bool ends_here = end - window.offset() <= static_cast<size_t>(window.lines_end() - begin);
    const char* const rows_end = ends_here ? begin + (end - window.offset()) : window.lines_end();
    const bool holds = runs_may_be_cut();
    const char* const stop =
        holds && !ends_here && !window.at_end() ? held_back(begin, rows_end) : rows_end;
    const char* const at = holds ? read_runs(begin, stop, rows_end) : read_rows(begin, stop);
    if (error_) {
      return failure(*error_);
    }
    consumed = static_cast<size_t>(at - begin);
    if (at != rows_end) {
      continue;  // rows that are held back, or to be read in the other way
    }
    const bool is_cut = window.at_end() && window.end() != stop;
    if (ends_here || (is_ahead_ && (is_cut || !findings_->empty()))) {
      const Result<bool> moved = window.advance(consumed);
      return moved ? Result<bool>(true) : failure(moved.error());
    }
    if (is_cut) {
      has_final_newline_ = false;
      last_row(stop, window.end());
      consumed = static_cast<size_t>(window.end() - begin);
    }
  }
}

/// Reads whole rows; `stop` is just behind an LF. Returns early only after an error, and where
/// from now on rows may be cut, or no longer.
const char* Reader::read_rows(const char* at, const char* stop) {
  for (;;) {
    if (!waiting_call_ && !waiting_jump_ && !other_output_.is_behind() && lost_ == Lost::kNothing)
        [[likely]] {
      at = plain_rows(at, stop);
    }
    if (at == stop) {
      return at;
    }
    const bool may_be_cut = runs_may_be_cut();
    at = full_row(at, stop);
    if (error_ || may_be_cut != runs_may_be_cut()) {
      return at;
    }
  }
}

const char* Reader::full_row(const char* at, const char* stop) {
  const auto* const end =
      static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(stop - at)));
  const char* const text_end = end != at && end[-1] == '\r' ? end - 1 : end;
  const Row row{at, text_end, row_number_++};
  if (!process(row) && reading_->options.keep_going) {
    go_on_behind(row);
  }
  show_row({});  // plain rows show none, and the window may move
  return end + 1;
}

/// After an error, with keep_going. A row where the cost row of a `calls=` should be may be sound.
void Reader::go_on_behind(const Row& row) {
  error_.reset();
  const char* const at = std::find_if_not(row.begin, row.end, is_blank);
  const std::string_view text(at, static_cast<size_t>(row.end - at));
  if (text.starts_with("calls=") || text.starts_with("rcalls=")) {
    names_.forget_callee();  // it has had its `calls=`
  }
  if (std::exchange(waiting_call_, std::nullopt) && !starts_cost(*at) && !process(row)) {
    error_.reset();
  }
}

/// The row behind the last LF. A row that is cut is dropped: killed processes leave such files.
void Reader::last_row(const char* at, const char* end) {
  const char* const text_end = end[-1] == '\r' ? end - 1 : end;
  const Row row{at, text_end, row_number_++};
  if (runs_may_be_cut()) {
    return cut_row(row, "file");  // Xdebug ends each row: even a sound one is cut
  }
  if (drops_last_row(row)) {
    drop_waiting_call();
    return note_cut(row.place(std::find_if_not(at, text_end, is_blank)), "file");
  }
  const Findings before = *findings_;
  const std::optional<WaitingJump> jump = waiting_jump_;
  const uint64_t unknown_rows = findings_->count(kUnknownLine);
  const bool was_error = !process(row);
  if (!was_error && findings_->count(kUnknownLine) == unknown_rows) {
    return;
  }
  *findings_ = before;
  error_.reset();
  if (jump && !waiting_jump_) {
    note_jump_no_source(jump->place);  // the row was not its source: that stays true
  }
  drop_waiting_call();
  note_cut(row.place(std::find_if_not(at, text_end, is_blank)), "file");
}

/// `what` ends: "file", or "run" where others follow.
void Reader::note_cut(Place place, std::string_view what) {
  is_cut_ = true;
  note(kTruncated, place, [what] {
    return fmt::format("the {} ends in the middle of this row, which is left out", what);
  });
}

/// A `calls=` whose cost row was cut off never was: its callee waits again.
void Reader::drop_waiting_call() {
  if (!waiting_call_) {
    return;
  }
  findings_->return_to(waiting_call_->findings);
  names_.return_callee(waiting_call_->callee);
  waiting_call_.reset();
}

/// The kind of a row is decided by its first bytes; what it means, by what waits for it. Comments
/// are skipped even between `calls=` and its cost row.
bool Reader::process(const Row& row) {
  show_row(row);
  const char* const at = std::find_if_not(row.begin, row.end, is_blank);
  if (at == row.end) {
    return true;
  }
  if (other_output_.is_expected() && other_output_.skips(row, *findings_)) {
    return true;
  }
  if (*at == '#') {
    if (!any_row_ && std::string_view(at, row.end).starts_with("# callgrind format")) {
      signs_.has_callgrind_comment = true;
    }
    return true;
  }
  const Lost lost = std::exchange(lost_, Lost::kNothing);
  if (starts_cost(*at)) {
    if (at != row.begin) {
      note(kLeadingSpace, row.place(at), "spaces before the row");
    }
    any_row_ = true;
    const bool is_orphan =
        lost == Lost::kCall || (lost == Lost::kJump && positions_.are_all_of(Tokens(at, row.end)));
    return is_orphan ? orphan_row(row, at) : cost_row(row, at);
  }
  if (waiting_call_) {
    return fail(row, {&kCallsWithoutCost, at,
                      fmt::format("expected a cost row after the `calls=` of line {}",
                                  waiting_call_->place.line),
                      kCallForm});
  }
  if (waiting_jump_) {
    finish_jump();
  }
  return other_row(row, at);
}

/// What is neither a cost nor a comment. Unknown words and keys are skipped, as in other readers:
/// new producers invent some. But the very first row must be known, else any text would be an empty
/// profile.
bool Reader::other_row(const Row& row, const char* at) {
  const std::string_view text(at, row.end);
  const auto* const spec_end = std::ranges::find_if_not(text, is_lower);
  const bool is_spec = spec_end != text.begin() && spec_end != text.end() && *spec_end == '=';
  const auto* const key_end = std::ranges::find_if_not(text, is_key_part);
  const bool is_header = !is_spec && is_letter(*at) && key_end != text.end() && *key_end == ':';
  const bool is_mark = !is_spec && !is_header && is_separator(text);
  if (!is_spec && !is_header && !is_mark) {
    if (!any_row_ && !is_marked_) {
      return fail(row, {&kNoFormat, at, "this is not a row of the Callgrind format", {}});
    }
    any_row_ = true;
    note(kUnknownLine, row.place(at),
         [text] { return "unknown row skipped: " + quoted_start(text); });
    return true;
  }
  if (at != row.begin) {
    note(kLeadingSpace, row.place(at), "spaces before the row");
  }
  if (is_mark) {
    separator_row(row.place(at));
    return any_row_ = true;
  }
  const bool done = is_spec ? spec_row(row, at, spec_end) : header_row(row, at, key_end);
  any_row_ = true;
  return done;
}

void Reader::look_for_joined_row(const Row& row, Tokens tokens) {
  if (joined_row_ || any_records_) {
    return;
  }
  if (const char* const at = joined_row(tokens)) {
    joined_row_ = JoinedRow{std::string(row.text().substr(0, kLongestExcerpt)), row.place(at)};
  }
}

/// False: the file has no record, and rows of it stand on one line.
bool Reader::report_joined_row() {
  if (!joined_row_ || any_records_) {
    return true;
  }
  const std::string& text = joined_row_->text;
  const Row row{text.data(), text.data() + text.size(), joined_row_->place.line};
  const size_t at = std::min<size_t>(joined_row_->place.column - 1, text.size());
  show_row(row);
  fail(row, {&kLineBreaksLost, row.begin + at,
             "another row begins inside this row: line breaks were lost",
             "copy the profile again as plain text, with each `word=` and each row of costs on a "
             "separate line"});
  show_row({});
  return false;
}

/// Where errors are findings, error_ only says that there was one.
bool Reader::fail(const Row& row, RowError error) {
  const Place place = row.place(error.at);
  error_ = told(*reading_, std::move(error), place, row.text()).value_or(Diagnostic());
  return false;
}

void Reader::end_waiting_calls() {
  if (!waiting_call_) {
    return;
  }
  if (!has_final_newline_) {
    const Place place = waiting_call_->place;
    drop_waiting_call();
    is_cut_ = true;
    note(kTruncated, place,
         "the file ends before the cost row of this `calls=`, which is left out");
    return;
  }
  const WaitingCall call = *std::exchange(waiting_call_, std::nullopt);
  const Row row{call.row.data(), call.row.data() + call.row.size(), call.place.line};
  fail(row, {&kCallsWithoutCost, row.begin + (call.place.column - 1),
             "the file ends where the cost row of this `calls=` is expected", kCallForm});
}

/// What still waits is settled first, since that can be an error of the last rows; what the whole
/// file lacks is reported behind it.
Result<void> Reader::finish() {
  show_row({});
  end_waiting_calls();
  if ((error_ || !report_joined_row()) && !reading_->options.keep_going) {
    return failure(*error_);
  }
  if (waiting_jump_) {
    finish_jump();
  }
  if (!any_events_ && findings_->count(kBadEvents) + findings_->count(kLineBreaksLost) == 0) {
    const Row top{nullptr, nullptr, 1};
    fail(top, {&kNoEvents, nullptr,
               any_row_ ? "the file has no `events:` row, which names its costs"
               : signs_.has_callgrind_comment ? "the file has no rows after its first comment"
                                              : "the file is empty",
               any_row_ ? "a row such as `events: Ir` must precede all costs; check whether the "
                          "start of the file was cut off"
                        : "with --separate-threads=yes, Callgrind leaves this file empty: open the "
                          "files of the threads, or use --siblings"});
    if (!reading_->options.keep_going) {
      return failure(*error_);
    }
  }
  if (!drop_cut_run()) {
    end_part();
  }
  end_file();
  names_.settle();
  records_.finish();
  if (any_events_ && !any_records_ && findings_->errors() == 0) {
    note(kNoData, {1, 1}, "the file declares events but has no record");
  }
  return {};
}

}  // namespace quern::callgrind
