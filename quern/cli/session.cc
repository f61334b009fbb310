// SPDX-License-Identifier: MIT
#include "quern/cli/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "quern/base/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/cli/cache_folder.h"
#include "quern/cli/help/help.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/terminal/signals.h"
#include "quern/query/part_choice.h"
#include "quern/workspace/filters/codes.h"

namespace quern::cli {
namespace {

double milliseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

uint64_t clock_milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

/// Of all functions that answers list, each once.
std::vector<std::string_view> names_of(const std::vector<const Profile*>& profiles) {
  std::vector<std::string_view> names;
  for (const Profile* profile : profiles) {
    const Symbols& symbols = profile->symbols();
    for (uint32_t function = 0; function < symbols.functions.size(); ++function) {
      if (profile->is_listed(FunctionId(function))) {
        names.push_back(symbols.name(FunctionId(function)));
      }
    }
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::unique(names);
  names.erase(twice.begin(), twice.end());
  return names;
}

/// A text of which an expression fits nothing but itself.
std::string quoted_for_expression(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' &&
        (static_cast<unsigned char>(c) & 0x80U) == 0) {
      quoted.push_back('\\');
    }
    quoted.push_back(c);
  }
  return quoted;
}

/// Whether it makes of the input what an answer is about.
bool chooses_data(const Option& option) {
  return option.group == OptionGroup::kFilters || option.group == OptionGroup::kParts ||
         option.group == OptionGroup::kNames || option.group == OptionGroup::kEvents;
}

/// Whether another reading of the input could follow without it.
bool tells_how_to_read(const Option& option) {
  static constexpr std::string_view kNames[] = {"base-rule", "recover", "opcodes",  "labels",
                                                "dialect",   "config",  "no-config"};
  return std::ranges::find(kNames, option.name) != std::end(kNames);
}

/// An option as it could be typed again.
void append_typed(std::vector<std::string>& words, const Setting& setting) {
  const std::string name = fmt::format("--{}", setting.option->name);
  if (setting.option->value.empty()) {
    words.push_back(name + (setting.is_on ? "" : "=false"));
  }
  for (const std::string& value : setting.values) {
    // What begins with a hyphen would be taken for an option.
    words.push_back(name + (value.starts_with('-') ? "=" : " ") + shell_quoted(value));
  }
}

/// Whether a command that names the file once more would read the same.
bool can_be_read_again(const std::string& file) {
  static constexpr std::string_view kOfThisProcess[] = {"/dev/stdin", "/dev/fd/", "/proc/self/"};
  return file != "-" && printable(file) == file && is_regular_file(file) &&
         std::ranges::none_of(kOfThisProcess,
                              [&file](std::string_view start) { return file.starts_with(start); });
}

/// As a word that is no option.
std::string typed_file(const std::string& file) {
  return shell_quoted(file.starts_with('-') && file != "-" ? "./" + file : file);
}

/// Whether one of them has several functions of this name, or they have different ones.
bool is_shared(std::string_view name, std::span<const Profile* const> profiles) {
  std::set<std::pair<std::string_view, std::string_view>> places;
  size_t most = 0;
  for (const Profile* const profile : profiles) {
    const Symbols& symbols = profile->symbols();
    size_t count = 0;
    for (size_t at = 0; at < symbols.functions.size(); ++at) {
      const FunctionId id(at);
      if (symbols.name(id) == name && profile->is_listed(id)) {
        places.emplace(symbols.file(id), symbols.object(id));
        ++count;
      }
    }
    most = std::max(most, count);
  }
  return std::max(most, places.size()) > 1;
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
    // Findings of analysis name the functions that other answers have.
    names.fold = command.abilities.folds_names && !arguments_->is_repair;
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
  // The runs that a merge adds up have other addresses each.
  names.drop_addresses = !arguments_->unfold && command.abilities.adds_up;
  names.runs_beside =
      command.abilities.compares || !arguments_->diff.base.empty() || arguments_->baseline;
  names.unfolded = arguments_->unfold_only;
  // Names are folded before any is made readable.
  names.matched =
      arguments_->demangle == "never" ? nullptr : std::make_shared<const ReadableNames>();
  // Programs know functions by their linkers' names, and a conversion is for programs. Rules are
  // written by people, and hold or not whatever the form of the report.
  const bool is_read_by_people =
      (is_for_people() || arguments_->format == "folded" || takes(command, *find_option("max"))) &&
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

std::string Session::wanted_name(const std::string& word,
                                 const std::vector<const Profile*>& profiles, NameFit fit) const {
  if (word.empty() || names().demangle != Demangling::kNever) {
    return readable_name(word);
  }
  const MatchedNames readable = matched_names();
  const std::vector<std::string_view> own =
      readable ? names_of(profiles) : std::vector<std::string_view>();
  if (std::ranges::find(own, word) != own.end()) {
    return word;
  }
  std::vector<std::string_view> shown;
  for (const std::string_view name : own) {
    shown.push_back(readable->of(name));
  }
  const std::string meant = readable_name(word);
  const Result<std::vector<uint32_t>> found = find_names(meant, shown);
  if (!found || (fit == NameFit::kWhole && shown[found->front()] != meant)) {
    return word;
  }
  if (found->size() == 1) {
    return std::string(own[found->front()]);
  }
  // What fits them as it was typed stays: errors quote it.
  const Result<std::vector<uint32_t>> typed = find_names(word, own);
  if (typed && *typed == *found) {
    return word;
  }
  std::string names;
  for (const uint32_t at : *found) {
    names += (names.empty() ? "" : "|") + quoted_for_expression(own[at]);
  }
  return "/^(?:" + names + ")$/";
}

OpenOptions Session::open_options(Keep keep) const {
  OpenOptions options;
  options.keep = keep;
  options.names = names();
  options.siblings = arguments_->siblings;
  options.recover = arguments_->recover;
  options.opcodes = arguments_->opcodes;
  options.labels = arguments_->labels;
  options.base_rule = arguments_->base_rule;
  options.dialect = arguments_->dialect;
  options.adds_declared_costs = !takes(*arguments_->command, *find_option("to"));
  options.threads = arguments_->threads;
  options.buffer_bytes = arguments_->buffer_bytes;
  options.max_row = arguments_->max_row;
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
  }
  return opened;
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

WriteOptions Session::write_options() const {
  WriteOptions options;
  options.creator = version_line();
  std::ranges::replace(options.creator, ' ', '-');
  if (!arguments_->events.empty()) {
    options.event = arguments_->events.front();
  }
  options.plain_names = arguments_->convert.plain_names;
  options.plain_positions = arguments_->convert.plain_positions;
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

/// What the filters make of a profile; itself where there are none.
Result<Opened> Session::filtered(Opened opened, const OpenOptions& options, Renames renames) {
  Transform how = arguments_->filters;
  how.names = matched_names();
  if (renames == Renames::kLeft) {
    how.rename.clear();
  }
  // Answers choose parts themselves; what is written has no others.
  if (takes(*arguments_->command, *find_option("to")) &&
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
    how.baseline = baseline.profile.get();
  }
  if (!arguments_->events.empty()) {
    how.rules.event = how.told_event = arguments_->events.front();
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
      "quern top, calls, peek, tree, annotate, diff and gate mark estimates; from exact stacks "
      "there "
      "are none"));
}

void Session::tell_warnings(const Profile& profile) const {
  const std::string& format = arguments_->format;
  const bool has_head = takes(*arguments_->command, *find_option("format")) &&
                        !takes(*arguments_->command, *find_option("to")) &&
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
  Diagnostic error;
  error.code = "incomplete-profile";
  error.message = fmt::format("the profile is incomplete: {}", first.message);
  error.hint = "record it again, or accept it with --allow-incomplete";
  error.input = first.input;
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

Style Session::style(std::span<const std::string> files) const {
  StreamFacts stream = facts_.out;
  stream.is_terminal = stream.is_terminal && !goes_to_file();
  Style style;
  style.form = parse_form(arguments_->format).value_or(Form::kText);
  style.width = answer_width(arguments_->width, facts_, goes_to_file());
  style.color = use_color(arguments_->color, facts_, stream);
  style.groups = shell_quoted(arguments_->groups.value_or(""));
  style.short_names = arguments_->short_names;
  std::vector<std::string> choice;
  // A folder is found again only among folders of the same depth, a function of another file of the
  // run only in that file.
  if (arguments_->group_by == GroupBy::kDir && arguments_->dir_depth != 0) {
    choice.push_back("--dir-depth " + std::to_string(arguments_->dir_depth));
  }
  std::vector<std::string> where;
  std::vector<std::string> words;
  if (arguments_->siblings) {
    words.emplace_back("--siblings");
  }
  for (const Setting& setting : arguments_->settings) {
    const bool is_typed_here = setting.file.empty();
    if (is_typed_here && chooses_data(*setting.option)) {
      append_typed(choice, setting);
    } else if (is_typed_here && setting.option->name == "where") {
      append_typed(where, setting);
    } else if (is_typed_here && tells_how_to_read(*setting.option)) {
      append_typed(words, setting);
    }
  }
  std::ranges::transform(files, std::back_inserter(words), typed_file);
  style.input = fmt::format("{}", fmt::join(words, " "));
  style.choice = fmt::format("{}", fmt::join(choice, " "));
  style.where = fmt::format("{}", fmt::join(where, " "));
  style.can_read_again =
      std::ranges::all_of(files, can_be_read_again) && printable(style.input) == style.input &&
      printable(style.choice) == style.choice && printable(style.where) == style.where;
  return style;
}

Style Session::style(std::span<const std::string> files,
                     std::vector<const Profile*> profiles) const {
  Style style = this->style(files);
  style.is_shared_name = [profiles = std::move(profiles)](std::string_view name) {
    return is_shared(name, profiles);
  };
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
