// SPDX-License-Identifier: MIT
//
// Recognizes the format and registers it. Many files have neither the comment `# callgrind format`
// nor a `creator:`, so two rows count as proof (`events:`, `fn=`), and header keys only as a hint.
// Massif's files begin with the same keys `desc:` and `cmd:`; their `time_unit:` row tells them
// from a profile.
#include "quern/formats/callgrind/callgrind.h"

#include <algorithm>
#include <array>

#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/grammar/dialects.h"
#include "quern/formats/callgrind/reader.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern::callgrind {

namespace {

/// Keys that a header of this format begins with, and hardly any other text.
constexpr std::array<std::string_view, 9> kFirstKeys = {
    "version:", "creator:", "cmd:", "pid:", "part:", "thread:", "desc:", "positions:", "event:"};

/// What one row says for the format.
Likeness likeness_of(std::string_view row) {
  if (row.starts_with("events:") || row.starts_with("fn=")) {
    return Likeness::kSure;
  }
  const bool is_header =
      std::ranges::any_of(kFirstKeys, [row](std::string_view key) { return row.starts_with(key); });
  const bool is_mark = row.starts_with("==== ") && row.ends_with("====");
  return is_header || is_mark ? Likeness::kMaybe : Likeness::kNo;
}

Probe probe(std::string_view first_bytes) {
  const std::string_view first_row = first_bytes.substr(0, first_bytes.find('\n'));
  if (trim(first_row).starts_with("# callgrind format")) {
    return {Likeness::kSure, "`# callgrind format`"};
  }
  Probe best;
  bool is_first = true;
  bool may_be_massif = false;  // whose files begin with desc: and cmd: too
  while (!first_bytes.empty()) {
    const std::string_view row = trim(take_row(first_bytes));
    if (row.empty() || row.front() == '#') {
      continue;
    }
    may_be_massif = may_be_massif || row.starts_with("time_unit:");
    const Likeness likeness = likeness_of(row);
    if (likeness == Likeness::kSure) {
      return {likeness, row.front() == 'e' ? "an `events:` row" : "a `fn=` row"};
    }
    // Only the first row: a key such as `cmd:` deep in a text is no evidence.
    if (is_first && likeness == Likeness::kMaybe) {
      best = {likeness, "a header row of the Callgrind format"};
    }
    is_first = false;
  }
  return may_be_massif ? Probe() : best;
}

constexpr std::array<std::string_view, 8> kDialectNames = {
    "cachegrind",     "xtree",     "xdebug",           "pprof-callgrind",
    "lsprofcalltree", "ruby-prof", "parrot-callgrind", kSubprofName};

}  // namespace

const Format kFormat = {
    "callgrind",   "Callgrind, Cachegrind, xtree, Xdebug and others in this format",
    kDialectNames, kCodes,
    probe,         read_by<Reader>,
};

}  // namespace quern::callgrind
