// SPDX-License-Identifier: MIT
#include <span>
#include <string>

#include "quern/cli/asked_profile.h"
#include "quern/cli/commands/graphs.h"
#include "quern/cli/commands/matches.h"
#include "quern/cli/options/commands.h"
#include "quern/views/graph/call_picture.h"
#include "quern/views/lists/node_costs.h"

namespace quern::cli {

PictureRequest picture_request(const Session& session, const Selection& selection) {
  constexpr size_t kDrawn = 60;  // what a picture has room for
  constexpr size_t kSketched = 16;
  const Arguments& arguments = session.arguments;
  const bool is_text = arguments.format == "text";
  const GraphArguments& graph = arguments.graph;
  PictureRequest request;
  request.up = graph.up.value_or(is_text ? 1 : request.up);
  request.down = graph.down.value_or(is_text ? 1 : request.down);
  request.least_node_share = arguments.least_share.value_or(request.least_node_share);
  request.least_edge_share = graph.least_edge_share.value_or(request.least_edge_share);
  request.most_nodes = arguments.limit.value_or(is_text ? kSketched : kDrawn);
  request.opens_cycles = graph.opens_cycles;
  request.cluster_by = graph.cluster_by;
  request.cluster_rules = graph.cluster_by == GroupBy::kRules ? selection.rules : nullptr;
  request.cluster_dir_depth = arguments.dir_depth;
  return request;
}

namespace {

Result<ExitCode> show_each_graph(Session& session, const Profile& profile,
                                 const Selection& selection, PictureRequest request,
                                 const Matches& matches) {
  const NodeCosts costs(profile, selection, NodeCosts::Edges::kWanted);
  const Style style = session.answerer.style({});  // without files: it suggests nothing
  return show_each(session, matches.count(), [&](size_t rank, ByteSink& out) -> Result<void> {
    request.around = matches.top.node(rank);
    const Result<CallPicture> picture = call_picture(profile, selection, costs, request);
    if (!picture) {
      return failure(picture.error());
    }
    show_graph(session, *picture, style, out);
    return {};
  });
}

}  // namespace

Result<ExitCode> run_graph(Session& session) {
  const Arguments& arguments = session.arguments;
  const bool has_name = names_target(arguments);
  const std::span<const std::string> files = std::span(arguments.words).subspan(has_name ? 1 : 0);
  const Result<AskedProfile> asked = ask(session, files, keep_for_rows(session.arguments),
                                         SortBy::kInclusive, 0, RowKind::kBranches);
  if (!asked) {
    return failure(asked.error());
  }
  const Profile& profile = asked->profile();
  Selection selection = asked->selection;
  const PictureRequest request = picture_request(session, selection);
  if (request.cluster_rules != nullptr) {  // groups are frames around functions
    selection.group_by = GroupBy::kFunction;
    selection.rules = nullptr;
  }
  const Result<CallPicture> answer =
      has_name
          ? call_picture_around(profile, selection, request,
                                wanted_name(session.arguments, arguments.words.front(), {&profile}))
          : call_picture(profile, selection, request);
  if (has_name && (!answer || arguments.all_matches)) {
    return show_matching(session, profile, selection, answer ? nullptr : &answer.error(),
                         [&](const Matches& matches) {
                           return show_each_graph(session, profile, selection, request, matches);
                         });
  }
  if (!answer) {
    return failure(answer.error());
  }
  show_graph(session, *answer, session.answerer.style(files, {&profile}), session.answerer.out());
  return ExitCode::kDone;
}

}  // namespace quern::cli
