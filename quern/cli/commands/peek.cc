// SPDX-License-Identifier: MIT
#include "quern/views/calls/peek.h"

#include <functional>
#include <span>

#include "quern/cli/asked_profile.h"
#include "quern/cli/commands/matches.h"
#include "quern/cli/options/commands.h"
#include "quern/output/answers/calls.h"
#include "quern/query/event_choice.h"
#include "quern/views/lists/node_costs.h"

namespace quern::cli {
namespace {

/// All would hold for sums that are split between stacks, and there are marks for none. Orders and
/// percentages that a file sets are those of direct calls.
Result<void> check_all(const Arguments& arguments, const Selection& selection) {
  const bool has_order = selection.order != RowOrder::kCost && is_typed(arguments, "sort");
  const bool is_of_parent =
      selection.percent_of == PercentOf::kParent && is_typed(arguments, "percent");
  if (selection.where.query || !selection.ratios.empty() || selection.sort_ratio || has_order ||
      is_of_parent) {
    return failure(usage_error("needs-option",
                               arguments.where ? "--where needs direct calls"
                               : has_order     ? "--sort " + *arguments.sort + " needs direct calls"
                               : is_of_parent  ? "--percent parent needs direct calls"
                               : arguments.least_share ? "--min needs direct calls"
                                                       : "a ratio needs direct calls",
                               "leave out --all to list direct calls"));
  }
  return {};
}

using RenderOne = std::function<Result<void>(uint32_t node, const Style&, ByteSink&)>;
/// What the answers share, costs with all edges, is made only where there are several.
using RenderFrom = std::function<RenderOne(const NodeCosts&)>;

Result<ExitCode> show_matching_from(Session& session, const Profile& profile,
                                    const Selection& selection, const Diagnostic* error,
                                    const RenderFrom& render_from) {
  return show_matching(session, profile, selection, error, [&](const Matches& matches) {
    const NodeCosts costs(profile, selection, NodeCosts::Edges::kWanted);
    const RenderOne render_one = render_from(costs);
    const Style style = session.answerer.style({});  // without files: it suggests nothing
    return show_each(session, matches.count(), [&](size_t rank, ByteSink& out) {
      return render_one(matches.top.node(rank), style, out);
    });
  });
}

Result<ExitCode> show_all(Session& session, const Profile& profile, const Selection& selection,
                          PeekSides sides) {
  if (Result<void> allowed = check_all(session.arguments, selection); !allowed) {
    return failure(allowed.error());
  }
  if (Result<void> exact = check_exact(session.arguments, profile, Estimates::kOfSums); !exact) {
    return failure(exact.error());
  }
  const std::vector<std::string>& words = session.arguments.words;
  const std::span<const std::string> files = std::span(words).subspan(1);
  const ReachOf of = sides == PeekSides::kCallers ? ReachOf::kCallers : ReachOf::kCallees;
  const std::string wanted = wanted_name(session.arguments, words.front(), {&profile});
  const Result<Reach> answer = reach(profile, selection, wanted, of);
  if (!answer || session.arguments.all_matches) {
    return show_matching_from(
        session, profile, selection, answer ? nullptr : &answer.error(),
        [&](const NodeCosts& costs) -> RenderOne {
          return [&](uint32_t node, const Style& style, ByteSink& out) -> Result<void> {
            const Result<Reach> one = reach(profile, selection, costs, node, of);
            if (!one) {
              return failure(one.error());
            }
            render(*one, style, out);
            return {};
          };
        });
  }
  return session.answerer.show(*answer, session.answerer.style(files));
}

/// Whether the rows are to be sorted by a self cost, which calls do not have. A file's order is for
/// rows that have one.
bool asks_for_self(const Arguments& arguments, const Profile& profile) {
  const std::string sort = arguments.sort.value_or("");
  return is_typed(arguments, "sort") && !profile.event(sort) &&
         split_sort(sort, SortBy::kInclusive).by == SortBy::kSelf;
}

PeekSides asked_sides(const Arguments& arguments) {
  return arguments.callers == arguments.callees ? PeekSides::kBoth
         : arguments.callers                    ? PeekSides::kCallers
                                                : PeekSides::kCallees;
}

}  // namespace

/// The first word is the name, the others are files.
Result<ExitCode> run_peek(Session& session) {
  const PeekSides sides = asked_sides(session.arguments);
  const std::vector<std::string>& words = session.arguments.words;
  const std::span<const std::string> files(words.begin() + 1, words.end());
  const Result<Opened> opened = session.loader.open(files, keep_for_rows(session.arguments));
  if (!opened) {
    return failure(opened.error());
  }
  session.loader.tell_warnings(*opened->profile);
  if (asks_for_self(session.arguments, *opened->profile)) {
    return failure(
        usage_error("bad-value", "--sort takes an inclusive cost here, not a self cost",
                    "callers and callees are ranked by inclusive cost; --sort calls, place and "
                    "name are possible too"));
  }
  Result<Selection> selection =
      select_from(session.arguments, *opened->profile, SortBy::kInclusive, 20, RowKind::kCalls);
  if (!selection) {
    return failure(selection.error());
  }
  if (session.arguments.stats) {
    if (Result<void> known = check_runs(*opened->profile, *selection); !known) {
      return failure(known.error());
    }
    selection->shows_runs = true;
  }
  if (session.arguments.all && sides != PeekSides::kBoth) {  // a file may set it for all answers

    return show_all(session, *opened->profile, *selection, sides);
  }
  const Profile& profile = *opened->profile;
  const Result<Peek> answer =
      peek(profile, *selection, wanted_name(session.arguments, words.front(), {&profile}));
  if (!answer || session.arguments.all_matches) {
    return show_matching_from(session, profile, *selection, answer ? nullptr : &answer.error(),
                              [&](const NodeCosts& costs) -> RenderOne {
                                return
                                    [peeks = Peeks(profile, *selection, costs), sides](
                                        uint32_t node, const Style& style, ByteSink& out) mutable {
                                      render(peeks.of(node), sides, style, out);
                                      return Result<void>();
                                    };
                              });
  }
  render(*answer, sides, session.answerer.style(files, {opened->profile.get()}),
         session.answerer.out());
  return ExitCode::kDone;
}

}  // namespace quern::cli
