// SPDX-License-Identifier: MIT
//
// The code that was inlined at one line, as a tree of functions. A spot has its chain of callers
// from the inside out; the part of it below the line in question is the path in the tree.
#include "quern/views/source/inlined_tree.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/query/columns.h"

namespace quern {

namespace {

/// A node while it is added up.
struct Branch {
  using Key = std::tuple<uint32_t, NameId, uint64_t>;  // function, file and line that call it
  std::vector<Amount> costs;
  std::map<std::pair<NameId, uint64_t>, std::vector<Amount>> lines;
  std::map<Key, Branch> inlined;
};

class TreeMaker {
 public:
  TreeMaker(const CodeCosts& code, const Selection& selection)
      : code_(code), selection_(selection) {}

  /// The steps below the outermost one that leads to the line, from the outside in.
  void add(uint32_t row, NameId file, uint64_t line) {
    const CodeSpot& spot = code_.spot(row);
    const std::span<const InlineStep> steps = code_.steps(spot);
    size_t step = steps.size();
    while (step != 0 && (steps[step - 1].file != file || steps[step - 1].line != line)) {
      --step;
    }
    const std::vector<Amount> costs = by_column(selection_, [&](size_t column) {
      return amount_of(code_.self(row, column), code_.is_self_estimated(row));
    });
    Branch* branch = &root_;
    for (; step != 0; --step) {
      const InlineStep& at = steps[step - 1];
      branch = &branch->inlined[{at.function, at.file, at.line}];
      add_to(branch->costs, costs);
    }
    add_to(branch->lines[{code_.file(spot), spot.line}], costs);
  }

  [[nodiscard]] std::vector<InlinedNode> nodes() const { return nodes_of(root_); }

 private:
  static void add_to(std::vector<Amount>& sum, const std::vector<Amount>& costs) {
    sum.resize(costs.size(), Exact{0});
    add_amounts(sum, costs);
  }

  [[nodiscard]] int128 weight(const std::vector<Amount>& costs) const {
    const size_t column = selection_.sort_column;
    return column < costs.size() ? absolute(lower_of(costs[column])) : int128{0};
  }

  [[nodiscard]] std::vector<InlinedNode> nodes_of(const Branch& branch) const {
    const InlinedCode& inlined = code_.inlined();
    std::vector<InlinedNode> nodes;
    for (const auto& [key, below] : branch.inlined) {
      const auto& [function, file, line] = key;
      InlinedNode& node = nodes.emplace_back();
      node.function = inlined.function_name(function);
      node.file = inlined.file_name(file);
      node.line = line;
      node.with_inlined = below.costs;
      for (const auto& [place, costs] : below.lines) {
        node.lines.push_back({inlined.file_name(place.first), place.second, costs});
      }
      sort(node.lines, &InlinedLine::self);
      node.inlined = nodes_of(below);
    }
    sort(nodes, &InlinedNode::with_inlined);
    return nodes;
  }

  /// The most expensive first; equal ones by what they are.
  template <class Row>
  void sort(std::vector<Row>& rows, std::vector<Amount> Row::* costs) const {
    std::sort(rows.begin(), rows.end(), [&](const Row& left, const Row& right) {
      const int128 one = weight(left.*costs);
      const int128 other = weight(right.*costs);
      return one != other ? one > other
                          : std::tuple(left.file, left.line) < std::tuple(right.file, right.line);
    });
  }

  const CodeCosts& code_;
  const Selection& selection_;
  Branch root_;
};

}  // namespace

std::vector<InlinedNode> inlined_tree(const CodeCosts& code, const Selection& selection,
                                      std::span<const uint32_t> spots, NameId file, uint64_t line) {
  TreeMaker tree(code, selection);
  for (const uint32_t spot : spots) {
    tree.add(spot, file, line);
  }
  return tree.nodes();
}

}  // namespace quern
