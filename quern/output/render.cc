// SPDX-License-Identifier: MIT
#include "quern/output/render.h"

#include <algorithm>
#include <array>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/output/answers.h"
#include "quern/output/shared/incomplete_words.h"
#include "quern/output/shared/paint.h"

namespace quern {
namespace {

constexpr std::array<std::string_view, 5> kFormWords = {"text", "json", "csv", "tsv", "md"};

FlatForm flat_form(Form form) {
  return form == Form::kCsv   ? FlatForm::kCsv
         : form == Form::kTsv ? FlatForm::kTsv
                              : FlatForm::kMarkdown;
}

/// What the table above does not show: a paragraph a line.
void append_rest(std::string_view lines, ByteSink& out) {
  BufferedText stream(out);
  for (size_t end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
    stream.text() += "\n" + markdown_text(lines.substr(0, end)) + "\n";
    lines.remove_prefix(end + 1);
  }
}

/// Above the answer: why what was read is incomplete. JSON has a key for it, CSV and TSV no place.
void render_completeness(const Completeness& completeness, const Style& style, ByteSink& out) {
  const bool is_text = style.form == Form::kText;
  if (!is_text && style.form != Form::kMarkdown) {
    return;
  }
  BufferedText stream(out);
  for (const std::string& line : incomplete_lines(completeness)) {
    stream.text() += is_text
                         ? painted("incomplete:", Paint::kMagenta, style.color) + " " + line + "\n"
                         : "> **Incomplete:** " + markdown_text(line) + "\n\n";
  }
}

/// Each answer about profiles holds their completeness, under one of these names: one that holds
/// none does not compile.
template <class Answer>
const Completeness& completeness_of(const Answer& answer) {
  if constexpr (requires { answer.completeness; }) {
    return answer.completeness;
  } else if constexpr (requires { answer.info; }) {
    return answer.info.completeness;
  } else if constexpr (requires { answer.moved; }) {
    return answer.moved.selection().completeness;
  } else if constexpr (requires { answer.tree.selection.completeness; }) {
    return answer.tree.selection.completeness;
  } else if constexpr (requires { answer.selection().completeness; }) {
    return answer.selection().completeness;
  } else if constexpr (requires { answer.tree.selection().completeness; }) {
    return answer.tree.selection().completeness;
  } else {
    return answer.selection.completeness;
  }
}

/// An answer that is not about a profile.
template <class Answer>
void render_plainly(const Answer& answer, const Style& style, ByteSink& out) {
  if (style.form == Form::kText) {
    write_text(answer, style, out);
  } else if (style.form == Form::kJson) {
    write_json(answer, out);
  } else {
    write_flat(answer, flat_form(style.form), out);
    if constexpr (requires { write_accounts(answer, out); }) {
      if (style.form == Form::kMarkdown) {
        write_accounts(answer, out);
      }
    }
    if constexpr (requires { rest_line(answer); }) {
      if (style.form == Form::kMarkdown) {
        append_rest(rest_line(answer), out);
      }
    }
  }
}

template <class Answer>
void render_answer(const Answer& answer, const Style& style, ByteSink& out) {
  render_completeness(completeness_of(answer), style, out);
  render_plainly(answer, style, out);
}

/// null where `number` is 0: not known.
void known_number(JsonWriter& json, std::string_view key, uint64_t number) {
  json.key(key);
  if (number != 0) {
    json.integer(static_cast<int128>(number));
  } else {
    json.null();
  }
}

}  // namespace

std::span<const std::string_view> form_words() {
  return kFormWords;
}

std::optional<Form> parse_form(std::string_view word) {
  const auto* const found = std::ranges::find(kFormWords, word);
  if (found == kFormWords.end()) {
    return std::nullopt;
  }
  return static_cast<Form>(found - kFormWords.begin());
}

void render(const Info& info, const Style& style, ByteSink& out) {
  render_answer(info, style, out);
}

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

void render(const Check& check, const Style& style, ByteSink& out) {
  render_answer(check, style, out);
}

void render(const Top& top, const Style& style, ByteSink& out) {
  render_answer(top, style, out);
}

void render(const Lines& lines, const Style& style, ByteSink& out) {
  render_answer(lines, style, out);
}

void render(const Loops& loops, const Style& style, ByteSink& out) {
  render_answer(loops, style, out);
}

void render(const Trend& trend, const Style& style, ByteSink& out) {
  render_answer(trend, style, out);
}

void render(const Calls& calls, const Style& style, ByteSink& out) {
  render_answer(calls, style, out);
}

void render(const Invocations& calls, const Style& style, ByteSink& out) {
  render_answer(calls, style, out);
}

void render(const Spreads& spreads, const Style& style, ByteSink& out) {
  render_answer(spreads, style, out);
}

void render(const Leaks& leaks, const Style& style, ByteSink& out) {
  render_answer(leaks, style, out);
}

void render(const Diff& diff, const Style& style, ByteSink& out) {
  render_answer(diff, style, out);
}

void render(const DiffCalls& calls, const Style& style, ByteSink& out) {
  render_answer(calls, style, out);
}

void render(const DiffPeek& peek, const Style& style, ByteSink& out) {
  render_answer(peek, style, out);
}

void render(const DiffTree& tree, const Style& style, ByteSink& out) {
  render_answer(tree, style, out);
}

void render(const DiffFlame& flame, const Style& style, ByteSink& out) {
  render_answer(flame, style, out);
}

void render(const DiffAnnotation& answer, const Style& style, ByteSink& out) {
  render_answer(answer, style, out);
}

void render(const Gate& gate, const Style& style, ByteSink& out) {
  if (style.form == Form::kMarkdown) {
    render_completeness(completeness_of(gate), style, out);
    write_markdown(gate, style, out);
  } else {
    render_answer(gate, style, out);
  }
}

void render(const Tree& tree, const Style& style, ByteSink& out) {
  render_answer(tree, style, out);
}

void render(const Flame& flame, const Style& style, ByteSink& out) {
  render_answer(flame, style, out);
}

void render(const CacheList& list, const Style& style, ByteSink& out) {
  render_plainly(list, style, out);
}

void render(const Settings& settings, const Style& style, ByteSink& out) {
  render_plainly(settings, style, out);
}

void render(const Annotation& answer, const Style& style, ByteSink& out) {
  render_answer(answer, style, out);
}

void render(const Peek& peek, PeekSides sides, const Style& style, ByteSink& out) {
  render_completeness(completeness_of(peek), style, out);
  if (style.form == Form::kText) {
    write_text(peek, sides, style, out);
  } else if (style.form == Form::kJson) {
    write_json(peek, sides, out);
  } else {
    write_flat(peek, sides, flat_form(style.form), out);
    if (style.form == Form::kMarkdown) {
      append_rest(rest_line(peek, sides), out);
    }
  }
}

void render(std::span<const CodeInfo* const> codes, const Style& style, ByteSink& out) {
  render_plainly(codes, style, out);
}

std::string diagnostic_json(const Diagnostic& diagnostic) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("error").begin_object();
  json.text_or_null("code", diagnostic.code).text_or_null("file", diagnostic.input);
  known_number(json, "line", diagnostic.place.line);
  known_number(json, "column", diagnostic.place.column);
  json.key("offset");
  if (diagnostic.offset) {
    json.integer(static_cast<int128>(*diagnostic.offset));
  } else {
    json.null();
  }
  json.text_or_null("message", diagnostic.message).text_or_null("hint", diagnostic.hint);
  json.end_object().end_object().newline();
  return out;
}

}  // namespace quern
