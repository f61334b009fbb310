// SPDX-License-Identifier: MIT
//
// Text and pages of docs/ in the language of manual pages, man(7). Only ASCII is written, so that
// no encoding has to be known.
#pragma once

#include <string>
#include <string_view>

namespace quern::cli {

/// Text as it is: nothing in it is taken for a request, and hyphens can be copied as such.
[[nodiscard]] std::string roff(std::string_view text);

/// Text of a page: `code` and **bold** become bold.
[[nodiscard]] std::string roff_spans(std::string_view text);

/// Begins a paragraph, unless a heading has just done so.
void begin_roff_paragraph(std::string& out);

/// The blocks of a page but for its title, headings of level 2 as sections.
void append_roff_blocks(std::string& out, std::string_view markdown);

}  // namespace quern::cli
