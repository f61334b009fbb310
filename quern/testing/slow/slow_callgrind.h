// SPDX-License-Identifier: MIT
//
// The slow twin of the Callgrind reader: written straight from the format's rules, one function a
// rule, with whole strings and maps. It shares no code with the reader it is compared with; speed
// is no aim, but its time is linear in the input.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

/// Which lines move the base of relative positions: own cost lines alone, or every cost line.
enum class BaseRule : uint8_t { kSelf, kCost };

struct SlowOptions {
  std::optional<BaseRule> base_rule;  ///< overrides what `creator:` chooses
};

/// What `bytes`, plain text without compression, means.
[[nodiscard]] Meaning slow_read_callgrind(std::string_view bytes, SlowOptions options = {});

}  // namespace quern::testing
