// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "quern/base/buffered_text.h"
#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/answers/graph.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/graph/graph_words.h"
#include "quern/output/text/head.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

/// Where nothing tells how wide an answer may be.
constexpr size_t kGraphColumns = 80;

/// What draws the same graph as a page.
std::string next_picture(const CallPicture& picture, const Style& style) {
  const auto line = [&](std::string_view of, GroupBy by) {
    return next_line(
        fmt::format("graph --format html{}{}{} -o graph.html{}", group_words(by, style),
                    style.where.empty() ? "" : " ", style.where, of),
        style);
  };
  const GroupBy by = picture.selection.group_by;
  if (!picture.focus) {
    return line("", by);
  }
  return next_about(
      picture.nodes.front().name, by, style, [&](std::string_view part, GroupBy group) {
        // What begins with a hyphen would be taken for an option.
        return part.starts_with('-') ? std::string() : line(" " + single_quoted(part), group);
      });
}

/// The most expensive function that a picture around it would tell more about.
std::string next_around(const CallPicture& picture, const Style& style) {
  const PictureNode* node = nullptr;
  for (const PictureNode& each : picture.nodes) {
    if (each.is_hot && each.member_count == 1 && (!picture.focus || &each != &picture.nodes[0])) {
      node = node == nullptr || lower_of(each.self) > lower_of(node->self) ? &each : node;
    }
  }
  return node == nullptr ? std::string()
                         : next_about(node->name, picture.selection.group_by, style,
                                      [&](std::string_view part, GroupBy group) {
                                        return part.starts_with('-')
                                                   ? std::string()
                                                   : next_line("graph" + group_words(group, style) +
                                                                   " " + single_quoted(part),
                                                               style);
                                      });
}

}  // namespace

std::string rest_line(const CallPicture& picture) {
  std::string lines;
  for (const std::string& note : graph_notes(picture)) {
    lines += note + "\n";
  }
  return lines;
}

void write_text(const CallPicture& picture, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head(stream.text(), graph_head(picture), style);
  const GraphPicture drawn = graph_picture(picture, style);
  const GraphSketch sketch = graph_sketch(
      drawn, graph_layout(drawn, {}), style.width == 0 ? kGraphColumns : style.width, style.color);
  stream.text() += sketch.text + (sketch.text.empty() ? "" : "\n");
  if (sketch.arrows_out + sketch.boxes_out != 0) {
    stream.text() +=
        note_lines(fmt::format("no room for {} and {}: a picture (--format svg) has them",
                               counted_rows(sketch.boxes_out, picture.selection.group_by),
                               counted(sketch.arrows_out, "call")),
                   style);
  }
  for (const std::string& note : graph_notes(picture)) {
    stream.text() += note_lines(note, style);
  }
  stream.text() += first_two({next_around(picture, style), next_picture(picture, style)});
}

}  // namespace quern
