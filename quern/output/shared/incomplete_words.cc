// SPDX-License-Identifier: MIT
#include "quern/output/shared/incomplete_words.h"

#include <fmt/format.h>

#include "quern/base/text.h"

namespace quern {

std::vector<std::string> incomplete_lines(const Completeness& completeness) {
  std::vector<std::string> lines;
  for (const Shortfall& shortfall : completeness.shortfalls()) {
    std::string line = printable(shortfall.input);
    if (shortfall.place.line != 0) {
      line += fmt::format(":{}", shortfall.place.line);
    }
    line += fmt::format(": {}", printable(shortfall.message));
    for (const Shortfall::Missing& missing : shortfall.missing) {
      line += fmt::format("; {}: {} declared, {} read", printable(missing.event),
                          grouped(missing.declared), grouped(missing.read));
    }
    lines.push_back(line + fmt::format(" [{}]", shortfall.code->name));
  }
  return lines;
}

void add_incomplete(std::vector<std::string>& pieces, const Completeness& completeness) {
  for (const std::string& line : incomplete_lines(completeness)) {
    pieces.push_back("incomplete: " + line);
  }
}

}  // namespace quern
