// SPDX-License-Identifier: MIT
//
// Where names end, and numbers in the rare long form. Short numbers are read in lexer.h. A
// candidate for the end of a name is looked for with find() and then checked, so a name full of
// brackets costs no more than its length.
#include "quern/formats/igprof/lexer.h"

namespace quern::igprof {

NumberFault read_long_number(unsigned base, const char*& at, uint64_t& value) {
  const char* const start = at;
  bool is_too_large = false;
  unsigned digit = 0;
  for (value = 0; (digit = digit_value(*at)) < base; ++at) {
    is_too_large = is_too_large || __builtin_mul_overflow(value, uint64_t{base}, &value) ||
                   __builtin_add_overflow(value, uint64_t{digit}, &value);
  }
  return at == start    ? NumberFault::kMissing
         : is_too_large ? NumberFault::kTooLarge
                        : NumberFault::kNone;
}

const char* behind_signed(bool is_hex, const char* at, const char* end) {
  at += at != end && *at == '-' ? 1 : 0;
  const char* const digits = at;
  while (at != end && digit_value(*at) < (is_hex ? 16U : 10U)) {
    ++at;
  }
  const bool is_padded = at - digits > 1 && *digits == '0';
  return at == digits || is_padded ? nullptr : at;
}

namespace {

/// The first `mark` that a signed number follows and then something that `may_follow`.
template <class MayFollow>
const char* find_before_signed(bool is_hex, std::string_view mark, const char* at, const char* end,
                               MayFollow may_follow) {
  std::string_view rest(at, end);
  for (;;) {
    const size_t found = rest.find(mark);
    if (found == std::string_view::npos) {
      return nullptr;
    }
    const char* const name_end = rest.data() + found;
    const char* const behind = behind_signed(is_hex, name_end + mark.size(), end);
    if (behind != nullptr && may_follow(std::string_view(behind, end))) {
      return name_end;
    }
    rest.remove_prefix(found + 1);
  }
}

}  // namespace

const char* function_name_end(bool is_hex, const char* at, const char* end) {
  return find_before_signed(is_hex, "))+", at, end, [](std::string_view rest) {
    return rest.empty() || rest.starts_with(" V");
  });
}

const char* path_end(bool is_hex, const char* at, const char* end) {
  return find_before_signed(is_hex, ")+", at, end,
                            [](std::string_view rest) { return rest.starts_with(" N=("); });
}

const char* counter_name_end(const char* at, const char* end) {
  const std::string_view rest(at, end);
  const size_t found = rest.find("):(");
  return found == std::string_view::npos ? nullptr : at + found;
}

}  // namespace quern::igprof
