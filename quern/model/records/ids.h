// SPDX-License-Identifier: MIT
//
// The ids of a profile's tables: indices from 0, without gaps, in order of first appearance. So
// equal inputs give equal ids, and tables are plain arrays. Each table has a type of its own: an id
// of one cannot index another by mistake. They are valid in one profile only; across profiles,
// analysis/match finds which function is which.
#pragma once

#include <cstdint>

#include "quern/base/id.h"

namespace quern {

/// A text interned in Symbols. NameId{} (0) is the one unknown name: never given, empty, or "???".
using NameId = Id<struct NameTag>;
/// A name, file and object in Symbols. Records may hold the id of a function that later proved
/// equal to another: Profile::function() gives the final one.
using FunctionId = Id<struct FunctionTag>;
/// A column of the profile's own list of events.
using EventId = Id<struct EventTag>;
/// A node of the call tree; see Contexts.
using ContextId = Id<struct ContextTag>;
/// What contexts of one function at one kind of place share; see Contexts.
using FrameId = Id<struct FrameTag>;
/// An index into Profile::parts().
using PartId = Id<struct PartTag>;

inline constexpr NameId kUnknownName{};
/// The parent of roots.
inline constexpr ContextId kNoContext{~uint32_t{0}};

}  // namespace quern
