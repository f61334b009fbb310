// SPDX-License-Identifier: MIT
#include "quern/cli/report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/bytes/writing/output.h"
#include "quern/output/render.h"
#include "quern/output/text/diagnostic_text.h"

namespace quern::cli {
namespace {

/// Where standard error itself fails, nobody is left to be told.
void print_error(std::string_view text) {
  Output output = descriptor_output(STDERR_FILENO, "<stderr>");
  output.write(text);
  (void)output.commit();
}

/// The first finding of a kind as a diagnostic. Hints are left to `check`.
Diagnostic first_of(const Findings::Kind& kind, const std::string& input) {
  const Finding& finding = kind.first();
  Diagnostic first;
  first.severity = kind.code->is_incomplete ? Severity::kWarning : kind.code->severity;
  first.code = kind.code->name;
  first.message = finding.message;
  first.input = input;
  first.place = finding.place;
  first.excerpt = finding.excerpt;
  return first;
}

}  // namespace

void Reporter::error(const Diagnostic& diagnostic) const {
  print_error(diagnostic_text(diagnostic, {.width = style_.width, .color = style_.color}));
  if (style_.as_json) {
    print_error(diagnostic_json(diagnostic));
  }
}

void Reporter::note(std::string_view text) const {
  if (!style_.quiet) {
    print_error(fmt::format("quern: note: {}\n", printable(text)));
  }
}

void Reporter::warnings(std::span<const InputInfo> inputs, bool are_shown) const {
  if (style_.quiet) {
    return;
  }
  std::string text;
  for (const InputInfo& input : inputs) {
    for (const Findings::Kind& kind : input.findings.kinds()) {
      if (are_shown && kind.code->is_incomplete) {
        continue;
      }
      std::string one = diagnostic_text(first_of(kind, input.name),
                                        {.width = style_.width, .color = style_.color});
      if (kind.count > 1) {
        one.insert(std::min(one.find('\n'), one.size()),
                   fmt::format(" (and {} more)", grouped(static_cast<int128>(kind.count) - 1)));
      }
      text += one;
    }
  }
  print_error(text);
}

void Reporter::line(std::string_view text) const {
  print_error(fmt::format("{}\n", text));
}

Diagnostic out_of_memory() {
  return output_error("out-of-memory", "out of memory",
                      "choose fewer events with --event; `quern check` needs the least memory, "
                      "conversions the most");
}

}  // namespace quern::cli
