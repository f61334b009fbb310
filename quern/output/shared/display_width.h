// SPDX-License-Identifier: MIT
//
// How many columns a text takes on a terminal, and how to make it take fewer or more. Texts are
// UTF-8 and went through printable(): they hold no controls. Wide characters take two columns,
// combining ones none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quern {

[[nodiscard]] size_t display_width(std::string_view text);

/// `text` in at most `columns`: where it is longer, its middle becomes "…", so that both the start
/// and the end stay visible. No combining character loses what it stands on.
[[nodiscard]] std::string cut_middle(std::string_view text, size_t columns);

/// Appends `text`, which takes `width` columns, and blanks up to `columns`.
void append_left(std::string& out, std::string_view text, size_t width, size_t columns);
/// Appends the blanks first.
void append_right(std::string& out, std::string_view text, size_t width, size_t columns);

/// The longest start (end) of `text` that takes at most `columns`.
[[nodiscard]] std::string_view fitting_start(std::string_view text, size_t columns);
[[nodiscard]] std::string_view fitting_end(std::string_view text, size_t columns);

}  // namespace quern
