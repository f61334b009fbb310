// SPDX-License-Identifier: MIT
//
// Colors of pictures, as classes of their style sheets, for light and dark pages.
#pragma once

#include <string>
#include <string_view>

#include "quern/base/int128.h"

namespace quern {

/// Fills of the classes k0 … that stand for groups, s0 … for shares and d0 … for changes, in
/// pictures of a class.
[[nodiscard]] std::string picture_fills(std::string_view svg_class, bool is_dark);
/// The light one of a class s… , l… or m…, "#f6d39a"; white of others.
[[nodiscard]] std::string_view picture_fill(std::string_view color);
/// Always the same class for one text.
[[nodiscard]] std::string group_color(std::string_view text);
/// "s0" to "s5", from nothing to more than a fifth.
[[nodiscard]] std::string share_color(int128 part, int128 whole);

}  // namespace quern
