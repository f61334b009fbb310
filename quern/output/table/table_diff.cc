// SPDX-License-Identifier: MIT
//
// Comparisons as CSV, TSV and Markdown: the old, the new and the change of each cost. A column
// tells where a change is an estimate.
#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/output/answers/diff.h"
#include "quern/output/answers/graph.h"
#include "quern/output/table/table_pen.h"

namespace quern {
namespace {

/// The heads of the old numbers, the new ones and the changes.
struct ThreeKeys {
  std::string_view was, is, change;
};
constexpr ThreeKeys kSelf{"old self", "new self", "change of self"};
constexpr ThreeKeys kInclusive{"old inclusive", "new inclusive", "change of inclusive"};

/// Calls draw(key, numbers) for both sides and the change; a side that is not there has no numbers.
template <class Row, class Number, class Draw>
void draw_three(const ThreeKeys& keys, const Row& row, std::vector<Number> DiffSide::* of,
                const std::vector<Number>& change, const Draw& draw) {
  const auto numbers = [of](const std::optional<DiffSide>& side) {
    return side ? std::span<const Number>((*side).*of) : std::span<const Number>();
  };
  draw(keys.was, numbers(row.old_side));
  draw(keys.is, numbers(row.new_side));
  draw(keys.change, std::span<const Number>(change));
}

template <class Row>
void draw_costs(TablePen& pen, const ThreeKeys& keys, const Row& row,
                std::vector<Amount> DiffSide::* of, const std::vector<Amount>& change) {
  draw_three(keys, row, of, change, [&pen](std::string_view key, std::span<const Amount> costs) {
    pen.lower_costs(key, costs);
  });
  pen.sure(change);
}

template <class Row>
void draw_ratios(TablePen& pen, const ThreeKeys& keys, const Row& row,
                 std::vector<std::optional<Fraction>> DiffSide::* of,
                 const std::vector<std::optional<Fraction>>& change) {
  draw_three(keys, row, of, change,
             [&pen](std::string_view key, std::span<const std::optional<Fraction>> ratios) {
               pen.ratios(key, ratios);
             });
}

template <class Row>
void draw_calls(TablePen& pen, const Row& row) {
  for (const auto& [key, side] :
       {std::pair("old calls", &row.old_side), std::pair("new calls", &row.new_side)}) {
    const std::optional<Amount> calls = *side ? (**side).calls : std::nullopt;
    pen.number(key, calls ? std::optional(lower_of(*calls)) : std::nullopt);
  }
  pen.sure(row.change.calls);
}

/// What rows of functions and of calls have in common, from the inclusive costs on. Calls have no
/// self costs.
template <class Row>
void draw_change(TablePen& pen, const Row& row, bool has_self) {
  draw_costs(pen, kInclusive, row, &DiffSide::inclusive, row.change.inclusive);
  pen.certainty_column();
  draw_calls(pen, row);
  static const DiffSplit kNone;
  const DiffSplit& split = row.change.split ? *row.change.split : kNone;
  pen.lower_costs("more calls", split.more_calls);
  pen.lower_costs("dearer calls", split.dearer_calls);
  if (has_self) {
    draw_ratios(pen, kSelf, row, &DiffSide::self_ratios, row.change.self_ratios);
  }
  draw_ratios(pen, kInclusive, row, &DiffSide::inclusive_ratios, row.change.inclusive_ratios);
  pen.flag("noise", row.is_noise);
}

/// A row with a name and costs of its own.
template <class Row>
void draw_named(TablePen& pen, const Row& row, std::string_view match) {
  pen.name("", row.name);
  pen.text("status", to_string(row.status));
  pen.text("match", match);
  pen.text("old_name", row.old_name ? row.old_name->name : std::string_view());
  draw_costs(pen, kSelf, row, &DiffSide::self, row.change.self);
  draw_change(pen, row, true);
}

std::string_view match_word(Match match) {
  return is_told(match) ? to_string(match) : std::string_view();
}

void draw_call(TablePen& pen, const DiffCallRow& row) {
  pen.name("caller", row.caller);
  pen.name("callee", row.callee);
  for (const auto& [end, found] :
       {std::pair<std::string, const EndMatch*>("caller", &row.caller_match),
        std::pair<std::string, const EndMatch*>("callee", &row.callee_match)}) {
    pen.text(end + "_match", match_word(found->match));
    pen.text(end + "_old_name", found->old_name ? found->old_name->name : std::string_view());
  }
  pen.text("status", to_string(row.status));
  draw_change(pen, row, false);
}

/// Depth first, with the places of a flame graph's frames where there are some. Which path is which
/// follows from its functions: how the last one was found is shown.
void write_tree(const DiffTree& tree, std::span<const FlamePlace> places, FlatForm form,
                ByteSink& out) {
  const auto draw = [&](TablePen& pen, const DiffTreeRow& row, const FlamePlace& place) {
    pen.number("depth", row.depth);
    if (!places.empty()) {
      pen.number("x", place.x);
      pen.number("width", place.width);
    }
    draw_named(pen, row, match_word(row.match));
    return pen.end_row();
  };
  TablePen pen(form, out, tree.selection());
  bool is_wanted = draw(pen, {}, {});
  for (size_t at = 0; at < tree.rows.size() && is_wanted; ++at) {
    is_wanted = draw(pen, tree.rows[at], places.empty() ? FlamePlace() : places[at]);
  }
}

/// A box of a drawn call graph, or an arrow.
struct DiffGraphRow : ComparedSides {
  std::string_view kind = {};
  RowName caller = {}, name = {};
  std::string_view status = {};
  std::optional<int128> old_most = {}, new_most = {};  ///< upper bounds, of hidden calls
  std::optional<size_t> functions = {};
  bool is_hot = false;
};

DiffGraphRow diff_graph_row(const DiffPicture& picture, size_t at) {
  DiffGraphRow row;
  if (at < picture.nodes.size()) {
    const DiffPictureNode& node = picture.nodes[at];
    static_cast<ComparedSides&>(row) = node;
    row.kind = node.member_count > 1 ? "cycle" : "function";
    row.name = node.name;
    row.status = to_string(node.status);
    row.functions = node.member_count;
    row.is_hot = node.is_hot;
    return row;
  }
  at -= picture.nodes.size();
  if (at < picture.edges.size()) {
    const DiffPictureEdge& edge = picture.edges[at];
    static_cast<ComparedSides&>(row) = edge;
    row.kind = "call";
    row.caller = picture.nodes[edge.from].name;
    row.name = picture.nodes[edge.to].name;
    row.status = to_string(edge.status_of_sides());
    row.is_hot = edge.is_hot;
    return row;
  }
  const DiffDashedEdge& edge = picture.dashed_edges[at - picture.edges.size()];
  row.kind = "hidden";
  row.caller = picture.nodes[edge.from].name;
  row.name = picture.nodes[edge.to].name;
  row.old_most = edge.old_cost.upper;
  row.new_most = edge.new_cost.upper;
  row.functions = edge.functions;
  return row;
}

}  // namespace

void write_flat(const Diff& diff, FlatForm form, ByteSink& out) {
  TablePen table(form, out, diff.selection());
  write_table(
      table, diff.shown(), [&](size_t rank) { return diff.row(rank); },
      [](TablePen& pen, const DiffRow& row) { draw_named(pen, row, to_string(row.match)); });
}

void write_flat(const DiffCalls& calls, FlatForm form, ByteSink& out) {
  TablePen table(form, out, calls.selection());
  write_table(table, calls.shown(), [&](size_t rank) { return calls.row(rank); }, draw_call);
}

/// Callers, then callees: rows of calls.
void write_flat(const DiffPeek& peek, FlatForm form, ByteSink& out) {
  const size_t callers = peek.callers.size();
  const auto row_at = [&](size_t at) -> const DiffCallRow& {
    return at < callers ? peek.callers[at] : peek.callees[at - callers];
  };
  TablePen table(form, out, peek.selection);
  write_table(table, callers + peek.callees.size(), row_at, draw_call);
}

void write_flat(const DiffTree& tree, FlatForm form, ByteSink& out) {
  write_tree(tree, {}, form, out);
}

void write_flat(const DiffFlame& flame, FlatForm form, ByteSink& out) {
  write_tree(flame.tree, flame.places, form, out);
}

void write_flat(const DiffPicture& picture, FlatForm form, ByteSink& out) {
  TablePen table(form, out, picture.selection());
  write_table(
      table, picture.nodes.size() + picture.edges.size() + picture.dashed_edges.size(),
      [&](size_t at) { return diff_graph_row(picture, at); },
      [](TablePen& pen, const DiffGraphRow& row) {
        pen.text("kind", row.kind);
        pen.name("caller", row.caller);
        pen.name("", row.name);
        pen.text("status", row.status);
        draw_costs(pen, kSelf, row, &DiffSide::self, row.change.self);
        draw_change(pen, row, false);
        pen.number("old at most", row.old_most);
        pen.number("new at most", row.new_most);
        pen.number("functions", wide(row.functions));
        pen.flag("hot", row.is_hot);
      });
}

void write_flat(const Trend& trend, FlatForm form, ByteSink& out) {
  const Selection& selection = trend.selection();
  const std::string_view kind = selection.sort_by == SortBy::kSelf ? "self" : "inclusive";
  std::vector<std::string> keys;
  for (const TrendPoint& point : trend.points()) {
    keys.push_back(fmt::format("{} {}", point.label, kind));
  }
  TablePen table(form, out, selection);
  const auto draw = [&](TablePen& pen, const TrendRow& row) {
    pen.name("", row.name);
    pen.text("match", to_string(row.match));
    pen.text("old_name", row.old_name ? row.old_name->name : std::string_view());
    pen.count("change", row.change);
    pen.count("largest step", row.step.change);
    pen.text("step to", trend.points()[row.step.point].label);
    pen.flag("noise", row.step.is_noise);
    pen.certainty_column();
    for (size_t point = 0; point < keys.size(); ++point) {
      static const std::vector<Amount> kNone;
      const std::vector<Amount>& costs = point < row.values.size() ? row.values[point] : kNone;
      pen.lower_costs(keys[point], costs);
      pen.sure(costs);
    }
  };
  write_table(table, trend.shown(), [&](size_t rank) { return trend.row(rank); }, draw);
}

}  // namespace quern
