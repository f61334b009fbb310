// SPDX-License-Identifier: MIT
//
// Shows a page of docs/ on the terminal. It knows the little Markdown that those pages keep to:
// headings, paragraphs, fenced code, lists (one level), tables and `code` within text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quern::cli {

/// `markdown` as plain text of at most `width` columns; code and tables' first columns stay whole.
[[nodiscard]] std::string render_page(std::string_view markdown, size_t width);

/// The text of the page's first heading.
[[nodiscard]] std::string_view page_title(std::string_view markdown);

}  // namespace quern::cli
