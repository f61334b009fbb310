// SPDX-License-Identifier: MIT
#include "quern/formats/folded/folded.h"

#include "quern/formats/folded/codes.h"
#include "quern/formats/folded/reader.h"
#include "quern/formats/folded/row.h"

namespace quern::folded {

namespace {

/// Nothing marks the format, so the first row has to be of it, and most others to look like it.
Probe probe(std::string_view first_bytes) {
  constexpr size_t kOneIn = 10;
  size_t rows = 0;
  size_t others = 0;
  bool has_stack = false;
  for (std::string_view rest = whole_rows(first_bytes); !rest.empty();) {
    const std::string_view text = take_row(rest);
    if (is_comment(text)) {
      continue;
    }
    const Row row = split_row(text, 1);
    const bool is_own = !row.first.empty() && !row.stack.empty() && !text.contains('\0');
    if (rows++ == 0 && !is_own) {
      return {};
    }
    others += is_own || text.contains(';') ? 0U : 1U;
    has_stack = has_stack || (is_own && row.stack.contains(';'));
  }
  if (!has_stack || others * kOneIn > rows) {
    return {};
  }
  return {Likeness::kMaybe, "rows of functions with `;` between them and a count behind"};
}

Result<void> read(Reading& reading) {
  return Reader(reading).read();
}

}  // namespace

const Format kFormat = {
    "folded", "folded stacks, with one count or two", {}, kCodes, probe, read,
};

}  // namespace quern::folded
