// SPDX-License-Identifier: MIT
#include "quern/views/check.h"

#include <utility>

namespace quern {

namespace {

void count(const Findings& findings, Check& check) {
  for (const Findings::Kind& kind : findings.kinds()) {
    check.errors += kind.code->severity == Severity::kError ? kind.count : 0;
    check.warnings += kind.code->severity == Severity::kWarning ? kind.count : 0;
  }
}

void list(const InputInfo& input, Check& check) {
  for (Finding& finding : input.findings.sorted()) {
    check.findings.push_back({finding.code->severity, finding.code->name, input.name, finding.place,
                              std::move(finding.message), std::move(finding.hint),
                              std::move(finding.excerpt)});
  }
  for (const Findings::Kind& kind : input.findings.kinds()) {
    if (kind.count > kind.kept.size()) {
      check.more.push_back({input.name, kind.code->name, kind.count - kind.kept.size()});
    }
  }
}

}  // namespace

Check check_of(const Profile& profile, bool strict) {
  Check check;
  for (const InputInfo& input : profile.inputs()) {
    check.files.push_back(input.name);
    count(input.findings, check);
    list(input, check);
  }
  check.is_sound = check.errors == 0 && (!strict || check.warnings == 0);
  return check;
}

}  // namespace quern
