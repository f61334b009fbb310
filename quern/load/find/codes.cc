// SPDX-License-Identifier: MIT
#include "quern/load/find/codes.h"

#include <algorithm>

#include "quern/analysis/costs/contradictions.h"
#include "quern/analysis/events/event_meanings.h"
#include "quern/analysis/merge/fold.h"
#include "quern/filters/rules/codes.h"
#include "quern/formats/registry.h"
#include "quern/model/completeness.h"

namespace quern {

std::vector<const CodeInfo*> all_codes() {
  std::vector<const CodeInfo*> all(kOpeningCodes.begin(), kOpeningCodes.end());
  all.push_back(&kCannotHold);
  all.push_back(&kMadeFromIncomplete);
  all.push_back(&kEndUnknown);
  all.insert(all.end(), {&kInclusiveAboveTotal, &kCallsAboveCallee, &kCalleesAboveCaller});
  all.push_back(&merge::kCannotMerge);
  all.push_back(&kMixedUnits);
  all.insert(all.end(), kFilterCodes.begin(), kFilterCodes.end());
  for (const Format* format : formats()) {
    all.insert(all.end(), format->codes.begin(), format->codes.end());
  }
  std::ranges::sort(all, {}, &CodeInfo::name);
  const auto repeated = std::ranges::unique(all, {}, &CodeInfo::name);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

}  // namespace quern
