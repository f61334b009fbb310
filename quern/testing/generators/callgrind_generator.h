// SPDX-License-Identifier: MIT
//
// Callgrind profiles from a seed, for comparing readers: small ones that are mostly well formed and
// together use everything the format has, and damaged ones. The same seed gives the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace quern::testing {

/// A profile of some 5 to 80 rows. About nine in ten are valid; the rest were cut at some byte or
/// reach beyond a limit.
[[nodiscard]] std::string generate_callgrind(uint64_t seed);

/// `bytes` with one to four damages: flipped and repeated bytes, swapped, doubled or missing tokens
/// and rows, nasty tokens, a cut at any byte.
[[nodiscard]] std::string mutate_callgrind(uint64_t seed, std::string_view bytes);

}  // namespace quern::testing
