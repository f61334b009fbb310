// SPDX-License-Identifier: MIT
#include "quern/cli/help/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "quern/cli/help/help.h"
#include "quern/cli/help/page.h"
#include "quern/cli/help/topics.h"

namespace quern::cli {
namespace {

/// Text as roff prints it: backslashes doubled, hyphens that may be copied, no accidental requests.
std::string roff(std::string_view text) {
  std::string out;
  bool starts_line = true;
  for (const char c : text) {
    if (starts_line && (c == '.' || c == '\'')) {
      out.append("\\&");
    }
    if (c == '\\') {
      out.append("\\e");
    } else if (c == '-') {
      out.append("\\-");
    } else if (c == '\'') {
      out.append("\\(aq");
    } else if (c == '~') {
      out.append("\\(ti");
    } else if (c == '^') {
      out.append("\\(ha");
    } else {
      out.push_back(c);
    }
    starts_line = c == '\n';
  }
  return out;
}

void append_paragraphs(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find("\n\n"), text.size());
    out += fmt::format(".PP\n{}\n", roff(text.substr(0, end)));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
}

/// A tagged paragraph: "\-\-limit N" in bold and italics, then its text.
void append_option(std::string& out, const Command& command, const Option& option) {
  out += ".TP\n";
  if (option.letter != 0) {
    out += fmt::format("\\fB\\-{}\\fR, ", option.letter);
  }
  out += fmt::format("\\fB\\-\\-{}\\fR", roff(option.name));
  if (!option.value.empty()) {
    out += fmt::format(" \\fI{}\\fR", roff(option.value));
  }
  out += fmt::format("\n{}\n", roff(option_text(command, option)));
}

void append_list_of_commands(std::string& out) {
  out += ".SH COMMANDS\n";
  for (const Command& command : commands()) {
    if (!command.name.empty()) {
      out += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(manual_name(command)),
                         roff(command.summary));
    }
  }
  out += ".SH TOPICS\nPages that \\fBquern help\\fR \\fITOPIC\\fR shows:\n";
  for (const Topic& topic : topics()) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(topic.name), roff(page_title(topic.markdown)));
  }
}

constexpr std::string_view kExitStatus = R"(.SH EXIT STATUS
.TP
.B 0
Done; also when a pipe was closed at its other end.
.TP
.B 1
The answer is no: \fBquern check\fR found the input unsound.
.TP
.B 2
Wrong usage.
.TP
.B 3
An input is missing, unrecognised or malformed.
.TP
.B 4
An output or the environment failed.
.TP
.BR 128 + \fIN\fR
Ended by signal \fIN\fR.
)";

}  // namespace

std::string manual_name(const Command& command) {
  return command.name.empty() ? "quern" : fmt::format("quern-{}", command.name);
}

std::string manual_page(const Command& command) {
  const bool is_main = command.name.empty();
  std::string title = manual_name(command);
  std::ranges::transform(title, title.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  std::string out = fmt::format(
      ".\\\" Made from the tables of commands and options.\n.TH {} 1 \"\" \"{}\" "
      "\"User Commands\"\n",
      roff(title), roff(version_line()));
  out += fmt::format(".SH NAME\n{} \\- {}\n", roff(manual_name(command)),
                     roff(is_main ? "the workbench for cost profiles" : command.summary));
  out += fmt::format(".SH SYNOPSIS\n{}\n", roff(synopsis(command)));
  if (is_main) {
    out += ".br\nquern \\fICOMMAND\\fR ... [OPTION...]\n";
  }
  out += ".SH DESCRIPTION\n";
  append_paragraphs(out, command.description);
  if (is_main) {
    append_list_of_commands(out);
  }
  out += ".SH OPTIONS\n";
  for (const Option* option : options_of(command)) {
    append_option(out, command, *option);
  }
  out += kExitStatus;
  out += ".SH EXAMPLES\n";
  for (const Example& example : command.examples) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(example.line), roff(example.effect));
  }
  out += is_main ? ".SH SEE ALSO\n.BR valgrind (1)\n" : ".SH SEE ALSO\n.BR quern (1)\n";
  return out;
}

}  // namespace quern::cli
