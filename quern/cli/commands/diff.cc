// SPDX-License-Identifier: MIT
#include "quern/output/answers/diff.h"

#include <fmt/format.h>

#include <array>

#include "quern/cli/commands/flames.h"
#include "quern/cli/commands/graphs.h"
#include "quern/cli/commands/lines.h"
#include "quern/cli/commands/sides.h"
#include "quern/cli/names.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"
#include "quern/compare/lines/line_changes.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/source/diff_annotation.h"
#include "quern/output/compare/diff_source.h"
#include "quern/query/event_choice.h"

namespace quern::cli {
namespace {

bool grows(std::string_view view) {
  return view == "tree" || view == "flame" || view == "graph";
}

/// Lines have self costs alone.
Result<void> check_line_order(const Arguments& arguments) {
  const std::string_view sort = arguments.sort ? std::string_view(*arguments.sort) : "";
  const bool is_known = sort != "calls" && split_sort(sort, SortBy::kSelf).by != SortBy::kInclusive;
  return is_known || !shows_lines(arguments)
             ? Result<void>()
             : failure(usage_error("bad-value",
                                   "--sort takes an event for source lines, which have no "
                                   "inclusive order",
                                   "name an event with --sort; `quern check` lists them"));
}

/// What is left out has to be told in what rows are sorted by.
Result<void> check_least_change(const Arguments& arguments, const Selection& selection) {
  const std::optional<LeastChange>& least = arguments.diff.least_change;
  if (!least || (!selection.sort_ratio || (selection.sorts_calls && !least->is_percent))) {
    return {};
  }
  return failure(usage_error(
      "needs-option",
      selection.sorts_calls ? "--min-change of calls takes a number, not a percentage"
                            : "--min-change needs rows sorted by a cost or by calls",
      selection.sorts_calls ? "such as --min-change 100" : "--where asks for ratios of a side"));
}

/// Calls of a line that people are shown; programs get all.
constexpr size_t kChangedCallsShown = 8;

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
  request.are_functions = view == "annotate";
  if (shows_lines(arguments)) {
    request.keep = Keep::kAll;
    request.renames = Renames::kLeft;
  }
  request.is_verdict = arguments.diff.exit_code;
  request.takes_ratios = !grows(view) && !shows_lines(arguments);
  if ((view == "flame" || view == "graph") && arguments.events.empty()) {
    request.events = {""};  // a picture is of one event: the first
  }
  return request;
}

/// What --exit-code asks for.
ExitCode ended(const Session& session, bool differs) {
  return session.arguments.diff.exit_code && differs ? ExitCode::kNo : ExitCode::kDone;
}

template <class Answer>
bool differs(const Answer& answer) {
  return answer.differs();
}

bool differs(const DiffPeek& answer) {
  return answer.differs;
}

/// Renders an answer.
template <class Answer>
ExitCode show_changes(Session& session, const Answer& answer, const Sides& sides) {
  session.answerer.show(answer, style_of(session, sides));
  return ended(session, differs(answer));
}
template <class Answer>
Result<ExitCode> show_changes(Session& session, const Result<Answer>& answer, const Sides& sides) {
  return answer ? Result<ExitCode>(show_changes(session, *answer, sides)) : failure(answer.error());
}

/// The function that a word of the user means.
std::string wanted_name(const Session& session, const Sides& sides, NameFit fit = NameFit::kAny) {
  std::vector<const Profile*> profiles;
  for (const Opened& opened : sides.opened) {
    profiles.push_back(opened.profile.get());
  }
  return wanted_name(session.arguments, session.arguments.each_of.value_or(""), profiles, fit);
}

Result<ExitCode> show_changed_lines(Session& session, const Sides& sides) {
  const Arguments& arguments = session.arguments;
  DiffAnnotationRequest request;
  request.target = wanted_name(session, sides, NameFit::kWhole);
  request.places = places_of_sides(arguments, sides.runs);
  request.context = arguments.context;
  request.whole = arguments.whole_files;
  request.unchanged = arguments.diff.unchanged;
  request.least_share = arguments.least_share.value_or(0);
  request.most_calls = is_for_people(session.arguments) ? kChangedCallsShown : 0;
  const Result<DiffAnnotation> answer = DiffAnnotation::make(sides.runs, std::move(request));
  const Result<ExitCode> shown = show_lines(session, answer, style_of(session, sides));
  return shown ? Result<ExitCode>(ended(session, answer->differs())) : shown;
}

Result<ExitCode> show_line_list(Session& session, const Sides& sides, const DiffFilter& filter) {
  const Arguments& arguments = session.arguments;
  const Result<LineChanges> answer =
      LineChanges::make(sides.runs, places_of_sides(arguments, sides.runs), filter,
                        arguments.sort ? LineChanges::By::kSelf : LineChanges::By::kRanked);
  return answer ? Result<ExitCode>(show_changes(session, *answer, sides))
                : failure(without_lines(arguments, answer.error()));
}

Result<ExitCode> show_flame_of(Session& session, const Sides& sides) {
  const DiffFlameRequest request{.shape = flame_request(session),
                                 .widths = session.arguments.diff.widths};
  const Result<DiffFlame> answer =
      session.arguments.each_of
          ? diff_flame_around(sides.runs, request, wanted_name(session, sides))
          : diff_flame(sides.runs, request);
  if (!answer) {
    return failure(answer.error());
  }
  show_flame(session, *answer, answer->tree.is_exact, style_of(session, sides));
  return ended(session, differs(answer->tree));
}

Result<ExitCode> show_graph_of(Session& session, const Sides& sides) {
  PictureRequest request = picture_request(session, sides.runs.selection());
  if (request.cluster_by == GroupBy::kRules) {  // of a configuration file, for `graph`
    request.cluster_by.reset();
  }
  const Result<DiffPicture> answer =
      session.arguments.each_of
          ? diff_picture_around(sides.runs, request, wanted_name(session, sides))
          : diff_picture(sides.runs, request);
  if (!answer) {
    return failure(answer.error());
  }
  show_graph(session, *answer, style_of(session, sides), session.answerer.out());
  return ended(session, answer->differs);
}

}  // namespace

Result<ExitCode> run_diff(Session& session) {
  const Arguments& arguments = session.arguments;
  const Result<SideFiles> files = side_files(arguments);
  if (!files) {
    return failure(files.error());
  }
  if (Result<void> sorted = check_line_order(arguments); !sorted) {
    return failure(sorted.error());
  }
  const Result<Sides> sides = open_sides(session, *files, sides_request(arguments));
  if (!sides) {
    return failure(sides.error());
  }
  const std::string& view = arguments.diff.view;
  if (view == "peek") {
    return show_changes(session, diff_peek(sides->runs, wanted_name(session, *sides)), *sides);
  }
  if (view == "annotate") {
    return show_changed_lines(session, *sides);
  }
  if (view == "tree") {
    return show_changes(session,
                        diff_tree(sides->runs, {.bottom_up = arguments.bottom_up,
                                                .heaviest_path = arguments.heaviest_path,
                                                .merge_recursion = arguments.flame.merge_recursion,
                                                .unchanged = arguments.diff.unchanged,
                                                .depth = arguments.depth,
                                                .least_share = arguments.least_share.value_or(0)}),
                        *sides);
  }
  if (view == "flame") {
    return show_flame_of(session, *sides);
  }
  if (view == "graph") {
    return show_graph_of(session, *sides);
  }
  if (Result<void> checked = check_least_change(arguments, sides->runs.selection()); !checked) {
    return failure(checked.error());
  }
  DiffFilter filter{.unchanged = arguments.diff.unchanged,
                    .matched = view == "matches",
                    .least_change = arguments.diff.least_change};
  if (arguments.group_by == GroupBy::kLine) {
    return show_line_list(session, *sides, filter);
  }
  if (arguments.diff.kinds && view == "top") {
    filter.kinds = arguments.diff.kinds;
    filter.unchanged =
        filter.unchanged || (*filter.kinds)[static_cast<size_t>(DiffKind::kUnchanged)];
  }
  return view == "calls" ? show_changes(session, DiffCalls(sides->runs, filter), *sides)
                         : show_changes(session, Diff(sides->runs, filter), *sides);
}

}  // namespace quern::cli
