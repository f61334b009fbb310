// SPDX-License-Identifier: MIT
#include "quern/output/answers/map.h"

#include <optional>
#include <span>
#include <string>

#include "quern/cli/asked_profile.h"
#include "quern/cli/commands/matches.h"
#include "quern/cli/options/commands.h"
#include "quern/views/map/cost_map.h"

namespace quern::cli {
namespace {

MapStyle map_style(const Arguments& arguments) {
  const uint32_t pixels = arguments.flame.style.pixels;
  return {.pixels = pixels,
          .height = arguments.map.height.value_or(MapStyle::usual_height(pixels))};
}

MapRequest map_request(const Session& session) {
  constexpr uint64_t kSketchedTiles = 1000;  // 1/N of a terminal has no room for a name
  const Arguments& arguments = session.arguments;
  return {
      .of = arguments.map.of,
      .merge_recursion = arguments.flame.merge_recursion,
      .depth = arguments.depth,
      .least_share = arguments.least_share.value_or(0),
      .least_part = arguments.format == "text" ? kSketchedTiles : map_style(arguments).least_part(),
      .most_tiles = arguments.limit.value_or(kUsualTiles)};
}

bool shows_calls(const Arguments& arguments) {
  return arguments.map.of == MapOf::kCallees || arguments.map.of == MapOf::kCallers;
}

void show_map(const Session& session, const CostMap& map, const Style& style, ByteSink& out) {
  const Arguments& arguments = session.arguments;
  if (const std::optional<MapForm> form = parse_map_form(arguments.format)) {
    render_drawn(map, *form, style, map_style(arguments), out);
  } else {
    render(map, style, out);
  }
}

Result<ExitCode> show_each_map(Session& session, const Profile& profile, const Selection& selection,
                               MapRequest request, const Matches& matches) {
  const Style style = session.answerer.style({});  // without files: it suggests nothing
  return show_each(session, matches.count(), [&](size_t rank, ByteSink& out) -> Result<void> {
    request.around = matches.top.node(rank);
    const Result<CostMap> map = cost_map(profile, selection, request);
    if (!map) {
      return failure(map.error());
    }
    show_map(session, *map, style, out);
    return {};
  });
}

}  // namespace

Result<ExitCode> run_map(Session& session) {
  const Arguments& arguments = session.arguments;
  const bool has_name = names_target(arguments);
  if (has_name && !shows_calls(arguments)) {
    return failure(usage_error("needs-option", "a map around NAME needs --tiles callees or callers",
                               "leave out the name, or choose other --tiles"));
  }
  const std::span<const std::string> files = std::span(arguments.words).subspan(has_name ? 1 : 0);
  const Keep keep =
      arguments.map.of == MapOf::kSource ? Keep::kAll : keep_for_rows(session.arguments);
  const Result<AskedProfile> asked =
      ask(session, files, keep, SortBy::kInclusive, 0, RowKind::kBranches);
  if (!asked) {
    return failure(asked.error());
  }
  const Profile& profile = asked->profile();
  const Selection& selection = asked->selection;
  const MapRequest request = map_request(session);
  const Result<CostMap> answer =
      has_name
          ? cost_map_around(profile, selection, request,
                            wanted_name(session.arguments, arguments.words.front(), {&profile}))
          : cost_map(profile, selection, request);
  if (has_name && (!answer || arguments.all_matches)) {
    return show_matching(session, profile, selection, answer ? nullptr : &answer.error(),
                         [&](const Matches& matches) {
                           return show_each_map(session, profile, selection, request, matches);
                         });
  }
  if (!answer) {
    return failure(answer.error());
  }
  show_map(session, *answer, session.answerer.style(files, {&profile}), session.answerer.out());
  return ExitCode::kDone;
}

}  // namespace quern::cli
