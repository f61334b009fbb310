// SPDX-License-Identifier: MIT
//
// A gate as people read it: in the terminal, and as Markdown for a pull request.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/gate.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/gate/gate_amounts.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

std::string rows_phrase(const GateVerdict& verdict) {
  const auto number = [](size_t count) { return grouped(static_cast<int128>(count)); };
  if (verdict.rule.rows == GateRows::kTotal) {
    return verdict.rests_on_estimates ? " (on an estimate)" : "";
  }
  const std::string rows =
      verdict.passed ? fmt::format("{} checked", number(verdict.checked))
                     : fmt::format("{} of {}", number(verdict.failed), number(verdict.checked));
  return fmt::format(" ({}{})", rows, estimate_phrase(verdict));
}

std::string closing_line(const Gate& gate) {
  size_t failed = 0;
  size_t estimated = 0;
  for (const GateVerdict& verdict : gate.verdicts) {
    failed += verdict.passed ? 0U : 1U;
    estimated += verdict.rests_on_estimates ? 1U : 0U;
  }
  std::string line = gate.passed
                         ? fmt::format("passed: {}", counted(gate.verdicts.size(), "rule"))
                         : fmt::format("failed: {} of {}", grouped(static_cast<int128>(failed)),
                                       counted(gate.verdicts.size(), "rule"));
  if (estimated != 0) {
    line += fmt::format("; {} checked on estimates (~), since filters split costs of a call graph",
                        counted(estimated, "rule"));
  }
  return line;
}

/// The rules, and the totals of both sides; of the only side if there is no base.
Head gate_head(const Gate& gate) {
  const Selection& selection = gate.moved.selection();
  const bool lacks_base = std::ranges::any_of(gate.verdicts, [](const GateVerdict& verdict) {
    return std::ranges::any_of(verdict.findings, [](const auto& found) { return !found.has_base; });
  });
  const std::vector<Amount>& is = gate.moved.totals(Version::kNew);
  Head head = change_head("Gate of " + counted(gate.verdicts.size(), "rule"), selection,
                          gate.moved.totals(Version::kOld), is);
  if (lacks_base) {
    head.base = head.short_base = base_of(selection, is);
  }
  add_scope(head.notes, selection);
  return head;
}

/// The names between the first and the last are the first to go.
std::string cut_way(const std::string& way, const Style& style) {
  constexpr size_t kIndent = 2;
  return style.width <= kIndent ? way : cut_middle(way, style.width - kIndent);
}

}  // namespace

void write_text(const Gate& gate, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  append_head(text, gate_head(gate), style);
  for (const GateVerdict& verdict : gate.verdicts) {
    append_painted(text, verdict.passed ? "passed" : "FAILED",
                   verdict.passed ? Paint::kGreen : Paint::kRed, style.color);
    text += fmt::format("  {}{}\n", printable(verdict.rule.text), rows_phrase(verdict));
    for (const GateFinding& finding : verdict.findings) {
      const std::string behind =
          finding_amounts(finding) + (finding.is_noise ? " within noise" : "");
      text += fitted_line("          ", printable(finding.scope), behind, style);
    }
  }
  text += "\n";
  append_painted(text, closing_line(gate), Paint::kBold, style.color);
  text += "\n";
  if (const std::string unmatched = unmatched_phrase(gate); !unmatched.empty()) {
    text += unmatched + "\n";
  }
  if (gate.passed) {
    return;
  }
  const std::vector<Moved> moved = most_moved(gate.moved, style);
  if (!moved.empty()) {
    text += "\nlargest changes (self):\n";
    for (const Moved& phrase : moved) {
      text += fitted_line("  " + phrase.change + " ", phrase.name, phrase.state, style);
    }
  }
  if (const Why why = why_of(gate.moved, style); !why.way.empty()) {
    text += "\nwhy (inclusive):\n" + fitted_line("  ", "", cut_way(why.way, style), style);
    text += fmt::format("  {}\n", why.amounts);
  }
  text += next_line("diff" + group_words(gate.moved.selection().group_by, style), style);
}

void write_markdown(const Gate& gate, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  std::string& text = stream.text();
  text += fmt::format("### {} quern gate: {}\n\n", gate.passed ? "✅" : "❌", closing_line(gate));
  text += "| | rule | where | old | new | change | % |\n|---|---|---|---:|---:|---:|---:|\n";
  for (const GateVerdict& verdict : gate.verdicts) {
    for (const GateFinding& finding : verdict.findings) {
      text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", verdict_word(finding),
                          markdown_text(verdict.rule.text), markdown_text(finding.scope),
                          was_text(finding), is_text(finding), change_text(finding),
                          percent_phrase(finding.percent));
    }
    // What matched nothing is listed below the table.
    if (verdict.findings.empty() && !verdict.matches_nothing()) {
      text +=
          fmt::format("| passed | {} | nothing new | | | | |\n", markdown_text(verdict.rule.text));
    }
  }
  if (const std::string unmatched = unmatched_phrase(gate); !unmatched.empty()) {
    text += "\n" + markdown_text(unmatched) + "\n";
  }
  const std::vector<Moved> moved = most_moved(gate.moved, style);
  if (!moved.empty()) {
    text += "\n**Largest changes** (self cost)\n\n";
    for (const Moved& phrase : moved) {
      text += "- " + markdown_text(phrase.text()) + "\n";
    }
  }
  if (const Why why = why_of(gate.moved, style); !why.way.empty()) {
    text += "\n**Why** (inclusive cost): " + markdown_text(why.text()) + "\n";
  }
}

}  // namespace quern
