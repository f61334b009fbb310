// SPDX-License-Identifier: MIT
//
// The ids of a profile's tables. Dense, from 0, in order of first appearance; valid in one profile.
#pragma once

#include <cstdint>

#include "quern/base/id.h"

namespace quern {

/// A text interned in Symbols. NameId{} (0) is the one unknown name: never given, empty, or "???".
using NameId = Id<struct NameTag>;
using FunctionId = Id<struct FunctionTag>;
/// A column of the profile's own list of events.
using EventId = Id<struct EventTag>;
/// An index into Profile::parts().
using PartId = Id<struct PartTag>;

inline constexpr NameId kUnknownName{};

}  // namespace quern
