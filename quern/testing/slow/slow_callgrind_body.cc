// SPDX-License-Identifier: MIT
#include <map>
#include <set>
#include <string>
#include <vector>

#include "quern/testing/slow/slow_callgrind_reader.h"

namespace quern::testing::slow {

void Reader::read_word(const Row& row, const RowShape& shape) {
  static const std::set<std::string> kIgnored = {"rec", "ln", "bb", "mp"};
  const std::string& word = shape.word;
  const bool is_call = word == "calls" || word == "rcalls";
  const bool is_jump = word == "jump" || word == "jcnd";
  if (is_call || is_jump || kIgnored.contains(word) || read_specification(row, shape)) {
    part().has_body = true;
  } else {
    lint("unknown-spec", {row.number, row.first_column()});
  }
  if (is_call) {
    read_calls(row, shape);
  } else if (is_jump) {
    read_jump(row, shape);
  }
}

/// Reads and applies a row such as `fn=(3) main`; false if the word is none of these.
bool Reader::read_specification(const Row& row, const RowShape& shape) {
  static const std::map<std::string, SlowNames::Table> kTables = {
      {"ob", SlowNames::kObjects},    {"cob", SlowNames::kObjects},
      {"fl", SlowNames::kFiles},      {"fi", SlowNames::kFiles},
      {"fe", SlowNames::kFiles},      {"cfl", SlowNames::kFiles},
      {"cfi", SlowNames::kFiles},     {"jfi", SlowNames::kFiles},
      {"fn", SlowNames::kFunctions},  {"cfn", SlowNames::kFunctions},
      {"jfn", SlowNames::kFunctions}, {"frfn", SlowNames::kFunctions}};
  const std::string& word = shape.word;
  const auto table = kTables.find(word);
  if (table == kTables.end()) {
    return false;
  }
  look_for_joined_row(row, tokens_of(row.text, shape.value_at));
  const Name name = read_name(row, shape.value_at, table->second);
  if (word == "ob") {
    set_object(row, name);
  } else if (word == "fl") {
    set_function_file(row, name);
  } else if (word == "fi" || word == "fe") {
    set_position_file(name);
  } else if (word == "fn") {
    set_function(row, name);
  } else if (word == "jfi") {
    body_.jump_file = name;
  } else if (word == "jfn") {
    body_.jump_function = name;
  } else if (word != "frfn") {
    set_callee(row, word, name);
  }
  return true;
}

Name Reader::read_name(const Row& row, size_t from, SlowNames::Table table) {
  return names_.read(table, row.text, from, row.number, rule() == BaseRule::kSelf, lints_);
}

/// The function's object is that at its first record; a later one only looks odd.
void Reader::set_object(const Row& row, Name name) {
  const Place place = {row.number, row.first_column()};
  body_.object = name;
  if (body_.block.is_fixed) {
    body_.block.objects_after.push_back(place);
  } else if (body_.block.has_fn) {
    body_.block.out_of_order = place;
  }
}

void Reader::set_function_file(const Row& row, Name name) {
  body_.function_file = name;
  body_.position_file = name;
  body_.last_file = name;
  body_.after_association = false;
  if (!body_.block.is_fixed && body_.block.has_fn) {
    body_.block.out_of_order = Place{row.number, row.first_column()};
  }
}

void Reader::set_position_file(Name name) {
  body_.position_file = name;
  body_.has_fi = true;
  body_.after_association = false;
}

void Reader::set_function(const Row& row, Name name) {
  drop_group();
  body_.block = Block{};
  body_.block.has_fn = true;
  body_.block.name = name;
  ++part().block_count;
  if (body_.function_file) {
    body_.position_file = *body_.function_file;
  } else if (body_.has_fi) {
    body_.block.file_without_fl = body_.position_file;
    lint("fi-without-fl", {row.number, row.first_column()});
  }
  body_.last_file = body_.position_file;
  body_.after_association = false;
}

void Reader::set_callee(const Row& row, const std::string& word, Name name) {
  const Place place = {row.number, row.first_column()};
  CalleeGroup& group = body_.group;
  if (word == "cfn") {
    file_.has_callees = true;
    group.function = name;
    group.place = place;
    return;
  }
  (word == "cob" ? group.object : group.file) = name;
  any_callee_file_ = any_callee_file_ || word != "cob";
  if (group.function) {
    lint("callee-order", place);
  }
}

/// A group that no `calls=` will take.
void Reader::drop_group() {
  if (body_.group.function) {
    lint("dangling-callee", body_.group.place);
  }
  body_.group = CalleeGroup{};
}

/// The first row of a record fixes the function of its block.
void Reader::begin_record(const Row& row) {
  const Place place = {row.number, row.first_column()};
  Block& block = body_.block;
  if (!part().has_events) {
    fail(row, place.column, "a record before the events: of its part");
  }
  if (!part().has_record && !part().has_positions &&
      part().meaning.positions != std::vector<std::string>{"line"}) {
    lint("positions-inherited", place);
  }
  note_first_record();
  first_rule_ = first_rule_.value_or(rule());
  part().has_record = true;
  if (!block.has_fn && !part().lacks_function) {
    lint("no-function", place);
    part().lacks_function = true;
  }
  if (!block.is_fixed) {
    block.is_fixed = true;
    block.function = {block.name, body_.function_file.value_or(block.file_without_fl),
                      body_.object};
    if (block.out_of_order) {
      lint("spec-order", *block.out_of_order);
    }
  }
}

}  // namespace quern::testing::slow
