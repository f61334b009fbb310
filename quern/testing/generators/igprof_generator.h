// SPDX-License-Identifier: MIT
//
// IgProf dumps from a seed, for comparing readers: small ones that are well formed and together use
// everything the format has, and damaged ones. The same seed gives the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace quern::testing {

/// A dump of up to some 40 rows that is valid.
[[nodiscard]] std::string generate_igprof(uint64_t seed);

/// `bytes` with one to three damages: flipped, doubled or missing bytes and rows, nasty tokens, a
/// cut at any byte.
[[nodiscard]] std::string mutate_igprof(uint64_t seed, std::string_view bytes);

}  // namespace quern::testing
