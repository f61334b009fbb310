// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/tree_indent.h"

namespace quern {
namespace {

std::string range_phrase(const Event& event, const std::vector<CostRange>& ranges, size_t column,
                         bool are_estimates) {
  return column < ranges.size()
             ? fmt::format("total from {} to {}",
                           cost_text(event, amount_of(ranges[column].low, are_estimates)),
                           cost_text(event, amount_of(ranges[column].high, are_estimates)))
             : std::string();
}

/// "old → new" where the name differs; how it was found, and whether it is noise, behind it.
TableName function_name(const DiffRow& row, const Style& style) {
  std::string mark(status_word(row.status));
  if (is_told(row.match)) {
    mark += fmt::format(" <{}>", match_word(row.match));
  }
  mark += row.is_noise ? " <noise>" : "";
  TableName cell = name_cell(row.name, mark, style);
  if (row.old_name && row.old_name->name != row.name.name) {
    cell.second = cell.text;
    cell.text = shown_name(row.old_name->name, style);
  }
  return cell;
}

TableName ends_name(const DiffCallRow& row, const Style& style) {
  std::string mark(status_word(row.status));
  const auto add_match = [&mark](std::string_view end, Match match) {
    mark += is_told(match) ? fmt::format(" <{}: {}>", end, match_word(match)) : "";
  };
  add_match("caller", row.caller_match.match);
  add_match("callee", row.callee_match.match);
  mark += row.is_recursive ? " <recursive>" : "";
  mark += row.is_noise ? " <noise>" : "";
  TableName cell = name_cell(row.caller, mark, style);
  const TableName callee = name_cell(row.callee, "", style);
  cell.second = callee.text;
  if (cell.places != callee.places) {
    cell.places.clear();
  }
  return cell;
}

/// False once nobody takes bytes any more.
template <class RowAt, class NameOf>
bool write_changes(BufferedText& stream, const Style& style, const RowTable<ChangeLine>& columns,
                   std::string_view name_head, size_t count, const RowAt& row_at,
                   const NameOf& name_of) {
  Table table = columns.table(std::string(name_head));
  write_measured(table, style.width, stream, [&](const auto& line) {
    for (size_t at = 0; at < count; ++at) {
      const auto& row = row_at(at);
      if (!line(columns.cells(change_line(row)), name_of(row, style))) {
        return;
      }
    }
  });
  stream.text() += columns.left_out(table.numbers());
  return stream.drain();
}

void add_total_ratios(std::vector<std::string>& notes, const Diff& diff) {
  const auto was = diff.total_ratios(Version::kOld);
  const auto is = diff.total_ratios(Version::kNew);
  for (size_t ratio = 0; ratio < was.size(); ++ratio) {
    if (was[ratio] || is[ratio]) {
      notes.push_back(fmt::format("{} of all {} → {}", ratio_name(diff.selection(), ratio),
                                  ratio_text(was[ratio]), ratio_text(is[ratio])));
    }
  }
}

/// Rows that changed, but in no way that was asked for.
size_t of_other_kinds(const Diff& diff) {
  size_t others = 0;
  for (size_t kind = 0; diff.filter().kinds && kind < kDiffKinds; ++kind) {
    const bool is_asked = (*diff.filter().kinds)[kind];
    others +=
        is_asked || kind == static_cast<size_t>(DiffKind::kUnchanged) ? 0 : diff.kinds()[kind];
  }
  return others;
}

}  // namespace

std::string rest_line(const Diff& diff) {
  const Selection& selection = diff.selection();
  const auto rows = [&](size_t count) { return counted_rows(count, selection.group_by); };
  std::string line;
  const size_t others = of_other_kinds(diff);
  const size_t not_shown = diff.row_count() - diff.shown() + diff.left_out() + others;
  if (diff.row_count() + diff.left_out() + others == 0) {
    line = diff.filter().matched ? "all functions were matched by equal names" : "no change";
  } else if (not_shown == 0) {
    line = fmt::format("all {} shown", rows(diff.row_count()));
  } else {
    line = fmt::format("not shown: {}", rows(not_shown));
    const size_t leading = selection.sort_column;
    if (leading < selection.columns.size()) {
      const Event& event = selection.columns[leading].event;
      line += fmt::format(", {} {} self", change_text(event, diff.not_shown()[leading]),
                          event_text(event));
    }
  }
  line += left_out_phrase(diff);
  if (others != 0) {
    line += fmt::format("; {} of other kinds", grouped(static_cast<int128>(others)));
  }
  return with_unchanged(std::move(line), diff.unchanged(), rows(diff.unchanged()));
}

namespace {

/// Where rows do not add up to the total, which is no fault.
std::string medians_line(const Diff& diff) {
  const size_t leading = diff.selection().sort_column;
  const bool has_medians = diff.run_count(Version::kOld) > 1 || diff.run_count(Version::kNew) > 1;
  if (!has_medians || diff.filter().matched || leading >= diff.selection().columns.size()) {
    return {};
  }
  const Amount rows = diff.all_changes(leading);
  const Amount total =
      change_of(diff.totals(Version::kOld)[leading], diff.totals(Version::kNew)[leading]);
  if (lower_of(rows) == lower_of(total)) {
    return {};
  }
  const Event& event = diff.selection().columns[leading].event;
  return fmt::format("medians do not add up: all {} {}, total {} {}\n",
                     rows_word(diff.selection().group_by), change_text(event, rows),
                     change_text(event, total), event_text(event));
}

/// How many stand on one side, and which were found by more than equal names.
std::string matches_line(const Diff& diff) {
  const MatchCounts& counts = diff.matches();
  std::string text;
  const auto add = [&text](size_t count, std::string_view what) {
    if (count != 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(static_cast<int128>(count)),
                          what);
    }
  };
  add(counts.added, "new");
  add(counts.removed, "gone");
  add(counts.rule, "renamed by rule");
  add(counts.normalised, "by normalized names");
  add(counts.guess, "by guess");
  if (text.empty()) {
    return {};
  }
  const bool has_more = counts.rule + counts.normalised + counts.guess != 0;
  return fmt::format("{}: {}{}\n", rows_word(diff.selection().group_by), text,
                     has_more && !diff.filter().matched ? " (--view matches lists them)" : "");
}

/// " = +12 by more calls, +88 by more expensive calls"; empty without more calls.
std::string split_phrase(const Event& event, const BlameStep& step, size_t column) {
  if (!step.split || lower_of(step.split->more_calls[column]) == 0) {
    return {};
  }
  return " = " + split_words(event, *step.split, column);
}

void append_blame(std::string& out, const Diff& diff, const Style& style) {
  const std::vector<BlameStep> steps = diff.blame();
  if (steps.empty()) {
    return;
  }
  const size_t column = diff.selection().sort_column;
  const Event& event = diff.selection().columns[column].event;
  // What rows are sorted by is a cost, unless it is a ratio.
  const std::string kind =
      diff.selection().sort_ratio ? "inclusive " + event_text(event) : "inclusive";
  out += fmt::format("\n{}\n", painted(fmt::format("path of the largest change ({}):", kind),
                                       Paint::kBold, style.color));
  for (size_t at = 0; at < steps.size(); ++at) {
    const BlameStep& step = steps[at];
    const std::string before = fmt::format("{:{}}{} ", "", 2 + 2 * std::min<size_t>(at, 20),
                                           change_text(event, step.inclusive));
    const std::string name = shown_name(step.name.name, style);
    const std::string split = split_phrase(event, step, column);
    const bool fits = style.width == 0 || display_width(before + name + split) <= style.width;
    out += fitted_line(before, name, fits ? split : "", style);
    if (!fits && !split.empty()) {
      out += fmt::format("   {}\n", split);
    }
  }
  const BlameStep& last = steps.back();
  out += fmt::format("the self cost of the last function changed by {}\n",
                     change_text(event, last.self));
}

void append_noise_lines(std::string& out, const Diff& diff) {
  const size_t column = diff.selection().sort_column;
  if (column >= diff.selection().columns.size()) {
    return;
  }
  const Event& event = diff.selection().columns[column].event;
  for (const auto& [side, word] :
       {std::pair(Version::kOld, "old"), std::pair(Version::kNew, "new")}) {
    const bool are_estimates = certainty_of(diff.totals(side)[column]) == Certainty::kEstimated;
    const std::string range = range_phrase(event, diff.total_ranges(side), column, are_estimates);
    if (!range.empty()) {
      out += fmt::format("{} side: the median of {}, {}\n", word,
                         counted(diff.run_count(side), "run"), range);
    }
  }
}

std::string calls_line(const DiffCalls& calls) {
  const auto pairs = [](size_t count) { return counted(count, "pair") + " of caller and callee"; };
  const size_t not_shown = calls.row_count() - calls.shown() + calls.left_out();
  if (calls.row_count() + calls.left_out() == 0) {
    return calls.unchanged() == 0 ? "the profiles record no calls" : "no change";
  }
  return not_shown == 0 ? fmt::format("all {} shown", pairs(calls.row_count()))
                        : fmt::format("not shown: {}", pairs(not_shown));
}

}  // namespace

std::string rest_line(const DiffCalls& calls) {
  const Selection& selection = calls.selection();
  std::string line = calls_line(calls);
  const std::vector<Amount> highest = calls.highest_not_shown();
  if (selection.sort_column < highest.size()) {
    line += fmt::format(", none by more than {}",
                        cost_phrase(selection.columns[selection.sort_column].event,
                                    highest[selection.sort_column]));
  }
  line += left_out_phrase(calls);
  return with_unchanged(std::move(line), calls.unchanged(), counted(calls.unchanged(), "pair"));
}

std::string rest_line(const DiffPeek& peek) {
  return neighbours_not_shown(peek.callers_in_all - peek.callers.size(),
                              peek.callees_in_all - peek.callees.size());
}

void write_text(const Diff& diff, const Style& style, ByteSink& out) {
  const Selection& selection = diff.selection();
  BufferedText stream(out);
  const GroupBy by = selection.group_by;
  Head head = list_head(diff, rows_word(by), counted_rows(diff.row_count(), by),
                        change_sorted_by(selection, true));
  add_total_ratios(head.notes, diff);
  append_head(stream.text(), head, style);
  const RowTable<ChangeLine> columns = change_columns(
      selection, {.has_inclusive = diff.has_inclusive(), .has_calls = diff.has_calls()}, style);
  if (diff.shown() != 0 && !write_changes(
                               stream, style, columns, rows_head(by), diff.shown(),
                               [&](size_t rank) { return diff.row(rank); }, function_name)) {
    return;
  }
  stream.text() += rest_line(diff) + medians_line(diff) + matches_line(diff);
  append_noise_lines(stream.text(), diff);
  stream.text() += estimate_note(selection, style);
  if (!diff.filter().matched) {
    append_blame(stream.text(), diff, style);
  }
  const bool has_next = diff.shown() != 0 && by == GroupBy::kFunction && diff.has_calls();
  if (has_next && selection.is_all_parts) {
    stream.text() += next_diff_peek(diff.row(0).name, style);
  }
}

void write_text(const DiffCalls& calls, const Style& style, ByteSink& out) {
  const Selection& selection = calls.selection();
  BufferedText stream(out);
  append_head(stream.text(),
              list_head(calls, "calls", counted(calls.row_count(), "call"),
                        change_sorted_by(selection, false)),
              style);
  const RowTable<ChangeLine> columns = change_columns(selection, {.has_self = false}, style);
  if (calls.shown() != 0 && !write_changes(
                                stream, style, columns, "caller → callee", calls.shown(),
                                [&](size_t rank) { return calls.row(rank); }, ends_name)) {
    return;
  }
  stream.text() += rest_line(calls) + estimate_note(selection, style);
}

void write_text(const DiffPeek& peek, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  Head on_top = change_head("Changes around ", peek.selection, peek.old_totals, peek.new_totals);
  on_top.name = shown_name(peek.function.name.name, style);
  append_head(stream.text(), on_top, style);
  const DiffRow& function = peek.function;
  const RowTable<ChangeLine> calls = change_columns(peek.selection, {.has_self = false}, style);
  const auto side = [&](std::string_view head, const std::vector<DiffCallRow>& rows,
                        size_t in_all) {
    if (rows.empty()) {
      stream.text() += fmt::format("no {}\n", head);
      return;
    }
    (void)write_changes(
        stream, style, calls, head, rows.size(), [&](size_t at) { return rows[at]; }, ends_name);
    if (rows.size() < in_all) {
      stream.text() +=
          fmt::format("not shown: {} more\n", grouped(static_cast<int128>(in_all - rows.size())));
    }
  };
  side("callers", peek.callers, peek.callers_in_all);
  stream.text() += "\n";
  const RowTable<ChangeLine> own = change_columns(peek.selection, {}, style);
  (void)write_changes(
      stream, style, own, "function", 1, [&](size_t) { return function; }, function_name);
  stream.text() += "\n";
  side("callees", peek.callees, peek.callees_in_all);
  stream.text() += estimate_note(peek.selection, style);
}

}  // namespace quern
