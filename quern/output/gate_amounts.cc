// SPDX-License-Identifier: MIT
#include "quern/output/gate_amounts.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/amounts.h"
#include "quern/output/row_text.h"

namespace quern {

namespace {

constexpr size_t kMovedShown = 10;

}  // namespace

std::string value_text(const Fraction& value) {
  return value.denominator == 1 ? grouped(value.numerator)
                                : fmt::format("{:.3f}", to_double(value));
}

std::string value_text(const std::optional<Fraction>& value) {
  return value ? value_text(*value) : "-";
}

std::string change_text(const std::optional<Fraction>& change) {
  return change ? (change->numerator > 0 ? "+" : "") + value_text(*change) : "-";
}

std::string percent_phrase(const std::optional<Fraction>& percent) {
  return percent ? fmt::format("{:+.2f} %", to_double(*percent)) : std::string();
}

std::string finding_amounts(const GateFinding& finding) {
  const std::string percent = percent_phrase(finding.percent);
  const std::string_view bound = finding.is_exact ? "" : "≥ ";
  return fmt::format(": {}{} → {}{} ({}{}{}{})", bound, value_text(finding.was), bound,
                     value_text(finding.is), finding.is_exact ? "" : "~ ",
                     change_text(finding.change), percent.empty() ? "" : ", ", percent);
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
  for (size_t rank = 0; rank < std::min(moved.of(), kMovedShown); ++rank) {
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
    why.amounts += fmt::format(
        ", {} by more calls, {} by dearer calls",
        change_text(event, as_sure_as(last.inclusive, last.split->more_calls[column])),
        change_text(event, as_sure_as(last.inclusive, last.split->dearer_calls[column])));
  }
  return why;
}

}  // namespace quern
