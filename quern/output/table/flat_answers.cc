// SPDX-License-Identifier: MIT
//
// The answers as CSV, TSV and Markdown. A row's amounts tell their certainty in columns of their
// own, so that no number is read as more than it is; Markdown, which people read, marks them.
#include <fmt/format.h>

#include "quern/output/answers/calls.h"
#include "quern/output/answers/input.h"
#include "quern/output/answers/lists.h"
#include "quern/output/answers/trees.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/flat_cells.h"
#include "quern/output/shared/shares.h"

namespace quern {
namespace {

/// And what rows and those above cost, where it is asked for.
void add_self_columns(std::vector<FlatColumn>& columns, const Selection& selection) {
  add_columns(columns, "self", selection);
  if (selection.running) {
    columns.push_back({"running:" + selection.columns[selection.sort_column].event.name, true});
  }
}

void add_self(Cells& cells, const Selection& selection, const TopRow& row, FlatForm form) {
  add_amounts(cells, row.self, selection, form);
  if (selection.running) {
    cells.push_back(
        row.running ? cost_cell(selection.columns[selection.sort_column].event, *row.running, form)
                    : std::string());
  }
}

void add_top_row(Cells& cells, const Selection& selection, const TopRow& row, FlatForm form) {
  add_name(cells, row.name);
  add_line(cells, selection, row.name);
  add_self(cells, selection, row, form);
  add_inclusive(cells, row.inclusive, selection, form,
                std::max(least_certain(row.self, row.calls), least_certain({}, row.running)));
  add_ratios(cells, row.self_ratios);
  add_ratios(cells, row.inclusive_ratios);
  cells.push_back(cell_of(row.calls, form));
  add_number(cells, row.cycle);
  if (row.paths) {
    add_number(cells, row.paths);
  }
}

/// The callers or callees of quern peek, below the function's own row.
void write_side(FlatWriter& writer, const std::string& role, const Peek& peek,
                const std::vector<PeekNeighbour>& rows, FlatForm form) {
  const size_t events = peek.selection.columns.size();
  for (const PeekNeighbour& row : rows) {
    Cells cells = {role};
    add_name(cells, row.name);
    add_line(cells, peek.selection, row.name);
    cells.insert(cells.end(), events, "");
    add_inclusive(cells, row.inclusive, peek.selection, form, least_certain({}, row.count));
    cells.insert(cells.end(), row.inclusive_ratios.size(), "");
    add_ratios(cells, row.inclusive_ratios);
    cells.push_back(cell_of(row.count, form));
    add_number(cells, row.is_in_cycle ? peek.function.cycle : std::nullopt);
    add_percents(cells, peek.selection, row.inclusive, peek.function.inclusive, form);
    if (!writer.row(cells)) {
      return;
    }
  }
}

std::vector<Amount> total_amounts_of(const Tree& tree) {
  std::vector<Amount> totals;
  for (const int128 total : tree.totals) {
    totals.push_back(amount_of(total, tree.selection.has_estimated_totals));
  }
  return totals;
}

/// What `info` knows as rows of section, name and value.
class FlatInfo {
 public:
  FlatInfo(const Info& info, FlatWriter& writer) : info_(info), writer_(writer) {}

  void write() {
    for (const std::string& file : info_.files) {
      row("input", "file", file);
    }
    row("input", "format", info_.format.value_or(""));
    row("input", "dialect", info_.dialect.value_or(""));
    row("input", "creator", info_.creator.value_or(""));
    row("input", "command", info_.command.value_or(""));
    row("input", "pid", info_.pid);
    row("input", "bytes", std::optional(info_.raw_bytes));
    row("input", "text bytes", std::optional(info_.text_bytes));
    costs("total", info_.totals);
    for (const InfoDerived& derived : info_.derived) {
      if (derived.value) {
        row("derived total", derived.event.name, to_decimal(*derived.value));
      }
    }
    if (info_.declared_summary) {
      costs("declared summary", *info_.declared_summary);
    }
    if (info_.declared_totals) {
      costs("declared totals", *info_.declared_totals);
    }
    if (info_.percent_base) {
      costs("percent base", *info_.percent_base);
    }
    counts();
    parts();
    for (const InfoWarning& warning : info_.warnings) {
      row("warning", std::string(warning.code->name), std::optional(warning.count));
    }
  }

 private:
  void row(const std::string& section, const std::string& name, const std::string& value) {
    (void)writer_.row(Cells{section, name, value});
  }
  void row(const std::string& section, const std::string& name,
           const std::optional<uint64_t>& value) {
    row(section, name, value ? to_decimal(static_cast<int128>(*value)) : "");
  }
  void costs(const std::string& section, std::span<const int128> costs) {
    for (size_t at = 0; at < costs.size(); ++at) {
      row(section, info_.events[at].name, to_decimal(costs[at]));
    }
  }

  void counts() {
    const Info::Counts& counts = info_.counts;
    row("count", "functions", std::optional(counts.functions));
    row("count", "function names", std::optional(counts.function_names));
    row("count", "files", std::optional(counts.files));
    row("count", "objects", std::optional(counts.objects));
    row("count", "calls", std::optional(counts.calls));
    row("count", "lines", std::optional(counts.lines));
    row("count", "instructions", std::optional(counts.instructions));
    row("count", "jumps", std::optional(counts.jumps));
    row("count", "contexts", std::optional(counts.contexts));
  }

  /// Parts are told by their place, since their own numbers may be missing or repeat.
  void parts() {
    for (size_t at = 0; at < info_.parts.size(); ++at) {
      const InfoPart& part = info_.parts[at];
      const std::string section = "part " + std::to_string(at + 1);
      row(section, "number", part.number);
      row(section, "pid", part.pid);
      row(section, "thread", part.thread);
      row(section, "command", part.command.value_or(""));
      row(section, "trigger", part.trigger.value_or(""));
      row(section, "period", part.period ? fmt::format("{}", *part.period) : "");
      for (const std::string& description : part.descriptions) {
        row(section, "description", description);
      }
      costs(section, part_totals(info_, part));
    }
  }

  const Info& info_;
  FlatWriter& writer_;
};

}  // namespace

void add_inclusive_columns(std::vector<FlatColumn>& columns, const Selection& selection,
                           FlatForm form) {
  add_columns(columns, "inclusive", selection);
  if (form != FlatForm::kMarkdown) {
    add_columns(columns, "inclusive_max", selection);
    columns.push_back({"certainty"});
  }
}

void add_inclusive(Cells& cells, std::span<const Amount> amounts, const Selection& selection,
                   FlatForm form, Certainty certainty) {
  add_amounts(cells, amounts, selection, form);
  if (form == FlatForm::kMarkdown) {
    return;
  }
  for (const Amount& amount : amounts) {
    cells.push_back(to_decimal(upper_of(amount)));
  }
  cells.emplace_back(to_string(std::max(certainty, least_certain(amounts, std::nullopt))));
}

void add_ratios(Cells& cells, std::span<const std::optional<Fraction>> ratios) {
  for (const std::optional<Fraction>& ratio : ratios) {
    cells.push_back(!ratio                    ? ""
                    : ratio->denominator == 1 ? to_decimal(ratio->numerator)
                                              : fmt::format("{}", to_double(*ratio)));
  }
}

void write_flat(const Top& top, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns;
  add_name_columns(columns);
  add_line_column(columns, top.selection());
  add_self_columns(columns, top.selection());
  add_inclusive_columns(columns, top.selection(), form);
  add_ratio_columns(columns, "self", top.selection());
  add_ratio_columns(columns, "inclusive", top.selection());
  columns.insert(columns.end(), {{"calls", true}, {"cycle", true}});
  if (top.selection().counts_paths) {
    columns.push_back({"paths", true});
  }
  FlatWriter writer(form, out, columns);
  for (size_t rank = 0; rank < top.shown(); ++rank) {
    Cells cells;
    add_top_row(cells, top.selection(), top.row(rank), form);
    if (!writer.row(cells)) {
      return;
    }
  }
}

void write_flat(const Lines& lines, FlatForm form, ByteSink& out) {
  const Selection& selection = lines.selection();
  std::vector<FlatColumn> columns = {
      {"file"}, {"line", true}, {"function"}, {"function_file"}, {"function_object"}};
  add_self_columns(columns, selection);
  add_ratio_columns(columns, "self", selection);
  const bool tells_certainty = selection.has_estimates && form != FlatForm::kMarkdown;
  if (tells_certainty) {
    columns.push_back({"certainty"});
  }
  FlatWriter writer(form, out, columns);
  for (size_t rank = 0; rank < lines.shown(); ++rank) {
    const TopRow row = lines.row(rank);
    Cells cells = {std::string(row.name.file)};
    add_number(cells, row.name.line);
    add_name(cells, lines.function(rank).value_or(RowName{}));
    add_self(cells, selection, row, form);
    add_ratios(cells, row.self_ratios);
    if (tells_certainty) {
      cells.emplace_back(to_string(least_certain(row.self, row.running)));
    }
    if (!writer.row(cells)) {
      return;
    }
  }
}

void write_flat(const Calls& calls, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns;
  add_name_columns(columns, "caller");
  add_line_column(columns, calls.selection(), "caller_");
  add_name_columns(columns, "callee");
  add_line_column(columns, calls.selection(), "callee_");
  columns.push_back({"count", true});
  add_columns(columns, "inclusive", calls.selection());
  add_ratio_columns(columns, "inclusive", calls.selection());
  const bool tells_certainty = calls.selection().has_estimates && form != FlatForm::kMarkdown;
  if (tells_certainty) {
    columns.push_back({"certainty"});
  }
  FlatWriter writer(form, out, columns);
  for (size_t rank = 0; rank < calls.shown(); ++rank) {
    const CallRow row = calls.row(rank);
    Cells cells;
    add_name(cells, row.caller);
    add_line(cells, calls.selection(), row.caller);
    add_name(cells, row.callee);
    add_line(cells, calls.selection(), row.callee);
    cells.push_back(cell_of(row.count, form));
    add_amounts(cells, row.inclusive, calls.selection(), form);
    add_ratios(cells, row.inclusive_ratios);
    if (tells_certainty) {
      cells.emplace_back(to_string(least_certain(row.inclusive, row.count)));
    }
    if (!writer.row(cells)) {
      return;
    }
  }
}

void write_flat(const Tree& tree, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns = {{"depth", true}};
  add_name_columns(columns);
  add_columns(columns, "self", tree.selection);
  add_inclusive_columns(columns, tree.selection, form);
  add_ratio_columns(columns, "self", tree.selection);
  add_ratio_columns(columns, "inclusive", tree.selection);
  columns.insert(columns.end(), {{"calls", true}, {"children", true}, {"recursive"}});
  add_percent_columns(columns, tree.selection, form);
  FlatWriter writer(form, out, columns);
  const std::vector<Amount> totals = total_amounts_of(tree);
  for (const TreeRow& row : tree.rows) {
    Cells cells = {std::to_string(row.depth)};
    add_name(cells, row.name);
    add_amounts(cells, row.self, tree.selection, form);
    add_inclusive(cells, row.inclusive, tree.selection, form,
                  least_certain(row.self, std::nullopt));
    add_ratios(cells, row.self_ratios);
    add_ratios(cells, row.inclusive_ratios);
    add_number(cells, row.calls);
    cells.push_back(std::to_string(row.children));
    cells.emplace_back(row.is_recursive ? "yes" : "");
    add_percents(cells, tree.selection, row.inclusive,
                 row.parent ? tree.rows[*row.parent].inclusive : totals, form);
    if (!writer.row(cells)) {
      return;
    }
  }
}

void write_flat(const Peek& peek, PeekSides sides, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns = {{"role"}};
  add_name_columns(columns);
  add_line_column(columns, peek.selection);
  add_columns(columns, "self", peek.selection);
  add_inclusive_columns(columns, peek.selection, form);
  add_ratio_columns(columns, "self", peek.selection);
  add_ratio_columns(columns, "inclusive", peek.selection);
  columns.insert(columns.end(), {{"calls", true}, {"cycle", true}});
  add_percent_columns(columns, peek.selection, form);
  FlatWriter writer(form, out, columns);
  if (sides != PeekSides::kCallees) {
    write_side(writer, "caller", peek, peek.callers, form);
  }
  Cells cells = {"function"};
  add_top_row(cells, peek.selection, peek.function, form);
  add_percents(cells, peek.selection, peek.function.inclusive, peek.function.inclusive, form);
  (void)writer.row(cells);
  if (sides != PeekSides::kCallers) {
    write_side(writer, "callee", peek, peek.callees, form);
  }
}

void write_flat(const Info& info, FlatForm form, ByteSink& out) {
  const std::vector<FlatColumn> columns = {{"section"}, {"name"}, {"value"}};
  FlatWriter writer(form, out, columns);
  FlatInfo(info, writer).write();
}

void write_flat(const Check& check, FlatForm form, ByteSink& out) {
  const std::vector<FlatColumn> columns = {{"severity"},     {"code"},    {"file"}, {"line", true},
                                           {"column", true}, {"message"}, {"hint"}};
  FlatWriter writer(form, out, columns);
  for (const CheckFinding& finding : check.findings) {
    Cells cells = {std::string(to_string(finding.severity)), std::string(finding.code),
                   finding.input};
    add_number(cells, finding.place.line);
    add_number(cells, finding.place.column);
    cells.push_back(finding.message);
    cells.push_back(finding.hint);
    if (!writer.row(cells)) {
      return;
    }
  }
  for (const CheckMore& more : check.more) {
    (void)writer.row(Cells{"", std::string(more.code), more.input, "", "",
                           "and " + std::to_string(more.not_listed) + " more", ""});
  }
}

void write_flat(std::span<const CodeInfo* const> codes, FlatForm form, ByteSink& out) {
  const std::vector<FlatColumn> columns = {{"code"}, {"severity"}, {"summary"}};
  FlatWriter writer(form, out, columns);
  for (const CodeInfo* const code : codes) {
    (void)writer.row(Cells{std::string(code->name), std::string(to_string(code->severity)),
                           std::string(code->summary)});
  }
}

}  // namespace quern
