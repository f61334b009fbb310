// SPDX-License-Identifier: MIT
//
// The renderings of each answer, one function a form; render() chooses among them.
#pragma once

#include "quern/output/render.h"
#include "quern/output/shared/flat_rows.h"

namespace quern {

void write_text(const Info& info, const Style& style, ByteSink& out);
void write_text(const Summary& summary, const Style& style, ByteSink& out);
void write_text(const Check& check, const Style& style, ByteSink& out);
void write_text(const Top& top, const Style& style, ByteSink& out);
void write_text(const Lines& lines, const Style& style, ByteSink& out);
void write_text(const Loops& loops, const Style& style, ByteSink& out);
void write_text(const Trend& trend, const Style& style, ByteSink& out);
void write_text(const Calls& calls, const Style& style, ByteSink& out);
void write_text(const Tree& tree, const Style& style, ByteSink& out);
void write_text(const Flame& flame, const Style& style, ByteSink& out);
void write_text(const Diff& diff, const Style& style, ByteSink& out);
void write_text(const DiffCalls& calls, const Style& style, ByteSink& out);
void write_text(const DiffPeek& peek, const Style& style, ByteSink& out);
void write_text(const DiffTree& tree, const Style& style, ByteSink& out);
void write_text(const DiffFlame& flame, const Style& style, ByteSink& out);
void write_text(const DiffAnnotation& answer, const Style& style, ByteSink& out);
void write_text(const Invocations& calls, const Style& style, ByteSink& out);
void write_text(const Spreads& spreads, const Style& style, ByteSink& out);
void write_text(const Leaks& leaks, const Style& style, ByteSink& out);
void write_text(const Annotation& answer, const Style& style, ByteSink& out);
void write_text(const Peek& peek, PeekSides sides, const Style& style, ByteSink& out);
void write_text(const CacheList& list, const Style& style, ByteSink& out);
void write_text(const Settings& settings, const Style& style, ByteSink& out);
void write_text(std::span<const CodeInfo* const> codes, const Style& style, ByteSink& out);

void write_text(const Gate& gate, const Style& style, ByteSink& out);
void write_markdown(const Gate& gate, const Style& style, ByteSink& out);
void write_json(const Gate& gate, ByteSink& out);
void write_flat(const Gate& gate, FlatForm form, ByteSink& out);

void write_json(const Info& info, ByteSink& out);
void write_json(const Summary& summary, ByteSink& out);
void write_json(const Check& check, ByteSink& out);
void write_json(const Top& top, ByteSink& out);
void write_json(const Lines& lines, ByteSink& out);
void write_json(const Loops& loops, ByteSink& out);
void write_json(const Trend& trend, ByteSink& out);
void write_json(const Calls& calls, ByteSink& out);
void write_json(const Tree& tree, ByteSink& out);
void write_json(const Flame& flame, ByteSink& out);
void write_json(const Diff& diff, ByteSink& out);
void write_json(const DiffCalls& calls, ByteSink& out);
void write_json(const DiffPeek& peek, ByteSink& out);
void write_json(const DiffTree& tree, ByteSink& out);
void write_json(const DiffFlame& flame, ByteSink& out);
void write_json(const DiffAnnotation& answer, ByteSink& out);
void write_json(const Invocations& calls, ByteSink& out);
void write_json(const Spreads& spreads, ByteSink& out);
void write_json(const Leaks& leaks, ByteSink& out);
void write_json(const Annotation& answer, ByteSink& out);
void write_json(const Peek& peek, PeekSides sides, ByteSink& out);
void write_json(const CacheList& list, ByteSink& out);
void write_json(const Settings& settings, ByteSink& out);
void write_json(std::span<const CodeInfo* const> codes, ByteSink& out);

/// What a table does not show, as a line: "not shown: …" or "all … shown"; empty where there is
/// nothing to say. Markdown has it below the table. Of trees, pictures and sources there are
/// several lines: what else text says below.
[[nodiscard]] std::string rest_line(const Top& top);
[[nodiscard]] std::string rest_line(const Lines& lines);
[[nodiscard]] std::string rest_line(const Loops& loops);
[[nodiscard]] std::string rest_line(const Trend& trend);
[[nodiscard]] std::string rest_line(const Calls& calls);
[[nodiscard]] std::string rest_line(const Tree& tree);
[[nodiscard]] std::string rest_line(const Diff& diff);
[[nodiscard]] std::string rest_line(const DiffCalls& calls);
[[nodiscard]] std::string rest_line(const DiffPeek& peek);
[[nodiscard]] std::string rest_line(const Invocations& calls);
[[nodiscard]] std::string rest_line(const Spreads& spreads);
[[nodiscard]] std::string rest_line(const Leaks& leaks);
[[nodiscard]] std::string rest_line(const Flame& flame);
[[nodiscard]] std::string rest_line(const DiffTree& tree);
[[nodiscard]] std::string rest_line(const DiffFlame& flame);
[[nodiscard]] std::string rest_line(const Annotation& answer);
[[nodiscard]] std::string rest_line(const DiffAnnotation& answer);
[[nodiscard]] std::string rest_line(const Peek& peek, PeekSides sides);

/// Where all costs are, as a second table in Markdown.
void write_accounts(const Annotation& answer, ByteSink& out);
void write_accounts(const DiffAnnotation& answer, ByteSink& out);

void write_flat(const Info& info, FlatForm form, ByteSink& out);
void write_flat(const Check& check, FlatForm form, ByteSink& out);
void write_flat(const Top& top, FlatForm form, ByteSink& out);
void write_flat(const Lines& lines, FlatForm form, ByteSink& out);
void write_flat(const Loops& loops, FlatForm form, ByteSink& out);
void write_flat(const Trend& trend, FlatForm form, ByteSink& out);
void write_flat(const Calls& calls, FlatForm form, ByteSink& out);
void write_flat(const Tree& tree, FlatForm form, ByteSink& out);
void write_flat(const Flame& flame, FlatForm form, ByteSink& out);
void write_flat(const Diff& diff, FlatForm form, ByteSink& out);
void write_flat(const DiffCalls& calls, FlatForm form, ByteSink& out);
void write_flat(const DiffPeek& peek, FlatForm form, ByteSink& out);
void write_flat(const DiffTree& tree, FlatForm form, ByteSink& out);
void write_flat(const DiffFlame& flame, FlatForm form, ByteSink& out);
void write_flat(const DiffAnnotation& answer, FlatForm form, ByteSink& out);
void write_flat(const Invocations& calls, FlatForm form, ByteSink& out);
void write_flat(const Spreads& spreads, FlatForm form, ByteSink& out);
void write_flat(const Leaks& leaks, FlatForm form, ByteSink& out);
void write_flat(const Annotation& answer, FlatForm form, ByteSink& out);
void write_flat(const Peek& peek, PeekSides sides, FlatForm form, ByteSink& out);
void write_flat(const CacheList& list, FlatForm form, ByteSink& out);
void write_flat(const Settings& settings, FlatForm form, ByteSink& out);
void write_flat(std::span<const CodeInfo* const> codes, FlatForm form, ByteSink& out);

}  // namespace quern
