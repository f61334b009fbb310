// SPDX-License-Identifier: MIT
//
// What changed, in each form; flame graphs as pictures, too.
#pragma once

#include <string>

#include "quern/compare/lines/line_changes.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/source/diff_annotation.h"
#include "quern/compare/trees/diff_flame.h"
#include "quern/compare/trees/diff_tree.h"
#include "quern/compare/trend/trend.h"
#include "quern/output/render.h"
#include "quern/output/shared/flame_style.h"

namespace quern {

/// Of Trend, `style.input` is what is compared next: the two points that the total's largest step
/// is between.
void write_text(const Diff& diff, const Style& style, ByteSink& out);
void write_json(const Diff& diff, ByteSink& out);
[[nodiscard]] std::string rest_line(const Diff& diff);
void write_flat(const Diff& diff, FlatForm form, ByteSink& out);
void write_text(const DiffCalls& calls, const Style& style, ByteSink& out);
void write_json(const DiffCalls& calls, ByteSink& out);
[[nodiscard]] std::string rest_line(const DiffCalls& calls);
void write_flat(const DiffCalls& calls, FlatForm form, ByteSink& out);
void write_text(const DiffPeek& peek, const Style& style, ByteSink& out);
void write_json(const DiffPeek& peek, ByteSink& out);
[[nodiscard]] std::string rest_line(const DiffPeek& peek);
void write_flat(const DiffPeek& peek, FlatForm form, ByteSink& out);
void write_text(const DiffTree& tree, const Style& style, ByteSink& out);
void write_json(const DiffTree& tree, ByteSink& out);
[[nodiscard]] std::string rest_line(const DiffTree& tree);
void write_flat(const DiffTree& tree, FlatForm form, ByteSink& out);
void write_text(const DiffFlame& flame, const Style& style, ByteSink& out);
void write_json(const DiffFlame& flame, ByteSink& out);
[[nodiscard]] std::string rest_line(const DiffFlame& flame);
void write_flat(const DiffFlame& flame, FlatForm form, ByteSink& out);
void write_text(const DiffAnnotation& answer, const Style& style, ByteSink& out);
void write_json(const DiffAnnotation& answer, ByteSink& out);
[[nodiscard]] std::string rest_line(const DiffAnnotation& answer);
void write_accounts(const DiffAnnotation& answer, ByteSink& out);
void write_flat(const DiffAnnotation& answer, FlatForm form, ByteSink& out);
void write_text(const LineChanges& lines, const Style& style, ByteSink& out);
void write_json(const LineChanges& lines, ByteSink& out);
[[nodiscard]] std::string rest_line(const LineChanges& lines);
void write_flat(const LineChanges& lines, FlatForm form, ByteSink& out);
void write_text(const Trend& trend, const Style& style, ByteSink& out);
void write_json(const Trend& trend, ByteSink& out);
[[nodiscard]] std::string rest_line(const Trend& trend);
void write_flat(const Trend& trend, FlatForm form, ByteSink& out);

void render_svg(const DiffFlame& flame, const Style& style, const FlameStyle& how, ByteSink& out);
void render_html(const DiffFlame& flame, const Style& style, const FlameStyle& how, ByteSink& out);
/// "main;parse;scan 100 123": the old and the new cost of its own.
void render_folded(const DiffFlame& flame, ByteSink& out);

}  // namespace quern
