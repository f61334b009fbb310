// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "quern/cli/asked_profile.h"
#include "quern/cli/commands/lines.h"
#include "quern/cli/commands/matches.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/places.h"
#include "quern/cli/terminal/editor.h"
#include "quern/output/answers/source.h"
#include "quern/query/codes.h"
#include "quern/views/source/annotation.h"
#include "quern/views/source/annotation_target.h"

namespace quern::cli {
namespace {

/// Calls of a line that people are shown; programs get all.
constexpr size_t kCallsShown = 8;
/// Lines of a file, with the lines around them.
constexpr size_t kLinesShown = 1000;
/// In hundredths of a percent, of the most expensive files.
constexpr uint32_t kLeastShare = 10;

AnnotationRequest request_of(const Session& session, const Profile& profile, bool has_target) {
  const Arguments& arguments = session.arguments;
  const bool for_people = is_for_people(session.arguments);
  AnnotationRequest request;
  request.target = has_target ? wanted_name(session.arguments, arguments.words.front(), {&profile},
                                            NameFit::kWhole)
                              : "";
  request.places = places_of(arguments, std::array{&profile});
  request.context = arguments.context;
  request.whole = arguments.whole_files;
  request.instructions = arguments.shows_addresses;
  request.least_share = arguments.least_share.value_or(has_target ? 0 : kLeastShare);
  request.most_calls = for_people ? kCallsShown : 0;
  request.most_lines = arguments.most_lines.value_or(for_people ? kLinesShown : 0);
  request.lists_without_source = has_target || !for_people;
  return request;
}

/// The line that cost most itself; of equal ones the first.
uint64_t hottest_line(const AnnotatedFile& file, size_t column) {
  const AnnotatedLine* hottest = nullptr;
  for (const AnnotatedLine& line : file.lines) {
    if (line.number == 0 || line.is_beyond_end || !line.has_self) {
      continue;
    }
    if (hottest == nullptr || lower_of(line.self[column]) > lower_of(hottest->self[column])) {
      hottest = &line;
    }
  }
  return hottest != nullptr ? hottest->number : 1;
}

Result<ExitCode> edit(const Annotation& answer) {
  const Selection& selection = answer.selection();
  for (size_t rank = 0; rank < answer.shown() && !selection.columns.empty(); ++rank) {
    const AnnotatedFile file = answer.file(rank);
    if (!file.source.is_found()) {
      continue;
    }
    const uint64_t line = answer.kind() == TargetKind::kLine
                              ? answer.target_line()
                              : hottest_line(file, selection.sort_column);
    if (Result<void> opened = open_editor(file.source.path, line); !opened) {
      return failure(opened.error());
    }
    return ExitCode::kDone;
  }
  return failure(
      usage_error("no-source", "its source was not found",
                  "run it without --edit to see which paths were tried; set --source-path or "
                  "--map-path"));
}

/// Functions that share a name are one answer.
std::vector<std::string> targets_of(const Matches& matches, std::string_view wanted) {
  const auto place = place_in(wanted);
  const bool are_files = matches.selection().group_by == GroupBy::kFile;
  std::vector<std::string> targets;
  for (size_t rank = 0; rank < matches.count(); ++rank) {
    const std::string_view name = matches.top.row(rank).name.name;
    std::string target(name.empty() ? "???" : name);
    if (are_files && place) {
      target += ":" + std::to_string(place->second);
    }
    if (std::ranges::find(targets, target) == targets.end()) {
      targets.push_back(std::move(target));
    }
  }
  return targets;
}

Result<ExitCode> annotate_each(Session& session, const Profile& profile, const Selection& selection,
                               AnnotationRequest request, const Matches& matches) {
  const std::vector<std::string> targets = targets_of(matches, request.target);
  const Style style = session.answerer.style({});
  return show_each(session, targets.size(), [&](size_t rank, ByteSink& out) -> Result<void> {
    request.target = targets[rank];
    const Result<Annotation> answer = Annotation::make(profile, selection, request);
    if (!answer) {
      return failure(answer.error());
    }
    render(*answer, style, out);
    return {};
  });
}

}  // namespace

Result<ExitCode> run_annotate(Session& session) {
  const Arguments& arguments = session.arguments;
  const bool has_target = names_target(arguments);
  const std::span<const std::string> files = std::span(arguments.words).subspan(has_target ? 1 : 0);
  const Result<AskedProfile> asked = ask(session, files, Keep::kAll, SortBy::kSelf);
  if (!asked) {
    return failure(asked.error());
  }
  const Selection& selection = asked->selection;
  if (selection.sort_by == SortBy::kInclusive || selection.sort_ratio) {
    return failure(
        usage_error("bad-value",
                    selection.sort_ratio
                        ? "--sort takes an event for source lines, not calls, name or place"
                        : "--sort takes an event for source lines, which have no inclusive order",
                    "name an event with --sort; `quern check` lists them"));
  }
  const AnnotationRequest request = request_of(session, asked->profile(), has_target);
  const Result<Annotation> answer = Annotation::make(asked->profile(), selection, request);
  const bool is_ambiguous =
      !answer && answer.error().code == kAmbiguousName.name && arguments.format != "html";
  if (has_target && (is_ambiguous || (arguments.all_matches && answer))) {
    Matches matches = matches_for_lines(session, asked->profile(), selection, request.target);
    matches.wanted = arguments.words.front();
    return arguments.all_matches
               ? annotate_each(session, asked->profile(), selection, request, matches)
               : show_matches(session, matches, answer.error(), files, asked->profile());
  }
  return answer && arguments.edits ? edit(*answer)
                                   : show_lines(session, answer, session.answerer.style(files));
}

}  // namespace quern::cli
