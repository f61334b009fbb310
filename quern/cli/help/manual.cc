// SPDX-License-Identifier: MIT
#include "quern/cli/help/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/help/help.h"
#include "quern/cli/help/page.h"
#include "quern/cli/help/roff.h"
#include "quern/cli/options/option_help.h"

namespace quern::cli {
namespace {

void append_roff_paragraphs(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find("\n\n"), text.size());
    begin_roff_paragraph(out);
    out += roff(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 2, text.size()));
  }
}

/// A tagged paragraph: "\-\-limit N" in bold and italics, its brief line, then the rest.
void append_option(std::string& out, const Command& command, const Option& option) {
  out += ".TP\n";
  if (option.letter != 0) {
    out += fmt::format("\\fB\\-{}\\fR, ", option.letter);
  }
  out += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
  if (!option.value.empty()) {
    out += fmt::format(" \\fI{}\\fR", roff(option.value));
  }
  const std::string text = option_text(command, option);
  const size_t brief =
      std::min(help_of(command, option).brief.size() + 1, text.size());  // with its full stop
  out += fmt::format("\n{}\n", roff(text.substr(0, brief)));
  if (brief < text.size()) {
    out += fmt::format(".br\n{}\n", roff(trim(std::string_view(text).substr(brief))));
  }
}

void append_list_of_commands(std::string& out) {
  out += ".SH COMMANDS\n";
  for (const Command& command : commands()) {
    if (!command.name.empty()) {
      out += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(manual_name(command)),
                         roff(command.summary));
    }
  }
  out += ".SH TOPICS\n";
  for (const Topic& topic : topics()) {
    out += fmt::format(".TP\n\\fB{}\\fR({})\n{}\n", roff(manual_name(topic)), topic.section,
                       roff(page_title(topic.markdown)));
  }
}

constexpr std::string_view kExitStatus = R"(.SH EXIT STATUS
.TP
.B 0
Success, or the reader of a pipe has left.
.TP
.B 1
The answer is no, e.g. \fBquern check\fR found errors or a rule of \fBquern gate\fR failed.
.TP
.B 2
Wrong usage.
.TP
.B 3
A profile is missing, unrecognized or malformed.
.TP
.B 4
An output could not be written, or a system resource was not available.
.TP
.BR 128 + \fIN\fR
Ended by signal \fIN\fR.
)";

/// Line 1 and .TH: "QUERN-TOP 1".
std::string page_head(std::string_view name, int section, std::string_view made_from) {
  std::string title(name);
  std::ranges::transform(title, title.begin(),
                         [](char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; });
  return fmt::format(".\\\" Made from {}.\n.TH {} {} \"\" \"{}\" \"quern\"\n.ad l\n.nh\n",
                     made_from, roff(title), section, roff(version_line()));
}

/// ".BR quern\-queries (7),": the pages that `text` names as `quern help NAME`, after quern(1).
void append_see_also(std::string& out, std::string text, std::string_view own_name) {
  std::ranges::replace(text, '\n', ' ');
  const auto more_blanks =
      std::ranges::unique(text, [](char one, char next) { return one == ' ' && next == ' '; });
  text.erase(more_blanks.begin(), more_blanks.end());
  constexpr std::string_view kHelp = "quern help ";
  std::vector<std::string> pages;
  for (size_t at = text.find(kHelp); at != std::string::npos; at = text.find(kHelp, at)) {
    at += kHelp.size();
    const size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
    const std::string name = text.substr(at, std::min(end, text.size()) - at);
    const Topic* const topic = find_topic(name);
    const bool is_command = !name.empty() && find_command(name) != nullptr;
    if (name != own_name && (topic != nullptr || is_command)) {
      pages.push_back(topic != nullptr && !is_command
                          ? fmt::format("{} ({})", roff(manual_name(*topic)), topic->section)
                          : fmt::format("{} (1)", roff(manual_name(*find_command(name)))));
    }
  }
  std::ranges::sort(pages);
  const auto repeated = std::ranges::unique(pages);
  pages.erase(repeated.begin(), repeated.end());
  pages.insert(pages.begin(), own_name.empty() ? "valgrind (1)" : "quern (1)");
  out += ".SH SEE ALSO\n";
  for (size_t at = 0; at < pages.size(); ++at) {
    out += fmt::format(".BR {}{}\n", pages[at], at + 1 < pages.size() ? "," : "");
  }
}

}  // namespace

std::string manual_name(const Command& command) {
  return command.name.empty() ? "quern" : fmt::format("quern-{}", command.name);
}

std::string manual_name(const Topic& topic) {
  const bool is_named = topic.name.starts_with("quern-");
  return is_named ? std::string(topic.name) : fmt::format("quern-{}", topic.name);
}

std::string manual_page(const Command& command) {
  const bool is_main = command.name.empty();
  std::string out = page_head(manual_name(command), 1, "the tables of commands and options");
  out += fmt::format(".SH NAME\n{} \\- {}\n", roff(manual_name(command)),
                     roff(is_main ? "the workbench for cost profiles" : command.summary));
  out += fmt::format(".SH SYNOPSIS\n{}\n", roff(synopsis(command)));
  if (is_main) {
    out += ".br\nquern \\fICOMMAND\\fR ... [OPTION...]\n";
  }
  out += ".SH DESCRIPTION\n";
  append_roff_paragraphs(out, command.description);
  if (is_main) {
    append_list_of_commands(out);
  }
  out += ".SH OPTIONS\n";
  std::string texts = fmt::format("{}\nquern help exit-codes\n", command.description);
  for (const OptionsOfGroup& group : grouped_options(command)) {
    out += fmt::format(".SS {}\n", roff(group.title));
    for (const Option* option : group.options) {
      append_option(out, command, *option);
      texts.append(option->help).append("\n");
    }
  }
  out += kExitStatus;
  out += ".SH EXAMPLES\n";
  for (const Example& example : command.examples) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(example.line), roff(example.effect));
  }
  append_see_also(out, std::move(texts), command.name);
  return out;
}

std::string manual_page(const Topic& topic) {
  std::string out = page_head(manual_name(topic), topic.section, "docs/");
  out += fmt::format(".SH NAME\n{} \\- {}\n.SH DESCRIPTION\n", roff(manual_name(topic)),
                     roff(page_title(topic.markdown)));
  append_roff_blocks(out, topic.markdown);
  append_see_also(out, std::string(topic.markdown), topic.name);
  return out;
}

}  // namespace quern::cli
