// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/trees.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/shares.h"
#include "quern/output/text/diagnostic_text.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"
#include "quern/output/text/tree_indent.h"
#include "quern/views/lists/row_list.h"

namespace quern {
namespace {

class TreeTable {
 public:
  TreeTable(const Tree& tree, const Style& style)
      : tree_(tree), style_(style), selection_(tree.selection), table_(heads(), style.color) {}

  void write(BufferedText& stream) {
    write_measured(table_, style_.width, stream, [this](const auto& line) { each(line); });
    stream.text() += left_out_line(without_room());
  }

 private:
  [[nodiscard]] std::vector<TableColumn> heads() const {
    std::vector<TableColumn> heads;
    const auto add = [&heads](std::string head, unsigned spare) {
      heads.push_back({std::move(head), TableColumn::Align::kRight, spare});
    };
    if (!selection_.columns.empty()) {
      add(tree_.request.bottom_up ? "self" : "inclusive", 0);
      add(tree_.request.bottom_up ? "self %" : "incl %", 1);
      if (!tree_.request.bottom_up) {
        add("self", 3);
      }
    }
    add("calls", 2);
    for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
      const std::string name = ratio_name(selection_, ratio);
      const unsigned spare = 4 + 2 * static_cast<unsigned>(ratio);
      add(fmt::format("{} {}", tree_.request.bottom_up ? "self" : "incl", name), spare);
      if (!tree_.request.bottom_up) {
        add("self " + name, spare + 1);
      }
    }
    heads.push_back({tree_.request.bottom_up ? "function, then its callers" : "function",
                     TableColumn::Align::kLeft, 0});
    return heads;
  }

  [[nodiscard]] std::vector<std::string> cells(const Amount* inclusive, const Amount* self,
                                               const std::optional<uint64_t>& calls,
                                               const TreeRow* parent) const {
    std::vector<std::string> cells;
    if (inclusive != nullptr) {
      const size_t column = selection_.sort_column;
      const Event& event = selection_.columns[column].event;
      const Amount whole = parent != nullptr && is_of_parent(selection_)
                               ? parent->inclusive[column]
                               : amount_of(tree_.totals[column], selection_.has_estimated_totals);
      cells = {cost_text(event, *inclusive), percent_text(*inclusive, whole)};
      if (!tree_.request.bottom_up) {
        cells.push_back(self != nullptr ? cost_text(event, *self) : "");
      }
    }
    cells.push_back(calls ? grouped(*calls) : "");
    return cells;
  }

  /// Those of a row, behind its costs; of branches without a row blanks.
  [[nodiscard]] std::vector<std::string> with_ratios(std::vector<std::string> cells,
                                                     const TreeRow* row) const {
    for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
      cells.push_back(row != nullptr ? ratio_text(row->inclusive_ratios[ratio]) : "");
      if (!tree_.request.bottom_up) {
        cells.push_back(row != nullptr ? ratio_text(row->self_ratios[ratio]) : "");
      }
    }
    return cells;
  }

  /// The ratios that have no room.
  [[nodiscard]] std::vector<std::string> without_room() const {
    const std::vector<TableColumn> columns = heads();
    const size_t ratios = selection_.ratios.size() * (tree_.request.bottom_up ? 1 : 2);
    std::vector<std::string> names;
    for (size_t at = columns.size() - 1 - ratios; at + 1 < columns.size(); ++at) {
      if (!table_.has(at)) {
        names.push_back(columns[at].head);
      }
    }
    return names;
  }

  [[nodiscard]] const Amount* leading(const std::vector<Amount>& amounts) const {
    return selection_.sort_column < amounts.size() ? &amounts[selection_.sort_column] : nullptr;
  }

  template <class Line>
  void each(Line line) const {
    std::vector<const TreeRow*> open;  // by depth: the last row there
    each_tree_line(
        tree_.rows, tree_.hidden, !tree_.request.heaviest_path,
        [&](const TreeRow& row) {
          TableName name = name_cell(row.name, row.is_recursive ? " <recursive>" : "", style_);
          name.text.insert(0, tree_indent(row.depth));
          open.resize(row.depth);
          const TreeRow* const parent = open.empty() ? nullptr : open.back();
          open.push_back(&row);
          return line(
              with_ratios(cells(leading(row.inclusive), leading(row.self), row.calls, parent),
                          &row),
              name);
        },
        [&](const HiddenBranches& hidden, uint32_t depth) {
          const TreeRow* const parent = depth == 0 ? nullptr : open[depth - 1];
          return line(
              with_ratios(cells(leading(hidden.inclusive), nullptr, std::nullopt, parent), nullptr),
              {fmt::format("{}({} not shown)", tree_indent(depth),
                           grouped(static_cast<int128>(hidden.count))),
               {},
               {},
               {}});
        });
  }

  const Tree& tree_;
  const Style& style_;
  const Selection& selection_;
  Table table_;
};

bool has_estimates(const Tree& tree) {
  const auto is_estimate = [](const Amount& amount) {
    return certainty_of(amount) == Certainty::kEstimated;
  };
  return std::ranges::any_of(tree.rows, [&](const TreeRow& row) {
    return std::ranges::any_of(row.inclusive, is_estimate) ||
           std::ranges::any_of(row.self, is_estimate);
  });
}

const RowName* dearest_leaf(const Tree& tree) {
  const TreeRow* best = nullptr;
  const size_t column = tree.selection.sort_column;
  for (const TreeRow& row : tree.rows) {
    if (column < row.self.size() && row.name.name != kNotInProfile &&
        (best == nullptr || lower_of(row.self[column]) > lower_of(best->self[column]))) {
      best = &row;
    }
  }
  return best == nullptr ? nullptr : &best->name;
}

}  // namespace

std::string rest_line(const Tree& tree) {
  const bool bottom_up = tree.request.bottom_up;
  const size_t column = tree.selection.sort_column;
  size_t count = tree.hidden.count;
  size_t callers = 0;  // bottom-up: below a row are parts of what it shows
  std::optional<Amount> cost;
  const auto add = [&](const HiddenBranches& hidden) {
    if (hidden.count != 0 && column < hidden.inclusive.size()) {
      cost = cost ? sum_of(*cost, hidden.inclusive[column], false) : hidden.inclusive[column];
    }
  };
  add(tree.hidden);
  for (const TreeRow& row : tree.rows) {
    (bottom_up ? callers : count) += row.hidden.count;
    if (!bottom_up) {
      add(row.hidden);
    }
  }
  if (count + callers + tree.left_out == 0) {
    return {};
  }
  const auto branches = [](size_t number) {
    return number == 1 ? std::string("1 branch")
                       : grouped(static_cast<int128>(number)) + " branches";
  };
  std::string line = "not shown: ";
  if (count != 0 || callers == 0) {
    line += branches(count);
  }
  // Peaks of branches do not add up.
  if (cost && tree.selection.columns[column].event.combine != Combine::kMax) {
    line += fmt::format(", {}{}", cost_phrase(tree.selection.columns[column].event, *cost),
                        bottom_up ? "" : " with all below");
  }
  if (callers != 0) {
    line += fmt::format("{}{} of callers, whose cost is in the rows above", count != 0 ? "; " : "",
                        branches(callers));
  }
  return line + left_out_by_query(tree.left_out) + "\n";
}

void write_text(const Tree& tree, const Style& style, ByteSink& out) {
  const Selection& selection = tree.selection;
  std::vector<std::string> pieces = {tree.request.heaviest_path ? "heaviest path"
                                     : tree.request.bottom_up   ? "tree, bottom-up"
                                                                : "tree, top-down"};
  if (selection.sort_column < selection.columns.size()) {
    pieces.push_back(total_phrase(
        selection.columns[selection.sort_column].event,
        amount_of(tree.totals[selection.sort_column], selection.has_estimated_totals)));
  }
  pieces.emplace_back(tree.is_exact ? "from exact stacks" : "from the call graph");
  if (is_of_parent(selection)) {
    pieces.push_back(percent_phrase(selection, "the branch above, of roots the total"));
  }
  add_where(pieces, selection);
  add_scope(pieces, selection);
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  TreeTable(tree, style).write(stream);
  stream.text() += "\n";
  if (has_estimates(tree)) {
    stream.text() += note_lines(
        "~ is an estimate: the input says who called whom at what cost, not whole stacks; below a "
        "function with several callers costs are split in proportion",
        style);
  }
  for (const std::string& phrase : phrases(tree.contradictions)) {
    stream.text() += note_lines(phrase, style);
  }
  if (tree.is_cut) {
    stream.text() += fmt::format("cut at {} rows: an unrolled call graph has no end\n",
                                 grouped(static_cast<int128>(Tree::kMostRows)));
  }
  if (tree.left_out != 0) {
    stream.text() +=
        fmt::format("{} left out by the query\n",
                    tree.left_out == 1 ? "1 branch"
                                       : grouped(static_cast<int128>(tree.left_out)) + " branches");
  }
  if (const RowName* const next = dearest_leaf(tree)) {
    stream.text() += next_peek(*next, selection.group_by, style);
  }
}

}  // namespace quern
