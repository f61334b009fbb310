// SPDX-License-Identifier: MIT
//
// The producers, and the signs in a header by which they are known. A `creator:` decides where
// there is one. Files without it are known by what only one producer writes: a version, the first
// key, or the name of the first event. The first match counts. If nothing matches, the rules of the
// manual hold.
#include "quern/formats/callgrind/grammar/dialects.h"

#include <array>

#include "quern/base/text.h"

namespace quern::callgrind {

namespace {

constexpr Dialect kGeneric{"generic", "callgrind", "any other writer of the format"};
constexpr Dialect kCallgrind{
    "callgrind",     "callgrind",    "Valgrind's Callgrind, and Calltree before it",
    BaseRule::kSelf, Family::kOther, End::kTotals};
/// Its names are Callgrind's, its rows are not; `--dialect callgrind` means the row above.
constexpr Dialect kRewritten{"callgrind",     "callgrind",    "Callgrind's profiles, rewritten",
                             BaseRule::kCost, Family::kOther, End::kTotals};
constexpr Dialect kCachegrind{
    "cachegrind",    "cachegrind",   "Valgrind's Cachegrind, cg_merge, cg_diff",
    BaseRule::kCost, Family::kOther, End::kSummary};
constexpr Dialect kXtree{
    "xtree",         "callgrind",    "execution trees of Memcheck, Massif, Helgrind, DHAT",
    BaseRule::kCost, Family::kOther, End::kTotals};
constexpr Dialect kXdebug{"xdebug",        "xdebug",        "Xdebug 2 and 3 (PHP)",
                          BaseRule::kCost, Family::kXdebug, End::kSummary};
constexpr Dialect kConverter{"parrot-callgrind",
                             "parrot",
                             "Parrot's profiling runcore through pprof2cg.pl",
                             BaseRule::kSelf,
                             Family::kParrotConverter,
                             End::kTotals};
constexpr Dialect kSubprof{kSubprofName,    "parrot",         "Parrot's subroutine profiler",
                           BaseRule::kCost, Family::kSubprof, End::kTotals};
constexpr Dialect kPprof{
    "pprof-callgrind", "callgrind",    "pprof -callgrind (Go) and --callgrind (gperftools)",
    BaseRule::kCost,   Family::kOther, End::kRow};
constexpr Dialect kLsprof{
    "lsprofcalltree", "callgrind",    "lsprofcalltree, pyprof2calltree, Mercurial, Bazaar (Python)",
    BaseRule::kCost,  Family::kOther, End::kRow};
constexpr Dialect kRubyProf{"ruby-prof",     "callgrind",    "ruby-prof's call tree printer",
                            BaseRule::kCost, Family::kOther, End::kRow};

constexpr std::array kDialects = {kGeneric, kCallgrind, kCachegrind, kXtree,     kXdebug,
                                  kPprof,   kLsprof,    kRubyProf,   kConverter, kSubprof};

/// "3.4.1-Debian": before Valgrind 3.5 the creator was the bare version.
bool is_version_number(std::string_view text) {
  size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) {
    ++digits;
  }
  return digits != 0 && digits + 1 < text.size() && text[digits] == '.' &&
         is_digit(text[digits + 1]);
}

/// pprof2cg.pl copied its header from one certain file.
bool is_converter(const HeaderSigns& signs) {
  return signs.creator == "3.4.1-Debian" && signs.pid == 5751 &&
         (signs.first_file == "no_file" || signs.first_function.contains(';'));
}

/// "cpu(ms)", "samples(count)": pprof's sample types.
bool has_unit(std::string_view event) {
  return event.size() > 3 && event.ends_with(')') && event.find('(') != std::string_view::npos;
}

const Dialect& without_creator(const HeaderSigns& signs) {
  if (signs.version == "0.9.6" && signs.has_command) {
    return kXdebug;
  }
  if (signs.starts_as_cachegrind && !signs.has_callgrind_comment && signs.version.empty() &&
      !signs.has_callees) {
    return kCachegrind;
  }
  if (signs.first_event == "Ticks") {
    return kLsprof;
  }
  if (signs.first_event == "Hits" || (signs.has_positions && has_unit(signs.first_event))) {
    return kPprof;
  }
  if (signs.first_event == "process_time" || signs.first_event == "wall_time") {
    return kRubyProf;
  }
  return kGeneric;
}

}  // namespace

/// By `creator:`, but for two producers of Parrot: one prints no header, the other one of
/// Callgrind's.
const Dialect& dialect_of(const HeaderSigns& signs) {
  if (signs.is_subprof) {
    return kSubprof;
  }
  const std::string_view creator = signs.creator;
  if (!signs.has_creator) {
    return without_creator(signs);
  }
  if (is_converter(signs)) {
    return kConverter;
  }
  if (creator.starts_with("callgrind-") || creator.starts_with("calltree-") ||
      is_version_number(creator)) {
    return kCallgrind;
  }
  if (creator.starts_with("xdebug ")) {
    return kXdebug;
  }
  if (creator.starts_with("xtree-")) {
    return kXtree;
  }
  return creator.ends_with(kOfCallgrind) ? kRewritten : kGeneric;
}

/// Units that files do not state. Xdebug's older files count microseconds under the name `Time`,
/// and newer ones have the unit in the name, which is why the scale depends on the name.
EventMeaning meaning_of(const Dialect& dialect, std::string_view event) {
  if (dialect.is_xdebug()) {
    if (event == "Time") {
      return {"Elapsed Time", "ns", 1000};  // microseconds
    }
    if (event == "Time_(10ns)") {
      return {"Elapsed Time", "ns", 10};
    }
    if (event.starts_with("Time_(")) {
      return {"Elapsed Time", {}};  // the name tells the unit
    }
    if (event.starts_with("Memory")) {
      return {"Memory Growth", "bytes"};
    }
    return event == "Peakmemory" ? EventMeaning{"Peak Memory", "bytes"} : EventMeaning{};
  }
  if (dialect.is_converter() && event == kConverterTime) {
    return {"Elapsed Time", "ns"};
  }
  if (dialect.is_subprof()) {
    return event == "ops" ? EventMeaning{"Executed Opcodes", {}}
                          : EventMeaning{"Time-Stamp Counter", {}};
  }
  return {};
}

End end_of(const Dialect& dialect, std::string_view creator) {
  return dialect.end == End::kAny && creator.starts_with("quern-") ? End::kTotals : dialect.end;
}

std::span<const Dialect> dialects() {
  return kDialects;
}

}  // namespace quern::callgrind
