// SPDX-License-Identifier: MIT
//
// Call trees and flame graphs, in each form and as pictures.
#pragma once

#include <string>

#include "quern/output/render.h"
#include "quern/output/shared/flame_style.h"
#include "quern/views/trees/flame.h"
#include "quern/views/trees/folded.h"
#include "quern/views/trees/tree.h"

namespace quern {

void write_text(const Tree& tree, const Style& style, ByteSink& out);
void write_json(const Tree& tree, ByteSink& out);
[[nodiscard]] std::string rest_line(const Tree& tree);
void write_flat(const Tree& tree, FlatForm form, ByteSink& out);
void write_text(const Flame& flame, const Style& style, ByteSink& out);
void write_json(const Flame& flame, ByteSink& out);
[[nodiscard]] std::string rest_line(const Flame& flame);
void write_flat(const Flame& flame, FlatForm form, ByteSink& out);

void render_svg(const Flame& flame, const Style& style, const FlameStyle& how, ByteSink& out);
void render_html(const Flame& flame, const Style& style, const FlameStyle& how, ByteSink& out);
/// "main;parse;scan 123": a row a stack; what cannot be in a name is replaced.
void render_folded(const Flame& flame, ByteSink& out);
void render_folded(const FoldedStacks& stacks, ByteSink& out);

}  // namespace quern
