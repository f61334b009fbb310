// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <utility>

#include "quern/testing/slow/slow_callgrind_reader.h"

namespace quern::testing::slow {
namespace {

bool is_subprof_events(const Row& row) {
  const std::vector<Token> tokens = tokens_of(row.text);
  return row.text.starts_with("events:") && tokens.size() == 3 && tokens[0].text == "events:" &&
         tokens[1].text == "ops" && tokens[2].text == "ticks";
}

bool is_marker(const Row& row) {
  return shape_of(row.text).kind == RowKind::kMarker;
}

/// Whether an invocation's cost may have been written as `time`: each of its numbers was rounded.
bool fits(int128 inclusive, size_t calls, int128 time) {
  const int128 difference = inclusive > time ? inclusive - time : time - inclusive;
  return difference <= int128{calls} + 1;
}

}  // namespace

// Runs that were killed.

bool Reader::runs_may_be_cut() const {
  return (is_xdebug() && !is_rewritten_) || (follows_xdebug_ && !parts_.back().has_events);
}

/// A marker comes with a LF in front of it: a row right before it lacks its own.
bool Reader::is_cut_by(const Row& row, const Row& next) const {
  return runs_may_be_cut() && next.ended && next.text.starts_with("====") && is_marker(next) &&
         shape_of(row.text).kind != RowKind::kBlank && !is_marker(row);
}

/// The row never was, nor what only waited for it.
void Reader::cut_row(const Row& row) {
  const bool is_blank = shape_of(row.text).kind == RowKind::kBlank;
  if (body_.waiting_call) {
    lints_.resize(body_.lints_before_call);
  }
  lint("truncated", {row.number, is_blank ? 1 : row.first_column()});
  body_.waiting_call.reset();
  body_.group = CalleeGroup{};
  file_.is_cut = true;
}

/// A last run without `events:` is no part.
bool Reader::drop_cut_run(size_t rows) {
  if (!follows_xdebug_ || !has_events_ || part().has_events || part().has_body) {
    return false;
  }
  if (!file_.is_cut) {
    lint("truncated", {rows + 1, 1});
  }
  end_jump_without_source();
  parts_.pop_back();
  names_.close_file(lints_);
  if (!has_record_) {
    lint("no-data", {1, 1});
  }
  return true;
}

/// Xdebug 2.6 and 2.7 print sums below zero without their sign.
void Reader::correct_summary(Declared& summary) const {
  const std::string creator = file_.creator.value_or("") + " ";
  const std::string release = creator.substr(0, 10);
  if ((release != "xdebug 2.6" && release != "xdebug 2.7") ||
      (creator[10] >= '0' && creator[10] <= '9')) {
    return;
  }
  const int128 half = int128{1} << 63;
  for (int128& cost : summary.costs) {
    if (cost >= half) {
      cost -= 2 * half;
    }
  }
}

// Parrot.

/// `events: ops ticks`, then `summary:`, before any function.
void Reader::find_subprof(std::string_view bytes) {
  const std::vector<Row> rows = split_rows(bytes);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && is_subprof_events(rows[i - 1]) && rows[i].text.starts_with("summary:")) {
      subprof_row_ = rows[i - 1].number;
      return;
    }
    if (rows[i].text.starts_with("fn=") ||
        (i == 0 && rows[i].text.starts_with("# callgrind format"))) {
      return;
    }
  }
}

/// Text before and behind what the subroutine profiler wrote.
bool Reader::is_other_output(const Row& row) {
  if (!subprof_row_) {
    return false;
  }
  if (is_subprof_events(row)) {
    after_subprof_ = false;
  }
  if (row.number >= *subprof_row_ && !after_subprof_) {
    skips_ = false;
    return false;
  }
  if (!skips_ && row.text[row.first_column() - 1] != '#') {
    skips_ = true;
    lint("leading-text", {row.number, row.first_column()});
  }
  return true;
}

bool Reader::is_converter() const {
  return !subprof_row_ && file_.creator == "3.4.1-Debian" && file_.pid == 5751 &&
         (file_.first_file == "no_file" || file_.first_function.find(';') != std::string::npos);
}

// Records.

/// What is decided when the first record of a file, or of a part, comes.
void Reader::note_first_record() {
  if (!file_.has_record) {
    file_.has_record = true;
    const Block& block = body_.block;
    file_.first_file = names_.text_so_far(body_.function_file.value_or(block.file_without_fl));
    file_.first_function = names_.text_so_far(block.name);
  }
  if (!part().has_record) {
    part().has_tree = is_xdebug() && part().meaning.cmd != "Aggregate";
  }
}

/// The block at hand has a record: it counts.
void Reader::note_block_record() {
  if (body_.block.has_record) {
    return;
  }
  body_.block.has_record = true;
  if (hides_callee_files()) {
    known_blocks_.push_back(body_.block.function);
  }
  if (part().has_tree) {
    blocks_.push_back({parts_.size() - 1,
                       body_.block.function,
                       std::vector<int128>(part().meaning.events.size()),
                       {}});
  }
}

/// Where callees are that no `cfl=` places: in the caller's file if it has such a block, else in
/// the only file that has, else in the caller's file.
void Reader::guess_files() {
  std::map<std::string, std::set<std::string>> files_of;
  for (const FunctionName& block : known_blocks_) {
    files_of[names_.text(block.name)].insert(names_.text(block.file));
  }
  for (const RawCall& call : calls_) {
    const std::string name = names_.text(call.callee.name);
    const std::string own = names_.text(call.callee.file);
    const std::set<std::string>& files = files_of[name];
    if (!any_callee_file_ && !files.contains(own) && files.size() == 1) {
      guesses_[{name, own}] = *files.begin();
    }
  }
}

// The call tree, as the format's description has it.

void Reader::build_trees() {
  for (size_t part = 0; part < parts_.size(); ++part) {
    build_tree(part);
  }
}

void Reader::build_tree(size_t part) {
  std::vector<size_t> pending;
  for (const RawBlock& block : blocks_) {
    if (block.part != part) {
      continue;
    }
    Invocation invocation;
    invocation.context.function = function_of(block.function);
    invocation.context.part = part;
    invocation.context.self = block.self;
    invocation.inclusive = block.self[0];
    invocation.call_count = block.calls.size();
    for (size_t i = block.calls.size(); i > 0; --i) {
      const RawCall& call = calls_[block.calls[i - 1]];
      const size_t child = take(call, pending);
      Meaning::Context& context = invocations_[child].context;
      context.file = names_.text(call.file);
      if (call.at.line && *call.at.line <= uint64_t{INT64_MAX}) {
        context.line = static_cast<int64_t>(*call.at.line);
      }
      invocation.children.insert(invocation.children.begin(), child);
      invocation.inclusive += call.costs[0];
    }
    pending.push_back(invocations_.size());
    invocations_.push_back(std::move(invocation));
  }
  roots_.insert(roots_.end(), pending.begin(), pending.end());
}

/// The newest invocation of this name and file whose cost fits, else the newest, else a new one.
size_t Reader::take(const RawCall& call, std::vector<size_t>& pending) {
  const Meaning::Function callee = function_of(call.callee);
  std::optional<size_t> newest;
  for (size_t i = pending.size(); i > 0; --i) {
    const Invocation& one = invocations_[pending[i - 1]];
    if (one.context.function.name != callee.name || one.context.function.file != callee.file) {
      continue;
    }
    if (fits(one.inclusive, one.call_count, call.costs[0])) {
      newest = i - 1;
      break;
    }
    if (!newest) {
      newest = i - 1;
    }
  }
  if (!newest) {
    lint("callee-missing", call.place);
    Invocation missing;
    missing.context.function = callee;
    missing.context.part = call.part;
    invocations_.push_back(missing);
    return invocations_.size() - 1;
  }
  const size_t found = pending[*newest];
  pending.erase(pending.begin() + static_cast<ptrdiff_t>(*newest));
  const Invocation& taken = invocations_[found];
  if (!fits(taken.inclusive, taken.call_count, call.costs[0])) {
    lint("cost-off", call.place);
  }
  return found;
}

}  // namespace quern::testing::slow
