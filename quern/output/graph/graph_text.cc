// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "quern/base/buffered_text.h"
#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/answers/graph.h"
#include "quern/output/graph/diff_graph_words.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/graph/graph_words.h"
#include "quern/output/text/head.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

/// Where nothing tells how wide an answer may be.
constexpr size_t kGraphColumns = 80;

/// Options that a request was made by, but for how much it draws: a page has room for more.
std::string request_words(const PictureRequest& request, const Style& style) {
  const PictureRequest usual;
  std::string words;
  const auto add_share = [&words](std::string_view option, uint32_t share, uint32_t by_default) {
    words += share == by_default ? "" : fmt::format(" --{} {}", option, share / 100.0);
  };
  add_share("min", request.least_node_share, usual.least_node_share);
  add_share("min-call", request.least_edge_share, usual.least_edge_share);
  words += request.opens_cycles ? " --open-cycles" : "";
  if (request.cluster_by) {
    words += request.cluster_by == GroupBy::kRules
                 ? fmt::format(" --cluster-by groups --groups {}", style.groups)
                 : fmt::format(" --cluster-by {}", to_string(*request.cluster_by));
  }
  return words + (style.where.empty() ? "" : " ") + style.where;
}

/// What draws the graph as a page.
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
    const bool is_told = !next_peek(each.name, picture.selection.group_by, style).empty();
    if (is_told && each.is_hot && each.member_count == 1 &&
        (!picture.focus || &each != &picture.nodes[0])) {
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

std::string joined_lines(const std::vector<std::string>& notes) {
  std::string lines;
  for (const std::string& note : notes) {
    lines += note + "\n";
  }
  return lines;
}

void append_sketch(std::string& out, const GraphPicture& drawn, const Selection& selection,
                   const Style& style) {
  const GraphSketch sketch = graph_sketch(
      drawn, graph_layout(drawn, {}), style.width == 0 ? kGraphColumns : style.width, style.color);
  out += sketch.text + (sketch.text.empty() ? "" : "\n");
  if (sketch.arrows_out + sketch.boxes_out != 0) {
    const std::string boxes =
        sketch.boxes_out == 0 ? "" : counted_rows(sketch.boxes_out, selection.group_by) + " and ";
    out += note_lines(fmt::format("no room for {}{}: a picture (--format svg) has them", boxes,
                                  counted(sketch.arrows_out, "call")),
                      style);
  }
  out += note_lines(drawn.notes, style);
}

}  // namespace

std::string rest_line(const CallPicture& picture) {
  return joined_lines(graph_notes(picture));
}

void write_text(const CallPicture& picture, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head(stream.text(), graph_head(picture), style);
  append_sketch(stream.text(), graph_picture(picture, style), picture.selection, style);
  stream.text() += first_two({next_around(picture, style), next_picture(picture, style)});
}

void write_text(const DiffPicture& picture, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  append_head(stream.text(), diff_graph_head(picture), style);
  append_sketch(stream.text(), graph_picture(picture, style), picture.selection(), style);
  const std::string of =
      !picture.focus ? "" : " --of " + single_quoted(picture.nodes.front().name.name);
  stream.text() += next_line(fmt::format("diff --view graph --format html{}{}{} -o graph.html",
                                         group_words(picture.selection().group_by, style), of,
                                         request_words(picture.request, style)),
                             style);
}

std::string rest_line(const DiffPicture& picture) {
  return joined_lines(diff_graph_notes(picture));
}

}  // namespace quern
