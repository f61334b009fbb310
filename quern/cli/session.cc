// SPDX-License-Identifier: MIT
#include "quern/cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "quern/base/shell_words.h"
#include "quern/cli/commands.h"
#include "quern/cli/progress.h"
#include "quern/cli/signals.h"
#include "quern/workspace/filters/codes.h"
#include "quern/workspace/group_file.h"

namespace quern::cli {
namespace {

double milliseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

uint64_t clock_milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

/// Programs read the other forms.
bool is_for_people(std::string_view format) {
  return format == "text" || format == "md" || format == "html" || format == "svg";
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

NameOptions Session::names() const {
  NameOptions names;
  const Command& command = *arguments_->command;
  if (!takes(command, *find_option("demangle"))) {
    return names;
  }
  for (const std::string& symbols : arguments_->symbols) {
    if (symbols == "auto") {
      names.resolve = true;
    } else {
      names.symbol_files.push_back(symbols);
    }
  }
  names.fold = !arguments_->unfold && !takes(command, *find_option("to"));
  // Programs know functions by their linkers' names, and a conversion is for programs. Rules are
  // written by people, and hold or not whatever the form of the report.
  const bool is_read_by_people =
      (is_for_people(arguments_->format) || arguments_->format == "folded" ||
       takes(command, *find_option("max"))) &&
      !takes(command, *find_option("to"));
  if (arguments_->demangle == "always") {
    names.demangle = Demangling::kMerged;
  } else if (arguments_->demangle == "auto" && is_read_by_people) {
    names.demangle = Demangling::kShown;
  }
  return names;
}

MatchedNames Session::matched_names() const {
  const Command& command = *arguments_->command;
  const bool differs = takes(command, *find_option("demangle")) &&
                       !takes(command, *find_option("to")) && arguments_->demangle == "auto" &&
                       names().demangle == Demangling::kNever;
  return differs ? std::make_shared<const ReadableNames>() : nullptr;
}

std::string Session::wanted_name(const std::string& word) const {
  return names().demangle == Demangling::kNever ? word : readable_name(word);
}

OpenOptions Session::open_options(Keep keep) const {
  OpenOptions options;
  options.keep = keep;
  options.names = names();
  options.siblings = arguments_->siblings;
  options.recover = arguments_->recover;
  options.opcodes = arguments_->opcodes;
  options.base_rule = arguments_->base_rule;
  options.dialect = arguments_->dialect;
  options.threads = arguments_->threads;
  options.buffer_bytes = arguments_->buffer_bytes;
  return options;
}

Result<Opened> Session::open(std::span<const std::string> files, Keep keep, Renames renames) {
  return open_with(files, open_options(keep), renames);
}

Result<Opened> Session::open_broken(std::span<const std::string> files, Keep keep) {
  OpenOptions options = open_options(keep);
  options.keep_going = true;
  return open_with(files, options, Renames::kApplied);
}

Result<Opened> Session::open_silently(std::span<const std::string> files, Keep keep,
                                      ReadProgress& progress) {
  OpenOptions options = open_options(keep);
  options.progress = &progress;
  Result<Opened> opened = open_profile(files, options);
  return opened ? filtered(std::move(*opened), options, Renames::kApplied) : std::move(opened);
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
  }
  return opened;
}

Result<Opened> Session::read(std::span<const std::string> files, const OpenOptions& options) {
  OpenOptions shown = options;
  std::optional<ProgressBar> progress;
  if (options.progress == nullptr && facts_.err.is_terminal && !facts_.is_dumb &&
      !arguments_->quiet) {
    const size_t width = facts_.err.width != 0 ? facts_.err.width : 80;
    shown.progress = &progress.emplace(width, clock_milliseconds, draw);
  }
  Result<Opened> opened = open_profile(files, shown);
  progress.reset();
  finished("reading");
  return opened;
}

/// What the filters make of a profile; itself where there are none.
Result<Opened> Session::filtered(Opened opened, const OpenOptions& options, Renames renames) {
  Transform how = arguments_->filters;
  how.names = matched_names();
  if (renames == Renames::kLeft) {
    how.rename.clear();
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
    how.baseline = baseline.profile.get();
  }
  if (!arguments_->events.empty()) {
    how.limits.event = how.told_event = arguments_->events.front();
  }
  Result<Opened> result = transform(*opened.profile, how);
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
      fmt::format("quern {} shows exact costs alone, and what these filters leave of a call graph "
                  "is in part estimated",
                  arguments_->command->name),
      "quern top, calls, peek and tree mark estimates; from exact stacks there are none"));
}

bool Session::goes_to_file() const {
  // `convert --check` only tells what writing the file would lose.
  return arguments_->output && *arguments_->output != "-" && !arguments_->convert.check;
}

/// Only text for people, on a terminal that tells its height.
bool Session::may_page() const {
  const bool is_text =
      arguments_->format == "text" && takes(*arguments_->command, *find_option("no-pager"));
  return is_text && facts_.out.is_terminal && facts_.out.height != 0 && !facts_.is_dumb &&
         !goes_to_file() && !arguments_->no_pager;
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
  Result<Output> created = create_output(*arguments_->output, arguments_->force);
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

SelectionWords Session::selection_words(SortBy default_sort, size_t default_limit) const {
  SelectionWords words;
  words.events = arguments_->events;
  words.sort = arguments_->sort.value_or("");
  words.parts = arguments_->parts.value_or("");
  words.threads = arguments_->threads_shown.value_or("");
  words.group_by = arguments_->group_by;
  words.limit = static_cast<size_t>(arguments_->limit.value_or(default_limit));
  // People read one event well; programs want them all.
  words.all_events = !is_for_people(arguments_->format) && arguments_->format != "igprof" &&
                     !takes(*arguments_->command, *find_option("pixels"));
  words.default_sort = default_sort;
  words.defines = arguments_->defines;
  words.where = arguments_->where.value_or("");
  words.names = matched_names();
  return words;
}

Result<Selection> Session::select_from(const Profile& profile, SortBy default_sort,
                                       size_t default_limit, RowKind rows) const {
  SelectionWords words = selection_words(default_sort, default_limit);
  words.rows = rows;
  // Pictures, single calls and igprof-analyse's report have no room for columns that are no costs.
  const bool lists_rows = takes(*arguments_->command, *find_option("where")) ||
                          takes(*arguments_->command, *find_option("whole"));
  words.takes_ratios = lists_rows && !takes(*arguments_->command, *find_option("pixels")) &&
                       !arguments_->each && arguments_->format != "igprof";
  Result<std::shared_ptr<const GroupRules>> groups = group_rules();
  if (!groups) {
    return failure(groups.error());
  }
  words.groups = std::move(*groups);
  return select(profile, words);
}

Result<std::shared_ptr<const GroupRules>> Session::group_rules() const {
  if (!arguments_->groups) {
    return std::shared_ptr<const GroupRules>();
  }
  if (arguments_->group_by != GroupBy::kFunction) {
    return failure(usage_error("needs-option", "--groups and --group-by make different groups",
                               "give one of them"));
  }
  Result<GroupRules> rules = read_group_file(*arguments_->groups);
  if (!rules) {
    return failure(rules.error());
  }
  rules->match(matched_names());
  return std::make_shared<const GroupRules>(std::move(*rules));
}

Style Session::style(std::span<const std::string> files) const {
  StreamFacts stream = facts_.out;
  stream.is_terminal = stream.is_terminal && !goes_to_file();
  Style style;
  style.form = parse_form(arguments_->format).value_or(Form::kText);
  style.width = answer_width(arguments_->width, facts_, goes_to_file());
  style.color = use_color(arguments_->color, facts_, stream);
  style.groups = shell_quoted(arguments_->groups.value_or(""));
  style.short_names = arguments_->short_names;
  for (const std::string& file : files) {
    style.input += style.input.empty() ? "" : " ";
    style.input += shell_quoted(file);
  }
  return style;
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
