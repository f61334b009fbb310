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
#include "quern/output/text/flame_words.h"
#include "quern/output/text/head.h"
#include "quern/output/text/next_lines.h"
#include "quern/output/text/row_table.h"
#include "quern/output/text/tree_indent.h"
#include "quern/views/lists/row_list.h"

namespace quern {
namespace {

/// A row of the tree, or the branches without one, as a line with costs alone.
struct TreeLine {
  const TreeRow* row = nullptr;
  Amount whole;  ///< what 100 % is
  bool is_hidden = false;
};

RowTable<TreeLine> tree_columns(const Tree& tree, const Style& style) {
  const Selection& selection = tree.selection;
  const bool bottom_up = tree.request.bottom_up;
  const std::string kind = bottom_up ? "self" : "incl";
  RowTable<TreeLine> table(selection, style);
  if (table.has_costs()) {
    const size_t column = selection.sort_column;
    const Event& event = selection.columns[column].event;
    table.add(bottom_up ? "self" : "inclusive", 0, [&event, column](const TreeLine& line) {
      return cost_text(event, line.row->inclusive[column]);
    });
    table.add(kind + " %", 1, [column](const TreeLine& line) {
      return percent_text(line.row->inclusive[column], line.whole);
    });
    if (!bottom_up) {
      table.add("self", 3, [&event, column](const TreeLine& line) {
        return line.is_hidden ? std::string() : cost_text(event, line.row->self[column]);
      });
    }
  }
  const auto has_calls = [](const TreeRow& row) { return row.calls.has_value(); };
  if (std::ranges::any_of(tree.rows, has_calls)) {
    table.add("calls", 2, [](const TreeLine& line) {
      return line.row->calls ? grouped(*line.row->calls) : std::string();
    });
  }
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    const std::string name = ratio_name(selection, ratio);
    const unsigned spare = 4 + 2 * static_cast<unsigned>(ratio);
    table.add_named(kind + " " + name, spare, [ratio](const TreeLine& line) {
      return line.is_hidden ? std::string() : ratio_text(line.row->inclusive_ratios[ratio]);
    });
    if (!bottom_up) {
      table.add_named("self " + name, spare + 1, [ratio](const TreeLine& line) {
        return line.is_hidden ? std::string() : ratio_text(line.row->self_ratios[ratio]);
      });
    }
  }
  return table;
}

/// Calls line(TreeLine, name) until it answers false.
template <class Line>
void each_line(const Tree& tree, const Style& style, const Line& line) {
  const Selection& selection = tree.selection;
  std::vector<const TreeRow*> open;  // by depth: the last row there
  const auto whole_at = [&](uint32_t depth) -> Amount {
    const size_t column = selection.sort_column;
    if (column >= selection.columns.size()) {
      return Exact{};
    }
    return depth != 0 && is_of_parent(selection)
               ? open[depth - 1]->inclusive[column]
               : amount_of(tree.totals[column], selection.has_estimated_totals);
  };
  each_tree_line(
      tree.rows, tree.hidden, !tree.request.heaviest_path,
      [&](const TreeRow& row) {
        TableName name = name_cell(row.name, row.is_recursive ? " <recursive>" : "", style);
        name.indent = tree_indent(row.depth, style.width);
        open.resize(row.depth);
        const Amount whole = whole_at(row.depth);
        open.push_back(&row);
        return line(TreeLine{&row, whole}, name);
      },
      [&](const HiddenBranches& hidden, uint32_t depth) {
        TreeRow rest;
        rest.inclusive = hidden.inclusive;
        return line(TreeLine{&rest, whole_at(depth), true},
                    {fmt::format("({} not shown)", grouped(static_cast<int128>(hidden.count))),
                     {},
                     {},
                     {},
                     tree_indent(depth, style.width)});
      });
}

void write_tree_table(const Tree& tree, const Style& style, BufferedText& stream) {
  const RowTable<TreeLine> columns = tree_columns(tree, style);
  Table table = columns.table(tree.request.bottom_up ? "function, then its callers" : "function");
  write_measured(table, style.width, stream, [&](const auto& line) {
    each_line(tree, style, [&](const TreeLine& row, const TableName& name) {
      return line(columns.cells(row), name);
    });
  });
  stream.text() += columns.left_out(table.numbers());
}

bool has_estimates(const Tree& tree) {
  const auto is_estimate = [](const Amount& amount) {
    return certainty_of(amount) == Certainty::kEstimated;
  };
  return std::ranges::any_of(tree.rows, [&](const TreeRow& row) {
    return std::ranges::any_of(row.inclusive, is_estimate) ||
           std::ranges::any_of(row.self, is_estimate);
  });
}

const RowName* hottest_leaf(const Tree& tree) {
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

Head head_of_tree(const Tree& tree) {
  const Selection& selection = tree.selection;
  const size_t column = selection.sort_column;
  Head head;
  head.what = tree.request.heaviest_path ? "Heaviest path"
              : tree.request.bottom_up   ? "Bottom-up tree"
                                         : "Top-down tree";
  if (tree.is_exact || tree.has_calls) {
    head.what += fmt::format(" {}", branches_phrase(tree));
  } else {
    head.notes.emplace_back(branches_phrase(tree));
  }
  if (column < selection.columns.size()) {
    head.base = in_total(selection.columns[column].event,
                         amount_of(tree.totals[column], selection.has_estimated_totals));
  }
  if (is_of_parent(selection)) {
    head.notes.push_back(
        percent_phrase(selection, "the cost of the parent row, for roots the total"));
  }
  add_where(head.notes, selection);
  add_scope(head.notes, selection);
  return head;
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
                        bottom_up ? "" : " inclusive");
  }
  if (callers != 0) {
    line += fmt::format("{}{} of callers, whose cost is in the rows above", count != 0 ? "; " : "",
                        branches(callers));
  }
  return line + left_out_by_query(tree.selection, tree.left_out) + "\n";
}

void write_text(const Tree& tree, const Style& style, ByteSink& out) {
  const Selection& selection = tree.selection;
  BufferedText stream(out);
  append_head(stream.text(), head_of_tree(tree), style);
  write_tree_table(tree, style, stream);
  stream.text() += "\n";
  if (has_estimates(tree)) {
    stream.text() += note_lines(
        "~ is an estimate: the profile records calls, not whole stacks; below a function with "
        "several callers, costs are split in proportion",
        style);
  }
  stream.text() += note_lines(phrases(tree.contradictions), style);
  if (tree.is_cut) {
    stream.text() += fmt::format("cut at {} rows: an unrolled call graph is endless\n",
                                 grouped(static_cast<int128>(Tree::kMostRows)));
  }
  if (tree.left_out != 0) {
    stream.text() += tree.left_out == 1 ? "1 branch does not match the query\n"
                                        : fmt::format("{} branches do not match the query\n",
                                                      grouped(static_cast<int128>(tree.left_out)));
  }
  if (const RowName* const next = hottest_leaf(tree)) {
    stream.text() += first_two({next_annotate(*next, selection.group_by, style),
                                next_peek(*next, selection.group_by, style)});
  }
}

}  // namespace quern
