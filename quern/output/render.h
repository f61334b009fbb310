// SPDX-License-Identifier: MIT
//
// Each answer in each form. A view goes in, bytes come out; nothing is computed here beyond
// percentages of what the view holds. Rows are written as they are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/byte_sink.h"
#include "quern/base/diagnostic.h"
#include "quern/compare/gate/gate.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/source/diff_annotation.h"
#include "quern/compare/trees/diff_flame.h"
#include "quern/compare/trees/diff_tree.h"
#include "quern/compare/trend/trend.h"
#include "quern/output/shared/gate_places.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/gprof.h"
#include "quern/views/calls/invocations.h"
#include "quern/views/calls/peek.h"
#include "quern/views/held/leaks.h"
#include "quern/views/input/cache_list.h"
#include "quern/views/input/check.h"
#include "quern/views/input/info.h"
#include "quern/views/input/settings.h"
#include "quern/views/lists/lines.h"
#include "quern/views/lists/loops.h"
#include "quern/views/lists/top.h"
#include "quern/views/source/annotation.h"
#include "quern/views/trees/flame.h"
#include "quern/views/trees/folded.h"
#include "quern/views/trees/tree.h"

namespace quern {

enum class Form : uint8_t { kText, kJson, kCsv, kTsv, kMarkdown };

/// The words of --format, in the order of Form.
[[nodiscard]] std::span<const std::string_view> form_words();
[[nodiscard]] std::optional<Form> parse_form(std::string_view word);

struct Style {
  Form form = Form::kText;
  size_t width = 0;  ///< columns of a terminal; 0: no limit
  bool color = false;
  bool short_names = false;  ///< C++ template arguments as <…>
  std::string groups;        ///< the file of groups, shell-quoted
  /// For `next:` lines: how the user named the input(s), shell-quoted, behind options that tell how
  /// they are read; and the options that made of them what is answered about.
  std::string input;
  std::string choice = {};
  /// Likewise, which rows are shown: for the same answer in another form.
  std::string where = {};
  /// Whether the same could be read again: not from standard input or a pipe.
  bool can_read_again = true;
  /// Whether several functions of the inputs have this name; empty: none is known to be shared.
  std::function<bool(std::string_view)> is_shared_name = {};
};

/// What the colours of a flame picture stand for.
enum class FlameColors : uint8_t { kObject, kFile, kFunction, kSelf };

/// How a flame picture is drawn.
struct FlameStyle {
  bool roots_on_top = false;
  FlameColors colors = FlameColors::kObject;
  uint32_t pixels = 1200;  ///< its width
};

/// Which sides of a function `peek` shows: callers and callees, or one of them.
enum class PeekSides : uint8_t { kBoth, kCallers, kCallees };

void render(const Info& info, const Style& style, ByteSink& out);
void render(const Summary& summary, const Style& style, ByteSink& out);
void render(const Check& check, const Style& style, ByteSink& out);
void render(const Top& top, const Style& style, ByteSink& out);
void render(const Lines& lines, const Style& style, ByteSink& out);
void render(const Loops& loops, const Style& style, ByteSink& out);
/// `style.input` is what is compared next: the two points that the total's largest step is between.
void render(const Trend& trend, const Style& style, ByteSink& out);
void render(const Calls& calls, const Style& style, ByteSink& out);
/// Markdown is a comment for a pull request.
void render(const Gate& gate, const Style& style, ByteSink& out);
/// A JUnit report, and the workflow commands that GitHub Actions shows as annotations.
void render_junit(const Gate& gate, ByteSink& out);
void render_annotations(const Gate& gate, const GatePlaces& places, ByteSink& out);
/// SARIF 2.1.0, by a tool of that version.
void render_sarif(const Gate& gate, const GatePlaces& places, std::string_view version,
                  ByteSink& out);
void render(const Tree& tree, const Style& style, ByteSink& out);
void render(const Flame& flame, const Style& style, ByteSink& out);
void render_svg(const Flame& flame, const Style& style, const FlameStyle& how, ByteSink& out);
void render_html(const Flame& flame, const Style& style, const FlameStyle& how, ByteSink& out);
void render_svg(const DiffFlame& flame, const Style& style, const FlameStyle& how, ByteSink& out);
void render_html(const DiffFlame& flame, const Style& style, const FlameStyle& how, ByteSink& out);
/// "main;parse;scan 100 123": the old and the new cost of its own.
void render_folded(const DiffFlame& flame, ByteSink& out);
/// "main;parse;scan 123": a row a stack; what cannot be in a name is replaced.
void render_folded(const Flame& flame, ByteSink& out);
void render_folded(const FoldedStacks& stacks, ByteSink& out);
void render(const Diff& diff, const Style& style, ByteSink& out);
void render(const DiffCalls& calls, const Style& style, ByteSink& out);
void render(const DiffPeek& peek, const Style& style, ByteSink& out);
void render(const DiffTree& tree, const Style& style, ByteSink& out);
void render(const DiffFlame& flame, const Style& style, ByteSink& out);
void render(const DiffAnnotation& answer, const Style& style, ByteSink& out);
void render(const Invocations& calls, const Style& style, ByteSink& out);
void render(const Spreads& spreads, const Style& style, ByteSink& out);
void render(const Leaks& leaks, const Style& style, ByteSink& out);
void render(const Annotation& answer, const Style& style, ByteSink& out);
void render(const Peek& peek, PeekSides sides, const Style& style, ByteSink& out);
void render(const CacheList& list, const Style& style, ByteSink& out);
void render(const Settings& settings, const Style& style, ByteSink& out);
/// One page that needs no other file.
void render_html(const Annotation& answer, const Style& style, ByteSink& out);
/// The text layout of igprof-analyse, which scripts read.
void render_igprof(std::span<const Gprof> reports, ByteSink& out);
/// `check --list-codes`
void render(std::span<const CodeInfo* const> codes, const Style& style, ByteSink& out);

struct DiagnosticStyle {
  size_t width = 0;  ///< excerpts are cut around the column to this; 0: 100
  bool color = false;
};

/// FILE:LINE:COLUMN: error: TEXT [code], the row with a caret, the hint; ends with LF.
[[nodiscard]] std::string diagnostic_text(const Diagnostic& diagnostic,
                                          const DiagnosticStyle& style);

/// {"error":{"code","file","line","column","offset","message","hint"}} on one line, with LF.
[[nodiscard]] std::string diagnostic_json(const Diagnostic& diagnostic);

}  // namespace quern
