// SPDX-License-Identifier: MIT
//
// Text inside HTML and SVG: nothing that the input holds becomes markup.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// Appends `text` (printable) with the five characters escaped that markup is made of, and what is
/// no character of XML as U+FFFD.
void append_escaped(std::string& out, std::string_view text);
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace quern
