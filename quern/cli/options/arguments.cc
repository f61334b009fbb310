// SPDX-License-Identifier: MIT
//
// The only file that sees CLI11. It is given the options of one command; words that are no options
// are taken from what it leaves over, so that it interprets none of them.
#include "quern/cli/options/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <utility>

#include "quern/base/text.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"
#include "quern/cli/options/output_suffix.h"
#include "quern/cli/options/suggestions.h"

namespace quern::cli {
namespace {

bool looks_like_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-';
}

std::string typed(const Option& option) {
  return fmt::format("--{}", option.name);
}

/// Index of the first word that is no option and no option's value; words.size() where none is.
size_t first_plain_word(std::span<const std::string> words) {
  size_t at = 0;
  while (at < words.size() && looks_like_option(words[at]) && words[at] != "--") {
    at += option_awaiting_value(words[at]) != nullptr ? size_t{2} : size_t{1};
  }
  return std::min(at, words.size());
}

Diagnostic unknown_command(std::string_view word) {
  return usage_error(
      "unknown-command",
      fmt::format("'{}' is neither a command nor a file in this folder", printable(word)),
      command_meant(word,
                    "'quern help' lists the commands; a profile in another folder needs its "
                    "path: quern FOLDER/FILE"));
}

Diagnostic unknown_option(std::string_view word, const Command& command) {
  const std::string_view typed_name = word.substr(0, word.find('='));
  std::vector<std::string> spelled;
  for (const Option* option : options_of(command)) {
    spelled.push_back(typed(*option));
  }
  const std::vector<std::string_view> names(spelled.begin(), spelled.end());
  const std::string asked = command.name.empty() ? "quern" : fmt::format("quern {}", command.name);
  std::string hint =
      did_you_mean(typed_name, names, fmt::format("'{} --help' lists its options", asked));
  const Option* elsewhere = typed_name.starts_with("--") ? find_option(typed_name.substr(2))
                            : typed_name.size() > 1      ? find_option(typed_name[1])
                                                         : nullptr;
  if (elsewhere != nullptr) {
    hint = commands_that_take(*elsewhere, typed_name);
  } else if (typed_name == "-v") {
    hint = "did you mean '-V' (--version)?";
  }
  return usage_error("unknown-option",
                     fmt::format("'{}' takes no option '{}'", asked, printable(typed_name)), hint);
}

/// "--limit=" has no value; CLI11 would take the next word for it.
Result<void> refuse_empty_values(std::span<const std::string> words) {
  for (const std::string& word : words) {
    if (word.starts_with("--") && word.size() > 3 && word.find('=') == word.size() - 1) {
      return failure(
          usage_error("missing-value", fmt::format("{} lacks a value", printable(word))));
    }
  }
  return {};
}

/// -e=Ir is --event=Ir; CLI11 would make the sign a part of the value.
std::string without_sign(const std::string& word) {
  const bool has_sign = word.size() > 2 && word[0] == '-' && is_letter(word[1]) && word[2] == '=';
  const Option* const option = has_sign ? find_option(word[1]) : nullptr;
  return option != nullptr && !option->value.empty() ? word.substr(0, 2) + word.substr(3) : word;
}

/// What CLI11 found, in its own types.
struct Parsed {
  std::vector<std::pair<const Option*, CLI::Option*>> given;
  std::vector<std::string> rest;
};

Result<Parsed> parse_with(CLI::App& app, const Command& command,
                          std::span<const std::string> words) {
  Parsed parsed;
  app.set_help_flag();
  app.allow_extras();
  for (const Option* option : options_of(command)) {
    std::string names = typed(*option);
    if (option->letter != 0) {
      names += fmt::format(",-{}", option->letter);
    }
    if (!option->old_name.empty()) {
      names += fmt::format(",--{}", option->old_name);
    }
    CLI::Option* added = option->value.empty() ? app.add_flag(names) : app.add_option(names);
    added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    parsed.given.emplace_back(option, added);
  }
  std::vector<std::string> reversed;
  std::transform(words.rbegin(), words.rend(), std::back_inserter(reversed), without_sign);
  try {
    app.parse(reversed);
  } catch (const CLI::ArgumentMismatch&) {
    return failure(
        usage_error("missing-value", fmt::format("{} lacks a value", printable(words.back()))));
  } catch (const CLI::Error& error) {
    return failure(usage_error("bad-value", printable(error.what())));
  }
  parsed.rest = app.remaining();
  return parsed;
}

/// Stores all options and keeps what is none in `arguments.words`.
Result<void> parse_options(Arguments& arguments, std::span<const std::string> words) {
  if (Result<void> sound = refuse_empty_values(words); !sound) {
    return sound;
  }
  CLI::App app;
  Result<Parsed> parsed = parse_with(app, *arguments.command, words);
  if (!parsed) {
    return failure(parsed.error());
  }
  for (std::string& word : parsed->rest) {
    if (looks_like_option(word)) {
      return failure(unknown_option(word, *arguments.command));
    }
    arguments.words.push_back(std::move(word));
  }
  for (const auto& [option, given] : parsed->given) {
    std::vector<std::string> values = given->results();
    if (values.empty()) {
      continue;
    }
    if (option->value.empty()) {
      values.erase(values.begin(), values.end() - 1);  // of a switch the last word counts
    }
    for (const std::string& value : values) {
      if (Result<void> stored = store_value(arguments, *option, value); !stored) {
        return stored;
      }
    }
    Setting setting;
    setting.option = option;
    setting.is_on = values.back() != "false";
    setting.values = option->value.empty() ? std::vector<std::string>() : std::move(values);
    arguments.settings.push_back(std::move(setting));
  }
  return {};
}

/// How many words a command takes, told by its synopsis: "NAME FILE...", "[TOPIC]".
struct Arity {
  size_t least = 0;
  size_t most = 0;
  std::vector<std::string_view> required;
};

Arity arity_of(const Command& command) {
  Arity arity;
  std::string_view left = command.arguments;
  bool many = false;
  while (!left.empty() && !left.starts_with("--")) {
    const size_t end = std::min(left.find(' '), left.size());
    const std::string_view word = left.substr(0, end);
    many = many || word.find("...") != std::string_view::npos;
    if (!word.starts_with('[')) {
      arity.required.push_back(word.substr(0, word.find("...")));
    }
    ++arity.most;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  arity.least = arity.required.size();
  arity.most = many ? static_cast<size_t>(-1) : arity.most;
  return arity;
}

Result<void> check_words(const Arguments& arguments) {
  const Command& command = *arguments.command;
  const Arity arity = arity_of(command);
  if (arguments.list_codes) {
    return {};
  }
  const std::string usage = fmt::format("usage: quern {}{}{}", command.name,
                                        command.name.empty() ? "" : " ", command.arguments);
  if (arguments.words.size() < arity.least) {
    return failure(usage_error(
        "missing-argument",
        fmt::format("'quern {}' lacks {}", command.name, arity.required[arguments.words.size()]),
        usage));
  }
  if (arguments.words.size() > arity.most) {
    return failure(usage_error("unexpected-argument",
                               fmt::format("'{}' is one argument too many for 'quern {}'",
                                           printable(arguments.words[arity.most]), command.name),
                               usage));
  }
  if (command.abilities.writes_profiles && !arguments.convert.target && !arguments.output) {
    return failure(usage_error("missing-argument",
                               fmt::format("'quern {}' lacks -o FILE or --to FORMAT", command.name),
                               usage + " -o NEW.json"));
  }
  return {};
}

/// The command that is meant, and whether words[at] is its name.
Result<const Command*> command_of(std::span<const std::string> words, size_t at,
                                  bool (*is_file)(const std::string&)) {
  if (at == words.size() || words[at] == "--") {
    return find_command("");
  }
  const std::string& word = words[at];
  const Command* command = word.empty() ? nullptr : find_command(word);
  if (command != nullptr) {
    return command;
  }
  if (!looks_like_path(word) && !is_file(word) &&
      (!looks_like_file(word) || !command_meant(word, {}).empty())) {
    return failure(unknown_command(word));
  }
  return find_command("");
}

}  // namespace

Result<const Command*> asked_command(std::span<const std::string> words,
                                     bool (*is_file)(const std::string& name)) {
  return command_of(words, first_plain_word(words), is_file);
}

Result<Arguments> parse_arguments(std::span<const std::string> words,
                                  bool (*is_file)(const std::string& name)) {
  const size_t at = first_plain_word(words);
  const Result<const Command*> command = command_of(words, at, is_file);
  if (!command) {
    return failure(command.error());
  }
  std::vector<std::string> left(words.begin(), words.end());
  Arguments arguments;
  arguments.command = *command;
  if (!(*command)->name.empty()) {
    const auto name = left.begin() + static_cast<std::ptrdiff_t>(at);
    arguments.old_command = find_old_command(*name);
    if (arguments.old_command != nullptr && !arguments.old_command->option.empty()) {
      *name = fmt::format("--{}", arguments.old_command->option);
    } else {
      left.erase(name);
    }
  }
  if (arguments.command->abilities.ends_options && std::ranges::find(left, "--") == left.end()) {
    left.insert(left.begin() + static_cast<std::ptrdiff_t>(first_plain_word(left)), "--");
  }
  const auto dashes = std::ranges::find(left, "--");
  if (Result<void> parsed = parse_options(arguments, {left.begin(), dashes}); !parsed) {
    return failure(parsed.error());
  }
  if (Result<void> taken = take_page_file(arguments); !taken) {
    return failure(taken.error());
  }
  if (Result<void> followed = follow_suffix(arguments); !followed) {
    return failure(followed.error());
  }
  arguments.wants_brief_help = std::ranges::find(left.begin(), dashes, "-h") != dashes;
  if (dashes != left.end()) {
    arguments.words.insert(arguments.words.end(), dashes + 1, left.end());
  }
  if (!arguments.wants_help && !arguments.wants_version) {
    if (Result<void> complete = check_words(arguments); !complete) {
      return failure(complete.error());
    }
  }
  return arguments;
}

bool wants_json_errors(std::span<const std::string> words) {
  bool wanted = false;
  for (size_t at = 0; at < words.size() && words[at] != "--"; ++at) {
    const std::string& word = words[at];
    const bool names_it = word == "--format" || word == "-f";
    if (names_it && at + 1 < words.size()) {
      wanted = words[++at] == "json";
    } else if (word.starts_with("--format=") || (word.starts_with("-f") && word.size() > 2)) {
      wanted = word == "--format=json" || word == "-fjson";
    }
  }
  return wanted;
}

}  // namespace quern::cli
