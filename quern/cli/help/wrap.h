// SPDX-License-Identifier: MIT
//
// Running text fitted into columns, for help pages and topics. Widths count code points, which is
// right for the texts that are ours; texts from inputs are laid out by `output`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quern::cli {

/// Code points in `text`.
[[nodiscard]] size_t columns(std::string_view text);

/// Appends `text`, broken at blanks, as lines of at most `width` columns that start with `indent`
/// blanks; what the last line of `out` holds already counts. Ends with a line end. Words that are
/// too long stay whole.
void append_wrapped(std::string& out, std::string_view text, size_t indent, size_t width);

/// Appends `label` and, from column `indent` on, `text`; on lines of its own where the label is
/// too long.
void append_item(std::string& out, std::string_view label, std::string_view text, size_t indent,
                 size_t width);

/// Appends the paragraphs of `text`, which are parted by empty lines.
void append_paragraphs(std::string& out, std::string_view text, size_t indent, size_t width);

}  // namespace quern::cli
