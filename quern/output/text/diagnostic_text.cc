// SPDX-License-Identifier: MIT
#include "quern/output/text/diagnostic_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/output/render.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"

namespace quern {
namespace {

constexpr size_t kUsualWidth = 100;
constexpr size_t kLeastExcerpt = 20;
constexpr size_t kTab = 8;  // where terminals have their stops
constexpr std::string_view kCut = "…";

Paint paint_of(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return Paint::kCyan;
    case Severity::kWarning:
      return Paint::kMagenta;
    case Severity::kError:
      break;
  }
  return Paint::kRed;
}

std::string where(const Heading& heading) {
  if (heading.input.empty()) {
    return "quern:";
  }
  std::string text = printable(heading.input) + ":";
  if (heading.offset) {
    return fmt::format("{} byte {}:", text, *heading.offset);
  }
  if (heading.place.line != 0) {
    text += fmt::format("{}:", heading.place.line);
    text += heading.place.column != 0 ? fmt::format("{}:", heading.place.column) : "";
  }
  return text;
}

/// Tabs become the blanks up to their stop, so that a cut row keeps its columns.
std::string without_tabs(std::string_view row) {
  std::string out;
  size_t column = 0;
  while (!row.empty()) {
    const size_t tab = std::min(row.find('\t'), row.size());
    const std::string piece = printable(row.substr(0, tab));
    column += display_width(piece);
    out.append(piece);
    row.remove_prefix(tab);
    if (!row.empty()) {
      const size_t blanks = kTab - column % kTab;
      out.append(blanks, ' ');
      column += blanks;
      row.remove_prefix(1);
    }
  }
  return out;
}

/// What stands before a column, which is a byte: one inside of a character means its first.
std::string_view before_column(std::string_view row, uint64_t column) {
  const auto before =
      static_cast<size_t>(std::min<uint64_t>(column - std::min<uint64_t>(column, 1), row.size()));
  for (size_t back = 1; back < 4 && back <= before; ++back) {
    if (utf8_sequence(row.substr(before - back)) > back) {
      return row.substr(0, before - back);
    }
  }
  return row.substr(0, before);
}

/// A row and the columns before its caret.
struct Excerpt {
  std::string text;
  size_t caret = 0;
};

/// What fits around the caret, which ends up right of the middle: what is wrong is mostly told by
/// what stands before it.
Excerpt cut_around(const Excerpt& whole, size_t width) {
  const size_t columns = display_width(whole.text);
  if (columns <= width) {
    return whole;
  }
  size_t start = whole.caret - std::min(whole.caret, width * 2 / 3);
  start = std::min(start, columns - std::min(columns, width));
  const std::string_view text = whole.text;
  const bool cut_before = start != 0;
  std::string_view head = fitting_start(text, start + (cut_before ? 1 : 0));
  if (cut_before && display_width(head) <= start) {
    head = fitting_start(text, start + 2);  // a wide character stands across the cut: it goes too
  }
  const std::string_view rest = text.substr(head.size());
  const size_t room = width - (cut_before ? 1 : 0);
  const bool cut_behind = display_width(rest) > room;
  const std::string_view middle = fitting_start(rest, room - (cut_behind ? 1 : 0));
  const size_t before = display_width(head);
  Excerpt cut;
  cut.text = fmt::format("{}{}{}", cut_before ? kCut : "", middle, cut_behind ? kCut : "");
  cut.caret = whole.caret - std::min(whole.caret, before) + (cut_before ? 1 : 0);
  return cut;
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

std::string heading_text(const Heading& heading, bool color) {
  const std::string severity = fmt::format("{}:", to_string(heading.severity));
  std::string text =
      fmt::format("{} {} {}", painted(where(heading), Paint::kBold, color),
                  painted(severity, paint_of(heading.severity), color), printable(heading.message));
  if (!heading.code.empty()) {
    text += painted(fmt::format(" [{}]", heading.code), Paint::kDim, color);
  }
  return text;
}

std::vector<std::string> phrases(const Findings& findings) {
  std::vector<std::string> words;
  for (const Findings::Kind& kind : findings.kinds()) {
    words.push_back(
        fmt::format("{}: ", to_string(kind.code->severity)) + printable(kind.first().message) +
        (kind.count > 1
             ? fmt::format(" (and {} more)", grouped(static_cast<int128>(kind.count) - 1))
             : std::string()) +
        fmt::format(" [{}]", kind.code->name));
  }
  return words;
}

std::string hint_text(std::string_view hint, bool color) {
  std::string out = painted("hint:", Paint::kCyan, color);
  while (!hint.empty()) {
    const size_t end = std::min(hint.find('\n'), hint.size());
    out += fmt::format("{}{}\n", out.ends_with('\n') ? "" : " ", printable(hint.substr(0, end)));
    hint.remove_prefix(std::min(end + 1, hint.size()));
  }
  return out;
}

std::string excerpt_text(std::string_view row, Place place, size_t width, bool color) {
  const std::string_view start = before_column(row, place.column);
  const std::string number = fmt::format("{:>5}", place.line);
  const size_t gutter = number.size() + 3;
  const size_t room = std::max(width - std::min(width, gutter), kLeastExcerpt);
  const Excerpt cut = cut_around({without_tabs(row), display_width(without_tabs(start))}, room);
  std::string out = fmt::format("{}{}\n", painted(number + " | ", Paint::kDim, color), cut.text);
  if (place.column != 0) {
    out += fmt::format("{}{}{}\n",
                       painted(std::string(number.size(), ' ') + " | ", Paint::kDim, color),
                       std::string(cut.caret, ' '), painted("^", Paint::kGreen, color));
  }
  return out;
}

std::string diagnostic_text(const Diagnostic& diagnostic, const DiagnosticStyle& style) {
  const Heading heading{diagnostic.input,    diagnostic.place,   diagnostic.offset,
                        diagnostic.severity, diagnostic.message, diagnostic.code};
  std::string out = heading_text(heading, style.color);
  out.push_back('\n');
  if (diagnostic.excerpt && diagnostic.place.line != 0) {
    out += excerpt_text(*diagnostic.excerpt, diagnostic.place,
                        style.width != 0 ? style.width : kUsualWidth, style.color);
  }
  if (!diagnostic.hint.empty()) {
    out += hint_text(diagnostic.hint, style.color);
  }
  return out;
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
