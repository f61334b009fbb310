// SPDX-License-Identifier: MIT
//
// The row `P=(HEX ID=61f3 N=(./program) T=0.005000)`. The program may contain anything, also `)
// T=`; the last one of the row ends it. `T` is read twice: as a floating-point number to show, and
// exactly as nanoseconds, because a unit of events must be exact.
#include "quern/formats/igprof/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

#include "quern/base/text.h"
#include "quern/formats/igprof/codes.h"
#include "quern/formats/igprof/lexer.h"

namespace quern::igprof {

namespace {

constexpr std::string_view kProgramEnd = ") T=";

RowError expected(const char* at, const char* end, std::string_view what) {
  return {&kBadHeader, at,
          at == end ? fmt::format("the header ends where {} is expected", what)
                    : fmt::format("expected {} in the header of the dump", what),
          "a dump starts with a row such as P=(HEX ID=61f3 N=(./program) T=0.005000)", at == end};
}

bool take(const char*& at, const char* end, std::string_view text) {
  const bool is_there = std::string_view(at, end).starts_with(text);
  at += is_there ? text.size() : 0;
  return is_there;
}

/// Digits, perhaps a point and more digits.
const char* behind_fraction(const char* at, const char* end) {
  const auto skip_digits = [&at, end] {
    const char* const start = at;
    while (at != end && is_digit(*at)) {
      ++at;
    }
    return at != start;
  };
  if (!skip_digits()) {
    return nullptr;
  }
  if (at != end && *at == '.') {
    ++at;
    return skip_digits() ? at : nullptr;
  }
  return at;
}

/// Digits with at most one point, as seconds: how many nanoseconds that is. 0 where no integer of
/// 64 bits is that.
uint64_t nanoseconds_of(std::string_view seconds) {
  constexpr size_t kDecimals = 9;
  const size_t point = std::min(seconds.find('.'), seconds.size());
  std::string digits(seconds.substr(0, point));
  std::string_view decimals = seconds.substr(std::min(point + 1, seconds.size()));
  decimals = decimals.substr(0, decimals.find_last_not_of('0') + 1);
  if (decimals.size() > kDecimals) {
    return 0;
  }
  digits.append(decimals).append(kDecimals - decimals.size(), '0');
  uint64_t nanoseconds = 0;
  const char* const end = digits.data() + digits.size();
  const bool fits = std::from_chars(digits.data(), end, nanoseconds).ec == std::errc{};
  return fits ? nanoseconds : 0;
}

}  // namespace

/// No blank more or less is accepted: the first row decides how all numbers are read, so a doubtful
/// one is an error.
std::optional<RowError> parse_header(const char* at, const char* end, DumpHeader& header) {
  if (!take(at, end, "P=(")) {
    return RowError{&kBadHeader, at,
                    "this is not the header of an IgProf dump, which begins with `P=(`",
                    "the first row defines the numbers; check whether it was lost when the dump "
                    "was copied or split"};
  }
  header.is_hex = take(at, end, "HEX ");
  if (!take(at, end, "ID=")) {
    return expected(at, end, header.is_hex ? "`ID=`" : "`HEX ID=` or `ID=`");
  }
  const char* const pid = at;
  const NumberFault fault =
      header.is_hex ? read_number<true>(at, header.pid) : read_number<false>(at, header.pid);
  if (fault != NumberFault::kNone) {
    return expected(pid, end, "a process id");
  }
  if (!take(at, end, " N=(")) {
    return expected(at, end, "` N=(` and the program");
  }
  const std::string_view rest(at, end);
  const size_t program_end = rest.rfind(kProgramEnd);
  if (program_end == std::string_view::npos) {
    RowError error = expected(at, end, "a program, followed by `) T=`");
    error.is_cut = true;
    return error;
  }
  header.program = rest.substr(0, program_end);
  at += program_end + kProgramEnd.size();
  const char* const behind = behind_fraction(at, end);
  if (behind == nullptr) {
    return expected(at, end, "the seconds per tick, such as 0.005000");
  }
  const auto [stop, problem] = std::from_chars(at, behind, header.period, std::chars_format::fixed);
  if (problem != std::errc{} || stop != behind) {
    return expected(at, end, "the seconds per tick, such as 0.005000");
  }
  header.tick_ns = nanoseconds_of({at, behind});
  at = behind;
  if (!take(at, end, ")")) {
    return expected(at, end, "`)`");
  }
  if (at != end) {
    return expected(at, end, "the end of the header");
  }
  return std::nullopt;
}

}  // namespace quern::igprof
