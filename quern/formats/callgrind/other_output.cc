// SPDX-License-Identifier: MIT
//
// Parrot's subroutine profiler prints its profile to standard error, among whatever the program
// prints. Its first row is known by the two events it always has and the `summary:` below; rows
// before that, and behind `totals:`, are skipped with one finding.
#include "quern/formats/callgrind/other_output.h"

#include <algorithm>

#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern::callgrind {

namespace {

bool is_subprof_events(std::string_view row) {
  Tokens tokens(row.data(), row.data() + row.size());
  return row.starts_with("events:") && tokens.next() == "events:" && tokens.next() == "ops" &&
         tokens.next() == "ticks" && tokens.done();
}

}  // namespace

void OtherOutput::find(std::string_view first_bytes) {
  bool is_last = false;
  for (uint64_t number = 1; !first_bytes.empty(); ++number) {
    const std::string_view row = take_row(first_bytes);
    if (is_last && row.starts_with("summary:")) {
      first_row_ = number - 1;
      return;
    }
    if (row.starts_with("fn=") || (number == 1 && row.starts_with("# callgrind format"))) {
      return;
    }
    is_last = is_subprof_events(row);
  }
}

bool OtherOutput::skips(const Row& row, Findings& findings) {
  if (is_behind_ && is_subprof_events(row.text())) {
    is_behind_ = false;
  }
  if (row.number >= first_row_ && !is_behind_) {
    skips_ = false;
    return false;
  }
  const char* const at = std::find_if_not(row.begin, row.end, is_blank);
  if (!skips_ && *at != '#') {
    skips_ = true;
    findings.add(kLeadingText, row.place(at), "text outside the profile is skipped");
  }
  return true;
}

}  // namespace quern::callgrind
