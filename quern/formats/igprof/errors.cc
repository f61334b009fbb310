// SPDX-License-Identifier: MIT
//
// Messages of rows that are not as IgProf writes them. They are apart from the reading code so that
// this stays small enough to be inlined. A hexadecimal digit in a dump whose header says "decimal"
// has an error of its own, which names the reason.
#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/igprof/codes.h"
#include "quern/formats/igprof/reader.h"

namespace quern::igprof {

namespace {
constexpr std::string_view kHexHint =
    "the header says that numbers are decimal; a hexadecimal dump starts with `P=(HEX ID=`";
constexpr std::string_view kDamageHint =
    "the dump is damaged here; --recover keeps the rows before it";
}  // namespace

const char* Reader::row_end() {
  if (row_end_ == nullptr) {
    const void* const found = std::memchr(begin_, '\n', static_cast<size_t>(end_ - begin_));
    row_end_ = found != nullptr ? static_cast<const char*>(found) : end_;
    if (row_end_ != begin_ && row_end_[-1] == '\r') {
      --row_end_;
    }
  }
  return row_end_;
}

const char* Reader::fail(const CodeInfo& code, const char* at, std::string message,
                         std::string hint) {
  error_ = {&code, at, std::move(message), std::move(hint)};
  return nullptr;
}

const char* Reader::hex_digit(const char* at) {
  return fail(kHexDigit, at, "a hexadecimal digit in a decimal dump", std::string(kHexHint));
}

const char* Reader::expected(const char* at, std::string_view what) {
  const bool is_number_before = at != begin_ && is_digit(at[-1]);
  if (!header_->is_hex && is_number_before && digit_value(*at) < 16) {
    return hex_digit(at);
  }
  fail(kBadRecord, at,
       is_row_end(at) ? fmt::format("the row ends where {} is expected", what)
                      : fmt::format("expected {}", what),
       std::string(kDamageHint));
  // Only then "the dump ends in the middle of this record" can be the true reason.
  constexpr std::ptrdiff_t kLongestToken = 5;  // `;LK=(` and others may be cut in the middle
  error_->is_cut = row_end() - at < kLongestToken;
  return nullptr;
}

const char* Reader::bad_number(const char* at, NumberFault fault, std::string_view what) {
  if (fault == NumberFault::kTooLarge) {
    return fail(kNumberRange, at, fmt::format("{} of more than 64 bits", what));
  }
  if (fault == NumberFault::kPadded) {
    return fail(kBadRecord, at,
                fmt::format("{} with leading zeros, which IgProf never writes", what),
                std::string(kDamageHint));
  }
  if (!header_->is_hex && digit_value(*at) < 16) {
    return hex_digit(at);
  }
  return expected(at, what);
}

const char* Reader::depth_zero(const char* at) {
  return fail(kDepthZero, at, "a record at depth 0: the outermost has depth 1",
              std::string(kDamageHint));
}

/// For a complete record; its depth follows the row's first character.
void Reader::tell_gap(uint64_t depth) {
  findings_->set_row(row_number_, {begin_, row_end()});
  findings_->add(
      kDepthGap, {row_number_, 2},
      [&] {
        return fmt::format(
            "a record at depth {} has no caller at depth {}: an unknown function replaces the "
            "missing callers",
            depth, depth - 1);
      },
      "check whether a part of the dump was removed");
  findings_->set_row(0, {});
}

const char* Reader::undefined(const CodeInfo& code, std::string_view id, std::string_view what,
                              std::string_view definition) {
  return fail(code, id.data(), fmt::format("{} {} is used before it is defined", what, id),
              fmt::format("a {} is defined where it first appears, as in `{}`; check whether a "
                          "part of the dump is missing",
                          what, definition));
}

const char* Reader::duplicate(const CodeInfo& code, std::string_view id, std::string_view what) {
  return fail(code, id.data(), fmt::format("{} {} is defined a second time", what, id),
              "check whether the file contains two dumps");
}

/// A name that nothing ends, unless what stands behind its `mark` and offset is wrong.
/// Names have no quotes: they end at a mark with a number behind it (docs/formats/igprof.md,
/// "Records"). If no mark ends a name, the numbers behind the candidates are looked at, since a
/// wrong one is the likelier fault.
const char* Reader::endless_name(const char* name, std::string_view mark, std::string_view what,
                                 std::string_view follower) {
  const std::string_view text(name, row_end());
  const auto is_digit_here = [this](char c) {
    return digit_value(c) < (header_->is_hex ? 16U : 10U);
  };
  for (size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    const char* behind = text.data() + at + mark.size();
    behind += *behind == '-' ? 1 : 0;
    if (*behind == '0' && is_digit_here(behind[1])) {
      return bad_number(behind, NumberFault::kPadded, "an offset");
    }
    if (!follower.empty() && digit_value(*behind) < 16) {
      while (is_digit_here(*behind)) {
        ++behind;
      }
      return digit_value(*behind) < 16 ? hex_digit(behind) : expected(behind, follower);
    }
  }
  fail(kBadRecord, name, fmt::format("the row ends before this {}", what),
       std::string(kDamageHint));
  error_->is_cut = true;
  return nullptr;
}

}  // namespace quern::igprof
