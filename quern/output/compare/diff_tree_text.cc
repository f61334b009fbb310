// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/flame_words.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/tree_indent.h"
#include "quern/views/lists/row_list.h"

namespace quern {
namespace {

class DiffTreeTable {
 public:
  DiffTreeTable(const DiffTree& tree, const Style& style)
      : tree_(tree),
        style_(style),
        columns_(change_columns(tree.selection(),
                                {.has_self = !tree.request.bottom_up, .has_calls = has_calls(tree)},
                                style)),
        table_(columns_.table(tree.request.bottom_up ? "function, then its callers" : "function")) {
  }

  void write(BufferedText& stream) {
    write_measured(table_, style_.width, stream, [this](const auto& line) { each(line); });
  }

 private:
  static bool has_calls(const DiffTree& tree) {
    return std::ranges::any_of(tree.rows,
                               [](const DiffTreeRow& row) { return row.change.calls.has_value(); });
  }

  [[nodiscard]] TableName name_of(const DiffTreeRow& row) const {
    std::string mark(status_word(row.status));
    mark += is_told(row.match) ? fmt::format(" <{}>", match_word(row.match)) : "";
    mark += row.is_recursive ? " <recursive>" : "";
    mark += row.is_noise ? " <noise>" : "";
    TableName name = name_cell(row.name, mark, style_);
    if (row.old_name && row.old_name->name != row.name.name) {
      name.second = name.text;
      name.text = shown_name(row.old_name->name, style_);
    }
    name.indent = tree_indent(row.depth, style_.width);
    return name;
  }

  template <class Line>
  void each(Line line) const {
    const auto hidden_line = [&](const HiddenChanges& hidden, uint32_t depth) {
      if (hidden.unchanged == hidden.count && !tree_.request.unchanged) {
        return true;
      }
      const DiffSide was = side_of(hidden.old_inclusive);
      const DiffSide is = side_of(hidden.new_inclusive);
      return line(columns_.cells({was, is, change_between(was, is)}),
                  {fmt::format("({} not shown)", grouped(static_cast<int128>(hidden.count))),
                   {},
                   {},
                   {},
                   tree_indent(depth, style_.width)});
    };
    each_tree_line(
        tree_.rows, tree_.hidden, !tree_.request.heaviest_path,
        [&](const DiffTreeRow& row) {
          return line(columns_.cells(change_line(row)), name_of(row));
        },
        hidden_line);
  }

  /// What has no rows of its own tells no self cost.
  static DiffSide side_of(const std::vector<Amount>& inclusive) {
    DiffSide side;
    side.self.resize(inclusive.size(), Exact{0});
    side.inclusive = inclusive;
    return side;
  }

  const DiffTree& tree_;
  const Style& style_;
  RowTable<ChangeLine> columns_;
  Table table_;
};

std::string counted_branches(size_t count) {
  return count == 1 ? "1 branch" : grouped(static_cast<int128>(count)) + " branches";
}

void append_foot(std::string& out, const DiffTree& tree, const Style& style) {
  if (tree.rows.empty() && tree.left_out == 0) {
    out += tree.differs_below
               ? "no branch changed as a whole, but some below did: --unchanged opens them\n"
               : "no change\n";
  }
  if (has_estimated_changes(tree)) {
    out += note_lines(
        "~ is an estimate: a profile records calls, not whole stacks; below a function with "
        "several callers, costs are split in proportion",
        style);
  }
  out += estimate_note(tree.selection(), style);
  if (tree.is_cut) {
    out += fmt::format("cut at {} rows: an unrolled call graph is endless\n",
                       grouped(static_cast<int128>(DiffTree::kMostRows)));
  }
  if (tree.left_out != 0) {
    out += counted_branches(tree.left_out) + (tree.left_out == 1 ? " does" : " do") +
           " not match the query\n";
  }
  if (tree.unchanged != 0) {
    out += fmt::format("{} closed (--unchanged opens them)\n",
                       tree.unchanged == 1 ? "1 branch without a change is"
                                           : grouped(static_cast<int128>(tree.unchanged)) +
                                                 " branches without a change are");
  }
}

/// Branches without a row, and by how much they changed; nothing where all have one. Bottom-up,
/// those below a row are parts of what it shows.
std::string hidden_changes_line(const DiffTree& tree) {
  const size_t column = tree.selection().sort_column;
  const bool bottom_up = tree.request.bottom_up;
  size_t count = 0, callers = 0;
  std::optional<Amount> change;
  const auto add = [&](const HiddenChanges& hidden, bool is_part_of_row) {
    (is_part_of_row ? callers : count) +=
        hidden.count - (tree.request.unchanged ? 0 : hidden.unchanged);
    if (!is_part_of_row && column < hidden.new_inclusive.size()) {
      const Amount by = change_of(hidden.old_inclusive[column], hidden.new_inclusive[column]);
      change = change ? sum_of(*change, by, false) : by;
    }
  };
  add(tree.hidden, false);
  for (const DiffTreeRow& row : tree.rows) {
    add(row.hidden, bottom_up);
  }
  if (count + callers == 0) {
    return {};
  }
  std::string line = "not shown: ";
  line += count != 0 ? counted_branches(count) : "";
  // Peaks of branches do not add up.
  if (count != 0 && change && column < tree.selection().columns.size() &&
      tree.selection().columns[column].event.combine != Combine::kMax) {
    const Event& event = tree.selection().columns[column].event;
    line += fmt::format(", {} {}{}", change_text(event, *change), event_text(event),
                        bottom_up ? "" : " inclusive");
  }
  if (callers != 0) {
    line += fmt::format("{}{} of callers, whose changes are in the rows above",
                        count != 0 ? "; " : "", counted_branches(callers));
  }
  return line + "\n";
}

void write_answer(const DiffTree& tree, std::string what, const Style& style,
                  BufferedText& stream) {
  const Selection& selection = tree.selection();
  Head head = change_head(std::move(what), selection, tree.old_whole, tree.new_whole);
  head.notes.emplace_back(tree.is_exact ? "from exact stacks" : "from the call graph");
  add_where(head.notes, selection);
  append_head(stream.text(), head, style);
  if (!tree.rows.empty()) {
    DiffTreeTable(tree, style).write(stream);
    stream.text() += "\n";
  }
}

}  // namespace

std::string rest_line(const DiffTree& tree) {
  std::string lines = hidden_changes_line(tree);
  append_foot(lines, tree, Style());
  return lines;
}

std::string rest_line(const DiffFlame& flame) {
  return note_lines(flame_notes(flame), Style());
}

void write_text(const DiffTree& tree, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  write_answer(tree,
               tree.request.heaviest_path ? "Path of the largest change"
               : tree.request.bottom_up   ? "Changes in the bottom-up tree"
                                          : "Changes in the top-down tree",
               style, stream);
  append_foot(stream.text(), tree, style);
}

void write_text(const DiffFlame& flame, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  write_answer(flame.tree, "Changes in the flame graph" + around_words(flame.tree), style, stream);
  stream.text() += note_lines(flame_notes(flame), style);
}

}  // namespace quern
