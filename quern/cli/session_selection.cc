// SPDX-License-Identifier: MIT
//
// What a command's words choose of a profile.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "quern/analysis/costs/column_costs.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/session.h"
#include "quern/query/columns.h"
#include "quern/query/event_choice.h"
#include "quern/workspace/load/group_file.h"

namespace quern::cli {

Keep Session::keep_for_rows() const {
  const GroupBy by = arguments_->group_by;
  return arguments_->sort == "place" || by == GroupBy::kLine || by == GroupBy::kLoop ? Keep::kAll
                                                                                     : Keep::kSums;
}

bool Session::needs_calls() const {
  const Arguments& asked = *arguments_;
  const bool lists_functions = asked.command->name == "top" && !asked.each && !asked.paths &&
                               asked.group_by == GroupBy::kFunction && !asked.groups;
  return !lists_functions || asked.parts || asked.threads_shown || asked.filters.any() ||
         asked.baseline || asked.format == "igprof";
}

/// Programs read the other forms.
bool Session::is_for_people() const {
  const std::string_view format = arguments_->format;
  return format == "text" || format == "md" || format == "html" || format == "svg";
}

SelectionWords Session::selection_words(SortBy default_sort, size_t default_limit) const {
  SelectionWords words;
  words.events = arguments_->events;
  words.sort = arguments_->sort.value_or("");
  words.parts = arguments_->parts.value_or("");
  words.threads = arguments_->threads_shown.value_or("");
  words.group_by = arguments_->group_by;
  words.dir_depth = arguments_->dir_depth;
  words.limit = static_cast<size_t>(arguments_->limit.value_or(default_limit));
  // People read one event well; programs want them all.
  words.all_events =
      !is_for_people() && arguments_->format != "igprof" && !draws(*arguments_->command);
  words.sums_only = shows_lines(*arguments_);
  words.default_sort = default_sort;
  words.defines = arguments_->defines;
  // What a file sets is for profiles that measure it.
  words.unit = arguments_->unit;
  words.unit_must_fit = is_typed(*arguments_, "unit");
  words.where = arguments_->where.value_or("");
  words.names = matched_names();
  return words;
}

void Session::add_least(SelectionWords& words) const {
  const bool lists_rows =
      takes(*arguments_->command, *find_option("where")) && words.rows != RowKind::kBranches;
  const uint32_t least = arguments_->least_share.value_or(0);
  if (!lists_rows || least == 0) {
    return;
  }
  const bool is_held = words.rows == RowKind::kHeld || words.rows == RowKind::kHeldUnnamed;
  const bool is_inclusive =
      words.rows == RowKind::kCalls ||
      split_sort(arguments_->sort.value_or(""), words.default_sort).by == SortBy::kInclusive;
  words.least = fmt::format("{} >= {}%", is_inclusive && !is_held ? "incl" : "self", least / 100.0);
  words.least_option = fmt::format("--min {}", least / 100.0);
}

Result<Selection> Session::select_from(const Profile& profile, SortBy default_sort,
                                       size_t default_limit, RowKind rows) const {
  SelectionWords words = selection_words(default_sort, default_limit);
  words.rows = rows;
  add_least(words);
  // Pictures, single calls and igprof-analyse's report have no room for columns that are no costs.
  const bool lists_rows = takes(*arguments_->command, *find_option("where")) ||
                          takes(*arguments_->command, *find_option("whole"));
  words.takes_ratios = lists_rows && !draws(*arguments_->command) && !arguments_->each &&
                       arguments_->format != "igprof";
  words.takes_order = words.takes_ratios && rows != RowKind::kBranches && rows != RowKind::kHeld &&
                      rows != RowKind::kHeldUnnamed &&
                      takes(*arguments_->command, *find_option("where"));
  words.running = arguments_->running;
  words.running_must_fit = is_typed(*arguments_, "running");
  words.percent_of = arguments_->of_parent ? PercentOf::kParent : PercentOf::kTotal;
  Result<std::shared_ptr<const GroupRules>> groups = group_rules();
  if (!groups) {
    return failure(groups.error());
  }
  words.groups = std::move(*groups);
  Result<Selection> selection = select(profile, words);
  if (selection) {
    selection->worker_threads = worker_threads(profile, arguments_->reading.threads);
  }
  return selection;
}

Result<AskedProfile> Session::ask(std::span<const std::string> files, Keep keep,
                                  SortBy default_sort, size_t default_limit, RowKind rows) {
  Result<Opened> opened = open(files, keep);
  if (!opened) {
    return failure(opened.error());
  }
  tell_warnings(*opened->profile);
  Result<Selection> selection = select_from(*opened->profile, default_sort, default_limit, rows);
  if (selection && opened->profile->stack_costs() != nullptr &&
      mixes_peaks(*opened->profile, column_sums(*selection))) {
    OpenOptions options = open_options(keep);
    options.needs_calls = true;
    opened = read(files, options);  // for filters they would have been kept
    if (!opened) {
      return failure(opened.error());
    }
    selection = select_from(*opened->profile, default_sort, default_limit, rows);
  }
  if (!selection) {
    return failure(selection.error());
  }
  return AskedProfile{std::move(*opened), std::move(*selection)};
}

Result<std::shared_ptr<const GroupRules>> Session::group_rules() const {
  if (!arguments_->groups) {
    return std::shared_ptr<const GroupRules>();
  }
  Result<GroupRules> rules = read_group_file(*arguments_->groups);
  if (!rules) {
    return failure(rules.error());
  }
  rules->match(matched_names());
  return std::make_shared<const GroupRules>(std::move(*rules));
}

}  // namespace quern::cli
