// SPDX-License-Identifier: MIT
//
// Answers that have a form of their own, or are about no profile.
#include "quern/output/answers/calls.h"
#include "quern/output/answers/gate.h"
#include "quern/output/answers/input.h"
#include "quern/output/answers/lists.h"

namespace quern {

void render(const Summary& summary, const Style& style, ByteSink& out) {
  render_completeness(summary.info.completeness, style, out);
  if (style.form == Form::kText) {
    write_text(summary, style, out);
  } else if (style.form == Form::kJson) {
    write_json(summary, out);
  } else {
    render_plainly(summary.top, style, out);
  }
}

void render(const Gate& gate, const Style& style, ByteSink& out) {
  if (style.form == Form::kMarkdown) {
    render_completeness(completeness_of(gate), style, out);
    write_markdown(gate, style, out);
  } else {
    render<Gate>(gate, style, out);
  }
}

void render(const CacheList& list, const Style& style, ByteSink& out) {
  render_plainly(list, style, out);
}

void render(const Settings& settings, const Style& style, ByteSink& out) {
  render_plainly(settings, style, out);
}

void render(const Peek& peek, PeekSides sides, const Style& style, ByteSink& out) {
  render_completeness(completeness_of(peek), style, out);
  if (style.form == Form::kText) {
    write_text(peek, sides, style, out);
  } else if (style.form == Form::kJson) {
    write_json(peek, sides, out);
  } else {
    write_flat(peek, sides, flat_form(style), out);
    if (style.form == Form::kMarkdown) {
      append_rest(rest_line(peek, sides), out);
    }
  }
}

void render(std::span<const CodeInfo* const> codes, const Style& style, ByteSink& out) {
  render_plainly(codes, style, out);
}

}  // namespace quern
