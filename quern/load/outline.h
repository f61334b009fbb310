// SPDX-License-Identifier: MIT
//
// What a profile has to offer, found while somebody waits at a prompt: its events and the names of
// its functions, without costs. Reading is bounded in bytes and in time. A damaged or cut file
// gives what was found until then; what is no readable regular file gives nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/model/records/event.h"

namespace quern {

/// Larger files have no function_names(), unless they are snapshots.
inline constexpr uint64_t kLargestWithNames = uint64_t{20} << 20;

struct OfferedEvent {
  std::string name;
  std::string long_name;  ///< or its formula; empty: none
  bool adds_up = true;    ///< false: a ratio or another formula, which only lists of rows show
};

/// The events that an answer about the profile accepts: stored ones, then derived ones. `dialect`:
/// see OpenOptions. Costs the reading of a header.
[[nodiscard]] std::vector<OfferedEvent> offered_events(const std::string& path,
                                                       const std::optional<std::string>& dialect);

/// The names of its functions that begin with `start`, as answers for people show them, sorted,
/// each once. Costs the reading of the whole file.
[[nodiscard]] std::vector<std::string> function_names(const std::string& path,
                                                      const std::optional<std::string>& dialect,
                                                      std::string_view start = {});

}  // namespace quern
