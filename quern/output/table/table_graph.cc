// SPDX-License-Identifier: MIT
//
// Drawn call graphs as CSV, TSV and Markdown: a row a box, then a row an arrow.
#include "quern/output/answers/graph.h"
#include "quern/output/table/table_pen.h"

namespace quern {
namespace {

struct GraphRow {
  std::string_view kind;
  RowName caller;
  RowName name;
  std::vector<Amount> self;  ///< empty of arrows
  std::vector<Amount> inclusive;
  std::optional<Amount> calls;
  std::optional<size_t> functions;  ///< of a cycle, or hidden by an arrow
  bool is_hot = false;
};

GraphRow row_at(const CallPicture& picture, size_t at) {
  if (at < picture.nodes.size()) {
    const PictureNode& node = picture.nodes[at];
    return {.kind = node.member_count > 1 ? "cycle" : "function",
            .caller = {},
            .name = node.name,
            .self = {node.self},
            .inclusive = {node.inclusive},
            .calls = {},
            .functions = node.member_count,
            .is_hot = node.is_hot};
  }
  at -= picture.nodes.size();
  if (at < picture.edges.size()) {
    const PictureEdge& edge = picture.edges[at];
    return {.kind = "call",
            .caller = picture.nodes[edge.from].name,
            .name = picture.nodes[edge.to].name,
            .self = {},
            .inclusive = {edge.cost},
            .calls = edge.count,
            .functions = {},
            .is_hot = edge.is_hot};
  }
  const DashedEdge& edge = picture.dashed_edges[at - picture.edges.size()];
  return {.kind = "hidden",
          .caller = picture.nodes[edge.from].name,
          .name = picture.nodes[edge.to].name,
          .self = {},
          .inclusive = {edge.cost},
          .calls = {},
          .functions = edge.functions,
          .is_hot = edge.is_hot};
}

void draw_graph_row(TablePen& pen, const GraphRow& row) {
  pen.text("kind", row.kind);
  pen.name("caller", row.caller);
  pen.name("", row.name);
  pen.costs("self", row.self);
  pen.lower_costs("inclusive", row.inclusive);
  pen.upper_costs("inclusive_max", row.inclusive);
  pen.sure(row.inclusive);
  pen.certainty_column();
  pen.count("calls", row.calls);
  pen.number("functions", wide(row.functions));
  pen.flag("hot", row.is_hot);
}

}  // namespace

void write_flat(const CallPicture& picture, FlatForm form, ByteSink& out) {
  TablePen pen(form, out, picture.selection);
  write_table(
      pen, picture.nodes.size() + picture.edges.size() + picture.dashed_edges.size(),
      [&](size_t at) { return row_at(picture, at); }, draw_graph_row);
}

}  // namespace quern
