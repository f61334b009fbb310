// SPDX-License-Identifier: MIT
//
// What to tell about an input that no format wants: what its first bytes look like.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// "this looks like a PNG picture: no format that quern reads", "… begins `hello`".
[[nodiscard]] std::string describe_first_bytes(std::string_view first_bytes);

/// The next step: how to convert such a file or to record the program that it is; else what quern
/// reads. `name`: the file as the user named it.
[[nodiscard]] std::string hint_for_unrecognised(std::string_view first_bytes,
                                                std::string_view name);

/// Why a profiler leaves an empty file of this name.
[[nodiscard]] std::string empty_file_hint(std::string_view name);

}  // namespace quern
