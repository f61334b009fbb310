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
#include "quern/workspace/workspace.h"

namespace quern::cli {
namespace {

constexpr size_t kWidest = 100;  // longer lines are hard to read
constexpr size_t kLabels = 28;   // column where the text about an option starts

void append_heading(std::string& out, std::string_view heading) {
  out.append("\n").append(heading).append(":\n");
}

void append_examples(std::string& out, const Command& command, size_t width) {
  append_heading(out, "Examples");
  for (const Example& example : command.examples) {
    out.append("  ").append(example.line).push_back('\n');
    append_wrapped(out, example.effect, 6, width);
  }
}

/// The options of `command` under the titles of their groups.
void append_options(std::string& out, const Command& command, size_t width) {
  std::vector<std::string_view> titles;
  const std::vector<const Option*> taken = options_of(command);
  for (const Option* option : taken) {
    const std::string_view title = group_title(option->group);
    if (std::ranges::find(titles, title) == titles.end()) {
      titles.push_back(title);
    }
  }
  for (const std::string_view title : titles) {
    append_heading(out, title);
    for (const Option* option : taken) {
      if (group_title(option->group) == title) {
        const std::string_view room = option->letter != 0 ? "  " : "      ";
        append_item(out, fmt::format("{}{}", room, option_synopsis(*option)),
                    option_text(command, *option), kLabels, width);
      }
    }
  }
}

/// Which formats and dialects there are, told by their registry.
std::string list_of_formats(size_t width) {
  std::string out = "\nFormats and their dialects:\n";
  for (const FormatInfo& format : readable_formats()) {
    append_item(out, fmt::format("  {}", format.name), format.summary, 16, width);
    if (!format.dialects.empty()) {
      append_wrapped(out, fmt::format("dialects: {}", fmt::join(format.dialects, ", ")), 16, width);
    }
  }
  return out;
}

Diagnostic unknown_topic(std::string_view name) {
  const std::vector<std::string_view> names = help_names();
  return usage_error("unknown-topic",
                     fmt::format("help knows no command or topic '{}'", printable(name)),
                     did_you_mean(name, names, fmt::format("there are {}", fmt::join(names, ", ")),
                                  "quern help "));
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

std::string synopsis(const Command& command) {
  return fmt::format("quern {}{}{} [OPTION...]", command.name, command.name.empty() ? "" : " ",
                     command.arguments);
}

std::string option_text(const Command& command, const Option& option) {
  const std::span<const std::string_view> allowed = allowed_values(command, option);
  if (allowed.empty()) {
    return std::string(option.help);
  }
  return fmt::format("{} One of {}.", option.help, fmt::join(allowed, ", "));
}

std::string general_help(size_t width) {
  width = std::min(width, kWidest);
  std::string out = "quern: the workbench for cost profiles\n\n";
  out.append("Usage: quern [FILE...]               a summary to start from\n");
  out.append("       quern COMMAND ... [OPTION...]\n");
  append_heading(out, "Commands");
  for (const Command& command : commands()) {
    if (!command.name.empty()) {
      append_item(out, fmt::format("  {}", command.name), command.summary, 16, width);
    }
  }
  append_heading(out, "Topics of 'quern help TOPIC'");
  for (const Topic& topic : topics()) {
    append_item(out, fmt::format("  {}", topic.name), page_title(topic.markdown), 16, width);
  }
  append_options(out, *find_command(""), width);
  append_examples(out, *find_command(""), width);
  out.append("\n'quern COMMAND --help' explains a command and lists its options.\n");
  return out;
}

std::string command_help(const Command& command, size_t width) {
  if (command.name.empty()) {
    return general_help(width);
  }
  width = std::min(width, kWidest);
  std::string out = fmt::format("quern {}: {}\n\nUsage: {}\n\n", command.name, command.summary,
                                synopsis(command));
  append_paragraphs(out, command.description, 0, width);
  append_options(out, command, width);
  append_examples(out, command, width);
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
