// SPDX-License-Identifier: MIT
//
// What pages of source lines have in common, of one profile or of a comparison: head and style,
// files that fold, where their sources are. A page needs nothing else: no script, no font, no
// network. Colors follow the reader's light or dark scheme, and no meaning is in color alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "quern/base/buffered_text.h"
#include "quern/views/source/annotation.h"

namespace quern {

class SourcePage {
 public:
  explicit SourcePage(ByteSink& out) : stream_(out) {}

  [[nodiscard]] std::string& text() { return stream_.text(); }
  /// False once nobody takes bytes any more.
  [[nodiscard]] bool drain() { return stream_.drain(); }

  /// `title` as the page's name and first heading.
  /// The head, and why what was read is incomplete.
  void begin(std::string_view title, const Completeness& completeness);
  void end() { text() += "</body>\n</html>\n"; }
  /// `kind`: a class of the style sheet; "w": a warning.
  void paragraph(std::string_view words, std::string_view kind = {});
  /// A file with what it cost; its lines may be left to a click.
  void begin_file(size_t rank, bool is_open, std::string_view name, std::string_view words);
  void end_file() { text() += "</details>\n"; }
  /// Where its source is, or was looked for. `side`: "", "old " or "new ".
  void source_of(const SourceFile& source, std::string_view name, std::string_view side);
  /// A table: its heads, then rows.
  void begin_table();
  void head(std::string_view words, bool is_text = false);
  void begin_rows() { text() += "</tr></thead>\n<tbody>\n"; }
  void end_table() { text() += "</tbody></table></div>\n"; }

 private:
  BufferedText stream_;
};

}  // namespace quern
