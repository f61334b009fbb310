// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "quern/testing/slow/slow_callgrind_reader.h"

namespace quern::testing::slow {
namespace {

size_t kind_index(const std::string& position) {
  return position == "instr" ? 0 : position == "bb" ? 1 : 2;
}

}  // namespace

void Reader::read_self_cost(const Row& row) {
  begin_record(row);
  const std::vector<Token> tokens = tokens_of(row.text);
  const Positions at = read_position_tokens(row, tokens, 0);
  std::vector<int128> costs = read_costs(row, tokens, position_count());
  if (error_) {
    return;
  }
  if (body_.group.function) {
    drop_group();
  }
  report_objects_after();
  if (rule() == BaseRule::kSelf && body_.after_association) {
    body_.position_file = body_.last_file;
  }
  body_.last_file = body_.position_file;
  move_base(at);
  has_record_ = true;
  note_block_record();
  for (size_t i = 0; i < costs.size(); ++i) {
    part().sums[i] += costs[i];
    if (part().has_tree) {
      blocks_.back().self[i] += costs[i];
    }
  }
  appearances_.push_back(body_.block.function);
  lines_.push_back({body_.block.function, body_.position_file, position_of(at), parts_.size() - 1,
                    std::move(costs)});
}

void Reader::read_calls(const Row& row, const RowShape& shape) {
  const Place place = {row.number, row.first_column()};
  body_.lints_before_call = lints_.size();
  begin_record(row);
  const auto callee = callee_of_calls(row);
  if (!callee) {
    fail(row, place.column, "calls without a callee");
    return;
  }
  const std::vector<Token> tokens = tokens_of(row.text, shape.value_at);
  if (tokens.empty()) {
    fail(row, row.end_column(), "call count missing");
    return;
  }
  RawCall call;
  call.place = place;
  call.part = parts_.size() - 1;
  call.caller = body_.block.function;
  call.callee = *callee;
  call.count = read_num(row, tokens[0], "call count is not a number");
  if (!is_converter()) {  // there it is a cost
    read_target(row, tokens, call);
  }
  if (shape.word == "rcalls") {
    lint("rcalls", place);
  }
  body_.waiting_call = call;
}

void Reader::read_target(const Row& row, const std::vector<Token>& tokens, RawCall& call) {
  if (tokens.size() == 1) {
    lint("calls-no-target", call.place);
  } else {
    call.target = position_of(read_position_tokens(row, tokens, 1));
    is_rewritten_ = is_rewritten_ || (is_xdebug() && (call.target.line.value_or(0) != 0 ||
                                                      call.target.address.value_or(0) != 0));
  }
  const size_t extra = 1 + position_count();
  if (tokens.size() > extra && !is_xdebug()) {
    lint("calls-extra-target", {row.number, tokens[extra].column});
  }
  for (size_t i = extra; i < tokens.size(); ++i) {
    if (!subposition(tokens[i].text)) {
      fail(row, tokens[i].column, "malformed subposition");
    }
  }
}

/// The callee group, else the callee of the call before in the same block.
std::optional<Reader::FunctionName> Reader::callee_of_calls(const Row& row) {
  const CalleeGroup& group = body_.group;
  if (group.function) {
    return FunctionName{*group.function, group.file.value_or(default_file()),
                        group.object.value_or(body_.object), !group.file && hides_callee_files()};
  }
  body_.group = CalleeGroup{};
  if (body_.block.callee) {
    lint("callee-reused", {row.number, row.first_column()});
  }
  return body_.block.callee;
}

/// The cost line that belongs to the `calls=` before it.
void Reader::read_call_cost(const Row& row) {
  const std::vector<Token> tokens = tokens_of(row.text);
  const Positions at = read_position_tokens(row, tokens, 0);
  std::vector<int128> costs = read_costs(row, tokens, position_count());
  if (error_) {
    return;
  }
  RawCall call = *body_.waiting_call;
  body_.waiting_call.reset();
  body_.group = CalleeGroup{};
  body_.block.callee = call.callee;
  body_.after_association = true;
  report_objects_after();
  if (rule() == BaseRule::kCost) {
    move_base(at);
  }
  has_record_ = true;
  call.file = body_.position_file;
  call.at = position_of(at);
  call.costs = std::move(costs);
  appearances_.push_back(call.caller);
  appearances_.push_back(call.callee);
  note_block_record();
  if (part().has_tree) {
    blocks_.back().calls.push_back(calls_.size());
  }
  calls_.push_back(std::move(call));
}

void Reader::read_jump(const Row& row, const RowShape& shape) {
  begin_record(row);
  const std::vector<Token> tokens = tokens_of(row.text, shape.value_at);
  RawJump jump;
  jump.place = {row.number, row.first_column()};
  jump.part = parts_.size() - 1;
  jump.conditional = shape.word == "jcnd";
  const size_t first = read_jump_counts(row, tokens, jump);
  if (error_) {
    return;
  }
  jump.to_at = position_of(read_position_tokens(row, tokens, first));
  if (tokens.size() > first + position_count()) {
    fail(row, tokens[first + position_count()].column, "too many target positions");
  }
  jump.from = body_.block.function;
  jump.from_file = body_.position_file;
  jump.to_file = body_.jump_file.value_or(default_file());
  jump.to = body_.block.function;
  if (body_.jump_function) {
    jump.to = {*body_.jump_function, jump.to_file, body_.object};
  }
  body_.jump_file.reset();
  body_.jump_function.reset();
  if (!error_) {
    note_block_record();
  }
  body_.waiting_jump = jump;
}

/// `jump=COUNT`, `jcnd=FOLLOWED/EXECUTED`, `jcnd=EXECUTED FOLLOWED`; how many tokens that takes.
size_t Reader::read_jump_counts(const Row& row, const std::vector<Token>& tokens, RawJump& jump) {
  if (tokens.empty()) {
    fail(row, row.end_column(), "jump count missing");
    return 0;
  }
  const Token& first = tokens[0];
  const size_t slash = first.text.find('/');
  size_t used = 1;
  if (!jump.conditional) {
    jump.executed = jump.followed = read_num(row, first, "jump count is not a number");
  } else if (slash != std::string::npos) {
    const Token followed = {first.text.substr(0, slash), first.column};
    const Token executed = {first.text.substr(slash + 1), first.column};
    jump.followed = read_num(row, followed, "followed count is not a number");
    jump.executed = read_num(row, executed, "executed count is not a number");
  } else {
    jump.executed = read_num(row, first, "jump count is not a number");
    if (tokens.size() == 1) {
      fail(row, row.end_column(), "followed count missing");
      return 1;
    }
    jump.followed = read_num(row, tokens[1], "followed count is not a number");
    lint("jcnd-spaced", {row.number, first.column});
    used = 2;
  }
  if (jump.followed > jump.executed) {
    lint("jump-counts", {row.number, first.column});
  }
  return used;
}

/// Exactly as many tokens as positions, and all of them look like such.
bool Reader::is_jump_source(const Row& row, const RowShape& shape) const {
  const std::vector<Token> tokens = tokens_of(row.text);
  return shape.kind == RowKind::kCost && tokens.size() == position_count() &&
         std::all_of(tokens.begin(), tokens.end(),
                     [](const Token& token) { return looks_like_subposition(token.text); });
}

void Reader::read_jump_source(const Row& row) {
  const Positions source = read_position_tokens(row, tokens_of(row.text), 0);
  end_jump(source);
  if (rule() == BaseRule::kCost) {
    move_base(source);
  }
}

/// The source is the base where the row that follows a jump is none.
void Reader::end_jump_without_source() {
  if (!body_.waiting_jump) {
    return;
  }
  lint("jump-no-source", body_.waiting_jump->place);
  Positions source;
  for (const std::string& kind : part().meaning.positions) {
    source.push_back(body_.base[kind_index(kind)].value_or(0));
  }
  end_jump(source);
}

void Reader::end_jump(const Positions& source) {
  RawJump jump = *body_.waiting_jump;
  body_.waiting_jump.reset();
  body_.after_association = true;
  has_record_ = true;
  jump.from_at = position_of(source);
  appearances_.push_back(jump.from);
  jumps_.push_back(jump);
}

/// A cost line after a late `ob=`: readers differ on whose it is.
void Reader::report_objects_after() {
  for (const Place& place : body_.block.objects_after) {
    lint("ob-without-fn", place);
  }
  body_.block.objects_after.clear();
}

uint64_t Reader::read_num(const Row& row, const Token& token, const char* message) {
  const auto value = num(token.text);
  if (!value) {
    fail(row, token.column, message);
  }
  return value.value_or(0);
}

/// One subposition per entry of `positions:`, from tokens[first] on.
Reader::Positions Reader::read_position_tokens(const Row& row, const std::vector<Token>& tokens,
                                               size_t first) {
  Positions positions;
  for (const std::string& kind : part().meaning.positions) {
    const size_t index = first + positions.size();
    if (index >= tokens.size()) {
      fail(row, row.end_column(), kind + " missing");
      positions.push_back(0);
    } else {
      positions.push_back(read_position(row, tokens[index], kind_index(kind)));
    }
  }
  return positions;
}

std::optional<uint64_t> Reader::read_position(const Row& row, const Token& token, size_t kind) {
  if (subprof_row_ && kind == 2 && token.text == "-1") {
    return std::nullopt;
  }
  const auto read = subposition(token.text);
  if (!read) {
    fail(row, token.column, "malformed subposition");
    return 0;
  }
  if (read->is_range) {
    lint("position-range", {row.number, token.column});
  }
  if (read->sign != ' ' && !body_.base[kind]) {
    lint("relative-without-base", {row.number, token.column});
  }
  const int128 base = body_.base[kind].value_or(0);
  const int128 value = read->sign == ' '   ? int128{read->amount}
                       : read->sign == '-' ? base - read->amount
                                           : base + read->amount;
  if (value < 0 || value > kUint64Max) {
    fail(row, token.column, "position out of range");
    return 0;
  }
  return static_cast<uint64_t>(value);
}

/// At most one cost an event, from tokens[first] on; missing ones are zero.
std::vector<int128> Reader::read_costs(const Row& row, const std::vector<Token>& tokens,
                                       size_t first) {
  std::vector<int128> costs(part().meaning.events.size());
  const std::vector<size_t>& columns = part().columns;
  for (size_t i = first; i < tokens.size(); ++i) {
    if (i - first >= columns.size()) {
      fail(row, tokens[i].column, "more costs than events");
      break;
    }
    costs[columns[i - first]] += read_cost(row, tokens[i]);
  }
  return costs;
}

int128 Reader::read_cost(const Row& row, const Token& token) {
  const auto value = cost(token.text);
  if (!value) {
    fail(row, token.column, "not a cost");
  } else if (*value < 0 && !file_.compares_files) {
    lint("negative-cost", {row.number, token.column});
  }
  return value.value_or(0);
}

void Reader::move_base(const Positions& positions) {
  for (size_t i = 0; i < positions.size(); ++i) {
    if (!positions[i]) {
      continue;
    }
    body_.base[kind_index(part().meaning.positions[i])] = positions[i];
  }
}

Meaning::Position Reader::position_of(const Positions& positions) const {
  Meaning::Position at;
  for (size_t i = 0; i < positions.size(); ++i) {
    const size_t kind = kind_index(parts_.back().meaning.positions[i]);
    if (kind == 0) {
      at.address = positions[i];
    } else if (kind == 2) {
      at.line = positions[i];
      if (subprof_row_ && at.line == kUint64Max) {
        at.line.reset();  // which stands for unknown lines
      }
    }
  }
  return at;
}

/// Where a callee or a jump's target is unless `cfi=`, `jfi=` says otherwise.
Name Reader::default_file() const {
  return rule() == BaseRule::kSelf ? body_.last_file : body_.position_file;
}

}  // namespace quern::testing::slow
