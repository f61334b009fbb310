// SPDX-License-Identifier: MIT
//
// Jumps by all the rules: `jump=`, `jcnd=` and the row below them.
// The manual and Valgrind contradict each other: Valgrind writes `jcnd=FOLLOWED/EXECUTED` and a
// source row, the manual shows `jcnd=EXECUTED FOLLOWED` and none. Both are read.
#include <fmt/format.h>

#include <utility>

#include "quern/base/text.h"
#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

/// FOLLOWED/EXECUTED in one token, the manual's EXECUTED FOLLOWED, or one COUNT.
bool Reader::jump_counts(const Row& row, Tokens& tokens, JumpRecord& jump, ParsedRow& parsed) {
  const std::string_view token = tokens.next();
  const auto bad = [&](std::string_view which) {
    return fail(row,
                {&kBadJump, which.empty() ? row.end : which.data(),
                 which.empty() ? std::string("a number of jumps is missing")
                               : fmt::format("{} is not a number of jumps", quoted_start(which)),
                 jump.is_conditional ? "the form is `jcnd=FOLLOWED/EXECUTED TARGET`"
                                     : "the form is `jump=COUNT TARGET`"});
  };
  const size_t slash = jump.is_conditional ? token.find('/') : std::string_view::npos;
  if (slash == std::string_view::npos) {
    if (parse_number(token, jump.executed) != NumberFault::kNone) {
      return bad(token);
    }
    jump.followed = jump.executed;
    if (jump.is_conditional) {
      const std::string_view followed = tokens.next();
      if (parse_number(followed, jump.followed) != NumberFault::kNone) {
        return bad(followed);
      }
      parsed.notes.push_back({token.data(), &kJcndSpaced});
    }
  } else if (parse_number(token.substr(0, slash), jump.followed) != NumberFault::kNone ||
             parse_number(token.substr(slash + 1), jump.executed) != NumberFault::kNone) {
    return bad(token);
  }
  if (jump.followed > jump.executed) {
    parsed.notes.push_back({token.data(), &kJumpCounts});
  }
  return true;
}

/// A jump's target does not become a function of its own: only records, calls and callees do that.
bool Reader::jump_row(const Row& row, const char* at, const char* value, bool is_conditional) {
  if (!check_events(row, at)) {
    return false;
  }
  WaitingJump jump;
  jump.record.is_conditional = is_conditional;
  jump.place = row.place(at);
  ParsedRow parsed;
  Tokens tokens(value, row.end);
  if (!jump_counts(row, tokens, jump.record, parsed) || !parse_positions(row, tokens, parsed)) {
    return false;
  }
  if (!tokens.done()) {
    return fail(row, {&kBadJump,
                      tokens.at(),
                      fmt::format("unexpected {} after the target", quoted_start(tokens.peek())),
                      {}});
  }
  fix_function(jump.place);
  any_records_ = true;
  report(row, parsed);
  jump.record.from = names_.function();
  jump.record.from_file = names_.file_of_positions();
  jump.record.target = parsed.at();
  names_.take_jump_target(jump.record);
  waiting_jump_ = jump;
  return true;
}

bool Reader::jump_source_row(const Row& row, const char* at) {
  ParsedRow parsed;
  Tokens tokens(at, row.end);
  if (!parse_positions(row, tokens, parsed)) {
    return false;
  }
  report(row, parsed);
  JumpRecord jump = std::exchange(waiting_jump_, std::nullopt)->record;
  jump.at = parsed.at();
  records_.add(jump);
  end_association(parsed);
  return true;
}

void Reader::note_jump_no_source(Place place) {
  note(kJumpNoSource, place, "no source row follows: the previous position is used");
}

/// The manual shows jumps without a source row: it is where the base stands.
void Reader::finish_jump() {
  WaitingJump jump = *std::exchange(waiting_jump_, std::nullopt);
  note_jump_no_source(jump.place);
  jump.record.at = positions_.base();
  records_.add(jump.record);
  names_.end_association();
}

}  // namespace quern::callgrind
