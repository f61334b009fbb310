// SPDX-License-Identifier: MIT
//
// `--part` and `--thread`: which parts the numbers in a list such as "1,3-5" mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"

namespace quern {

/// By part: the number its header says, else its position from 1. Where one input repeats itself,
/// as Xdebug's appended runs do (each is `part: 1`), its parts are numbered by their order.
[[nodiscard]] std::vector<uint64_t> part_numbers(const Profile& profile);

/// By part: its process. Of an input with several parts only the first may say it.
[[nodiscard]] std::vector<std::optional<uint64_t>> part_processes(const Profile& profile);

/// A part's number is that of part_numbers(). The thread is the header's.
enum class PartKey : uint8_t { kNumber, kThread };

/// The parts that `list` means. Errors (Fault::kUsage): `unknown-part` or `unknown-thread`, where
/// `list` cannot be read or an item of it fits no part, with what there is.
[[nodiscard]] Result<PartSet> choose_parts(const Profile& profile, PartKey key,
                                           std::string_view list);

/// The parts that both lists mean; an empty list means all. Error too where there is none.
[[nodiscard]] Result<PartSet> choose_parts(const Profile& profile, std::string_view numbers,
                                           std::string_view threads);

}  // namespace quern
