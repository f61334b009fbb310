// SPDX-License-Identifier: MIT
//
// The script of flame pictures: zoom, search, keyboard. It holds nothing of the input and asks
// nothing of the network; without it the picture is still a picture.
#pragma once

#include <string_view>

namespace quern {

/// Holds neither `]]>` nor `</script`.
[[nodiscard]] std::string_view flame_script();

/// As Content-Security-Policy names it: "sha256-…" of what stands between <script> and </script>.
[[nodiscard]] std::string_view flame_script_hash();

}  // namespace quern
