// SPDX-License-Identifier: MIT
#include "quern/cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "quern/base/shell_words.h"
#include "quern/cli/commands.h"
#include "quern/cli/progress.h"
#include "quern/cli/signals.h"

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
  // Programs know functions by their linkers' names, and a conversion is for programs.
  const bool is_read_by_people = (arguments_->format == "text" || arguments_->format == "md") &&
                                 !takes(command, *find_option("to"));
  if (arguments_->demangle == "always") {
    names.demangle = Demangling::kMerged;
  } else if (arguments_->demangle == "auto" && is_read_by_people) {
    names.demangle = Demangling::kShown;
  }
  return names;
}

std::string Session::wanted_name(const std::string& word) const {
  return names().demangle == Demangling::kNever ? word : readable_name(word);
}

Result<Opened> Session::open(std::span<const std::string> files, Keep keep, bool keep_going) {
  OpenOptions options;
  options.keep = keep;
  options.names = names();
  options.siblings = arguments_->siblings;
  options.recover = arguments_->recover;
  options.opcodes = arguments_->opcodes;
  options.base_rule = arguments_->base_rule;
  options.dialect = arguments_->dialect;
  options.keep_going = keep_going;
  options.threads = arguments_->threads;
  options.buffer_bytes = arguments_->buffer_bytes;
  Result<Opened> opened = read(files, options);
  if (opened) {
    opened = filtered(std::move(*opened), options);
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
  if (facts_.err.is_terminal && !facts_.is_dumb && !arguments_->quiet) {
    const size_t width = facts_.err.width != 0 ? facts_.err.width : 80;
    shown.progress = &progress.emplace(width, clock_milliseconds, draw);
  }
  Result<Opened> opened = open_profile(files, shown);
  progress.reset();
  finished("reading");
  return opened;
}

/// What the filters make of a profile; itself where there are none.
Result<Opened> Session::filtered(Opened opened, const OpenOptions& options) {
  Transform how = arguments_->filters;
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
    how.limits.event = arguments_->events.front();
  }
  Result<Opened> result = transform(*opened.profile, how);
  if (result) {
    opened.notes.insert(opened.notes.end(), baseline.notes.begin(), baseline.notes.end());
    result->notes.insert(result->notes.begin(), opened.notes.begin(), opened.notes.end());
    finished("filtering");
  }
  return result;
}

bool Session::goes_to_file() const {
  return arguments_->output && *arguments_->output != "-";
}

Result<void> Session::open_output() {
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
  Result<void> committed = output_->commit();
  finished("writing");
  return reader_left() ? Result<void>() : committed;
}

Result<Selection> Session::select_from(const Profile& profile, SortBy default_sort,
                                       size_t default_limit) const {
  SelectionWords words;
  words.events = arguments_->events;
  words.sort = arguments_->sort.value_or("");
  words.parts = arguments_->parts.value_or("");
  words.threads = arguments_->threads_shown.value_or("");
  words.group_by = arguments_->group_by;
  words.limit = static_cast<size_t>(arguments_->limit.value_or(default_limit));
  // People read one event well; programs want them all.
  words.all_events =
      arguments_->format != "text" && arguments_->format != "md" && arguments_->format != "igprof";
  words.default_sort = default_sort;
  return select(profile, words);
}

Style Session::style(std::span<const std::string> files) const {
  StreamFacts stream = facts_.out;
  stream.is_terminal = stream.is_terminal && !goes_to_file();
  Style style;
  style.form = parse_form(arguments_->format).value_or(Form::kText);
  style.width = answer_width(arguments_->width, facts_, goes_to_file());
  style.color = use_color(arguments_->color, facts_, stream);
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
