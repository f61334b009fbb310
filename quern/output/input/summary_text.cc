// SPDX-License-Identifier: MIT
#include "quern/output/answers/input.h"
#include "quern/output/input/info_text.h"
#include "quern/output/render.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/top_text.h"

namespace quern {

void write_text(const Summary& summary, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  stream.text() += facts_text(summary.info, style) + "\n" + totals_text(summary.info, style);
  if (!summary.info.warnings.empty()) {
    stream.text() += "\n" + warnings_text(summary.info, style);
  }
  stream.text() += "\n";
  if (!write_top_table(summary.top, style, stream)) {
    return;
  }
  Style whole = style;  // what is read is checked, whatever is chosen of it
  whole.choice.clear();
  const NextRows next = next_rows(summary.top, style);
  const std::string check =
      summary.info.warnings.empty() ? std::string() : next_line("check", whole);
  const std::string incl =
      summary.top.has_inclusive() ? next_line("top --sort incl", style) : std::string();
  const std::string commands =
      check.empty() ? first_two({next.annotate, next.peek, incl})
                    : first_two({next.annotate.empty() ? next.peek : next.annotate, check});
  if (!commands.empty()) {
    stream.text() += "\n" + commands;
  }
}

}  // namespace quern
