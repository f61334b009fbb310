// SPDX-License-Identifier: MIT
#include "quern/cli/help/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "quern/cli/help/help.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

constexpr std::array<std::string_view, 3> kShells = {"bash", "fish", "zsh"};

/// Words that a command's first argument is one of; empty where it is a name or file.
std::vector<std::string_view> first_words(const Command& command) {
  switch (command.abilities.first_word) {
    case FirstWord::kTopic:
      return help_names();
    case FirstWord::kShell:
      return {kShells.begin(), kShells.end()};
    case FirstWord::kFile:
      break;
  }
  return {};
}

/// "--limit -n --event …".
std::string option_words(const Command& command) {
  std::vector<std::string> words;
  for (const Option* option : options_of(command)) {
    words.push_back(fmt::format("--{}", option->name));
    if (option->letter != 0) {
      words.push_back(fmt::format("-{}", option->letter));
    }
  }
  return fmt::format("{}", fmt::join(words, " "));
}

/// For single quotes of a shell.
std::string quoted(std::string_view text, std::string_view quote_inside) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out.append(quote_inside);
    } else {
      out.push_back(c);
    }
  }
  return out;
}

// --- bash ---------------------------------------------------------------------------------------

std::string bash_spelling(const Option& option) {
  return option.letter != 0 ? fmt::format("--{}|-{}", option.name, option.letter)
                            : fmt::format("--{}", option.name);
}

/// A pattern for "command:option" in a row of a `case`.
std::string bash_pattern(std::string_view command, const Option& option) {
  std::string pattern = fmt::format("{}:--{}", command, option.name);
  if (option.letter != 0) {
    pattern += fmt::format("|{}:-{}", command, option.letter);
  }
  return pattern;
}

/// The rows for options with a fixed set of values: one for all commands where they agree.
std::string bash_values() {
  std::string rows;
  for (const Option& option : options()) {
    const auto add = [&](std::string_view command, std::span<const std::string_view> allowed) {
      rows += fmt::format("    {}) words=\"{}\" ;;\n", bash_pattern(command, option),
                          fmt::join(allowed, " "));
    };
    if (option.name != "format" && !option.allowed.empty()) {
      add("*", option.allowed);
    }
    for (const Command& command : commands()) {
      if (option.name == "format") {
        add(command.name, command.formats);
      }
    }
  }
  return rows;
}

std::string bash_free_values() {
  std::string pattern;
  for (const Option& option : options()) {
    if (!option.value.empty() && option.allowed.empty() && !option.takes_file) {
      pattern += fmt::format("{}{}", pattern.empty() ? "" : "|", bash_spelling(option));
    }
  }
  return pattern;
}

std::string bash_script() {
  std::string options_rows;
  std::string words_rows;
  for (const Command& command : commands()) {
    options_rows += fmt::format("    {}) words=\"{}\" ;;\n",
                                command.name.empty() ? "''" : command.name, option_words(command));
    if (const auto words = first_words(command); !words.empty()) {
      words_rows += fmt::format("    {}) words=\"{}\" ;;\n", command.name, fmt::join(words, " "));
    }
  }
  return fmt::format(R"(# bash completion for quern, made from its table of options.
_quern() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local command='' words='' word
  COMPREPLY=()
  # bash parts --option=value into three words.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in
    {commands}) command=$word; break ;;
    esac
  done
  case $command:$previous in
{values}  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case $previous in
    {free}) return ;;
  esac
  if [[ $current == -* ]]; then
    case $command in
{options}    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case $command in
{words}    '') [[ $COMP_CWORD -eq 1 ]] && words="{names}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case $command in
    help|completion) ;;
    *) local IFS=$'\n'; COMPREPLY+=($(compgen -f -- "$current")) ;;
  esac
}}
complete -o filenames -o bashdefault -F _quern quern
)",
                     fmt::arg("commands", fmt::join(command_names(), "|")),
                     fmt::arg("values", bash_values()), fmt::arg("free", bash_free_values()),
                     fmt::arg("options", options_rows), fmt::arg("words", words_rows),
                     fmt::arg("names", fmt::join(command_names(), " ")));
}

// --- zsh ----------------------------------------------------------------------------------------

/// Inside [...] of _arguments, brackets and colons need a backslash.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  return quoted(out, "'\\''");
}

std::string zsh_option(const Command& command, const Option& option) {
  std::string value;
  if (!option.value.empty()) {
    const std::span<const std::string_view> allowed = allowed_values(command, option);
    const std::string action = !allowed.empty()    ? fmt::format("({})", fmt::join(allowed, " "))
                               : option.takes_file ? "_files"
                                                   : " ";
    value = fmt::format(":{}:{}", zsh_text(option.value), action);
  }
  const std::string text = zsh_text(option.help);
  const std::string_view equals = option.value.empty() ? "" : "=";
  std::string rows = fmt::format("        '*--{}{}[{}]{}' \\\n", option.name, equals, text, value);
  if (option.letter != 0) {
    rows += fmt::format("        '*-{}{}[{}]{}' \\\n", option.letter,
                        option.value.empty() ? "" : "+", text, value);
  }
  return rows;
}

std::string zsh_command(const Command& command) {
  std::string rows =
      fmt::format("    {})\n      _arguments -s \\\n", command.name.empty() ? "''" : command.name);
  for (const Option* option : options_of(command)) {
    rows += zsh_option(command, *option);
  }
  if (const auto words = first_words(command); !words.empty()) {
    rows += fmt::format("        '1:word:({})'\n", fmt::join(words, " "));
  } else if (command.arguments.starts_with("NAME")) {
    rows += "        '1:name: ' '*:file:_files'\n";
  } else {
    rows += "        '*:file:_files'\n";
  }
  return rows + "      ;;\n";
}

std::string zsh_script() {
  std::string names;
  std::string cases;
  for (const Command& command : commands()) {
    cases += zsh_command(command);
    if (!command.name.empty()) {
      names += fmt::format("    '{}:{}'\n", command.name, quoted(command.summary, "'\\''"));
    }
  }
  return fmt::format(R"(#compdef quern
# zsh completion for quern, made from its table of options.
_quern() {{
  local command=''
  local -a quern_commands=(
{names}  )
  if (( CURRENT > 2 )) && [[ -n ${{quern_commands[(r)${{words[2]}}:*]}} ]]; then
    command=${{words[2]}}
    shift words
    (( CURRENT-- ))
  elif (( CURRENT == 2 )) && [[ ${{words[2]}} != -* ]]; then
    _describe -t commands 'command' quern_commands
    _files
    return
  fi
  case $command in
{cases}  esac
}}
if [[ $funcstack[1] == _quern ]]; then
  _quern "$@"
else
  compdef _quern quern
fi
)",
                     fmt::arg("names", names), fmt::arg("cases", cases));
}

// --- fish ---------------------------------------------------------------------------------------

std::string fish_quoted(std::string_view text) {
  return quoted(text, "\\'");
}

/// The commands that take `option` with the same values: one line each, as fish wants it.
std::string fish_option(const Command& command, const Option& option) {
  const std::string when = command.name.empty()
                               ? std::string("not __fish_seen_subcommand_from $quern_commands")
                               : fmt::format("__fish_seen_subcommand_from {}", command.name);
  std::string row = fmt::format("complete -c quern -n \"{}\" -l {}", when, option.name);
  if (option.letter != 0) {
    row += fmt::format(" -s {}", option.letter);
  }
  if (!option.value.empty()) {
    const std::span<const std::string_view> allowed = allowed_values(command, option);
    if (!allowed.empty()) {
      row += fmt::format(" -x -a '{}'", fmt::join(allowed, " "));
    } else {
      row += option.takes_file ? " -r -F" : " -x";
    }
  }
  return row + fmt::format(" -d '{}'\n", fish_quoted(option.help));
}

std::string fish_script() {
  std::string out = fmt::format(
      "# fish completion for quern, made from its table of options.\n"
      "set -l quern_commands {}\n",
      fmt::join(command_names(), " "));
  for (const Command& command : commands()) {
    if (!command.name.empty()) {
      out += fmt::format(
          "complete -c quern -n \"not __fish_seen_subcommand_from $quern_commands\" -a {} -d "
          "'{}'\n",
          command.name, fish_quoted(command.summary));
    }
    if (const auto words = first_words(command); !words.empty()) {
      out += fmt::format("complete -c quern -n '__fish_seen_subcommand_from {}' -f -a '{}'\n",
                         command.name, fmt::join(words, " "));
    }
    for (const Option* option : options_of(command)) {
      out += fish_option(command, *option);
    }
  }
  return out;
}

}  // namespace

std::span<const std::string_view> completion_shells() {
  return kShells;
}

std::string completion_script(std::string_view shell) {
  if (shell == "bash") {
    return bash_script();
  }
  if (shell == "zsh") {
    return zsh_script();
  }
  return shell == "fish" ? fish_script() : std::string();
}

}  // namespace quern::cli
