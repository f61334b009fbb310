// SPDX-License-Identifier: MIT
//
// Lists of functions, groups, lines and loops, in each form.
#pragma once

#include <string>

#include "quern/output/render.h"
#include "quern/views/lists/lines.h"
#include "quern/views/lists/loops.h"
#include "quern/views/lists/top.h"

namespace quern {

/// The functions, files or groups that a word matches, for a command that needs one of them. All
/// forms but text are those of the list.
struct Matches {
  Top top;  ///< of these alone: Selection::members
  std::string wanted;
  bool are_for_lines = false;  ///< `annotate` needs one; else `peek` does

  [[nodiscard]] const Selection& selection() const { return top.selection(); }
  [[nodiscard]] size_t count() const { return top.row_count() - top.left_out(); }
};

void write_text(const Top& top, const Style& style, ByteSink& out);
void write_json(const Top& top, ByteSink& out);
[[nodiscard]] std::string rest_line(const Top& top);
void write_flat(const Top& top, FlatForm form, ByteSink& out);
void write_text(const Matches& matches, const Style& style, ByteSink& out);
void write_json(const Matches& matches, ByteSink& out);
[[nodiscard]] std::string rest_line(const Matches& matches);
void write_flat(const Matches& matches, FlatForm form, ByteSink& out);
void write_text(const Lines& lines, const Style& style, ByteSink& out);
void write_json(const Lines& lines, ByteSink& out);
[[nodiscard]] std::string rest_line(const Lines& lines);
void write_flat(const Lines& lines, FlatForm form, ByteSink& out);
void write_text(const Loops& loops, const Style& style, ByteSink& out);
void write_json(const Loops& loops, ByteSink& out);
[[nodiscard]] std::string rest_line(const Loops& loops);
void write_flat(const Loops& loops, FlatForm form, ByteSink& out);

}  // namespace quern
