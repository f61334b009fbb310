// SPDX-License-Identifier: MIT
//
// The script of the page of a treemap: zoom, search, keyboard. It holds nothing of the input and
// asks nothing of the network; without it the page still has its picture and table.
#pragma once

#include <string_view>

namespace quern {

/// Holds no `</script`.
[[nodiscard]] std::string_view map_script();

/// As Content-Security-Policy names it: "sha256-…" of what stands between <script> and </script>.
[[nodiscard]] std::string_view map_script_hash();

}  // namespace quern
