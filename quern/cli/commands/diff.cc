// SPDX-License-Identifier: MIT
#include "quern/views/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "quern/cli/commands.h"
#include "quern/cli/commands/flames.h"
#include "quern/cli/commands/sides.h"
#include "quern/cli/session.h"

namespace quern::cli {
namespace {

bool grows(std::string_view view) {
  return view == "tree" || view == "flame";
}

/// An option that only some views know.
struct ViewOption {
  std::string_view option;
  bool is_given;
  std::string_view views;  ///< "tree", "flame", "tree or flame"
};

Result<void> check_view(const Arguments& arguments) {
  const DiffArguments& asked = arguments.diff;
  if (arguments.each_of && asked.view != "peek") {
    return failure(usage_error("needs-option", "--of needs --view peek",
                               "it names the function that is shown between its calls"));
  }
  if (!arguments.each_of && asked.view == "peek") {
    return failure(usage_error("needs-option", "--view peek needs --of NAME",
                               "NAME is a function of either side"));
  }
  if (arguments.where && asked.view == "peek") {
    return failure(usage_error("needs-option", "--view peek shows all calls of one function",
                               "--where chooses rows of the other views"));
  }
  const std::string& format = arguments.format;
  const std::array<ViewOption, 8> options = {{
      {"--bottom-up", arguments.bottom_up, "tree or flame"},
      {"--depth", arguments.depth != 0, "tree or flame"},
      {"--min", arguments.least_share.has_value(), "tree or flame"},
      {"--heaviest", arguments.heaviest_path, "tree"},
      {"--merge-recursion", arguments.flame.merge_recursion, "tree or flame"},
      {"--roots", !arguments.flame.roots.empty(), "flame"},
      {"--widths", asked.widths != "both", "flame"},
      {"this --format", format == "svg" || format == "html" || format == "folded", "flame"},
  }};
  for (const ViewOption& each : options) {
    if (each.is_given && !each.views.contains(asked.view)) {
      return failure(usage_error("needs-option",
                                 fmt::format("{} needs --view {}", each.option, each.views),
                                 "the other views are tables"));
    }
  }
  return {};
}

SidesRequest sides_request(const Arguments& arguments) {
  constexpr size_t kTreeRows = 40;
  const std::string& view = arguments.diff.view;
  SidesRequest request;
  request.renames = arguments.group_by == GroupBy::kFunction && !arguments.groups
                        ? Renames::kLeft
                        : Renames::kApplied;
  request.rows = view == "calls" ? RowKind::kCalls
                 : grows(view)   ? RowKind::kBranches
                                 : RowKind::kFunctions;
  if (grows(view)) {
    request.sort = SortBy::kInclusive;
    request.limit = view == "tree" ? kTreeRows : arguments.format == "folded" ? 0 : kFlameFrames;
  }
  request.takes_ratios = !grows(view);
  if (view == "flame" && arguments.events.empty()) {
    request.events = {""};  // a picture is of one event: the first
  }
  return request;
}

/// What --exit-code asks for.
ExitCode ended(const Session& session, bool differs) {
  return session.arguments().diff.exit_code && differs ? ExitCode::kNo : ExitCode::kDone;
}

/// Renders an answer; whether it has a row is what --exit-code asks.
template <class Answer>
ExitCode show(Session& session, const Answer& answer, const Sides& sides) {
  render(answer, style_of(session, sides), session.out());
  session.finished("answering");
  return ended(session, answer.of() != 0);
}

Result<ExitCode> show_peek(Session& session, const Sides& sides) {
  const Result<DiffPeek> answer =
      diff_peek(sides.runs, session.wanted_name(*session.arguments().each_of));
  if (!answer) {
    return failure(answer.error());
  }
  render(*answer, style_of(session, sides), session.out());
  session.finished("answering");
  return ended(session, is_change(answer->function.change));
}

bool has_change(const DiffTree& tree) {
  return std::ranges::any_of(tree.rows,
                             [](const DiffTreeRow& row) { return is_change(row.change); });
}

Result<ExitCode> show_tree(Session& session, const Sides& sides) {
  const Arguments& arguments = session.arguments();
  const Result<DiffTree> answer =
      diff_tree(sides.runs, {.bottom_up = arguments.bottom_up,
                             .heaviest_path = arguments.heaviest_path,
                             .merge_recursion = arguments.flame.merge_recursion,
                             .unchanged = arguments.diff.unchanged,
                             .depth = arguments.depth,
                             .least_share = arguments.least_share.value_or(0)});
  if (!answer) {
    return failure(answer.error());
  }
  render(*answer, style_of(session, sides), session.out());
  session.finished("answering");
  return ended(session, has_change(*answer));
}

Result<ExitCode> show_flame_of(Session& session, const Sides& sides) {
  const std::string& widths = session.arguments().diff.widths;
  const Result<DiffFlame> answer =
      diff_flame(sides.runs, {.shape = flame_request(session),
                              .widths = widths == "old"   ? DiffWidths::kOld
                                        : widths == "new" ? DiffWidths::kNew
                                                          : DiffWidths::kBoth});
  if (!answer) {
    return failure(answer.error());
  }
  if (session.arguments().format == "folded") {
    render_folded(*answer, session.out());
  } else {
    show_flame(session, *answer, style_of(session, sides));
  }
  session.finished("answering");
  return ended(session, has_change(answer->tree));
}

}  // namespace

Result<ExitCode> run_diff(Session& session) {
  const Arguments& arguments = session.arguments();
  if (Result<void> checked = check_view(arguments); !checked) {
    return failure(checked.error());
  }
  const Result<SideFiles> files = side_files(arguments);
  if (!files) {
    return failure(files.error());
  }
  const Result<Sides> sides = open_sides(session, *files, sides_request(arguments));
  if (!sides) {
    return failure(sides.error());
  }
  const std::string& view = arguments.diff.view;
  if (view == "peek") {
    return show_peek(session, *sides);
  }
  if (view == "tree") {
    return show_tree(session, *sides);
  }
  if (view == "flame") {
    return show_flame_of(session, *sides);
  }
  const DiffFilter filter{.unchanged = arguments.diff.unchanged, .matched = view == "matches"};
  return view == "calls" ? show(session, DiffCalls(sides->runs, filter), *sides)
                         : show(session, Diff(sides->runs, filter), *sides);
}

}  // namespace quern::cli
