// SPDX-License-Identifier: MIT
//
// Findings of all inputs as one list with one verdict. Whatever makes an input incomplete counts as
// a warning at least. A file whose end nothing shows gets a note: that it counts as complete is
// then an assumption.
#include "quern/views/input/check.h"

#include <algorithm>
#include <utility>

#include "quern/analysis/costs/contradictions.h"

namespace quern {

namespace {

/// What makes an input incomplete is no mere remark.
Severity severity_of(const CodeInfo& code) {
  return code.is_incomplete ? std::max(code.severity, Severity::kWarning) : code.severity;
}

void count(const Findings& findings, Check& check) {
  for (const Findings::Kind& kind : findings.kinds()) {
    check.errors += kind.code->severity == Severity::kError ? kind.count : 0;
    check.warnings += severity_of(*kind.code) == Severity::kWarning ? kind.count : 0;
  }
}

/// `input`: the name of the file, or empty for findings about all of them.
void list(const Findings& findings, const std::string& input, Check& check) {
  for (Finding& finding : findings.sorted()) {
    check.findings.push_back({severity_of(*finding.code), finding.code->name, input, finding.place,
                              std::move(finding.message), std::move(finding.hint),
                              std::move(finding.excerpt)});
  }
  for (const Findings::Kind& kind : findings.kinds()) {
    if (kind.count > kind.kept.size()) {
      check.more.push_back({input, kind.code->name, kind.count - kind.kept.size()});
    }
  }
}

void list(const InputInfo& input, Check& check) {
  list(input.findings, input.name, check);
  if (!input.shows_end && input.findings.errors() == 0) {
    check.findings.push_back({Severity::kNote,
                              kEndUnknown.name,
                              input.name,
                              {},
                              "nothing in this file shows whether rows are missing at its end",
                              {},
                              {}});
  }
}

}  // namespace

Check check_of(const Profile& profile, bool strict) {
  return check_of(profile, contradictions(profile), strict);
}

/// `--strict` makes warnings a failure; what is incomplete always is one.
Check check_of(const Profile& profile, const Findings& contradictions, bool strict) {
  Check check{Completeness(profile)};
  for (const InputInfo& input : profile.inputs()) {
    check.files.push_back(input.name);
    count(input.findings, check);
    list(input, check);
  }
  for (const Shortfall& shortfall : check.completeness.shortfalls()) {
    if (shortfall.code == &kMadeFromIncomplete) {
      ++check.warnings;
      check.findings.push_back({Severity::kWarning,
                                shortfall.code->name,
                                shortfall.input,
                                shortfall.place,
                                shortfall.message,
                                {},
                                {}});
    }
  }
  count(contradictions, check);
  list(contradictions, check.files.size() == 1 ? check.files.front() : std::string(), check);
  check.is_sound =
      check.errors == 0 && check.completeness.is_complete() && (!strict || check.warnings == 0);
  return check;
}

}  // namespace quern
