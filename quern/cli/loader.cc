// SPDX-License-Identifier: MIT
#include "quern/cli/loader.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/writing/same_file.h"
#include "quern/cli/names.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/places.h"
#include "quern/cli/terminal/signals.h"
#include "quern/filters/filter_plan.h"
#include "quern/filters/walk/copy_profile.h"
#include "quern/load/find/codes.h"
#include "quern/load/find/recognize.h"
#include "quern/model/completeness.h"
#include "quern/query/event_choice.h"
#include "quern/query/part_choice.h"

namespace quern::cli {
namespace {

uint64_t clock_milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

/// A failure to draw is of no consequence.
void draw(std::string_view text) {
  set_progress_drawn(!text.ends_with("\x1b[K"));
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

/// Whether more is asked than what functions cost over all parts: OpenOptions::needs_calls.
bool needs_calls(const Arguments& asked) {
  const bool lists_functions = asked.command->name == "top" && !asked.each && !asked.paths &&
                               asked.group_by == GroupBy::kFunction && !asked.groups;
  return !lists_functions || asked.parts || asked.threads_shown || asked.filters.any() ||
         asked.baseline || asked.format == "igprof";
}

}  // namespace

OpenOptions open_options(const Arguments& arguments, Keep keep) {
  OpenOptions options;
  static_cast<ReadingOptions&>(options) = arguments.reading;
  options.keep = arguments.inlines == Inlines::kFunction ? Keep::kAll : keep;
  options.needs_calls = needs_calls(arguments);
  options.names = name_options(arguments);
  options.adds_declared_costs = !arguments.command->abilities.writes_profiles;
  if (arguments.cache) {
    options.cache = cache_options(arguments);
  }
  return options;
}

Result<Opened> Loader::open(std::span<const std::string> files, Keep keep, Renames renames) {
  return open_with(files, open_options(keep), renames);
}

Result<Opened> Loader::open_broken(std::span<const std::string> files, Keep keep) {
  OpenOptions options = open_options(keep);
  options.keep_going = true;
  options.adds_declared_costs = false;  // findings are about what the files have
  return open_with(files, options, Renames::kApplied);
}

Result<Opened> Loader::open_silently(std::span<const std::string> files, Keep keep,
                                     ReadProgress& progress) {
  OpenOptions options = open_options(keep);
  options.progress = &progress;
  options.cache.makes = keep == Keep::kAll;  // who asks for sums alone is in a hurry
  options.takes_call_costs = keep == Keep::kSums;
  Result<Opened> opened = open_profile(files, options);
  return opened ? filtered(std::move(*opened), options, Renames::kApplied) : std::move(opened);
}

Result<Opened> Loader::open_with_calls(std::span<const std::string> files, Keep keep) {
  OpenOptions options = open_options(keep);
  options.needs_calls = true;
  return read(files, options);  // for filters they would have been kept
}

bool Loader::is_or_has_snapshot(const std::string& file) const {
  return is_snapshot(file) || is_cached(file, open_options(Keep::kSums));
}

Result<Opened> Loader::open_with(std::span<const std::string> files, const OpenOptions& options,
                                 Renames renames) {
  Result<Opened> opened = read(files, options);
  if (opened) {
    opened = filtered(std::move(*opened), options, renames);
  }
  if (opened) {
    for (const std::string& note : opened->notes) {
      reporter_->note(note);
    }
    tell_sum(files, *opened->profile);
  }
  return opened;
}

void Loader::tell_sum(std::span<const std::string> files, const Profile& profile) const {
  const Command& command = *arguments_->command;
  const bool adds_costs = takes(command, *find_option("event")) &&
                          !command.abilities.writes_profiles && !command.abilities.compares;
  std::set<FileIdentity> seen;
  for (const std::string& file : adds_costs ? files : std::span<const std::string>()) {
    const std::optional<FileIdentity> identity = identity_of(file);
    if (identity && !seen.insert(*identity).second) {
      reporter_->note(fmt::format("'{}' is counted twice: it is named twice", printable(file)));
    }
  }
  const size_t runs = adds_costs && files.size() > 1 ? count_runs(profile) : 1;
  if (runs < 2) {
    return;
  }
  constexpr size_t kWidest = 40;  // the whole note then fits a terminal of 100 columns
  std::string sides;
  for (const std::string& file : files) {
    sides += " " + shell_quoted(file);
  }
  reporter_->note(fmt::format("{} profiles added up; to compare them: quern diff{}", runs,
                              files.size() == 2 && sides.size() <= kWidest ? sides : " OLD NEW"));
}

std::unique_ptr<ProgressBar> Loader::progress_for(const OpenOptions& options) const {
  if (options.progress != nullptr || !facts_->err.is_terminal || facts_->is_dumb ||
      arguments_->quiet) {
    return nullptr;
  }
  const size_t width = facts_->err.width != 0 ? facts_->err.width : 80;
  return std::make_unique<ProgressBar>(width, clock_milliseconds, draw);
}

Result<Merged> Loader::merge(std::span<const std::string> files, MergeOptions options) {
  std::unique_ptr<ProgressBar> progress = progress_for(options.open);
  options.open.progress = progress.get();
  Result<Merged> merged = merge_files_(files, options);
  progress.reset();
  timings_->finished("reading");
  if (merged) {
    for (const std::string& note : merged->notes) {
      reporter_->note(note);
    }
    reporter_->warnings(merged->warnings);
  }
  return merged;
}

Result<Opened> Loader::read(std::span<const std::string> files, const OpenOptions& options) {
  OpenOptions shown = options;
  std::unique_ptr<ProgressBar> progress = progress_for(options);
  if (progress) {
    shown.progress = progress.get();
  }
  Result<Opened> opened = open_profile(files, shown);
  progress.reset();
  timings_->finished("reading");
  if (opened) {
    if (auto damage = opened->profile->symbols().names.damage()) {
      left_names_.push_back({opened->profile->inputs().front().name, std::move(damage)});
    }
  }
  return opened;
}

Result<void> Loader::check_inputs() const {
  for (const LeftNames& left : left_names_) {
    if (*left.damage) {
      return failure(input_error(kReadFailed.name, left.file, "the file changed while it was read",
                                 "run the command again once nobody writes to it"));
    }
  }
  return {};
}

/// Makes functions of inlined ones, if that is asked for.
void Loader::split_inlined(Opened& opened) const {
  if (arguments_->inlines == Inlines::kFunction) {
    SourcePlaces places = places_of(*arguments_, std::array{opened.profile.get()});
    places.asks_inlined = true;
    opened = with_inlined_functions(std::move(opened), places);
  }
}

/// What the filters make of a profile; itself where there are none.
Result<Opened> Loader::filtered(Opened opened, const OpenOptions& options, Renames renames) {
  split_inlined(opened);
  FilterOptions how = arguments_->filters;
  how.names = matched_names(*arguments_);
  if (renames == Renames::kLeft) {
    how.rename.clear();
  }
  // Answers choose parts themselves; what is written has no others.
  if (arguments_->command->abilities.writes_profiles &&
      (arguments_->parts || arguments_->threads_shown)) {
    Result<PartSet> parts = choose_parts(*opened.profile, arguments_->parts.value_or(""),
                                         arguments_->threads_shown.value_or(""));
    if (!parts) {
      return failure(parts.error());
    }
    how.parts = std::move(*parts);
  }
  if (!how.any() && !arguments_->baseline) {
    return opened;
  }
  Opened baseline;
  if (arguments_->baseline) {
    Result<Opened> read = this->read({&*arguments_->baseline, 1}, options);
    if (!read) {
      return failure(read.error());
    }
    baseline = std::move(*read);
    split_inlined(baseline);
    how.baseline = baseline.profile.get();
  }
  if (!arguments_->events.empty()) {
    how.rules.event = how.told_event =
        EventChoice(*opened.profile).unabbreviated(arguments_->events.front());
  }
  how.told_unit = arguments_->unit;
  Result<Opened> result = filter_profile(*opened.profile, how);
  if (result) {
    opened.notes.insert(opened.notes.end(), baseline.notes.begin(), baseline.notes.end());
    result->notes.insert(result->notes.begin(), opened.notes.begin(), opened.notes.end());
    timings_->finished("filtering");
  }
  return result;
}

void Loader::tell_warnings(const Profile& profile) const {
  const std::string& format = arguments_->format;
  const bool has_head = takes(*arguments_->command, *find_option("format")) &&
                        !arguments_->command->abilities.writes_profiles &&
                        (format == "text" || format == "md" || format == "json");
  reporter_->warnings(profile.inputs(), has_head);
  const Completeness completeness(profile);
  for (const Shortfall& shortfall : completeness.shortfalls()) {
    if (!has_head && shortfall.code == &kMadeFromIncomplete) {
      reporter_->note(fmt::format("{} is incomplete: {}", shortfall.input, shortfall.message));
    }
  }
}

}  // namespace quern::cli
