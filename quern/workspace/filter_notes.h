// SPDX-License-Identifier: MIT
//
// What users are told of what filters did to a profile.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/model/profile.h"
#include "quern/workspace/transform.h"

namespace quern {

/// The parts that are asked for.
[[nodiscard]] PartSet chosen_parts(const Profile& profile, const Transform& how);
/// The event that notes are about.
[[nodiscard]] std::string told_event(const Profile& profile, const Transform& how);

/// "--focus and --ignore kept 45.20 % of Ir: 905 of 2,002"; "~ 905" where it is an estimate.
[[nodiscard]] std::string kept_note(std::span<const Profile* const> sources, const Profile& result,
                                    const Transform& how);
/// "--what-if changes Ir by -1,000 (-10.00 %): 10,000 → 9,000; 2 functions match by name, file or
/// object". `matched`: how many functions do.
[[nodiscard]] std::string scaled_note(const Profile& profile, const Profile& result,
                                      const Transform& how, size_t matched);
/// "31.20 % of what is shown was apportioned (~) …", where any was.
void tell_apportioned(const Profile& result, const std::string& name,
                      std::vector<std::string>& notes);
[[nodiscard]] bool is_of_apportioned(std::string_view note);
/// What subtracting cannot do.
void tell_limits_of_subtraction(const Profile& result, const Profile& baseline,
                                std::vector<std::string>& notes);

}  // namespace quern
