// SPDX-License-Identifier: MIT
//
// The drawn call graph, with places.
#include "quern/output/answers/graph.h"

#include <array>

#include "quern/output/json/json_graph.h"
#include "quern/server/questions/exporting.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"
#include "quern/views/graph/call_picture.h"

namespace quern::server {

namespace {

Asked<PictureRequest> asked_graph(const Question& question, GroupBy by) {
  constexpr auto kClusters =
      std::to_array<std::string_view>({"", "file", "dir", "object", "class", "namespace"});
  QueryParameters& parameters = *question.parameters;
  PictureRequest request;
  request.up = parameters.number("up", 0, 1000, request.up);
  request.down = parameters.number("down", 0, 1000, request.down);
  request.least_node_share =
      static_cast<uint32_t>(parameters.number("min", 0, 10'000, request.least_node_share));
  request.least_edge_share =
      static_cast<uint32_t>(parameters.number("min_call", 0, 10'000, request.least_edge_share));
  request.most_nodes =
      parameters.number("nodes", 1, PictureRequest::kMostNodes, request.most_nodes);
  request.opens_cycles = parameters.flag("open_cycles");
  request.cluster_by = parse_group_by(parameters.word("cluster_by", kClusters));
  if (parameters.has("of")) {
    const Nodes nodes(question.served->profile(), by);
    const Asked<uint32_t> node = asked_node(*question.served, nodes, parameters.text("of"));
    if (!node) {
      return std::unexpected(node.error());
    }
    request.around = *node;
  }
  return request;
}

Asked<CallPicture> asked_picture(const Question& question, const Selection& selection) {
  const Asked<PictureRequest> request = asked_graph(question, selection.group_by);
  if (const auto wanted = check_wanted(question); !wanted || !request) {
    return std::unexpected(wanted ? request.error() : wanted.error());
  }
  const ServedProfile& served = *question.served;
  Result<CallPicture> picture =
      call_picture(served.profile(), selection, *served.costs(selection), *request);
  if (!picture) {
    return std::unexpected(no_answer(picture.error()));
  }
  return *std::move(picture);
}

}  // namespace

Answer answer_graph(Question& question) {
  const Asked<CallPicture> picture = asked_picture(question, *question.selection);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  return json_answer([&](JsonWriter& json) {
    begin_document(json, "quern.graph/1", picture->selection);
    write_graph(json, *picture, [&](JsonWriter& to, uint32_t node, const RowName& name) {
      write_ids(to, *question.served, question.selection->group_by, node, name);
    });
  });
}

Asked<std::string> exported_graph(const Question& question, const Selection& selection,
                                  std::string_view form) {
  const Asked<CallPicture> picture = asked_picture(question, selection);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  StringSink sink;
  if (const std::optional<GraphForm> drawn = parse_graph_form(form)) {
    render_drawn(*picture, *drawn, export_style(form), {}, sink);
  } else {
    render(*picture, export_style(form), sink);
  }
  return std::move(sink.text());
}

}  // namespace quern::server
