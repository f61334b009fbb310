// SPDX-License-Identifier: MIT
//
// The formulas and long names of events that several inputs declare, as one list: the same meaning
// for every order of the inputs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "quern/model/profile.h"
#include "quern/model/records/event.h"

namespace quern {

/// Of one input its own rows. Of several, one row a name, behind those that its formula uses: with
/// the formula of all that have one, or EventDefinition::problem where formulas differ; with the
/// long name of who has one, the first by the alphabet where they differ.
[[nodiscard]] std::vector<EventDefinition> shared_definitions(std::span<const InputInfo> inputs);

}  // namespace quern
