// SPDX-License-Identifier: MIT
//
// The notes that show users what filters did to a profile. The walks report numbers; the sentences
// are written once, at the end, so that no walk has to know which notes another one wrote.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"

namespace quern {

/// The numbers that walks report. Costs are those of one event.
struct FilterReport {
  struct Scaled {
    int128 was = 0, is = 0;
    size_t matched = 0;  ///< functions
  };
  std::string event;
  std::string unit;                          ///< one of kUnitWords; empty: automatic
  std::vector<std::string_view> choosing{};  ///< the options that choose stacks
  std::optional<int128> chosen_from{};       ///< the total before stacks were chosen
  std::optional<Scaled> scaled{};
};

/// Σ self of an event over the parts; of peaks, the highest.
[[nodiscard]] int128 event_total(const Profile& profile, const PartSet& parts,
                                 std::string_view event);

/// The sentences, in the order of the stages. `baseline`: what was subtracted, or null.
[[nodiscard]] std::vector<std::string> filter_notes(const FilterReport& report,
                                                    const Profile& result, const Profile* baseline);

}  // namespace quern
