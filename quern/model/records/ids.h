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
