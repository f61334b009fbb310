// SPDX-License-Identifier: MIT
#include "quern/output/flame_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/amounts.h"
#include "quern/output/row_text.h"

namespace quern {
namespace {

bool has_estimates(const Tree& tree) {
  return std::ranges::any_of(tree.rows, [](const TreeRow& row) {
    return !row.inclusive.empty() && certainty_of(row.inclusive.front()) != Certainty::kExact;
  });
}

size_t merged(const Flame& flame) {
  size_t count = flame.tree.hidden.count;
  for (const TreeRow& row : flame.tree.rows) {
    count += row.hidden.count;
  }
  return count;
}

int128 merged_cost(const Flame& flame) {
  int128 cost = flame.small;
  for (const FlamePlace& place : flame.places) {
    cost += place.small;
  }
  return cost;
}

/// Of a flame graph or a comparison's.
template <class Flame>
void add_drawing_notes(std::vector<std::string>& notes, const Flame& flame, size_t left_out) {
  if (flame.is_peak) {
    notes.emplace_back(
        "the event holds highest costs, which do not add up: widths are in proportion");
  } else if (flame.squeezed != 0) {
    notes.push_back(fmt::format(
        "{}: the callees claim more than their caller has, and are drawn narrower than they cost",
        counted(flame.squeezed, "frame")));
  }
  if (left_out != 0) {
    notes.push_back(fmt::format("{} left out: they do not fit the query",
                                grouped(static_cast<int128>(left_out))));
  }
}

}  // namespace

std::vector<std::string> flame_pieces(const Flame& flame) {
  const Tree& tree = flame.tree;
  std::vector<std::string> pieces = {tree.request.bottom_up ? "flame graph, bottom-up"
                                                            : "flame graph"};
  if (tree.request.around && !tree.rows.empty()) {
    const TreeRow& root = tree.rows.front();
    pieces.front() = fmt::format("flame graph of {} {}",
                                 tree.request.bottom_up ? "the callers of" : "all that is below",
                                 printable(root.name.name));
    if (!root.inclusive.empty()) {
      const Amount total = amount_of(tree.totals.front(), tree.selection.has_estimated_totals);
      pieces.push_back(
          fmt::format("inclusive {}, {} % of all",
                      cost_phrase(tree.selection.columns.front().event, root.inclusive.front()),
                      percent_text(root.inclusive.front(), total)));
    }
  } else if (!tree.selection.columns.empty()) {
    pieces.push_back(total_phrase(tree.selection.columns.front().event, tree.totals.front()));
  }
  pieces.emplace_back(tree.is_exact ? "from exact stacks" : "from the call graph");
  if (tree.request.merge_recursion) {
    pieces.emplace_back("recursion merged");
  }
  add_where(pieces, tree.selection);
  add_scope(pieces, tree.selection);
  return pieces;
}

std::vector<std::string> flame_notes(const Flame& flame) {
  std::vector<std::string> notes;
  if (flame.tree.selection.columns.empty()) {
    return {"the input has no events: there is nothing to draw"};
  }
  const Event& event = flame.tree.selection.columns.front().event;
  if (flame.total <= 0) {
    notes.emplace_back("the total is not above 0: there is nothing to draw");
  }
  if (has_estimates(flame.tree)) {
    notes.emplace_back(
        "estimated frames are hatched or marked ~: the input says who called whom at what cost, "
        "not whole stacks; below a function with several callers costs are split in proportion");
    if (std::ranges::any_of(flame.tree.rows,
                            [](const TreeRow& row) { return !row.bounds.empty(); })) {
      notes.back() += ", and the true cost lies within the bounds told";
    }
  }
  if (const size_t count = merged(flame); count != 0) {
    notes.push_back(fmt::format(
        "{} too small or too deep for a frame of {} own: {} in all",
        count == 1 ? "1 branch is" : grouped(static_cast<int128>(count)) + " branches are",
        count == 1 ? "its" : "their", cost_phrase(event, merged_cost(flame))));
  }
  if (flame.rest > 0) {
    notes.push_back(fmt::format("{} of the total on no stack", cost_phrase(event, flame.rest)));
  }
  add_drawing_notes(notes, flame, flame.tree.left_out);
  return notes;
}

std::string around_words(const DiffTree& tree) {
  if (!tree.request.around || tree.rows.empty()) {
    return {};
  }
  return fmt::format(" of {} {}", tree.request.bottom_up ? "the callers of" : "all that is below",
                     printable(tree.rows.front().name.name));
}

bool has_estimated_changes(const DiffTree& tree) {
  return std::ranges::any_of(tree.rows, [](const DiffTreeRow& row) {
    return std::ranges::any_of(row.change.inclusive, [](const Amount& amount) {
      return certainty_of(amount) != Certainty::kExact;
    });
  });
}

std::vector<std::string> flame_notes(const DiffFlame& flame) {
  const DiffTree& tree = flame.tree;
  if (tree.selection().columns.empty()) {
    return {"the inputs have no events: there is nothing to draw"};
  }
  const Event& event = tree.selection().columns.front().event;
  std::vector<std::string> notes;
  if (flame.total <= 0) {
    notes.emplace_back("no total is above 0: there is nothing to draw");
  }
  if (flame.widths == DiffWidths::kBoth) {
    notes.emplace_back("each path is as wide as on the side where it costs more");
  } else {
    notes.push_back(fmt::format("widths are costs of the {} side",
                                flame.widths == DiffWidths::kOld ? "old" : "new"));
  }
  if (tree.elsewhere != 0) {
    notes.push_back(fmt::format("{} of the other side alone not drawn: {} in all",
                                counted(tree.elsewhere, "path"),
                                cost_phrase(event, tree.elsewhere_cost)));
  }
  if (has_estimated_changes(tree)) {
    notes.emplace_back(
        "estimated frames are hatched or marked ~: an input says who called whom at what cost, "
        "not whole stacks; below a function with several callers costs are split in proportion");
  }
  size_t merged = tree.hidden.count;
  for (const DiffTreeRow& row : tree.rows) {
    merged += row.hidden.count;
  }
  if (merged > tree.elsewhere) {
    notes.push_back(counted(merged - tree.elsewhere, "path") +
                    " without a frame: too small or too deep");
  }
  add_drawing_notes(notes, flame, tree.left_out);
  return notes;
}

}  // namespace quern
