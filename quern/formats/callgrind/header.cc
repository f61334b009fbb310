// SPDX-License-Identifier: MIT
//
// The values of header rows, apart from what they do to a part (header_rows.cc). Each function gets
// the text of a value and returns the value or an error with its place. None of them has state, so
// the streaming writer can check its definitions of events with the same code.
#include "quern/formats/callgrind/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "quern/formats/callgrind/grammar/codes.h"

namespace quern::callgrind {

namespace {

std::string quoted_value(std::string_view token) {
  constexpr size_t kLongest = 40;
  return fmt::format("`{}{}`", printable(token.substr(0, kLongest)),
                     token.size() > kLongest ? "…" : "");
}

/// Whether a bad cost is a number such as 0.5 or 1e3: it has an error and a remedy of its own.
bool has_fraction(std::string_view token) {
  return std::ranges::all_of(token,
                             [](char c) {
                               return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' ||
                                      c == 'E';
                             }) &&
         std::ranges::any_of(token, is_digit) && token.find_first_of(".eE") != token.npos;
}

/// NAME of an `event:` row: up to a blank, `=`, `:` and, inside a formula, `+` and `*`.
std::string_view event_name(const char* at, const char* end, bool in_formula) {
  const auto* const stop = std::find_if(at, end, [in_formula](char c) {
    return is_blank(c) || c == '=' || c == ':' || (in_formula && (c == '+' || c == '*'));
  });
  return {at, stop};
}

const char* skip_blanks(const char* at, const char* end) {
  return std::find_if_not(at, end, is_blank);
}

/// FORMULA = terms joined by `+`, a term = [NUM [`*`]] NAME, which may touch NUM (`10Bm`). Moves
/// `at` behind it.
std::optional<RowError> skip_formula(const char*& at, const char* end) {
  for (;;) {
    at = skip_blanks(at, end);
    std::string_view word = event_name(at, end, true);
    uint64_t factor = 0;
    const std::string_view number = word.substr(0, number_length(word));
    if (!number.empty()) {
      if (parse_number(number, factor) == NumberFault::kTooLarge) {
        return RowError{
            &kBadEvent, at, fmt::format("the factor {} is too large", quoted_value(number)), {}};
      }
      at = skip_blanks(at + number.size(), end);
      if (at != end && *at == '*') {
        at = skip_blanks(at + 1, end);
      }
      word = event_name(at, end, true);
    }
    if (word.empty()) {
      return RowError{&kBadEvent, at, "expected the name of an event",
                      "write a formula as a sum of terms such as `Ir`, `10 Bm` or `10*Bm`"};
    }
    at = skip_blanks(at + word.size(), end);
    if (at == end || *at != '+') {
      return std::nullopt;
    }
    ++at;
  }
}

}  // namespace

RowError cost_error(std::string_view token, NumberFault fault) {
  if (fault == NumberFault::kTooLarge) {
    return {&kBadCost,
            token.data(),
            fmt::format("the cost {} is out of range: costs are from -2^63 to 2^64-1",
                        quoted_value(token)),
            {}};
  }
  if (has_fraction(token)) {
    return {&kBadCost, token.data(),
            fmt::format("the cost {} is not an integer", quoted_value(token)),
            "write costs as integers, for example nanoseconds instead of seconds"};
  }
  return {
      &kBadCost, token.data(), fmt::format("the cost {} is not a number", quoted_value(token)), {}};
}

/// An unknown kind is an error and not skipped: the number of positions in each row depends on it.
std::optional<RowError> parse_positions_row(const char* at, const char* end, PositionKinds& kinds) {
  kinds = {false, false, false};
  int last = -1;
  for (Tokens tokens(at, end); !tokens.done();) {
    const std::string_view word = tokens.next();
    const int kind = word == "instr" || word == "addr" ? 0
                     : word == "bb"                    ? 1
                     : word == "line"                  ? 2
                                                       : -1;
    if (kind < 0) {
      return RowError{&kBadPositions, word.data(),
                      fmt::format("{} is not a kind of position", quoted_value(word)),
                      "`positions:` lists some of instr, bb, line"};
    }
    if (kind <= last) {
      return RowError{&kBadPositions, word.data(),
                      fmt::format("{} is repeated or out of order", quoted_value(word)),
                      "the order is instr, bb, line"};
    }
    last = kind;
    (kind == 0 ? kinds.instr : kind == 1 ? kinds.bb : kinds.line) = true;
  }
  if (last < 0) {
    return RowError{&kBadPositions, end, "`positions:` names no position",
                    "`positions:` lists some of instr, bb, line"};
  }
  return std::nullopt;
}

std::optional<RowError> parse_header_number(const char* at, const char* end, uint64_t& number) {
  constexpr const char* kOneNumber = "`pid:`, `part:` and `thread:` need one whole number each";
  Tokens tokens(at, end);
  if (tokens.done()) {
    return RowError{&kBadHeaderNumber, end, "expected a number", kOneNumber};
  }
  const std::string_view token = tokens.next();
  if (parse_number(token, number) != NumberFault::kNone) {
    return RowError{&kBadHeaderNumber, token.data(),
                    fmt::format("{} is not a number up to 2^64-1", quoted_value(token)),
                    kOneNumber};
  }
  if (!tokens.done()) {
    return RowError{&kBadHeaderNumber, tokens.at(),
                    fmt::format("unexpected {} after the number", quoted_value(tokens.peek())),
                    kOneNumber};
  }
  return std::nullopt;
}

std::optional<RowError> parse_version(const char* at, const char* end) {
  Tokens tokens(at, end);
  if (tokens.done()) {
    return RowError{&kBadVersion, end, "expected a version number", {}};
  }
  const std::string_view token = tokens.next();
  std::string_view rest = token;
  bool is_number = true;
  uint64_t major = 0;
  for (bool first = true; is_number && (first || !rest.empty()); first = false) {
    const size_t dot = std::min(rest.find('.'), rest.size());
    uint64_t number = 0;
    const NumberFault fault = parse_number(rest.substr(0, dot), number);
    is_number = dot != 0 && std::ranges::all_of(rest.substr(0, dot), is_digit) &&
                fault != NumberFault::kMalformed;
    // A number that does not fit 64 bits is a version all the same, only not one that is known.
    major = first ? (fault == NumberFault::kNone ? number : 2) : major;  // too large: above 1
    is_number = is_number && dot + 1 != rest.size();
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  if (!is_number) {
    return RowError{&kBadVersion,
                    token.data(),
                    fmt::format("{} is not a version number", quoted_value(token)),
                    {}};
  }
  if (major > 1) {
    return RowError{&kBadVersion, token.data(),
                    fmt::format("unknown format version {}", quoted_value(token)),
                    "quern reads versions 0 and 1 of the format"};
  }
  if (!tokens.done()) {
    return RowError{&kBadVersion,
                    tokens.at(),
                    fmt::format("unexpected {} after the version", quoted_value(tokens.peek())),
                    {}};
  }
  return std::nullopt;
}

/// Formulas are kept as text here and only checked for their form: they may name events that are
/// defined later.
std::optional<RowError> parse_event_row(const char* at, const char* end, EventDefinition& event) {
  event = {};
  at = skip_blanks(at, end);
  const std::string_view name = event_name(at, end, false);
  if (name.empty()) {
    return RowError{&kBadEvent, at, "expected the name of an event",
                    "the form is `event: NAME [= FORMULA] [: long name]`"};
  }
  event.name = name;
  at = skip_blanks(at + name.size(), end);
  if (at != end && *at == '=') {
    const char* const formula = ++at;
    if (auto error = skip_formula(at, end)) {
      return error;
    }
    event.formula = trim({formula, at});
  }
  if (at == end) {
    return std::nullopt;
  }
  if (*at != ':') {
    return RowError{&kBadEvent, at,
                    fmt::format("unexpected {}", quoted_value(Tokens(at, end).peek())),
                    "the form is `event: NAME [= FORMULA] [: long name]`"};
  }
  const std::string_view long_name = trim({at + 1, end});
  if (!long_name.empty()) {
    event.long_name = long_name;
  }
  return std::nullopt;
}

/// Valgrind's xtree writes `totals: (null)` if it has no data. That is like no row at all, and
/// still shows that the file is whole.
std::optional<RowError> parse_declared(const Row& row, const char* at,
                                       std::optional<DeclaredCosts>& declared) {
  declared.reset();
  if (trim({at, row.end}) == "(null)") {
    return std::nullopt;
  }
  DeclaredCosts found;
  for (Tokens tokens(at, row.end); !tokens.done();) {
    const std::string_view token = tokens.next();
    int128 cost = 0;
    const NumberFault fault = parse_cost(token, cost);
    if (fault != NumberFault::kNone) {
      return cost_error(token, fault);
    }
    if (cost < 0) {
      found.negative.push_back(found.costs.size());
    }
    found.costs.push_back(cost);
    found.columns.push_back(row.place(token.data()).column);
  }
  declared = std::move(found);
  return std::nullopt;
}

}  // namespace quern::callgrind
