// SPDX-License-Identifier: MIT
//
// How quern's own files of stacks say that these were estimated from a call graph. Read back they
// look exact; a warning and a `desc:` of the part tell, which goes where the profile goes.
#pragma once

#include <string_view>

#include "quern/base/diagnostic.h"

namespace quern {

class Profile;

inline constexpr CodeInfo kEstimatedStacks{"estimated-stacks", Severity::kWarning,
                                           "stacks that quern estimated from a call graph"};

inline constexpr std::string_view kEstimatedComment =
    "stacks are estimated from a call graph; self costs of functions are exact";
inline constexpr std::string_view kEstimatedDescription =
    "comment: stacks are estimated from a call graph; self costs of functions are exact";
/// Behind the names of speedscope's profiles, which are those of events.
inline constexpr std::string_view kEstimatedSuffix = " (stacks are estimated)";

inline constexpr std::string_view kEstimatedWarning =
    "quern estimated these stacks from a call graph; only self costs of functions are exact";

/// Whether some part's stacks were read from a file that says so.
[[nodiscard]] bool has_estimated_stacks(const Profile& profile);

}  // namespace quern
