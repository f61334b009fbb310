// SPDX-License-Identifier: MIT
//
// Each answer in each form. A view goes in, bytes come out; nothing is computed here beyond
// percentages of what the view holds. Rows are written as they are made. The header of each
// question, `answers/`, declares one function a form for each of its answers; render() chooses
// among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/byte_sink.h"
#include "quern/output/shared/flat_rows.h"
#include "quern/query/rows.h"

namespace quern {

class Completeness;

enum class Form : uint8_t { kText, kJson, kCsv, kTsv, kMarkdown };

/// The words of --format, in the order of Form.
[[nodiscard]] std::span<const std::string_view> form_words();
[[nodiscard]] std::optional<Form> parse_form(std::string_view word);

/// Of functions.
struct NameMeaning {
  std::string_view name = {};  ///< of all that are meant; empty: none is, or several names are
  bool is_shared = false;      ///< several functions have it
};

struct Style {
  Form form = Form::kText;
  bool for_spreadsheets = false;  ///< CSV and TSV: protect text that looks like a formula
  size_t width = 0;               ///< columns of a terminal; 0: no limit
  bool color = false;
  bool short_names = false;  ///< C++ template arguments as <…>
  std::string groups;        ///< the file of groups, shell-quoted
  /// For `next:` lines: how the user named the input(s), shell-quoted, behind options that tell how
  /// they are read; and the options that made of them what is answered about.
  std::string input;
  /// What heads call the input(s): "callgrind.out.4711", "old.out → new.out", "12 profiles".
  std::string source = {};
  std::string choice = {};
  /// For `next:` lines, the options that choose rows: for the same answer in another form.
  std::string where = {};
  /// Whether the same could be read again: not from standard input or a pipe.
  bool can_read_again = true;
  /// What a word of a command means in the profiles; empty: names are taken to be unique.
  std::function<NameMeaning(std::string_view)> meaning = {};
  /// Whether lines are recorded and the source of the row's file is found; empty: it is not known.
  std::function<bool(const RowName&)> has_source = {};
  bool has_calls = true;  ///< false: the profile records none, so that `peek` has nothing to show
};

[[nodiscard]] FlatForm flat_form(const Style& style);

/// Above the answer: why what was read is incomplete. JSON has a key for it, CSV and TSV no place.
void render_completeness(const Completeness& completeness, const Style& style, ByteSink& out);
/// What the table above does not show: a paragraph a line of Markdown.
void append_rest(std::string_view lines, ByteSink& out);

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
    write_flat(answer, flat_form(style), out);
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
void render(const Answer& answer, const Style& style, ByteSink& out) {
  render_completeness(completeness_of(answer), style, out);
  render_plainly(answer, style, out);
}

}  // namespace quern
