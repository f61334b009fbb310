// SPDX-License-Identifier: MIT
//
// Tokens of rows in all forms that any producer writes. The fast path (plain_rows.cc) has a
// stricter parser of its own; this one is for what that refuses, so it favors exact faults over
// speed.
#include "quern/formats/callgrind/grammar/lexer.h"

#include <algorithm>

namespace quern::callgrind {

NumberFault parse_cost(std::string_view token, int128& value) {
  if (token == ".") {
    value = 0;
    return NumberFault::kNone;
  }
  const bool negative = token.starts_with('-');
  uint64_t number = 0;
  const NumberFault fault = parse_number(token.substr(negative ? 1 : 0), number);
  value = negative ? -int128{number} : int128{number};
  // Above, the limit is 2^64 - 1 (parse_number()); below, -2^63.
  if (fault == NumberFault::kNone && value < kInt64Min) {
    return NumberFault::kTooLarge;
  }
  return fault;
}

bool is_separator(std::string_view row) {
  while (!row.empty() && is_blank(row.back())) {
    row.remove_suffix(1);
  }
  return row.size() >= 8 && row.starts_with("====") && row.ends_with("====");
}

NumberFault parse_subposition(std::string_view token, Subposition& subposition) {
  subposition = {};
  if (token.empty()) {
    return NumberFault::kMalformed;
  }
  std::string_view rest = token;
  const char first = token.front();
  if (first == '+' || first == '-' || first == '*') {
    subposition.kind = first == '+'   ? SubpositionKind::kPlus
                       : first == '-' ? SubpositionKind::kMinus
                                      : SubpositionKind::kSame;
    rest.remove_prefix(1);
  }
  NumberFault fault = NumberFault::kNone;
  if (subposition.kind != SubpositionKind::kSame) {
    const size_t length = number_length(rest);
    if (length == 0) {
      return NumberFault::kMalformed;
    }
    fault = parse_number(rest.substr(0, length), subposition.number);
    rest.remove_prefix(length);
  }
  if (rest.empty()) {
    return fault;
  }
  // Ranges such as `10-12` or `10+4` come from no known producer, but KCachegrind reads them, and
  // takes the start.
  subposition.is_range = true;
  uint64_t other = 0;
  if (rest.front() != ':' && rest.front() != '-' && rest.front() != '+') {
    return NumberFault::kMalformed;
  }
  const NumberFault second = parse_number(rest.substr(1), other);
  if (second == NumberFault::kMalformed) {
    return second;
  }
  return fault != NumberFault::kNone ? fault : second;
}

/// Profiles that were pasted into a mail or a form can lose their line feeds. One word alone proves
/// nothing, since a name may contain `fn=`: a second word or a number behind it has to follow.
const char* joined_row(Tokens tokens) {
  static constexpr std::string_view kWords[] = {"fl=",  "fi=",  "fe=",  "fn=",    "ob=",   "cfl=",
                                                "cfi=", "cfn=", "cob=", "calls=", "jump=", "jcnd="};
  const char* first = nullptr;
  size_t words = 0;
  bool has_number = false;
  while (!tokens.done()) {
    const std::string_view token = tokens.next();
    const auto begins = [token](std::string_view word) { return token.starts_with(word); };
    uint64_t number = 0;
    if (std::ranges::any_of(kWords, begins)) {
      first = first == nullptr ? token.data() : first;
      ++words;
    } else if (first != nullptr && parse_number(token, number) == NumberFault::kNone) {
      has_number = true;
    }
  }
  return words > 1 || has_number ? first : nullptr;
}

}  // namespace quern::callgrind
