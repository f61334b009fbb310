// SPDX-License-Identifier: MIT
#include "quern/load/snapshots.h"

#include <optional>
#include <vector>

#include "quern/analysis/costs/call_costs.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/load/names/fold_names.h"

namespace quern {

Result<void> write_snapshot(const Profile& profile, const WriteOptions& options, ByteSink& out) {
  const std::vector<FunctionName> folded = names_to_tell(profile);
  const std::optional<CallCosts> calls = call_costs(profile, folded_names(profile));
  return snapshot::kWriter.write({.profile = profile,
                                  .options = options,
                                  .out = out,
                                  .folded = folded,
                                  .call_costs = calls ? &*calls : nullptr});
}

}  // namespace quern
