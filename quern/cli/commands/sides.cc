// SPDX-License-Identifier: MIT
#include "quern/cli/commands/sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/cli/asked_profile.h"
#include "quern/cli/options/commands.h"
#include "quern/compare/match/outliers.h"
#include "quern/compare/match/run_units.h"
#include "quern/compare/sides/common_events.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/query/codes.h"

namespace quern::cli {

namespace {

void tell_if_any(const Session& session, const std::string& note) {
  if (!note.empty()) {
    session.reporter.note(note);
  }
}

/// The events to compare. Without --event: in text and Markdown the first event that all runs have,
/// in forms for programs all of those.
Result<std::vector<std::string>> events_compared(const Arguments& arguments,
                                                 const std::vector<Opened>& opened,
                                                 const SelectionWords& words) {
  if (!arguments.events.empty()) {
    return events_beside(arguments.events, opened, words);
  }
  Result<std::vector<std::string>> common = common_events(opened);
  if (!common) {
    return common;
  }
  const bool is_read_by_people = arguments.format == "text" || arguments.format == "md";
  // Whether anything differs is asked of all events, whatever the form.
  if (is_read_by_people && !arguments.diff.exit_code && common->size() > 1) {
    common->resize(1);
  }
  return common;
}

/// Prints a note of what --normalize did, for forms without a head line that says it.
void tell_evened(const Session& session, const Sides& sides) {
  const std::string_view format = session.arguments.format;
  const std::string phrase = evened_phrase(sides.runs.selection());
  const bool has_head = format == "text" || format == "json" || format == "html" || format == "svg";
  if (!has_head && !phrase.empty()) {
    session.reporter.note(phrase);
  }
}

/// With one run a side nothing shows how much runs differ by themselves: no row is marked as noise.
void tell_noisy_times(const Session& session, const SideFiles& files, const Sides& sides) {
  const DiffArguments& asked = session.arguments.diff;
  const bool is_one_part = files.is_one_file && !asked.base_part && !asked.base_thread;
  const bool are_single = sides.runs.old_runs.size() == 1 && sides.runs.new_runs.size() == 1;
  if (are_single && shows_times(sides.runs.selection()) && !is_one_part) {
    session.reporter.note(
        "times vary between runs, and each side is one run: small changes may be noise. Record "
        "several with `quern record --runs 5`; see `quern help recording`");
  }
}

MatchLayers layers_of(const Arguments& arguments) {
  const std::vector<std::string>& wanted = arguments.diff.match;
  if (wanted.empty()) {
    return {};
  }
  const auto has = [&wanted](std::string_view layer) {
    return std::ranges::find(wanted, layer) != wanted.end();
  };
  return {.normalised = has("normalized"), .guess = has("guess")};
}

/// Reads the files of all runs. Two parts of one file are read once.
Result<Sides> read_sides(Session& session, const SideFiles& files, const SidesRequest& request) {
  Sides sides;
  std::vector<RunFiles> inputs = files.old_runs;
  if (!files.is_one_file) {
    inputs.insert(inputs.end(), files.new_runs.begin(), files.new_runs.end());
  }
  for (const RunFiles& run : inputs) {
    Result<Opened> one = session.loader.open(run, request.keep, request.renames);
    if (!one) {
      return failure(one.error());
    }
    session.loader.tell_warnings(*one->profile);
    sides.files.insert(sides.files.end(), run.begin(), run.end());
    sides.opened.push_back(std::move(*one));
  }
  for (const Opened& run : sides.opened) {
    const Result<void> complete = check_complete(session.arguments, Completeness(*run.profile));
    if (request.is_verdict && !complete) {
      return failure(complete.error());
    }
  }
  sides.runs.layers = layers_of(session.arguments);
  sides.runs.threads = session.arguments.reading.threads;
  return sides;
}

/// Whether neither the user nor the command names the events.
bool compares_all(const Arguments& arguments, const SidesRequest& request) {
  return arguments.events.empty() && request.events.empty();
}

/// What is selected of each run.
Result<SelectionWords> words_for(const Session& session, const SidesRequest& request,
                                 const std::vector<Opened>& opened) {
  const Arguments& arguments = session.arguments;
  SelectionWords words = selection_words(session.arguments, request.sort, request.limit);
  words.takes_ratios = request.takes_ratios;
  words.shows_ratios = request.shows_ratios;
  words.takes_abbreviations = request.takes_abbreviations;
  Result<std::vector<std::string>> events = request.events.empty()
                                                ? events_compared(arguments, opened, words)
                                                : events_beside(request.events, opened, words);
  if (!events) {
    return failure(events.error());
  }
  words.events = std::move(*events);
  words.rows = request.rows;
  Result<std::shared_ptr<const GroupRules>> groups = group_rules(session.arguments);
  if (!groups) {
    return failure(groups.error());
  }
  words.groups = std::move(*groups);
  if (compares_all(arguments, request)) {
    tell_if_any(session, events_left_out(opened));
  }
  if (request.are_functions) {
    words.groups = nullptr;
    words.group_by = GroupBy::kFunction;
    words.where.clear();
  }
  return words;
}

/// The words for the old side: --base-part and --base-thread choose its parts.
SelectionWords old_words_of(const DiffArguments& asked, SelectionWords words) {
  if (asked.base_part || asked.base_thread) {
    words.parts = asked.base_part.value_or("");
    words.threads = asked.base_thread.value_or("");
  }
  return words;
}

/// Makes runs of what was read.
Result<void> choose_runs(const Session& session, Sides& sides, const SideFiles& files,
                         const SidesRequest& request, const SelectionWords& words) {
  const Arguments& arguments = session.arguments;
  if (Result<void> chosen = select_runs(sides, files, old_words_of(arguments.diff, words), words);
      !chosen) {
    // An event that only one side counts is unknown here: the note explains why.
    if (!compares_all(arguments, request) && chosen.error().code == kUnknownEvent.name) {
      tell_if_any(session, events_left_out(sides.opened));
    }
    return chosen;
  }
  const Result<std::vector<std::string>> notes = settle_units(sides, files);
  if (!notes) {
    return failure(notes.error());
  }
  for (const std::string& note : *notes) {
    session.reporter.note(note);
  }
  return {};
}

/// --normalize.
Result<void> even_sides(Session& session, Sides& sides, const SideFiles& files,
                        const SelectionWords& words) {
  if (Result<void> equal = make_totals_equal(sides, files, words); !equal) {
    return equal;
  }
  (void)settle_units(sides, files);  // for the new selections; its notes were printed before
  tell_evened(session, sides);
  session.timings.finished("filtering");
  return {};
}

}  // namespace

std::vector<RunFiles> runs_of(const std::vector<std::string>& files) {
  std::vector<RunFiles> runs;
  for (const std::string& file : files) {
    runs.push_back({file});
  }
  return runs;
}

Result<SideFiles> side_files(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words;
  SideFiles files;
  if (!arguments.diff.base.empty()) {
    return SideFiles{runs_of(arguments.diff.base), runs_of(words), false};
  }
  if (arguments.diff.base_part || arguments.diff.base_thread) {
    if (words.size() == 1) {
      return SideFiles{runs_of(words), runs_of(words), true};
    }
  }
  const std::string_view name = arguments.command->name;
  if (words.size() < 2) {
    return failure(usage_error(
        "missing-argument", fmt::format("'quern {}' lacks NEW", name),
        "two parts of one file: --base-part N FILE --part M; several runs: repeat --base OLD"));
  }
  if (words.size() > 2) {
    return failure(usage_error(
        "unexpected-argument",
        fmt::format("'{}' is one file too many: OLD and NEW are enough", printable(words[2])),
        "several runs per side: --base OLD for each old run, then the new runs"));
  }
  return SideFiles{{{words[0]}}, {{words[1]}}, false};
}

Result<void> check_complete(const Arguments& arguments, const Completeness& completeness) {
  if (completeness.is_complete() || arguments.diff.allow_incomplete) {
    return {};
  }
  const Shortfall& first = completeness.shortfalls().front();
  Diagnostic error = input_error("incomplete-profile", first.input,
                                 fmt::format("the profile is incomplete: {}", first.message),
                                 "record it again, or accept it with --allow-incomplete");
  error.place = first.place;
  return failure(std::move(error));
}

Result<Sides> open_sides(Session& session, const SideFiles& files, const SidesRequest& request) {
  const Arguments& arguments = session.arguments;
  if (!request.has_points) {
    const Result<std::string> note = check_distinct_runs(files);
    if (!note) {
      return failure(note.error());
    }
    tell_if_any(session, *note);
  }
  Result<Sides> sides = read_sides(session, files, request);
  if (!sides) {
    return sides;
  }
  const Result<SelectionWords> words = words_for(session, request, sides->opened);
  if (!words) {
    return failure(words.error());
  }
  if (Result<void> chosen = choose_runs(session, *sides, files, request, *words); !chosen) {
    return failure(chosen.error());
  }
  if (!request.has_points) {
    tell_noisy_times(session, files, *sides);
    drop_outliers(session, sides->runs.old_runs);
    drop_outliers(session, sides->runs.new_runs);
  }
  if (arguments.diff.normalize) {
    if (Result<void> even = even_sides(session, *sides, files, *words); !even) {
      return failure(even.error());
    }
  }
  if (request.renames == Renames::kLeft) {
    if (Result<void> named =
            rename_runs(*sides, arguments.filters.rename, matched_names(session.arguments));
        !named) {
      return failure(named.error());
    }
  }
  return sides;
}

size_t drop_outliers(const Session& session, std::vector<DiffRun>& runs) {
  if (!session.arguments.diff.drop_outliers) {
    return 0;
  }
  const std::vector<DiffRun> dropped = take_outliers(runs);
  for (const DiffRun& run : dropped) {
    session.reporter.note(
        fmt::format("left out as an outlier: {}", printable(run.profile->inputs().front().name)));
  }
  return dropped.size();
}

Style style_of(const Session& session, const Sides& sides) {
  Style style = session.answerer.style(sides.files, profiles_of(sides.runs));
  const Arguments& arguments = session.arguments;
  const size_t old_runs = sides.runs.old_runs.size();
  if (sides.files.size() == 2) {
    style.source = fmt::format("{} → {}", sides.files.front(), sides.files.back());
  } else if (sides.files.size() > 2) {
    style.source = fmt::format("{} → {}", old_runs, counted(sides.runs.new_runs.size(), "profile"));
  }
  if (sides.files.size() != 2 || !arguments.diff.base.empty() || arguments.diff.base_part ||
      arguments.diff.base_thread || arguments.parts || arguments.threads_shown) {
    style.input.clear();
  } else if (arguments.diff.normalize) {
    style.input = "--normalize " + style.input;
  }
  return style;
}

}  // namespace quern::cli
