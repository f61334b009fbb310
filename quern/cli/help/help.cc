// SPDX-License-Identifier: MIT
#include "quern/cli/help/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/help/page.h"
#include "quern/cli/help/topics.h"
#include "quern/cli/help/wrap.h"
#include "quern/cli/options/option_help.h"
#include "quern/cli/options/suggestions.h"
#include "quern/formats/registry.h"

namespace quern::cli {
namespace {

constexpr size_t kWidest = 100;  // longer lines are hard to read
constexpr size_t kLabels = 28;   // column where the text about an option starts
constexpr size_t kBriefLabels = 24;
constexpr size_t kExampleLabels = 45;
constexpr size_t kBriefExamples = 3;

void append_heading(std::string& out, std::string_view heading) {
  out.append("\n").append(heading).append(":\n");
}

/// The first `most` examples, each in a line where it fits.
void append_examples(std::string& out, const Command& command, size_t most, size_t width) {
  append_heading(out, "Examples");
  const auto shown = command.examples.first(std::min(most, command.examples.size()));
  for (const Example& example : shown) {
    append_item(out, fmt::format("  {}", example.line), example.effect, kExampleLabels, width);
  }
}

struct KindTitle {
  CommandKind kind;
  std::string_view title;
};
constexpr KindTitle kKindTitles[] = {{CommandKind::kStart, "Start"},
                                     {CommandKind::kLook, "Look at a profile"},
                                     {CommandKind::kCompare, "Compare profiles"},
                                     {CommandKind::kFiles, "Work with files"}};

void append_commands(std::string& out, CommandKind kind, size_t width) {
  for (const Command& command : commands()) {
    if (!command.name.empty() && command.kind == kind) {
      append_item(out, fmt::format("  {}", command.name), command.summary, 16, width);
    }
  }
}

/// "  -e, --event E[,E...]".
std::string option_label(const Option& option) {
  return fmt::format("{}{}", option.letter != 0 ? "  " : "      ", option_synopsis(option));
}

/// A phrase as a line of its own: "Functions by cost".
std::string sentence(std::string_view phrase) {
  std::string text(phrase);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

/// The options of `command` under the titles of their groups.
void append_options(std::string& out, const Command& command, size_t width) {
  for (const OptionsOfGroup& group : grouped_options(command)) {
    append_heading(out, group.title);
    for (const Option* option : group.options) {
      append_item(out, option_label(*option), option_text(command, *option), kLabels, width);
    }
  }
}

/// Which formats and dialects there are, told by their registry.
std::string list_of_formats(size_t width) {
  std::string out = "\nFormats and their dialects:\n";
  for (const Format* format : formats()) {
    append_item(out, fmt::format("  {}", format->name), format->summary, 16, width);
    if (!format->dialects.empty()) {
      append_wrapped(out, fmt::format("dialects: {}", fmt::join(format->dialects, ", ")), 16,
                     width);
    }
  }
  return out;
}

/// A hint: an option of that name, else a command of that meaning, else the nearest spelling.
std::string topic_meant(std::string_view word) {
  if (const Option* option = find_option(word)) {
    return commands_that_take(*option, fmt::format("--{}", word)) +
           fmt::format(": quern {} --help", command_that_takes(*option).name);
  }
  if (const std::optional<std::string_view> meant = commands_meant_by(word)) {
    return fmt::format("did you mean {}?", *meant);
  }
  return did_you_mean(word, help_names(), "'quern help --all' lists all commands and topics",
                      "quern help ");
}

Diagnostic unknown_topic(std::string_view name) {
  return usage_error("unknown-topic",
                     fmt::format("no command or help topic is called '{}'", printable(name)),
                     topic_meant(name));
}

}  // namespace

std::vector<std::string_view> help_names() {
  std::vector<std::string_view> names = command_names();
  for (const Topic& topic : topics()) {
    names.push_back(topic.name);
  }
  return names;
}

std::string version_line() {
  return "quern " QUERN_VERSION;
}

std::vector<OptionsOfGroup> grouped_options(const Command& command) {
  std::vector<OptionsOfGroup> groups;
  for (const Option* option : options_of(command)) {
    const std::string_view title = group_title(option->group);
    auto group = std::ranges::find(groups, title, &OptionsOfGroup::title);
    if (group == groups.end()) {
      group = groups.insert(group, {title, {}});
    }
    group->options.push_back(option);
  }
  return groups;
}

std::string synopsis(const Command& command) {
  if (command.abilities.ends_options) {
    return fmt::format("quern {} [OPTION...] {}", command.name, command.arguments);
  }
  return fmt::format("quern {}{}{} [OPTION...]", command.name, command.name.empty() ? "" : " ",
                     command.arguments);
}

std::string option_text(const Command& command, const Option& option) {
  const OptionHelp words = help_of(command, option);
  std::string text = fmt::format("{}.{}{}", words.brief, words.help.empty() ? "" : " ", words.help);
  if (const auto allowed = allowed_values(command, option); !allowed.empty()) {
    text += fmt::format(" One of {}.", fmt::join(allowed, ", "));
  }
  return text;
}

std::string general_help(size_t width) {
  width = std::min(width, kWidest);
  std::string out = "quern finds out where a program's cost goes, and what changed\n\n";
  out.append("Usage: quern [FILE...]                        summarize a profile\n");
  out.append("       quern COMMAND [ARGUMENT...] [OPTION...]\n");
  for (const KindTitle& kind : kKindTitles) {
    append_heading(out, kind.title);
    append_commands(out, kind.kind, width);
  }
  append_examples(out, *find_command(""), kBriefExamples, width);
  out.append("\nAll commands and topics: quern help --all\n");
  out.append("Options of a command: quern COMMAND -h; its manual page: quern COMMAND --help\n");
  return out;
}

std::string full_help(size_t width) {
  width = std::min(width, kWidest);
  std::string out = general_help(width);
  out.erase(out.rfind("\nAll commands"));
  append_heading(out, "More commands");
  append_commands(out, CommandKind::kMore, width);
  append_heading(out, "Topics, for 'quern help TOPIC'");
  for (const Topic& topic : topics()) {
    append_item(out, fmt::format("  {}", topic.name), page_title(topic.markdown), 16, width);
  }
  append_options(out, *find_command(""), width);
  return out;
}

std::string brief_help(const Command& command, size_t width) {
  if (command.name.empty()) {
    return general_help(width);
  }
  width = std::min(width, kWidest);
  std::string out =
      fmt::format("{}\n\nUsage: {}\n\n", sentence(command.summary), synopsis(command));
  for (const std::string_view name : command.common) {
    const Option& option = *find_option(name);
    append_item(out, option_label(option), help_of(command, option).brief, kBriefLabels, width);
  }
  append_examples(out, command, kBriefExamples, width);
  out.append(fmt::format("\nAll options: quern {} --help\n", command.name));
  return out;
}

std::string command_help(const Command& command, size_t width) {
  if (command.name.empty()) {
    return full_help(width);
  }
  width = std::min(width, kWidest);
  std::string out = fmt::format("quern {}: {}\n\nUsage: {}\n\n", command.name, command.summary,
                                synopsis(command));
  append_paragraphs(out, command.description, 0, width);
  append_options(out, command, width);
  append_examples(out, command, command.examples.size(), width);
  return out;
}

Result<std::string> topic_help(std::string_view name, size_t width) {
  if (const Command* command = find_command(name); command != nullptr) {
    return command_help(*command, width);
  }
  const Topic* topic = find_topic(name);
  if (topic == nullptr) {
    return failure(unknown_topic(name));
  }
  std::string page = render_page(topic->markdown, std::min(width, kWidest));
  if (name == "formats") {
    page += list_of_formats(std::min(width, kWidest));
  }
  return page;
}

}  // namespace quern::cli
