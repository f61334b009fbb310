// SPDX-License-Identifier: MIT
//
// The one table of commands. A command is a row here and a thin function in commands/; help, man
// pages, completions and suggestions for slips follow from the row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/options/exit_code.h"
#include "quern/cli/options/options.h"

namespace quern {
struct MergeOptions;
}

namespace quern::cli {

struct Session;

struct Example {
  std::string_view line;    ///< as typed
  std::string_view effect;  ///< what it shows, without a full stop
};

/// What completions propose for a command's first word.
enum class FirstWord : uint8_t { kFile, kFunction, kCommand, kTopic, kShell };

/// What the rest of the program has to know of a command, which asks for no command by its name.
struct Abilities {
  bool folds_names = false;  ///< functions of one name are one, though it takes no option of names
  bool compares = false;     ///< its files are runs, and stay beside each other
  bool adds_up = false;      ///< its files are runs that become one
  bool writes_profiles = false;  ///< its output is a profile; --to and -o choose the format
  /// Without FILE it reads the newest profile in the folder. Not where a stale one does harm: a
  /// comparison that passes, a file that is written.
  bool takes_newest = false;
  bool ends_options = false;  ///< options end at the first word: the others are a program's
  FirstWord first_word = FirstWord::kFile;
  /// What --sort takes besides events.
  std::span<const std::string_view> sort_keys = {};
};

/// Under which heading `quern help` lists a command.
enum class CommandKind : uint8_t { kStart, kLook, kCompare, kFiles, kMore };

struct Command {
  std::string_view name;  ///< empty: what `quern FILE` does
  CommandKind kind = CommandKind::kMore;
  std::string_view summary;      ///< one phrase, lower case
  std::string_view arguments;    ///< "NAME FILE...", as in a synopsis
  std::string_view description;  ///< paragraphs, an empty line between them
  std::span<const OptionGroup> groups;
  std::span<const std::string_view> formats;      ///< of --format; the first is the default
  std::span<const Example> examples;              ///< `-h` shows the first three
  std::span<const std::string_view> common = {};  ///< names of at most 15 options, which `-h` shows
  Result<ExitCode> (*run)(Session& session) = nullptr;
  Abilities abilities = {};
  std::optional<ExitCode> failure = {};  ///< exit code of its errors; nothing: by their fault
};

/// A word that named a command in earlier versions. It still works, and is listed nowhere.
struct OldCommand {
  std::string_view word;
  std::string_view command;      ///< what it is today
  std::string_view option = {};  ///< a switch of that command that it sets
};
/// Null where `word` is none.
[[nodiscard]] const OldCommand* find_old_command(std::string_view word);

/// All commands, the nameless one first.
[[nodiscard]] std::span<const Command> commands();

/// Their names, but for that one's.
[[nodiscard]] std::vector<std::string_view> command_names();

/// The command of this name, or of this old name; null where there is none. The empty name finds
/// the summary.
[[nodiscard]] const Command* find_command(std::string_view name);

/// The same for a word of the user. Error `unknown-command`.
[[nodiscard]] Result<const Command*> named_command(std::string_view word);

[[nodiscard]] bool takes(const Command& command, const Option& option);
/// Whether its only answer is a picture, which has one event and no rows.
[[nodiscard]] bool draws(const Command& command);
/// Whether the answer is about lines of source code.
[[nodiscard]] bool shows_lines(const Arguments& arguments);
/// Whether people read the answer, not programs.
[[nodiscard]] bool is_for_people(const Arguments& arguments);

/// The options of a command, in the order of the table.
[[nodiscard]] std::vector<const Option*> options_of(const Command& command);

/// Words that `option` allows for `command`; empty: any.
[[nodiscard]] std::span<const std::string_view> allowed_values(const Command& command,
                                                               const Option& option);

// The commands themselves, one file each in commands/.
Result<ExitCode> run_summary(Session& session);
Result<ExitCode> run_record(Session& session);
Result<ExitCode> run_check(Session& session);
Result<ExitCode> run_top(Session& session);
Result<ExitCode> run_calls(Session& session);
Result<ExitCode> run_peek(Session& session);
Result<ExitCode> run_annotate(Session& session);
Result<ExitCode> run_leaks(Session& session);
Result<ExitCode> run_tree(Session& session);
Result<ExitCode> run_flame(Session& session);
Result<ExitCode> run_graph(Session& session);
Result<ExitCode> run_map(Session& session);
Result<ExitCode> run_diff(Session& session);
Result<ExitCode> run_trend(Session& session);
Result<ExitCode> run_gate(Session& session);
Result<ExitCode> run_view(Session& session);
Result<ExitCode> run_convert(Session& session);
Result<ExitCode> run_merge(Session& session);
Result<ExitCode> run_symbols(Session& session);
Result<ExitCode> run_cache(Session& session);
Result<ExitCode> run_config(Session& session);
Result<ExitCode> run_help(Session& session);
Result<ExitCode> run_completion(Session& session);

/// What `merge` is asked to do, but for its files. Error `unknown-suffix`.
[[nodiscard]] Result<MergeOptions> merge_options(const Arguments& arguments);

}  // namespace quern::cli
