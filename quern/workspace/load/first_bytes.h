// SPDX-License-Identifier: MIT
//
// What to tell about an input that no format wants: what its first bytes look like.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// "this looks like a PNG picture: no format that quern reads", "… begins `hello`".
[[nodiscard]] std::string describe_first_bytes(std::string_view first_bytes);

/// What quern reads, in one sentence; or what such bytes may be that only their user can know.
[[nodiscard]] std::string hint_for_unrecognised(std::string_view first_bytes);

/// Why a profiler leaves an empty file of this name.
[[nodiscard]] std::string empty_file_hint(std::string_view name);

}  // namespace quern
