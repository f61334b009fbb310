// SPDX-License-Identifier: MIT
#include "quern/output/gate/gate_amounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "quern/base/text.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_text.h"

namespace quern {

namespace {

constexpr size_t kMovedShown = 10;

/// "≥ " where costs are lower bounds, "~ " where they are estimates, else "".
std::string_view value_mark(Certainty certainty) {
  return certainty == Certainty::kExact ? "" : certainty == Certainty::kBounded ? "≥ " : "~ ";
}

std::string marked(std::string_view mark, const std::optional<Fraction>& value) {
  return value ? std::string(mark) + value_text(value) : value_text(value);
}

}  // namespace

std::string value_text(const Fraction& value) {
  const double number = to_double(value);
  return value.denominator == 1  ? grouped(value.numerator)
         : std::abs(number) >= 1 ? fmt::format("{:.3f}", number)
                                 : fmt::format("{:.4g}", number);
}

std::string value_text(const std::optional<Fraction>& value) {
  return value ? value_text(*value) : "-";
}

std::string change_text(const std::optional<Fraction>& change) {
  return change ? (change->numerator > 0 ? "+" : "") + value_text(*change) : "-";
}

std::string percent_phrase(const std::optional<Fraction>& percent) {
  return percent ? (percent->numerator >= 0 ? "+" : "") + percent_text(to_double(*percent)) + " %"
                 : std::string();
}

std::string was_text(const GateFinding& finding) {
  return marked(value_mark(finding.certainty), finding.was);
}

std::string is_text(const GateFinding& finding) {
  return marked(value_mark(finding.certainty), finding.is);
}

std::string change_text(const GateFinding& finding) {
  const bool is_exact = finding.certainty == Certainty::kExact || !finding.change;
  return (is_exact ? "" : "~ ") + change_text(finding.change);
}

std::string_view estimate_phrase(const GateVerdict& verdict) {
  return verdict.rests_on_estimates ? "; on estimates" : "";
}

std::string finding_amounts(const GateFinding& finding) {
  const std::string percent = percent_phrase(finding.percent);
  if (!finding.has_base) {
    return fmt::format(": {}{}", is_text(finding), finding.is_unknown ? " (not known)" : "");
  }
  return fmt::format(": {} → {} ({}{}{})", was_text(finding), is_text(finding),
                     finding.is_unknown ? "not known" : change_text(finding),
                     percent.empty() ? "" : ", ", percent);
}

std::string finding_phrase(const GateFinding& finding) {
  return printable(finding.scope) + finding_amounts(finding);
}

std::string_view verdict_word(const GateFinding& finding) {
  return !finding.passed ? "FAILED" : finding.is_noise ? "noise" : "passed";
}

std::vector<Moved> most_moved(const Diff& moved, const Style& style) {
  std::vector<Moved> phrases;
  const size_t column = moved.selection().sort_column;
  if (column >= moved.selection().columns.size()) {
    return phrases;
  }
  const Event& event = moved.selection().columns[column].event;
  for (size_t rank = 0; rank < std::min(moved.row_count(), kMovedShown); ++rank) {
    const DiffRow row = moved.row(rank);
    if (lower_of(row.change.self[column]) == 0) {
      break;
    }
    phrases.push_back({change_text(event, row.change.self[column]),
                       shown_name(row.name.name, style),
                       row.status == DiffStatus::kAdded     ? " (new)"
                       : row.status == DiffStatus::kRemoved ? " (gone)"
                       : row.is_noise                       ? " (noise)"
                                                            : ""});
  }
  return phrases;
}

Why why_of(const Diff& moved, const Style& style) {
  const std::vector<BlameStep> steps = moved.blame();
  Why why;
  if (steps.empty()) {
    return why;
  }
  const size_t column = moved.selection().sort_column;
  const Event& event = moved.selection().columns[column].event;
  constexpr size_t kStepsShown = 6;
  const size_t first = steps.size() > kStepsShown ? steps.size() - kStepsShown : 0;
  why.way = first != 0 ? "… → " : "";
  for (size_t at = first; at < steps.size(); ++at) {
    why.way += shown_name(steps[at].name.name, style) + (at + 1 < steps.size() ? " → " : "");
  }
  const BlameStep& last = steps.back();
  why.amounts = change_text(event, last.inclusive);
  if (last.split) {
    why.amounts += ", " + split_words(event, *last.split, column);
  }
  return why;
}

std::string unmatched_phrase(const Gate& gate) {
  constexpr size_t kShown = 10;
  std::string names;
  size_t rules = 0;
  for (const GateVerdict& verdict : gate.verdicts) {
    if (verdict.matches_nothing() && ++rules <= kShown) {
      names += fmt::format("{}'{}'", rules == 1 ? "" : ", ", printable(verdict.rule.text));
    }
  }
  if (rules == 0) {
    return {};
  }
  return fmt::format("{} matched nothing: {}{}", counted(rules, "rule"), names,
                     rules > kShown ? ", …" : "");
}

std::vector<std::string> gate_reasons(const Gate& gate) {
  constexpr size_t kShown = 3;
  std::vector<std::string> lines;
  for (const Moved& phrase : most_moved(gate.moved, {})) {
    if (lines.size() < kShown) {
      lines.push_back("moved: " + phrase.text());
    }
  }
  if (const Why why = why_of(gate.moved, {}); !why.way.empty()) {
    lines.push_back("why: " + why.text());
  }
  return lines;
}

}  // namespace quern
