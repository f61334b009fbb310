// SPDX-License-Identifier: MIT
#include "quern/cli/commands/sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/cli/commands.h"

namespace quern::cli {

namespace {

bool has_event(const Profile& profile, std::string_view name) {
  return profile.event(name).has_value();
}

/// The stored events that all profiles have, in the order of the newest.
std::vector<std::string> common_events(const std::vector<Opened>& opened) {
  std::vector<std::string> names;
  for (const Event& event : opened.back().profile->events()) {
    if (std::ranges::all_of(opened, [&event](const Opened& each) {
          return has_event(*each.profile, event.name);
        })) {
      names.push_back(event.name);
    }
  }
  return names;
}

bool have_no_events(const std::vector<Opened>& opened) {
  return std::ranges::all_of(opened,
                             [](const Opened& each) { return each.profile->events().empty(); });
}

Diagnostic no_common_event(const std::vector<Opened>& opened) {
  const auto told = [](const Profile& profile) {
    std::string names;
    for (const Event& event : profile.events()) {
      names += (names.empty() ? "" : ", ") + event.name;
    }
    return names.empty() ? std::string("none") : names;
  };
  return usage_error("no-common-event",
                     fmt::format("the sides count different events: {} against {}",
                                 told(*opened.front().profile), told(*opened.back().profile)),
                     "only what was counted in the same way can be compared");
}

/// The asked ones, with the first common event in front where "" stands for it.
Result<std::vector<std::string>> events_asked(std::vector<std::string> asked,
                                              const std::vector<Opened>& opened) {
  if (std::erase(asked, "") == 0) {
    return asked;
  }
  const std::vector<std::string> common = common_events(opened);
  if (common.empty()) {
    return have_no_events(opened) ? Result<std::vector<std::string>>(std::move(asked))
                                  : failure(no_common_event(opened));
  }
  std::erase(asked, common.front());
  asked.insert(asked.begin(), common.front());
  return asked;
}

/// What people leave out, they mean: the first event that both sides have, or all of them.
Result<std::vector<std::string>> events_compared(const Arguments& arguments,
                                                 const std::vector<Opened>& opened) {
  if (!arguments.events.empty()) {
    return arguments.events;
  }
  std::vector<std::string> common = common_events(opened);
  if (common.empty() && !have_no_events(opened)) {
    return failure(no_common_event(opened));
  }
  const bool is_read_by_people = arguments.format == "text" || arguments.format == "md";
  // Whether anything differs is asked of all events, whatever the form.
  if (is_read_by_people && !arguments.diff.exit_code && common.size() > 1) {
    common.resize(1);
  }
  return common;
}

/// One run of one file: the parts that its side is about.
Result<DiffRun> run_of(const Arguments& arguments, const Opened& opened, Version side,
                       SelectionWords words) {
  if (side == Version::kOld && (arguments.diff.base_part || arguments.diff.base_thread)) {
    words.parts = arguments.diff.base_part.value_or("");
    words.threads = arguments.diff.base_thread.value_or("");
  }
  Result<Selection> selection = select(*opened.profile, words);
  if (!selection) {
    return failure(selection.error());
  }
  return DiffRun{opened.profile.get(), std::move(*selection)};
}

Result<void> name_runs(Sides& sides, const Arguments& arguments) {
  std::vector<const Profile*> profiles;
  for (const auto* side : {&sides.runs.old_runs, &sides.runs.new_runs}) {
    for (const DiffRun& run : *side) {
      profiles.push_back(run.profile);
    }
  }
  Result<RenamedNames> renamed = RenamedNames::read(arguments.filters.rename, profiles);
  if (!renamed) {
    return failure(renamed.error());
  }
  sides.renamed = std::move(*renamed);
  size_t at = 0;
  for (auto* side : {&sides.runs.old_runs, &sides.runs.new_runs}) {
    for (DiffRun& run : *side) {
      run.renamed = sides.renamed.of(at++);
    }
  }
  return {};
}

MatchLayers layers_of(const Arguments& arguments) {
  const std::vector<std::string>& wanted = arguments.diff.match;
  if (wanted.empty()) {
    return {};
  }
  const auto has = [&wanted](std::string_view layer) {
    return std::ranges::find(wanted, layer) != wanted.end();
  };
  return {.normalised = has("normalised"), .guess = has("guess")};
}

}  // namespace

Result<SideFiles> side_files(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words;
  SideFiles files;
  if (!arguments.diff.base.empty()) {
    return SideFiles{arguments.diff.base, words, false};
  }
  if (arguments.diff.base_part || arguments.diff.base_thread) {
    if (words.size() == 1) {
      return SideFiles{words, words, true};
    }
  }
  const std::string_view name = arguments.command->name;
  if (words.size() < 2) {
    return failure(usage_error(
        "missing-argument", fmt::format("'quern {}' lacks NEW", name),
        "two parts of one file: --base-part N FILE --part M; several runs: --base OLD for each"));
  }
  if (words.size() > 2) {
    return failure(usage_error(
        "unexpected-argument", fmt::format("'{}' is more than OLD and NEW", printable(words[2])),
        "several runs a side: --base OLD for each old one, and the new ones as they are"));
  }
  return SideFiles{{words[0]}, {words[1]}, false};
}

Result<Sides> open_sides(Session& session, const SideFiles& files, const SidesRequest& request) {
  const Arguments& arguments = session.arguments();
  std::vector<std::string> inputs = files.old_files;
  if (!files.is_one_file) {
    inputs.insert(inputs.end(), files.new_files.begin(), files.new_files.end());
  }
  std::vector<Opened> opened;
  for (const std::string& file : inputs) {
    Result<Opened> one = session.open({&file, 1}, request.keep, request.renames);
    if (!one) {
      return failure(one.error());
    }
    const ExactCosts needed = request.keep == Keep::kAll ? ExactCosts::kRecords : ExactCosts::kSums;
    if (Result<void> exact = session.check_exact(*one->profile, needed); !exact) {
      return failure(exact.error());
    }
    session.tell_warnings(*one->profile);
    opened.push_back(std::move(*one));
  }
  const Result<std::vector<std::string>> events = request.events.empty()
                                                      ? events_compared(arguments, opened)
                                                      : events_asked(request.events, opened);
  if (!events) {
    return failure(events.error());
  }
  Result<std::shared_ptr<const GroupRules>> groups = session.group_rules();
  if (!groups) {
    return failure(groups.error());
  }
  SelectionWords words = session.selection_words(request.sort, request.limit);
  words.events = *events;
  words.rows = request.rows;
  words.groups = std::move(*groups);
  if (request.are_functions) {
    words.groups = nullptr;
    words.group_by = GroupBy::kFunction;
    words.where.clear();
  }
  Result<RenamedNames> none = RenamedNames::read({}, {});
  Sides sides{.files = inputs,
              .opened = std::move(opened),
              .renamed = std::move(*none),
              .runs = {.old_runs = {},
                       .new_runs = {},
                       .layers = layers_of(arguments),
                       .threads = arguments.threads}};
  for (const Version side : {Version::kOld, Version::kNew}) {
    const bool is_old = side == Version::kOld;
    const size_t first = is_old || files.is_one_file ? 0 : files.old_files.size();
    const size_t count = is_old ? files.old_files.size() : files.new_files.size();
    for (size_t at = first; at < first + count; ++at) {
      Result<DiffRun> run = run_of(arguments, sides.opened[at], side, words);
      if (!run) {
        return failure(run.error());
      }
      (is_old ? sides.runs.old_runs : sides.runs.new_runs).push_back(std::move(*run));
    }
  }
  if (request.renames == Renames::kLeft) {
    if (Result<void> named = name_runs(sides, arguments); !named) {
      return failure(named.error());
    }
  }
  return sides;
}

Style style_of(const Session& session, const Sides& sides) {
  Style style = session.style(sides.files);
  const Arguments& arguments = session.arguments();
  if (sides.files.size() != 2 || !arguments.diff.base.empty() || arguments.diff.base_part ||
      arguments.diff.base_thread || arguments.parts || arguments.threads_shown) {
    style.input.clear();
  }
  return style;
}

}  // namespace quern::cli
