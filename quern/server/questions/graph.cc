// SPDX-License-Identifier: MIT
//
// The drawn call graph, of one profile and of both sides, with places.
#include "quern/output/answers/graph.h"

#include <algorithm>
#include <array>
#include <span>

#include "quern/compare/graph/diff_picture.h"
#include "quern/output/json/json_graph.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/shared/graph_style.h"
#include "quern/server/questions/diff_questions.h"
#include "quern/server/questions/exporting.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"
#include "quern/views/graph/call_picture.h"

namespace quern::server {

namespace {

/// All but `around`.
PictureRequest asked_graph(QueryParameters& parameters) {
  constexpr auto kClusters =
      std::to_array<std::string_view>({"", "file", "dir", "object", "class", "namespace"});
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
  return request;
}

GraphStyle asked_graph_style(QueryParameters& parameters) {
  const auto place = [&](std::string_view name, std::span<const std::string_view> words) {
    return std::ranges::find(words, parameters.word(name, words)) - words.begin();
  };
  const GraphStyle how = {
      .direction = static_cast<LayerDirection>(place("direction", kDirectionWords)),
      .boxes = static_cast<BoxSize>(place("boxes", kBoxSizeWords))};
  if (how.direction == LayerDirection::kCircle) {
    parameters.refuse_any_of({"cluster_by"}, "frames are not drawn with direction=circle");
  }
  return how;
}

Asked<CallPicture> asked_picture(const Question& question, const Selection& selection) {
  PictureRequest request = asked_graph(*question.parameters);
  const ServedProfile& served = *question.served;
  if (question.parameters->has("of")) {
    const Nodes nodes(served.profile(), selection.group_by);
    const Asked<uint32_t> node = asked_node(served, nodes, question.parameters->text("of"));
    if (!node) {
      return std::unexpected(node.error());
    }
    request.around = *node;
  }
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  Result<CallPicture> picture =
      call_picture(served.profile(), selection, *served.costs(selection), request);
  if (!picture) {
    return std::unexpected(no_answer(picture.error()));
  }
  return *std::move(picture);
}

Asked<DiffPicture> asked_diff_picture(const Question& question) {
  QueryParameters& parameters = *question.parameters;
  const PictureRequest request = asked_graph(parameters);
  const Asked<DiffRuns> runs = asked_runs(question, branch_words(question, true, true));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  std::optional<std::string> name;
  if (parameters.has("of")) {
    name = name_of_id(*question.set, parameters.text("of"));
    if (!name) {
      return std::unexpected(
          refusal(404, "no-such-function", "no function of these profiles has this id", {}, "of"));
    }
  }
  Result<DiffPicture> picture =
      name ? diff_picture_around(*runs, request, *name) : diff_picture(*runs, request);
  if (!picture) {
    return std::unexpected(no_answer(picture.error()));
  }
  return *std::move(picture);
}

template <class Picture>
std::string graph_text(const Picture& picture, std::string_view form, const GraphStyle& how) {
  StringSink sink;
  if (const std::optional<GraphForm> drawn = parse_graph_form(form)) {
    render_drawn(picture, *drawn, export_style(form), how, sink);
  } else {
    render(picture, export_style(form), sink);
  }
  return std::move(sink.text());
}

}  // namespace

Answer answer_compared_graph(Question& question) {
  const GraphStyle how = asked_graph_style(*question.parameters);
  const Asked<DiffPicture> picture = asked_diff_picture(question);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  const Selection& selection = picture->selection();
  return json_answer([&](JsonWriter& json) {
    write_diff_head(json, "graph", selection, picture->old_totals, picture->new_totals);
    write_diff_graph(json, *picture, how, [&](JsonWriter& to, const DiffRow& row, uint32_t) {
      write_diff_ids(to, selection.group_by, row.name, row.old_name);
    });
  });
}

Answer answer_graph(Question& question) {
  const GraphStyle how = asked_graph_style(*question.parameters);
  const Asked<CallPicture> picture = asked_picture(question, *question.selection);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  return json_answer([&](JsonWriter& json) {
    begin_document(json, "quern.graph/1", picture->selection);
    write_graph(json, *picture, how, [&](JsonWriter& to, uint32_t node, const RowName& name) {
      write_ids(to, *question.served, question.selection->group_by, node, name);
    });
  });
}

Asked<std::string> exported_graph(const Question& question, const Selection& selection,
                                  std::string_view form) {
  const GraphStyle how = asked_graph_style(*question.parameters);
  const Asked<CallPicture> picture = asked_picture(question, selection);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  return graph_text(*picture, form, how);
}

Asked<std::string> exported_diff_graph(const Question& question, std::string_view form) {
  const GraphStyle how = asked_graph_style(*question.parameters);
  const Asked<DiffPicture> picture = asked_diff_picture(question);
  if (!picture) {
    return std::unexpected(picture.error());
  }
  return graph_text(*picture, form, how);
}

}  // namespace quern::server
