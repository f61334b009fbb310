// SPDX-License-Identifier: MIT
//
// The frame of the reader: header, rows, the end, and what to do after an error. With --recover the
// rows before an error are a profile of their own; with keep_going (`quern check`) reading
// continues with the next record, and records below the bad one count as called by its caller.
// Files that were appended to each other are an error, because their numbers would collide; with
// keep_going the second dump is read as another part.
#include "quern/formats/igprof/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/igprof/codes.h"

namespace quern::igprof {

namespace {
constexpr PositionKinds kNoPositions{.line = false};  // contexts have offsets

bool is_space(char c) {
  return is_blank(c) || c == '\r';
}
}  // namespace

Reader::Reader(Reading& reading)
    : reading_(&reading),
      sink_(&reading.sink),
      findings_(&reading.info.findings),
      symbols_(&reading.sink.symbols()),
      counters_(reading.sink) {
  reading.info.format = "igprof";
  reading.info.shows_end = false;
}

Result<void> Reader::read() {
  begin_part();
  Result<void> done = read_window();
  if (done && !header_ && !has_ended_) {
    begin_ = row_end_ = end_ = "";
    fail(kBadHeader, begin_, "the file is empty",
         "check that the program has ended and written its dump");
    end_reading();
  }
  if (error_result_) {
    done = failure(std::move(*error_result_));
  }
  end_part();
  return done;
}

/// The last row may lack its LF. It is read, since only a file that was cut in a number is wrong; a
/// finding says that rows may be missing.
Result<void> Reader::read_window() {
  Window& window = reading_->window;
  size_t consumed = 0;
  for (;;) {
    const Result<bool> more = window.advance(consumed);
    if (!more) {
      return cut_source(more.error());
    }
    const char* const stop = window.lines_end();
    const bool has_last_row = window.at_end() && window.end() != stop;
    if (!*more || !read_rows(window.begin(), stop) ||
        (has_last_row && !read_rows(stop, window.end()))) {
      return {};
    }
    if (has_last_row && !std::all_of(stop, window.end(), is_space)) {
      findings_->add(kNoLineFeed, {row_number_ - 1, 1},
                     "the last row has no line feed: its numbers may be cut, and rows missing");
    }
    consumed = static_cast<size_t>((has_last_row ? window.end() : stop) - window.begin());
  }
}

/// `stop` is behind an LF or the input's end. False: reading ends here.
bool Reader::read_rows(const char* at, const char* stop) {
  end_ = stop;
  while (at != nullptr && at != stop) {
    at = !header_          ? first_row(at)
         : header_->is_hex ? read_records<true>(at, stop)
                           : read_records<false>(at, stop);
  }
  return at != nullptr;
}

/// Reads to `stop` or to where the dialect changes. Null: reading ends here.
template <bool kHex>
const char* Reader::read_records(const char* at, const char* stop) {
  while (at != stop && header_->is_hex == kHex) {
    begin_ = at;
    row_end_ = nullptr;
    at = *at == 'C' ? record<kHex>(at) : other_row(at);
    if (at == nullptr) [[unlikely]] {
      if (!go_on_after_error()) {
        return nullptr;
      }
      at = row_end();
    }
    at = next_row(at);
  }
  return at;
}

const char* Reader::next_row(const char* at) {
  ++row_number_;
  at += *at == '\r' && at != end_ ? 1 : 0;
  return at == end_ ? at : at + 1;
}

const char* Reader::first_row(const char* at) {
  begin_ = at;
  row_end_ = nullptr;
  DumpHeader header;
  error_ = parse_header(at, row_end(), header);
  if (error_) {
    end_reading();
    return nullptr;
  }
  begin_dump(std::move(header));
  return next_row(row_end());
}

void Reader::begin_dump(DumpHeader header) {
  if (!header_) {
    reading_->info.dialect = header.is_hex ? "igprof" : "early-igprof";
    reading_->info.command = header.program;
  }
  header_ = std::move(header);
  counters_.set_tick(header_->tick_ns);
}

/// A blank row, or an error.
const char* Reader::other_row(const char* at) {
  row_depth_ = 0;
  const std::string_view row(at, row_end());
  if (std::ranges::all_of(row, is_blank)) {
    return row_end();
  }
  if (row.starts_with("P=(")) {
    return fail(kSecondHeader, at, "the header of another dump",
                fmt::format("two dumps were appended to one file: `head -n {}` gives the first, "
                            "`tail -n +{}` the other",
                            row_number_ - 1, row_number_));
  }
  return expected(at, "a record such as `C1 FN0+0`");
}

/// Tells what is wrong with the row at hand. False: reading ends here.
bool Reader::go_on_after_error() {
  const CodeInfo* const code = error_->code;
  end_reading();
  if (!reading_->options.keep_going) {
    return false;
  }
  has_ended_ = false;
  if (code == &kSecondHeader) {
    restart();
  } else {
    skip_record();
  }
  return true;
}

/// Makes the row's error the end of the reading, in the way that the options want.
void Reader::end_reading() {
  has_ended_ = true;
  RowError error = *std::exchange(error_, std::nullopt);
  const std::string_view row(begin_, row_end());
  const char* const input_end = row_end_ == nullptr || *row_end_ != '\r' ? row_end_ : row_end_ + 1;
  if (error.is_cut && input_end == end_ && header_) {
    error.code = &kCutRecord;
    error.message = "the dump ends in the middle of this record: " + error.message;
    error.hint =
        "the program may have been killed while it wrote; --recover keeps the rows before this one";
  }
  const Place place{row_number_, static_cast<uint64_t>(error.at - begin_) + 1};
  findings_->set_row(row_number_, row);
  if (reading_->options.recover && header_ && !reading_->options.keep_going) {
    recover(place, error.message);
  } else {
    error_result_ = told(*reading_, std::move(error), place, row);
  }
  findings_->set_row(0, {});
}

void Reader::recover(Place place, std::string_view why) {
  findings_->add(kRecovered, place, [why] {
    return fmt::format("this row and all rows after it are left out: {}", why);
  });
}

/// The source fails in the middle of a row.
Result<void> Reader::cut_source(const Diagnostic& error) {
  if (!header_ || !reading_->options.recover || reading_->options.keep_going) {
    return failure(error);
  }
  recover({row_number_, 1}, error.message);
  return {};
}

/// After an error: what the row calls belongs to its caller.
void Reader::skip_record() {
  counters_.take_section_start();
  if (row_depth_ != 0) {
    close_from(row_depth_);
    open_.push_back({row_depth_, caller()});
  }
}

/// After the header of another dump.
void Reader::restart() {
  DumpHeader header;
  error_ = parse_header(begin_, row_end(), header);
  if (error_) {
    end_reading();
    has_ended_ = false;
    header = *header_;
  }
  end_part();
  begin_dump(std::move(header));
  begin_part();
  files_.clear();
  functions_.clear();
  counters_.forget_ids();
  open_.clear();
  root_record_ = records_;
}

void Reader::begin_part() {
  sink_->begin_part(kNoPositions, {});
  sink_->expect_contexts(ContextUse::kAlone);
}

void Reader::end_part() {
  sink_->end_part(part_header(counters_.end_part_before(records_)));
}

PartHeader Reader::part_header(std::vector<EventId> events) {
  // Parts take memory in proportion to the text, however many repeat a long command.
  constexpr uint64_t kShort = uint64_t{1} << 16;
  constexpr uint64_t kBytesOfRecord = 8;
  PartHeader part;
  part.events = std::move(events);
  if (header_) {
    part.pid = header_->pid;
    part.period = header_->period;
    if (command_bytes_ <= kShort + kBytesOfRecord * records_) {
      part.command = header_->program;
      command_bytes_ += header_->program.size();
    }
  }
  return part;
}

}  // namespace quern::igprof
