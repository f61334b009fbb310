// SPDX-License-Identifier: MIT
#include "quern/cli/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/files/files.h"
#include "quern/bytes/writing/output.h"
#include "quern/bytes/writing/same_file.h"
#include "quern/cli/completion/complete.h"
#include "quern/cli/config/config.h"
#include "quern/cli/config/setting_places.h"
#include "quern/cli/help/help.h"
#include "quern/cli/help/parts.h"
#include "quern/cli/memory.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/conflicts.h"
#include "quern/cli/options/suggestions.h"
#include "quern/cli/session.h"
#include "quern/cli/terminal/signals.h"
#include "quern/load/find/recognize.h"
#include "quern/load/find/siblings.h"

namespace quern::cli {
namespace {

/// Whether the current folder has an entry of this name; it is not opened. A folder that is called
/// like a command of other tools, such as web/, is not what the word means.
bool is_here(const std::string& name) {
  const Result<std::vector<FolderEntry>> entries = list_folder(".");
  if (!entries) {
    return false;
  }
  for (const FolderEntry& entry : *entries) {
    if (entry.name == name) {
      return entry.is_regular || !commands_meant_by(name);
    }
  }
  return false;
}

/// `command`: null where none is meant.
ExitCode reported(const Reporter& reporter, const Diagnostic& error,
                  const Command* command = nullptr) {
  reporter.error(error);
  return command != nullptr ? command->failure.value_or(exit_code(error.fault))
                            : exit_code(error.fault);
}

ExitCode print(const Reporter& reporter, std::string_view text) {
  Output output = descriptor_output(STDOUT_FILENO, "<stdout>");
  output.write(text);
  const Result<void> written = output.commit();
  if (!written && !output.pipe_closed()) {
    return reported(reporter, written.error());
  }
  return ExitCode::kDone;
}

/// On a terminal, page by page.
ExitCode print_paged(const Reporter& reporter, const TerminalFacts& facts, std::string_view text) {
  const std::string pager = facts.out.is_terminal ? pager_command() : "";
  if (pager.empty()) {
    return print(reporter, text);
  }
  PagedOutput paged(pager, facts.out.height);
  paged.write(text);
  const Result<void> shown = paged.commit();
  return shown || paged.pipe_closed() ? ExitCode::kDone : reported(reporter, shown.error());
}

/// Runs the command with its output open; only a whole answer gets its place.
Result<ExitCode> answer(Session& session) {
  if (Result<void> fits = check_conflicts(session.arguments); !fits) {
    return failure(fits.error());
  }
  if (Result<void> opened = session.answerer.open(); !opened) {
    return failure(opened.error());
  }
  Result<ExitCode> code = session.arguments.command->run(session);
  if (const Result<void> same = session.loader.check_inputs(); code && !same) {
    code = failure(same.error());
  }
  if (!code) {
    session.answerer.end_pager();
    return code;
  }
  session.timings.finished("answering");
  code = session.answerer.close(*code);
  session.timings.finished("writing");
  if (code && session.arguments.timings) {
    session.reporter.line(session.timings.line());
  }
  return code;
}

ReportStyle style_of(const Arguments& arguments, const TerminalFacts& facts, bool as_json) {
  return {.as_json = as_json,
          .quiet = arguments.quiet,
          .color = use_color(arguments.color, facts, facts.err),
          .width = facts.err.is_terminal ? facts.err.width : 0};
}

/// Filters and old sides that nobody typed are reported: their effect could come as a surprise, and
/// so could that they have none.
void tell_changing_settings(const Arguments& arguments, const Reporter& reporter) {
  for (const Option* option : options_of(*arguments.command)) {
    const bool is_filter =
        option->group == OptionGroup::kFilters || option->group == OptionGroup::kParts;
    const Setting* const set = setting_for(arguments.settings, *option, *arguments.command);
    const Setting* const left_out =
        set == nullptr && is_filter
            ? setting_for(arguments.file_settings, *option, *arguments.command)
            : nullptr;
    if (set != nullptr && (is_filter || names_old_side(*option)) && !set->file.empty()) {
      reporter.note(fmt::format("{}:{} sets --{}", set->file, set->place.line, option->name));
    } else if (left_out != nullptr && left_out->old_command == nullptr) {
      reporter.note(fmt::format("{}:{} sets --{}, which does not apply here", left_out->file,
                                left_out->place.line, option->name));
    }
  }
  for (const ChosenFilter& chosen : chosen_filters(arguments)) {
    if (!chosen.is_taken) {
      reporter.note(fmt::format("--{} of --filter {} does not apply here",
                                chosen.setting->option->name, printable(chosen.setting->filter)));
    }
  }
}

/// Whether the first word may be a file: any name before the files may be left out.
bool may_begin_with_file(const Arguments& arguments) {
  return arguments.command->arguments.starts_with('[');
}

bool can_be_read(const Arguments& arguments, const std::string& word) {
  return is_profile(word, arguments.reading.dialect);
}

/// Whether the words name a file. The one word of `annotate` is a file if it is a profile.
bool names_file(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words;
  if (arguments.command->arguments.starts_with("[FILE")) {
    return !words.empty();
  }
  return words.size() > 1 || (may_begin_with_file(arguments) && words.size() == 1 &&
                              can_be_read(arguments, words.front()));
}

/// Why a file cannot be read as a profile.
Result<void> check_readable(const Arguments& arguments, const std::string& file) {
  if (can_be_read(arguments, file)) {
    return {};
  }
  OpenOptions options;
  options.dialect = arguments.reading.dialect;
  options.keep = Keep::kTotals;
  const Result<Opened> opened = open_profile(std::span(&file, 1), options);
  return opened ? Result<void>() : failure(opened.error());
}

bool exists(const std::string& file) {
  std::error_code unknown;
  return !file.empty() && std::filesystem::exists(file, unknown);
}

/// Words that name a profile where something else is needed: `peek PROFILE`, `peek PROFILE NAME`,
/// `view --html PROFILE`.
Result<void> check_profiles(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words;
  const std::string_view name = arguments.command->name;
  const std::optional<std::string>& page = arguments.view.html;
  if (page && words.empty() && can_be_read(arguments, *page)) {
    return failure(usage_error(
        "missing-argument",
        fmt::format("'{}' is a profile, and --html names the page to write", printable(*page)),
        fmt::format("quern view --html PAGE.html {}", shell_quoted(*page))));
  }
  const bool needs_name = !may_begin_with_file(arguments) && !arguments.command->arguments.empty();
  if (needs_name && words.size() == 2 && !exists(words[1]) && can_be_read(arguments, words[0])) {
    return failure(usage_error(
        "missing-argument",
        fmt::format("'{}' is a profile; the name of a function comes first", printable(words[0])),
        fmt::format("quern {} {} {}", name, single_quoted(words[1]), shell_quoted(words[0]))));
  }
  if (needs_name && words.size() == 1 && can_be_read(arguments, words[0])) {
    return failure(usage_error(
        "missing-argument",
        fmt::format("'quern {}' lacks the name of a function", arguments.command->name),
        fmt::format("quern {} NAME {}", arguments.command->name, shell_quoted(words[0]))));
  }
  return {};
}

/// Adds the newest profile in this folder where the command takes it, and says so.
Result<void> take_newest(Arguments& arguments, const Reporter& reporter) {
  if (!arguments.command->abilities.takes_newest || arguments.list_codes) {
    return {};
  }
  if (Result<void> sound = check_profiles(arguments); !sound) {
    return sound;
  }
  if (names_file(arguments)) {
    return {};
  }
  Result<std::string> newest = newest_profile(".");
  if (!newest) {
    const std::string word = arguments.words.empty() ? "" : arguments.words.front();
    const bool is_file = exists(word) || looks_like_path(word);
    const Result<void> readable = is_file ? check_readable(arguments, word) : Result<void>();
    return failure(readable ? newest.error() : readable.error());
  }
  std::vector<std::string> bases = arguments.diff.base;
  bases.push_back(arguments.baseline.value_or(""));
  if (std::ranges::any_of(bases, [&newest](const std::string& base) {
        return identity_of(base) == identity_of(*newest);
      })) {
    return failure(usage_error(
        "missing-argument",
        fmt::format("the newest profile in this folder, '{}', is the base", printable(*newest)),
        "name the profile to look at"));
  }
  reporter.note("newest profile in this folder: " + *newest);
  arguments.words.push_back(*std::move(newest));
  arguments.takes_newest = true;
  return {};
}

/// The one word of a command may be a name in the newest profile, or a file. Where it is no name,
/// the error is about the file.
Diagnostic about_file(Diagnostic error, const Arguments& arguments) {
  if (!arguments.takes_newest || arguments.words.size() != 2 || error.code != "no-such-function") {
    return error;
  }
  const std::string& word = arguments.words.front();
  if (exists(word)) {
    const Result<void> readable = check_readable(arguments, word);
    return readable ? error : readable.error();
  }
  if (looks_like_path(word)) {
    error.hint = "there is no file of this name either";
  }
  return error;
}

ExitCode run_command(const Arguments& arguments, const TerminalFacts& facts, bool as_json,
                     const Program& program) {
  const Reporter reporter(style_of(arguments, facts, as_json));
  tell_changing_settings(arguments, reporter);
  Timings timings;
  Loader loader(arguments, facts, reporter, timings, program.merge);
  Answerer answerer(arguments, facts);
  Session session{arguments, facts, reporter, timings, loader, answerer};
  const Result<ExitCode> code = answer(session);
  const ExitCode end =
      code ? *code
           : reported(reporter,
                      with_place_of_setting(about_file(code.error(), arguments), arguments),
                      arguments.command);
  return session.end.value_or(end);
}

/// About as many as the named files have, unpacked; a guess where nobody knows.
uint64_t bytes_to_read(const Arguments& arguments) {
  constexpr uint64_t kOfAPipe = uint64_t{64} << 20;
  constexpr uint64_t kPacked = 4;  // at least
  uint64_t bytes = 0;
  for (const std::vector<std::string>* files : {&arguments.words, &arguments.diff.base}) {
    for (const std::string& file : *files) {
      std::error_code unknown;
      const uint64_t size = std::filesystem::file_size(file, unknown);
      const bool is_packed = !parse_run_file(file).compression.empty();
      bytes += file == "-" ? kOfAPipe : unknown ? 0 : is_packed ? kPacked * size : size;
    }
  }
  return bytes;
}

/// Refuses what the program has not, and shows the help of its command as its own.
Result<Arguments> arguments_of(std::span<const std::string> words, const Program& program) {
  Result<Arguments> arguments = parse_arguments(words, is_here);
  if (!arguments || program.command.empty() || arguments->wants_version) {
    return arguments;
  }
  if (arguments->command->name.empty() && arguments->wants_help) {
    arguments->command = find_command(program.command);
  }
  if (arguments->command->name != program.command) {
    return failure(usage_error(
        "unknown-command", fmt::format("{} has only the command {}", program.name, program.command),
        fmt::format("{} {} --help lists its options", program.name, program.command)));
  }
  return arguments;
}

/// A page of quern with the name of the program in the lines that users type.
std::string with_name(std::string page, const Program& program) {
  const std::string own = fmt::format("quern {}", program.command);
  const std::string theirs = fmt::format("{} {}", program.name, program.command);
  for (size_t at = program.command.empty() ? page.npos : page.find(own); at != page.npos;
       at = page.find(own, at + theirs.size())) {
    page.replace(at, own.size(), theirs);
  }
  return page;
}

ExitCode run_words(std::span<const std::string> words, const Program& program) {
  const TerminalFacts facts = terminal_facts();
  const bool as_json = wants_json_errors(words);
  Result<Arguments> arguments = arguments_of(words, program);
  const Reporter reporter(style_of(arguments.value_or(Arguments{}), facts, as_json));
  if (!arguments) {
    return reported(reporter, arguments.error(), asked_command(words, is_here).value_or(nullptr));
  }
  if (arguments->wants_version) {
    return print(reporter, arguments->wants_parts ? parts_of_build() : version_line() + '\n');
  }
  if (arguments->wants_help) {
    const size_t width = help_width(arguments->width, facts);
    const std::string page =
        with_name(arguments->wants_brief_help ? brief_help(*arguments->command, width)
                                              : command_help(*arguments->command, width),
                  program);
    // mpirun gives its programs a terminal, but no keyboard.
    return arguments->wants_brief_help || !program.command.empty()
               ? print(reporter, page)
               : print_paged(reporter, facts, page);
  }
  if (Result<void> configured = configure(*arguments); !configured) {
    return reported(reporter, configured.error(), arguments->command);
  }
  const bool has_json_errors = as_json || arguments->format == "json";
  const Reporter with_format(style_of(*arguments, facts, has_json_errors));
  if (Result<void> taken = take_newest(*arguments, with_format); !taken) {
    return reported(with_format, with_place_of_setting(taken.error(), *arguments),
                    arguments->command);
  }
  const LargePages pages(bytes_to_read(*arguments));
  return run_command(*arguments, facts, has_json_errors, program);
}

/// Prints what a shell may complete; scripts want no errors.
ExitCode complete(std::span<const std::string> words) {
  try {
    Output output = descriptor_output(STDOUT_FILENO, "<stdout>");
    output.write(completion_answer(words));
    return output.commit() ? ExitCode::kDone : ExitCode::kOutput;
  } catch (const std::bad_alloc&) {
    return ExitCode::kOutput;
  }
}

}  // namespace

int run(int argc, char** argv, const Program& program) {
  install_signal_handlers();
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (words.size() == 1 && (words[0] == "--version" || words[0] == "-V")) {  // scripts ask often
    return static_cast<int>(print(Reporter({}), version_line() + '\n'));
  }
  if (!words.empty() && words[0] == kCompleteWord) {
    return static_cast<int>(complete(std::span<const std::string>(words).subspan(1)));
  }
  try {
    return static_cast<int>(run_words(words, program));
  } catch (const std::bad_alloc&) {
    const Reporter reporter({.as_json = wants_json_errors(words)});
    return static_cast<int>(
        reported(reporter, out_of_memory(), asked_command(words, is_here).value_or(nullptr)));
  }
}

Result<MergeOptions> asked_merge(int argc, char** argv) {
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  Result<Arguments> arguments = parse_arguments(words, is_here);
  if (!arguments) {
    return failure(arguments.error());
  }
  if (Result<void> configured = configure(*arguments); !configured) {
    return failure(configured.error());
  }
  return merge_options(*arguments);
}

}  // namespace quern::cli
