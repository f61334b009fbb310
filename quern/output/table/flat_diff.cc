// SPDX-License-Identifier: MIT
//
// Comparisons as CSV, TSV and Markdown: the old, the new and the change of each cost. A column
// tells where a change is an estimate.
#include "quern/output/answers/diff.h"
#include "quern/output/render.h"
#include "quern/output/shared/flat_cells.h"

namespace quern {
namespace {

enum class Kind : uint8_t { kSelf, kInclusive };

void add_three(std::vector<FlatColumn>& columns, std::string_view kind,
               const Selection& selection) {
  for (const std::string_view which : {"old ", "new ", "change of "}) {
    add_columns(columns, std::string(which) + std::string(kind), selection);
  }
}

void add_three_ratios(std::vector<FlatColumn>& columns, std::string_view kind,
                      const Selection& selection) {
  for (const std::string_view which : {"old ", "new ", "change of "}) {
    add_ratio_columns(columns, std::string(which) + std::string(kind), selection);
  }
}

std::vector<FlatColumn> diff_columns(const Selection& selection, bool has_self) {
  std::vector<FlatColumn> columns = {{"status"}};
  if (has_self) {
    columns.insert(columns.end(), {{"match"}, {"old_name"}});
    add_three(columns, "self", selection);
  }
  add_three(columns, "inclusive", selection);
  columns.push_back({"certainty"});
  columns.insert(columns.end(), {{"old calls", true}, {"new calls", true}});
  add_columns(columns, "more calls", selection);
  add_columns(columns, "dearer calls", selection);
  if (has_self) {
    add_three_ratios(columns, "self", selection);
  }
  add_three_ratios(columns, "inclusive", selection);
  columns.push_back({"noise"});
  return columns;
}

/// What a row's cells are written for.
struct Target {
  const Selection& selection;
  FlatForm form;
  [[nodiscard]] size_t columns() const { return selection.columns.size(); }
  void add(Cells& cells, std::span<const Amount> amounts) const {
    add_lower(cells, amounts, selection, form);
  }
};

void add_blanks(Cells& cells, size_t count) {
  cells.insert(cells.end(), count, "");
}

void add_side(Cells& cells, const std::optional<DiffSide>& side, Kind kind, const Target& to) {
  if (!side) {
    add_blanks(cells, to.columns());
  } else if (kind == Kind::kSelf) {
    to.add(cells, side->self);
  } else {
    to.add(cells, side->inclusive);
  }
}

/// The old ratios, the new ones, and their changes.
template <class Row>
void add_ratios_of(Cells& cells, const Row& row,
                   std::vector<std::optional<Fraction>> DiffSide::* of_side,
                   std::span<const std::optional<Fraction>> change) {
  for (const std::optional<DiffSide>* side : {&row.old_side, &row.new_side}) {
    if (*side) {
      add_ratios(cells, (**side).*of_side);
    } else {
      add_blanks(cells, change.size());
    }
  }
  add_ratios(cells, change);
}

/// What rows of functions and of calls have in common, from the inclusive costs on.
template <class Row>
void add_rest(Cells& cells, const Row& row, const Target& to) {
  add_side(cells, row.old_side, Kind::kInclusive, to);
  add_side(cells, row.new_side, Kind::kInclusive, to);
  to.add(cells, row.change.inclusive);
  cells.emplace_back(to_string(std::max(least_certain(row.change.self, row.change.calls),
                                        least_certain(row.change.inclusive, std::nullopt))));
  for (const std::optional<DiffSide>* side : {&row.old_side, &row.new_side}) {
    const std::optional<Amount> calls = *side ? (*side)->calls : std::nullopt;
    cells.push_back(calls ? to_decimal(lower_of(*calls)) : "");
  }
  if (row.change.split) {
    to.add(cells, row.change.split->more_calls);
    to.add(cells, row.change.split->dearer_calls);
  } else {
    add_blanks(cells, 2 * to.columns());
  }
  // A row of calls has none of its own; those of a side that is not there are blank.
  if (!row.change.self_ratios.empty()) {
    add_ratios_of(cells, row, &DiffSide::self_ratios, row.change.self_ratios);
  }
  add_ratios_of(cells, row, &DiffSide::inclusive_ratios, row.change.inclusive_ratios);
  cells.emplace_back(row.is_noise ? "yes" : "");
}

/// A row with a name and costs of its own.
template <class Row>
void add_named_change(Cells& cells, const Row& row, std::string_view match, const Target& to) {
  add_name(cells, row.name);
  cells.emplace_back(to_string(row.status));
  cells.emplace_back(match);
  cells.emplace_back(row.old_name ? row.old_name->name : std::string_view());
  add_side(cells, row.old_side, Kind::kSelf, to);
  add_side(cells, row.new_side, Kind::kSelf, to);
  to.add(cells, row.change.self);
  add_rest(cells, row, to);
}

Cells call_cells(const DiffCallRow& row, const Target& to) {
  Cells cells;
  add_name(cells, row.caller);
  add_name(cells, row.callee);
  for (const EndMatch* found : {&row.caller_match, &row.callee_match}) {
    cells.emplace_back(is_told(found->match) ? to_string(found->match) : std::string_view());
    cells.emplace_back(found->old_name ? found->old_name->name : std::string_view());
  }
  cells.emplace_back(to_string(row.status));
  add_rest(cells, row, to);
  return cells;
}

std::vector<FlatColumn> call_columns(const Selection& selection) {
  std::vector<FlatColumn> columns;
  add_name_columns(columns, "caller");
  add_name_columns(columns, "callee");
  columns.insert(columns.end(),
                 {{"caller_match"}, {"caller_old_name"}, {"callee_match"}, {"callee_old_name"}});
  const std::vector<FlatColumn> rest = diff_columns(selection, false);
  columns.insert(columns.end(), rest.begin(), rest.end());
  return columns;
}

/// Depth first, with the places of a flame graph's frames where there are some.
void write_tree(const DiffTree& tree, std::span<const FlamePlace> places, FlatForm form,
                ByteSink& out) {
  std::vector<FlatColumn> columns = {{"depth", true}};
  if (!places.empty()) {
    columns.insert(columns.end(), {{"x", true}, {"width", true}});
  }
  add_name_columns(columns);
  const std::vector<FlatColumn> rest = diff_columns(tree.selection(), true);
  columns.insert(columns.end(), rest.begin(), rest.end());
  FlatWriter writer(form, out, columns);
  for (size_t at = 0; at < tree.rows.size(); ++at) {
    Cells cells = {std::to_string(tree.rows[at].depth)};
    if (!places.empty()) {
      add_costs(cells, std::vector<int128>{places[at].x, places[at].width});
    }
    // Which path is which follows from its functions: that of the last is told.
    const Match match = tree.rows[at].match;
    add_named_change(cells, tree.rows[at], is_told(match) ? to_string(match) : std::string_view(),
                     {tree.selection(), form});
    if (!writer.row(cells)) {
      return;
    }
  }
}

}  // namespace

void write_flat(const Diff& diff, FlatForm form, ByteSink& out) {
  std::vector<FlatColumn> columns;
  add_name_columns(columns);
  const std::vector<FlatColumn> rest = diff_columns(diff.selection(), true);
  columns.insert(columns.end(), rest.begin(), rest.end());
  FlatWriter writer(form, out, columns);
  for (size_t rank = 0; rank < diff.shown(); ++rank) {
    const DiffRow row = diff.row(rank);
    Cells cells;
    add_named_change(cells, row, to_string(row.match), {diff.selection(), form});
    if (!writer.row(cells)) {
      return;
    }
  }
}

void write_flat(const DiffCalls& calls, FlatForm form, ByteSink& out) {
  FlatWriter writer(form, out, call_columns(calls.selection()));
  for (size_t rank = 0; rank < calls.shown(); ++rank) {
    if (!writer.row(call_cells(calls.row(rank), {calls.selection(), form}))) {
      return;
    }
  }
}

/// Callers, then callees: rows of calls.
void write_flat(const DiffPeek& peek, FlatForm form, ByteSink& out) {
  FlatWriter writer(form, out, call_columns(peek.selection));
  for (const auto* side : {&peek.callers, &peek.callees}) {
    for (const DiffCallRow& row : *side) {
      if (!writer.row(call_cells(row, {peek.selection, form}))) {
        return;
      }
    }
  }
}

void write_flat(const DiffTree& tree, FlatForm form, ByteSink& out) {
  write_tree(tree, {}, form, out);
}

void write_flat(const DiffFlame& flame, FlatForm form, ByteSink& out) {
  write_tree(flame.tree, flame.places, form, out);
}

}  // namespace quern
