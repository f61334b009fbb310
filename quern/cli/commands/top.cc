// SPDX-License-Identifier: MIT
#include "quern/views/lists/top.h"

#include "quern/analysis/costs/context_walk.h"
#include "quern/cli/asked_profile.h"
#include "quern/cli/commands/lines.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/places.h"
#include "quern/filters/rules/codes.h"
#include "quern/output/answers/calls.h"
#include "quern/output/answers/lists.h"
#include "quern/views/calls/gprof.h"
#include "quern/views/calls/invocations.h"
#include "quern/views/lists/lines.h"
#include "quern/views/lists/loops.h"

namespace quern::cli {

namespace {

/// The report of igprof-analyse; of a call graph its costs would be bounds, which it cannot say.
Result<ExitCode> show_igprof(Session& session, const Profile& profile, const Selection& selection) {
  if (lacks_contexts(profile, selection.parts)) {
    return failure(usage_error(kNeedsStacks.name,
                               "--format igprof needs exact stacks, and this is a call graph",
                               "--format text shows it with bounds"));
  }
  render_igprof(gprof(profile, selection), session.answerer.out());
  return ExitCode::kDone;
}

/// Of Lines or Loops.
template <class Rows>
Result<ExitCode> show_rows(Session& session, const Profile& profile, const Result<Rows>& answer) {
  if (!answer) {
    return failure(without_lines(session.arguments, answer.error()));
  }
  return session.answerer.show(*answer,
                               session.answerer.style(session.arguments.words, {&profile}));
}

}  // namespace

Result<ExitCode> run_top(Session& session) {
  const Arguments& arguments = session.arguments;
  const std::vector<std::string>& files = arguments.words;
  Result<AskedProfile> asked = ask(session, files, keep_for_rows(session.arguments), SortBy::kSelf);
  if (!asked) {
    return failure(asked.error());
  }
  const Profile& profile = asked->profile();
  Selection& selection = asked->selection;
  if (arguments.paths && lacks_contexts(profile, selection.parts)) {
    return failure(
        usage_error(kNeedsStacks.name, "--paths needs exact stacks, and this is a call graph",
                    "quern peek lists a function's callers, quern peek --callers --all all of "
                    "them"));
  }
  selection.counts_paths = arguments.paths;
  if (arguments.stats) {
    if (Result<void> known = check_runs(profile, selection); !known) {
      return failure(known.error());
    }
    selection.shows_runs = true;
  }
  if (arguments.format == "igprof") {
    return show_igprof(session, profile, selection);
  }
  if (selection.group_by == GroupBy::kLine) {
    const Lines::Inlined inlined{.places = places_of(arguments, std::array{&profile}),
                                 .ranks = !arguments.sort.has_value()};
    return show_rows(session, profile, Lines::make(profile, selection, Lines::Of::kLine, inlined));
  }
  if (selection.group_by == GroupBy::kLoop) {
    return show_rows(session, profile, Loops::make(profile, selection));
  }
  if (arguments.each) {
    return session.answerer.show(
        spreads(profile, selection,
                wanted_name(session.arguments, arguments.each_of.value_or(""), {&profile})),
        session.answerer.style(files));
  }
  return session.answerer.show(Top(profile, selection), session.answerer.style(files, {&profile}));
}

}  // namespace quern::cli
