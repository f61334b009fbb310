// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "quern/testing/slow/slow_callgrind_reader.h"

namespace quern::testing::slow {
namespace {

bool opens_part(const std::string& key) {
  static const std::set<std::string> kKeys = {"version", "creator", "pid",       "cmd",
                                              "part",    "thread",  "positions", "events"};
  return kKeys.contains(key);
}

/// Keys that mean the same wherever they stand in a header, so that late ones are odd.
bool belongs_before_events(const std::string& key) {
  static const std::set<std::string> kKeys = {"pid", "part", "thread", "positions"};
  return kKeys.contains(key);
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// `1`, `0.9.6`: a major number of 0 or 1, and any number of `.n`.
bool is_readable_version(std::string_view text) {
  const size_t dot = std::min(text.find('.'), text.size());
  const std::string_view major = text.substr(0, dot);
  if (!all_digits(major) || !num(major) || *num(major) > 1) {
    return false;
  }
  for (size_t at = dot; at < text.size();) {
    const size_t end = std::min(text.find('.', at + 1), text.size());
    if (!all_digits(text.substr(at + 1, end - at - 1))) {
      return false;
    }
    at = end;
  }
  return true;
}

/// Valgrind's own: callgrind-, calltree-, or before 3.5 the bare version number.
bool chooses_rule_self(const std::string& creator) {
  if (creator.starts_with("callgrind-") || creator.starts_with("calltree-")) {
    return true;
  }
  const size_t dot = creator.find_first_not_of("0123456789");
  return dot != 0 && dot != std::string::npos && creator[dot] == '.' &&
         all_digits(std::string_view(creator).substr(dot + 1, 1));
}

}  // namespace

void Reader::read_header(const Row& row, const RowShape& shape) {
  const std::string& key = shape.word;
  if (!has_content_ && first_key_.empty()) {
    first_key_ = key;
  }
  const bool is_over = part().has_events && !part().totals.empty();
  if (opens_part(key) && (part().has_body || is_over)) {
    open_part();
    if (key == "version") {
      follows_xdebug_ = false;
      open_file();
    }
  } else if (belongs_before_events(key) && part().has_events) {
    lint("header-order", {row.number, row.first_column()});
  }
  Meaning::Part& fields = part().meaning;
  if (key == "version") {
    read_version(row, shape.value_at);
  } else if (key == "creator") {
    read_creator(row, shape.value_at);
  } else if (key == "pid") {
    read_number(row, shape.value_at, fields.pid);
    file_.pid = file_.pid ? file_.pid : fields.pid;
  } else if (key == "part") {
    read_number(row, shape.value_at, fields.number);
  } else if (key == "thread") {
    read_number(row, shape.value_at, fields.thread);
  } else if (key == "cmd") {
    read_cmd(row, shape.value_at);
  } else if (key == "desc") {
    read_desc(row, shape.value_at);
  } else if (key == "positions") {
    read_positions(row, shape.value_at);
  } else if (key == "events") {
    read_events(row, shape.value_at);
  } else if (key == "event") {
    read_event(row, shape.value_at);
  } else if (key == "summary") {
    read_declared(row, shape.value_at, part().summaries);
  } else if (key == "totals") {
    read_declared(row, shape.value_at, part().totals);
  } else if (key == "arch" || key == "timeframe (BB)") {
    fields.descriptions.push_back(trimmed(row.text));
  } else {
    lint("unknown-header", {row.number, row.first_column()});
  }
}

void Reader::read_version(const Row& row, size_t from) {
  const std::vector<Token> tokens = tokens_of(row.text, from);
  if (tokens.empty()) {
    fail(row, row.end_column(), "version number missing");
    return;
  }
  if (!is_readable_version(tokens[0].text)) {
    fail(row, tokens[0].column, "unsupported version");
  }
  if (tokens.size() > 1) {
    fail(row, tokens[1].column, "nothing may follow the version");
  }
  file_.has_version = true;
  file_.is_version_096 = tokens[0].text == "0.9.6";
}

void Reader::read_creator(const Row& row, size_t from) {
  file_.creator = trimmed(row.text.substr(from));
  const bool is_self = !subprof_row_ && chooses_rule_self(*file_.creator);
  file_.rule = is_self ? BaseRule::kSelf : BaseRule::kCost;
  if (!creator_) {
    creator_ = file_.creator;
  }
}

void Reader::read_number(const Row& row, size_t from, std::optional<uint64_t>& field) {
  const std::vector<Token> tokens = tokens_of(row.text, from);
  if (tokens.empty()) {
    fail(row, row.end_column(), "number missing");
    return;
  }
  field = read_num(row, tokens[0], "not a number");
  if (tokens.size() > 1) {
    fail(row, tokens[1].column, "nothing may follow the number");
  }
}

void Reader::read_cmd(const Row& row, size_t from) {
  part().meaning.cmd = trimmed(row.text.substr(from));
  file_.has_cmd = true;
  if (!cmd_) {
    cmd_ = part().meaning.cmd;
  }
}

void Reader::read_desc(const Row& row, size_t from) {
  const std::string text = trimmed(row.text.substr(from));
  part().meaning.descriptions.push_back(text);
  const std::string trigger = "Trigger:";
  if (text.starts_with(trigger)) {
    part().meaning.trigger = trimmed(text.substr(trigger.size()));
  }
  if (text.starts_with("Files compared:")) {
    file_.compares_files = true;
  }
}

void Reader::read_positions(const Row& row, size_t from) {
  static const std::vector<std::string> kOrder = {"instr", "bb", "line"};
  const std::vector<Token> tokens = tokens_of(row.text, from);
  if (tokens.empty()) {
    fail(row, row.end_column(), "positions: names none");
  }
  std::vector<std::string> names;
  size_t next = 0;  // the first of kOrder that may still come
  for (const Token& token : tokens) {
    const std::string name = token.text == "addr" ? "instr" : token.text;
    const auto found = std::find(kOrder.begin(), kOrder.end(), name);
    const auto index = static_cast<size_t>(found - kOrder.begin());
    if (found == kOrder.end() || index < next) {
      fail(row, token.column, "unknown, repeated or misplaced position");
      return;
    }
    names.push_back(name);
    next = index + 1;
  }
  part().has_positions = true;
  file_.has_positions = true;
  part().meaning.positions = names;
  file_.positions = names;
}

void Reader::read_events(const Row& row, size_t from) {
  const std::vector<Token> tokens = tokens_of(row.text, from);
  if (part().has_events) {
    fail(row, row.first_column(), "a second events: in one header");
  }
  if (tokens.empty()) {
    fail(row, row.end_column(), "events: names none");
  }
  look_for_joined_row(row, tokens);
  part().has_events = true;
  has_events_ = true;
  if (first_event_.empty() && !tokens.empty()) {
    first_event_ = tokens[0].text;
  }
  std::vector<std::string>& events = part().meaning.events;
  std::map<std::string, size_t> index;
  for (const Token& token : tokens) {
    const auto [known, is_new] = index.emplace(token.text, events.size());
    part().columns.push_back(known->second);
    if (is_new) {
      events.push_back(token.text);
    } else {
      lint("duplicate-event", {row.number, token.column});
    }
  }
  part().sums.resize(events.size());
}

void Reader::read_event(const Row& row, size_t from) {
  auto event = event_definition(row.text, from);
  if (!event) {
    fail(row, event.error(), "event: NAME = FORMULA : long name expected");
    return;
  }
  const auto [known, is_new] = event_index_.emplace(event->name, event_definitions_.size());
  if (is_new) {
    event_definitions_.push_back(std::move(*event));
  } else {
    event_definitions_[known->second] = std::move(*event);  // the last one of a name counts
  }
}

void Reader::read_declared(const Row& row, size_t from, std::vector<Declared>& list) {
  const Place place = {row.number, row.first_column()};
  if (trimmed(row.text.substr(from)) == "(null)") {
    part().has_null_totals = part().has_null_totals || &list == &part().totals;
    return;
  }
  if (!part().has_events) {
    lint("header-order", place);
  }
  Declared declared{place, tokens_of(row.text, from), {}};
  for (const Token& token : declared.tokens) {
    declared.costs.push_back(read_cost(row, token));
  }
  if (&list == &part().summaries) {
    correct_summary(declared);
    if (!list.empty() && is_xdebug()) {
      lint("shared-file", place);
    }
  } else {
    after_subprof_ = subprof_row_.has_value();
  }
  list.push_back(std::move(declared));
}

/// The costs by the events of the part, cut or filled with zeros.
std::vector<int128> Reader::fitted(const Declared& declared) {
  const std::vector<size_t>& columns = part().columns;
  std::vector<int128> costs(part().meaning.events.size());
  for (size_t i = 0; i < std::min(columns.size(), declared.costs.size()); ++i) {
    costs[columns[i]] += declared.costs[i];
  }
  if (declared.tokens.size() > columns.size()) {
    lint("summary-count", {declared.place.line, declared.tokens[columns.size()].column});
  }
  return costs;
}

/// At the end of a part: what its `summary:` and `totals:` claim against the sum of its costs.
void Reader::check_declared() {
  Meaning::Part& fields = part().meaning;
  for (const Declared& summary : part().summaries) {
    fields.summaries.push_back(fitted(summary));
  }
  if (!fields.summaries.empty() && is_below_sums(fields.summaries.back())) {
    lint("summary-mismatch", part().summaries.back().place);
  }
  for (const Declared& totals : part().totals) {
    fields.declared_totals = fitted(totals);
  }
  if (fields.declared_totals && *fields.declared_totals != part().sums) {
    lint("totals-mismatch", part().totals.back().place);
  }
}

bool Reader::is_below_sums(const std::vector<int128>& summary) const {
  const Part& now = parts_.back();
  if (is_xdebug()) {  // its second number is peak memory, and rounding is allowed for
    return now.summaries.size() == 1 && !summary.empty() &&
           now.sums[0] > summary[0] + 1 + int128{now.block_count};
  }
  for (size_t i = 0; i < summary.size(); ++i) {
    if (summary[i] < now.sums[i]) {
      return true;
    }
  }
  return false;
}

bool Reader::is_xdebug() const {
  if (subprof_row_) {
    return false;
  }
  return file_.creator ? file_.creator->starts_with("xdebug ")
                       : file_.is_version_096 && file_.has_cmd;
}

}  // namespace quern::testing::slow
