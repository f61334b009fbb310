// SPDX-License-Identifier: MIT
#include "quern/cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/writing/same_file.h"
#include "quern/cli/cache_folder.h"
#include "quern/cli/help/help.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/output_suffix.h"
#include "quern/cli/terminal/signals.h"
#include "quern/filters/filter_plan.h"
#include "quern/filters/rules/codes.h"
#include "quern/filters/walk/copy_profile.h"
#include "quern/query/event_choice.h"
#include "quern/query/part_choice.h"

namespace quern::cli {
namespace {

double milliseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

uint64_t clock_milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

/// A failure to draw is of no consequence.
void draw(std::string_view text) {
  set_progress_drawn(!text.ends_with("\x1b[K"));
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Session::Session(const Arguments& arguments, const TerminalFacts& facts, const Reporter& reporter)
    : arguments_(&arguments),
      facts_(facts),
      reporter_(&reporter),
      started_(Clock::now()),
      phase_started_(started_) {}

OpenOptions Session::open_options(Keep keep) const {
  OpenOptions options = arguments_->reading;
  options.keep = arguments_->inlines == Inlines::kFunction ? Keep::kAll : keep;
  options.needs_calls = needs_calls();
  options.names = names();
  options.adds_declared_costs = !arguments_->command->abilities.writes_profiles;
  if (arguments_->cache) {
    options.cache = cache_options(*arguments_);
  }
  return options;
}

Result<Opened> Session::open(std::span<const std::string> files, Keep keep, Renames renames) {
  return open_with(files, open_options(keep), renames);
}

Result<Opened> Session::open_broken(std::span<const std::string> files, Keep keep) {
  OpenOptions options = open_options(keep);
  options.keep_going = true;
  options.adds_declared_costs = false;  // findings are about what the files have
  return open_with(files, options, Renames::kApplied);
}

Result<Opened> Session::open_silently(std::span<const std::string> files, Keep keep,
                                      ReadProgress& progress) {
  OpenOptions options = open_options(keep);
  options.progress = &progress;
  options.cache.makes = keep == Keep::kAll;  // who asks for sums alone is in a hurry
  options.takes_call_costs = keep == Keep::kSums;
  Result<Opened> opened = open_profile(files, options);
  return opened ? filtered(std::move(*opened), options, Renames::kApplied) : std::move(opened);
}

bool Session::is_or_has_snapshot(const std::string& file) const {
  return is_snapshot(file) || is_cached(file, open_options(Keep::kSums));
}

Result<Opened> Session::open_with(std::span<const std::string> files, const OpenOptions& options,
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

void Session::tell_sum(std::span<const std::string> files, const Profile& profile) const {
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

std::unique_ptr<ProgressBar> Session::progress_for(const OpenOptions& options) const {
  if (options.progress != nullptr || !facts_.err.is_terminal || facts_.is_dumb ||
      arguments_->quiet) {
    return nullptr;
  }
  const size_t width = facts_.err.width != 0 ? facts_.err.width : 80;
  return std::make_unique<ProgressBar>(width, clock_milliseconds, draw);
}

Result<Merged> Session::merge(std::span<const std::string> files, MergeOptions options) {
  options.open = open_options(Keep::kAll);
  options.open.adds_declared_costs = false;
  options.write = write_options();
  std::unique_ptr<ProgressBar> progress = progress_for(options.open);
  options.open.progress = progress.get();
  Result<Merged> merged = merge_profiles(files, options);
  progress.reset();
  finished("reading");
  if (merged) {
    for (const std::string& note : merged->notes) {
      reporter_->note(note);
    }
    reporter_->warnings(merged->warnings);
  }
  return merged;
}

WriteOptions Session::write_options(const Profile* profile) const {
  WriteOptions options = arguments_->convert.write;
  options.for_spreadsheets = arguments_->for_spreadsheets;
  options.creator = version_line();
  std::ranges::replace(options.creator, ' ', '-');
  if (!arguments_->events.empty()) {
    options.event = arguments_->events.front();
    if (profile != nullptr) {
      options.event = EventChoice(*profile).unabbreviated(*options.event);
    }
  }
  return options;
}

Result<Opened> Session::read(std::span<const std::string> files, const OpenOptions& options) {
  OpenOptions shown = options;
  std::unique_ptr<ProgressBar> progress = progress_for(options);
  if (progress) {
    shown.progress = progress.get();
  }
  Result<Opened> opened = open_profile(files, shown);
  progress.reset();
  finished("reading");
  return opened;
}

/// Makes functions of inlined ones, if that is asked for.
void Session::split_inlined(Opened& opened) const {
  if (arguments_->inlines == Inlines::kFunction) {
    SourcePlaces places = places_of(*arguments_, std::array{opened.profile.get()});
    places.asks_inlined = true;
    opened = with_inlined_functions(std::move(opened), places);
  }
}

/// What the filters make of a profile; itself where there are none.
Result<Opened> Session::filtered(Opened opened, const OpenOptions& options, Renames renames) {
  split_inlined(opened);
  FilterOptions how = arguments_->filters;
  how.names = matched_names();
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
    finished("filtering");
  }
  return result;
}

Result<void> Session::check_exact(const Profile& profile, ExactCosts needed) const {
  const bool has_pieces = needed == ExactCosts::kRecords && profile.has_split_records();
  if (!profile.has_estimates() && !has_pieces) {
    return {};
  }
  return failure(usage_error(
      kNeedsExact.name,
      fmt::format("quern {} shows only exact costs, but these filters leave estimates in a call "
                  "graph",
                  arguments_->command->name),
      "quern top, calls, peek, tree, annotate, diff and gate mark estimates; a profile with exact "
      "stacks has none"));
}

void Session::tell_warnings(const Profile& profile) const {
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

Result<void> Session::check_complete(const Completeness& completeness) const {
  if (completeness.is_complete() || arguments_->diff.allow_incomplete) {
    return {};
  }
  const Shortfall& first = completeness.shortfalls().front();
  Diagnostic error = input_error("incomplete-profile", first.input,
                                 fmt::format("the profile is incomplete: {}", first.message),
                                 "record it again, or accept it with --allow-incomplete");
  error.place = first.place;
  return failure(std::move(error));
}

bool Session::goes_to_file() const {
  // `convert --check` only tells what writing the file would lose.
  // The copy that `check --repair` writes is no answer.
  return arguments_->output && *arguments_->output != "-" && !arguments_->convert.check &&
         !arguments_->is_repair;
}

/// Only text for people, on a terminal that tells its height.
bool Session::may_page() const {
  const bool is_text =
      arguments_->format == "text" && takes(*arguments_->command, *find_option("no-pager"));
  return is_text && facts_.out.is_terminal && facts_.out.height != 0 && !facts_.is_dumb &&
         !goes_to_file() && !arguments_->no_pager;
}

Result<Output> create_answer(const Arguments& arguments, const std::string& path) {
  Result<Output> created = create_output(path, arguments.force);
  const std::optional<FileIdentity> identity = identity_of(path);
  const auto is_it = [&identity](const std::string& file) { return identity_of(file) == identity; };
  const bool is_asked_about = identity && (std::ranges::any_of(arguments.words, is_it) ||
                                           std::ranges::any_of(arguments.diff.base, is_it));
  // Answers in JSON and folded stacks can be read as profiles, too.
  const bool is_other = !created && created.error().code == "output-exists" &&
                        !suffix_format(path) && is_profile(path, std::nullopt);
  if (!is_asked_about && !is_other) {
    return created;
  }
  Diagnostic error = usage_error("output-exists", "a file of this name exists, and it is a profile",
                                 "choose another name for -o");
  error.fault = Fault::kOutput;
  error.input = path;
  return failure(std::move(error));
}

Result<void> Session::open_output() {
  const std::string pager = may_page() ? pager_command() : "";
  if (!pager.empty()) {
    paged_.emplace(pager, facts_.out.height);
    return {};
  }
  if (!goes_to_file()) {
    output_.emplace(descriptor_output(STDOUT_FILENO, "<stdout>"));
    return {};
  }
  Result<Output> created = arguments_->command->abilities.writes_profiles
                               ? create_output(*arguments_->output, arguments_->force)
                               : create_answer(*arguments_, *arguments_->output);
  if (!created) {
    return failure(created.error());
  }
  output_.emplace(std::move(*created));
  return {};
}

Result<void> Session::close_output() {
  if (paged_) {  // who leaves the pager early has seen enough
    Result<void> shown = paged_->commit();
    finished("writing");
    return paged_->pipe_closed() ? Result<void>() : shown;
  }
  Result<void> committed = output_->commit();
  finished("writing");
  return reader_left() ? Result<void>() : committed;
}

size_t Session::columns_for_help() const {
  return help_width(arguments_->width, facts_);
}

void Session::finished(std::string_view phase) {
  const Clock::time_point now = Clock::now();
  phases_.emplace_back(phase, now - phase_started_);
  phase_started_ = now;
}

void Session::tell_timings() const {
  if (!arguments_->timings) {
    return;
  }
  std::string text = "timings: ";
  for (const auto& [phase, duration] : phases_) {
    text += fmt::format("{} {:.1f} ms, ", phase, milliseconds(duration));
  }
  text += fmt::format("in all {:.1f} ms", milliseconds(Clock::now() - started_));
  reporter_->line(text);
}

}  // namespace quern::cli
