// SPDX-License-Identifier: MIT
//
// What a repair left out and what is left. If the input declares what its costs come to, the user
// can see how much is missing; without dropped rows there is nothing to compare.
#include "quern/views/input/repair.h"

#include "quern/views/input/info.h"

namespace quern {

namespace {

bool is_dropped(const CodeInfo& code) {
  return code.severity == Severity::kError || code.drops;
}

/// What the input says that an event's self costs come to.
std::optional<int128> declared_amount(const Info& info, size_t event) {
  if (info.declared_totals) {
    return (*info.declared_totals)[event];
  }
  if (info.declared_summary && info.declared_as[event] == DeclaredAs::kSum) {
    return (*info.declared_summary)[event];
  }
  return std::nullopt;
}

}  // namespace

uint64_t Repair::dropped() const {
  uint64_t all = 0;
  for (const RepairDrop& drop : drops) {
    all += drop.count;
  }
  return all;
}

Repair repair_of(const Profile& profile) {
  Repair repair;
  for (const InputInfo& input : profile.inputs()) {
    for (const Findings::Kind& kind : input.findings.kinds()) {
      if (is_dropped(*kind.code)) {
        repair.drops.push_back({kind.code->name, kind.count, kind.first().place});
      }
    }
  }
  const Info info = info_of(profile, {});
  for (size_t at = 0; at < info.totals.size(); ++at) {
    repair.totals.push_back({info.events[at].name, info.totals[at],
                             repair.drops.empty() ? std::nullopt : declared_amount(info, at)});
  }
  return repair;
}

}  // namespace quern
