// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_callgrind.h"

#include <utility>

#include "quern/testing/slow/slow_callgrind_reader.h"

namespace quern::testing {

Meaning slow_read_callgrind(std::string_view bytes, SlowOptions options) {
  return slow::Reader(bytes, options).read(bytes);
}

namespace slow {
namespace {

constexpr size_t kRecognitionSize = 65536;

/// Whether what recognition sees has the format comment, `events:` or `fn=`.
bool has_sign(std::string_view bytes) {
  for (const Row& row : split_rows(bytes.substr(0, kRecognitionSize))) {
    const std::string text = trimmed(row.text);
    if ((row.number == 1 && text.starts_with("# callgrind format")) ||
        text.starts_with("events:") || text.starts_with("fn=")) {
      return true;
    }
  }
  return false;
}

}  // namespace

Reader::Reader(std::string_view bytes, SlowOptions options)
    : options_(options), looks_like_callgrind_(has_sign(bytes)), parts_(1) {}

Meaning Reader::read(std::string_view bytes) {
  find_subprof(bytes.substr(0, kRecognitionSize));
  const std::vector<Row> rows = split_rows(bytes);
  for (size_t i = 0; i < rows.size(); ++i) {
    row_number_ = rows[i].number;
    if (i + 1 < rows.size() && is_cut_by(rows[i], rows[i + 1])) {
      cut_row(rows[i]);
    } else if (rows[i].ended) {
      read_row(rows[i]);
    } else {
      try_last_row(rows[i]);
    }
    if (error_) {
      return result();
    }
  }
  if (!drop_cut_run(rows.size())) {
    end_input(bytes.empty() || bytes.ends_with('\n'));
  }
  return result();
}

/// An error or a row of no kind at the end of a file without last LF: the row was cut, and is as if
/// it had never been.
void Reader::try_last_row(const Row& row) {
  if (runs_may_be_cut()) {
    cut_row(row);
    return;
  }
  if (drops_last(row)) {
    if (body_.waiting_call) {
      lints_.resize(body_.lints_before_call);
    }
    body_.waiting_call.reset();
    cut_row_ = Place{row.number, row.first_column()};
    file_.is_cut = true;
    return;
  }
  const Reader before = *this;
  read_row(row);
  if (error_) {
    *this = before;
    cut_row_ = Place{row.number, row.first_column()};
    file_.is_cut = true;
  }
}

void Reader::read_row(const Row& row) {
  const RowShape shape = shape_of(row.text);
  has_comment_ = has_comment_ || (!has_content_ && shape.kind == RowKind::kComment &&
                                  trimmed(row.text).starts_with("# callgrind format"));
  if (shape.kind == RowKind::kBlank || is_other_output(row) || shape.kind == RowKind::kComment) {
    return;
  }
  if (body_.waiting_call && shape.kind != RowKind::kCost) {
    fail(row, row.first_column(), "cost line expected after calls");
    return;
  }
  if (shape.kind != RowKind::kUnknown && row.first_column() > 1) {
    lint("leading-space", {row.number, row.first_column()});
  }
  if (body_.waiting_jump && is_jump_source(row, shape)) {
    read_jump_source(row);
  } else {
    end_jump_without_source();
    read_row_of_kind(row, shape);
  }
  has_content_ = true;
}

void Reader::read_row_of_kind(const Row& row, const RowShape& shape) {
  switch (shape.kind) {
    case RowKind::kBlank:
    case RowKind::kComment:
      return;
    case RowKind::kCost:
      part().has_body = true;
      return body_.waiting_call ? read_call_cost(row) : read_self_cost(row);
    case RowKind::kWord:
      return read_word(row, shape);
    case RowKind::kHeader:
      return read_header(row, shape);
    case RowKind::kMarker:
      return read_marker(row);
    case RowKind::kUnknown:
      return read_unknown(row);
  }
}

/// `==== NEW PROFILING FILE ====`: another file begins.
void Reader::read_marker(const Row& row) {
  lint("append-marker", {row.number, row.first_column()});
  if (file_.has_version && !file_.is_cut && !part().has_events && !part().has_body) {
    lint("truncated", {row.number, row.first_column()});
  }
  if (has_content_) {
    follows_xdebug_ = runs_may_be_cut();
    open_part();
    open_file();
  }
}

void Reader::read_unknown(const Row& row) {
  if (!row.ended) {
    fail(row, row.first_column(), "a row of no kind, cut off");
  } else if (!has_content_ && !looks_like_callgrind_) {
    fail(row, row.first_column(), "nothing says that this is a Callgrind profile");
  } else {
    lint("unknown-line", {row.number, row.first_column()});
  }
}

void Reader::open_part() {
  close_part();
  parts_.emplace_back();
  part().meaning.positions = file_.positions;
  body_ = Body{};
}

void Reader::close_part() {
  end_jump_without_source();
  drop_group();
  check_declared();
  check_end();
}

/// A second file glued on, which reads as it would alone. Its first part is open already.
void Reader::open_file() {
  names_.close_file(lints_);
  if (has_events_ && !first_rule_) {
    first_rule_ = rule();
  }
  file_ = File{};
  is_rewritten_ = false;
  part().meaning.positions = file_.positions;
}

void Reader::end_input(bool has_last_lf) {
  if (body_.waiting_call) {
    const Place calls = body_.waiting_call->place;
    if (has_last_lf) {
      error_ = Meaning::Error{calls.line, calls.column, "", "calls without its cost line"};
      return;
    }
    body_.waiting_call.reset();
    lints_.resize(body_.lints_before_call);
    cut_row_ = cut_row_.value_or(calls);
    file_.is_cut = true;
  }
  if (cut_row_) {
    lint("truncated", *cut_row_);
  }
  if (joined_row_ && !has_record_) {
    error_ = Meaning::Error{joined_row_->line, joined_row_->column, "", "line breaks lost"};
    return;
  }
  close_part();
  names_.close_file(lints_);
  if (!has_events_) {
    error_ = Meaning::Error{1, 1, "", "no events: in the whole input"};
  } else if (!has_record_) {
    lint("no-data", {1, 1});
  }
}

void Reader::fail(const Row& row, uint64_t column, std::string message) {
  if (!error_) {
    error_ = Meaning::Error{row.number, column, "", std::move(message)};
  }
}

void Reader::lint(std::string code, Place place) {
  lints_.push_back({std::move(code), place.line, place.column});
}

}  // namespace slow
}  // namespace quern::testing
