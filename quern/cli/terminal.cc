// SPDX-License-Identifier: MIT
#include "quern/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "quern/base/text.h"
#include "quern/cli/terminal/environment.h"

namespace quern::cli {
namespace {

constexpr size_t kUsualWidth = 80;
constexpr size_t kWidestColumns = 100'000;

StreamFacts stream_facts(int descriptor) {
  StreamFacts facts;
  facts.is_terminal = ::isatty(descriptor) == 1;
  winsize size{};
  if (facts.is_terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0) {
    facts.width = size.ws_col;
    facts.height = size.ws_row;
  }
  return facts;
}

}  // namespace

TerminalFacts terminal_facts() {
  TerminalFacts facts;
  facts.out = stream_facts(STDOUT_FILENO);
  facts.err = stream_facts(STDERR_FILENO);
  facts.no_color = !variable("NO_COLOR").empty();
  facts.is_dumb = variable("TERM") == "dumb";
  facts.wanted = parse_columns(variable("COLUMNS"));
  return facts;
}

std::optional<size_t> parse_columns(std::string_view text) {
  const std::optional<uint64_t> number = whole_number(text);
  return number && *number != 0 && *number <= kWidestColumns ? number : std::nullopt;
}

bool use_color(ColorChoice choice, const TerminalFacts& facts, const StreamFacts& stream) {
  if (choice != ColorChoice::kAuto) {
    return choice == ColorChoice::kAlways;
  }
  return stream.is_terminal && !facts.no_color && !facts.is_dumb;
}

size_t answer_width(std::optional<size_t> asked, const TerminalFacts& facts, bool goes_to_file) {
  if (asked) {
    return *asked;
  }
  if (goes_to_file || !facts.out.is_terminal) {
    return 0;
  }
  return help_width(asked, facts);
}

size_t help_width(std::optional<size_t> asked, const TerminalFacts& facts) {
  const size_t wanted = asked.value_or(0);
  if (wanted != 0 || !facts.out.is_terminal) {
    return wanted != 0 ? wanted : kUsualWidth;
  }
  const size_t own = facts.out.width != 0 ? facts.out.width : kUsualWidth;
  return facts.wanted.value_or(own);
}

}  // namespace quern::cli
