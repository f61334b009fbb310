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

void write_text(const Top& top, const Style& style, ByteSink& out);
void write_json(const Top& top, ByteSink& out);
[[nodiscard]] std::string rest_line(const Top& top);
void write_flat(const Top& top, FlatForm form, ByteSink& out);
void write_text(const Lines& lines, const Style& style, ByteSink& out);
void write_json(const Lines& lines, ByteSink& out);
[[nodiscard]] std::string rest_line(const Lines& lines);
void write_flat(const Lines& lines, FlatForm form, ByteSink& out);
void write_text(const Loops& loops, const Style& style, ByteSink& out);
void write_json(const Loops& loops, ByteSink& out);
[[nodiscard]] std::string rest_line(const Loops& loops);
void write_flat(const Loops& loops, FlatForm form, ByteSink& out);

}  // namespace quern
