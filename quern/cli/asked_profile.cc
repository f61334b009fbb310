// SPDX-License-Identifier: MIT
#include "quern/cli/asked_profile.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "quern/analysis/costs/column_costs.h"
#include "quern/bytes/reading/whole.h"
#include "quern/cli/options/commands.h"
#include "quern/filters/rules/codes.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/query/event_choice.h"

namespace quern::cli {
namespace {

/// Adds what --min asks of rows.
void add_least(const Arguments& arguments, SelectionWords& words) {
  const bool lists_rows =
      takes(*arguments.command, *find_option("where")) && words.rows != RowKind::kBranches;
  const uint32_t least = arguments.least_share.value_or(0);
  if (!lists_rows || least == 0) {
    return;
  }
  const bool is_held = words.rows == RowKind::kHeld || words.rows == RowKind::kHeldUnnamed;
  const bool is_inclusive =
      words.rows == RowKind::kCalls ||
      split_sort(arguments.sort.value_or(""), words.default_sort).by == SortBy::kInclusive;
  words.least = fmt::format("{} >= {}%", is_inclusive && !is_held ? "incl" : "self", least / 100.0);
  words.least_option = fmt::format("--min {}", least / 100.0);
}

/// Errors: those of open_input and of GroupRules::read, and `bad-group-rule` for a longer file.
Result<GroupRules> read_group_file(const std::string& path) {
  constexpr size_t kMostBytes = size_t{4} << 20;
  constexpr std::string_view kGroupsHint =
      "--groups needs a text file with one rule per row, such as 'parser: name ~ /^parse_/'";
  Result<Input> input = open_input(path);
  if (!input) {
    Diagnostic error = input.error();
    error.hint = error.code == "is-a-directory" ? std::string(kGroupsHint) : error.hint;
    return failure(std::move(error));
  }
  const Result<std::string> text = read_whole(*input, kMostBytes + 1);
  if (text && text->size() <= kMostBytes) {
    return GroupRules::read(*text, input->name());
  }
  Diagnostic error = text ? input_error(kBadGroupRule.name, {}, "a group file has at most 4 MiB",
                                        std::string(kGroupsHint))
                          : text.error();
  error.input = input->name();
  return failure(std::move(error));
}

}  // namespace

Keep keep_for_rows(const Arguments& arguments) {
  const GroupBy by = arguments.group_by;
  return arguments.sort == "place" || by == GroupBy::kLine || by == GroupBy::kLoop ? Keep::kAll
                                                                                   : Keep::kSums;
}

SelectionWords selection_words(const Arguments& arguments, SortBy default_sort,
                               size_t default_limit) {
  SelectionWords words;
  words.events = arguments.events;
  words.sort = arguments.sort.value_or("");
  words.parts = arguments.parts.value_or("");
  words.threads = arguments.threads_shown.value_or("");
  words.group_by = arguments.group_by;
  words.dir_depth = arguments.dir_depth;
  words.limit = static_cast<size_t>(arguments.limit.value_or(default_limit));
  // People read one event well; programs want them all.
  words.all_events =
      !is_for_people(arguments) && arguments.format != "igprof" && !draws(*arguments.command);
  words.sums_only = shows_lines(arguments);
  words.default_sort = default_sort;
  words.defines = arguments.defines;
  // What a file sets is for profiles that measure it.
  words.unit = arguments.unit;
  words.unit_must_fit = is_typed(arguments, "unit");
  words.where = arguments.where.value_or("");
  words.names = matched_names(arguments);
  return words;
}

Result<Selection> select_from(const Arguments& arguments, const Profile& profile,
                              SortBy default_sort, size_t default_limit, RowKind rows) {
  SelectionWords words = selection_words(arguments, default_sort, default_limit);
  words.rows = rows;
  add_least(arguments, words);
  // Pictures, single calls and igprof-analyse's report have no room for columns that are no costs.
  const bool lists_rows = takes(*arguments.command, *find_option("where")) ||
                          takes(*arguments.command, *find_option("whole"));
  words.takes_ratios =
      lists_rows && !draws(*arguments.command) && !arguments.each && arguments.format != "igprof";
  words.takes_order = words.takes_ratios && rows != RowKind::kBranches && rows != RowKind::kHeld &&
                      rows != RowKind::kHeldUnnamed &&
                      takes(*arguments.command, *find_option("where"));
  words.running = arguments.running;
  words.running_must_fit = is_typed(arguments, "running");
  words.percent_of = arguments.of_parent ? PercentOf::kParent : PercentOf::kTotal;
  Result<std::shared_ptr<const GroupRules>> groups = group_rules(arguments);
  if (!groups) {
    return failure(groups.error());
  }
  words.groups = std::move(*groups);
  Result<Selection> selection = select(profile, words);
  if (selection) {
    selection->worker_threads = worker_threads(profile, arguments.reading.threads);
  }
  return selection;
}

Result<AskedProfile> ask(Session& session, std::span<const std::string> files, Keep keep,
                         SortBy default_sort, size_t default_limit, RowKind rows) {
  const auto select_rows = [&](const Opened& of) {
    return select_from(session.arguments, *of.profile, default_sort, default_limit, rows);
  };
  Result<Opened> opened = session.loader.open(files, keep);
  if (!opened) {
    return failure(opened.error());
  }
  session.loader.tell_warnings(*opened->profile);
  Result<Selection> selection = select_rows(*opened);
  if (selection && opened->profile->stack_costs() != nullptr &&
      mixes_peaks(*opened->profile, column_sums(*selection))) {
    opened = session.loader.open_with_calls(files, keep);
    if (!opened) {
      return failure(opened.error());
    }
    selection = select_rows(*opened);
  }
  if (!selection) {
    return failure(selection.error());
  }
  return AskedProfile{std::move(*opened), std::move(*selection)};
}

Result<std::shared_ptr<const GroupRules>> group_rules(const Arguments& arguments) {
  if (!arguments.groups) {
    return std::shared_ptr<const GroupRules>();
  }
  Result<GroupRules> rules = read_group_file(*arguments.groups);
  if (!rules) {
    return failure(rules.error());
  }
  rules->match(matched_names(arguments));
  return std::make_shared<const GroupRules>(std::move(*rules));
}

Result<void> check_exact(const Arguments& arguments, const Profile& profile, Estimates refused) {
  if (!has_any(profile.marks().estimates, refused)) {
    return {};
  }
  return failure(usage_error(
      kNeedsExact.name,
      fmt::format("quern {} shows only exact costs, but these filters leave estimates in a call "
                  "graph",
                  arguments.command->name),
      "quern top, calls, peek, tree, annotate, diff and gate mark estimates; a profile with exact "
      "stacks has none"));
}

}  // namespace quern::cli
