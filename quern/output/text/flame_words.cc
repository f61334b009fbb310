// SPDX-License-Identifier: MIT
#include "quern/output/text/flame_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/diagnostic_text.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

bool has_unsure_widths(const Tree& tree) {
  return std::ranges::any_of(tree.rows, [](const TreeRow& row) {
    return !row.inclusive.empty() && certainty_of(row.inclusive.front()) != Certainty::kExact;
  });
}

/// Number of branches without a frame: too small, too deep, or not matching the query.
size_t merged(const Flame& flame) {
  size_t count = flame.tree.hidden.count;
  for (const TreeRow& row : flame.tree.rows) {
    count += row.hidden.count;
  }
  return count;
}

/// What they cost.
int128 merged_cost(const Flame& flame) {
  int128 cost = flame.small;
  for (const FlamePlace& place : flame.places) {
    cost += place.small;
  }
  return cost;
}

/// "3 branches are too small or too deep for a frame", "5 do not match the query".
std::string frameless(size_t small, size_t left_out) {
  const auto branches = [](size_t count) {
    return count == 1 ? "1 branch" : grouped(static_cast<int128>(count)) + " branches";
  };
  std::string words;
  if (small != 0) {
    words = fmt::format("{} too small or too deep for a frame",
                        branches(small) + (small == 1 ? " is" : " are"));
  }
  if (left_out != 0) {
    words += words.empty() ? branches(left_out) : ", " + grouped(static_cast<int128>(left_out));
    words += left_out == 1 ? " does not match the query" : " do not match the query";
  }
  return words;
}

/// Why there is no frame at all.
std::string nothing_drawn(size_t merged, size_t left_out) {
  return merged == left_out && left_out != 0
             ? "nothing is drawn: no branch matches the query"
             : "nothing is drawn: no branch is large enough for a frame";
}

/// Notes on widths, for a Flame or a DiffFlame.
template <class Flame>
void add_drawing_notes(std::vector<std::string>& notes, const Flame& flame) {
  if (flame.is_peak) {
    notes.emplace_back("the event records peaks, which do not add up: widths are in proportion");
  } else if (flame.squeezed != 0) {
    notes.push_back(
        fmt::format("{}: the callees cost more than their caller and are drawn narrower",
                    counted(flame.squeezed, "frame")));
  }
}

/// " of NAME and its callees".
std::string words_around(bool bottom_up, const RowName& name) {
  return bottom_up ? " of the callers of " + printable(name.name)
                   : fmt::format(" of {} and its callees", printable(name.name));
}

}  // namespace

std::string flame_title(const Flame& flame) {
  const Tree& tree = flame.tree;
  if (tree.request.around && !tree.rows.empty()) {
    return "Flame graph" + words_around(tree.request.bottom_up, tree.rows.front().name);
  }
  return tree.request.bottom_up ? "Bottom-up flame graph" : "Flame graph";
}

Head flame_head(const Flame& flame) {
  const Tree& tree = flame.tree;
  Head head;
  head.what = flame_title(flame);
  if (tree.request.around && !tree.rows.empty()) {
    const TreeRow& root = tree.rows.front();
    if (!root.inclusive.empty()) {
      const Amount total = amount_of(tree.totals.front(), tree.selection.has_estimated_totals);
      head.base =
          fmt::format("{} inclusive, {} % of the total",
                      cost_phrase(tree.selection.columns.front().event, root.inclusive.front()),
                      percent_text(root.inclusive.front(), total));
    }
  } else if (!tree.selection.columns.empty()) {
    head.base = in_total(tree.selection.columns.front().event, tree.totals.front());
  }
  head.notes.emplace_back(branches_phrase(tree));
  if (tree.request.merge_recursion) {
    head.notes.emplace_back("recursion merged");
  }
  add_where(head.notes, tree.selection);
  add_scope(head.notes, tree.selection);
  return head;
}

std::string_view branches_phrase(bool is_exact, bool has_calls) {
  return is_exact    ? "from exact stacks"
         : has_calls ? "from the call graph"
                     : "no calls are recorded: each function is a root";
}

std::string_view branches_phrase(const Tree& tree) {
  return branches_phrase(tree.is_exact, tree.has_calls);
}

std::vector<std::string> flame_notes(const Flame& flame) {
  std::vector<std::string> notes;
  if (flame.tree.selection.columns.empty()) {
    return {"the profile has no events: nothing is drawn"};
  }
  const Event& event = flame.tree.selection.columns.front().event;
  if (flame.total <= 0) {
    notes.emplace_back("the total is not above 0: nothing is drawn");
  }
  if (has_unsure_widths(flame.tree)) {
    notes.emplace_back(
        "estimated frames are hatched or marked ~: the profile records calls, not whole stacks; "
        "below a function with several callers, costs are split in proportion");
    if (std::ranges::any_of(flame.tree.rows,
                            [](const TreeRow& row) { return !row.bounds.empty(); })) {
      notes.back() += ", and the true cost is within the bounds shown";
    }
  }
  const size_t all = merged(flame);
  const size_t left_out = flame.tree.left_out;
  if (flame.tree.rows.empty() && flame.total > 0) {
    notes.push_back(nothing_drawn(all, left_out));
  }
  if (all != 0) {
    notes.push_back(frameless(all - left_out, left_out) +
                    fmt::format(": {} in all", cost_phrase(event, merged_cost(flame))));
  }
  if (flame.rest > 0) {
    notes.push_back(fmt::format("{} of the total are on no stack", cost_phrase(event, flame.rest)));
  }
  add_drawing_notes(notes, flame);
  std::ranges::move(phrases(flame.tree.contradictions), std::back_inserter(notes));
  return notes;
}

std::string around_words(const DiffTree& tree) {
  if (!tree.request.around || tree.rows.empty()) {
    return {};
  }
  return words_around(tree.request.bottom_up, tree.rows.front().name);
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
    return {"the profiles have no events: nothing is drawn"};
  }
  const Event& event = tree.selection().columns.front().event;
  std::vector<std::string> notes;
  if (flame.total <= 0) {
    notes.emplace_back("no total is above 0: nothing is drawn");
  }
  size_t merged = tree.hidden.count;
  for (const DiffTreeRow& row : tree.rows) {
    merged += row.hidden.count;
  }
  if (tree.rows.empty() && flame.total > 0) {
    notes.push_back(nothing_drawn(merged, tree.left_out));
  }
  if (flame.widths == DiffWidths::kBoth) {
    if (!tree.rows.empty()) {
      notes.emplace_back("each path is as wide as on the side where it costs more");
    }
  } else {
    notes.push_back(fmt::format("widths are costs of the {} side",
                                flame.widths == DiffWidths::kOld ? "old" : "new"));
  }
  if (tree.elsewhere != 0) {
    notes.push_back(fmt::format("{} that only the other side has, not drawn: {} in all",
                                counted(tree.elsewhere, "path"),
                                cost_phrase(event, tree.elsewhere_cost)));
  }
  if (has_estimated_changes(tree)) {
    notes.emplace_back(
        "estimated frames are hatched or marked ~: a profile records calls, not whole stacks; "
        "below a function with several callers, costs are split in proportion");
  }
  if (const size_t apart = tree.elsewhere + tree.left_out; merged > apart) {
    notes.push_back(counted(merged - apart, "path") + " without a frame: too small or too deep");
  }
  if (tree.left_out != 0) {
    notes.push_back(frameless(0, tree.left_out));
  }
  add_drawing_notes(notes, flame);
  return notes;
}

}  // namespace quern
