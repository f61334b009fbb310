// SPDX-License-Identifier: MIT
//
// Shows a page of docs/ on the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quern::cli {

struct Block;

/// `markdown` as plain text of at most `width` columns; code and tables' first columns stay whole.
[[nodiscard]] std::string render_page(std::string_view markdown, size_t width);

/// The rows of a table, aligned; cells of the last column wrap below themselves.
void append_table(std::string& out, const Block& table, size_t indent, size_t width);

/// The text of the page's first heading.
[[nodiscard]] std::string_view page_title(std::string_view markdown);

}  // namespace quern::cli
