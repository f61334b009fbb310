// SPDX-License-Identifier: MIT
//
// Definitions of events from several inputs as one list, in which each follows those it uses. If
// inputs define an event differently, it keeps the first formula and a problem: it is listed, but
// not computed.
#include "quern/analysis/events/shared_definitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "quern/analysis/events/formula.h"
#include "quern/base/text.h"

namespace quern {

namespace {

/// "2 Ir + Dr" and "2*Ir+Dr" are one.
bool are_equal(const std::string& one, const std::string& other) {
  const auto terms = parse_formula(one);
  const auto others = parse_formula(other);
  return one == other || (terms && others && *terms == *others);
}

class DefinitionSharer {
 public:
  void add(const InputInfo& input) {
    for (const EventDefinition& row : input.definitions) {
      const auto [found, is_new] = index_of_.try_emplace(row.name, shared_.size());
      if (is_new) {
        shared_.push_back({row, input.name});
      } else {
        add(row, input.name, shared_[found->second]);
      }
    }
  }

  /// Each behind those that its formula uses; what uses itself in the end stays as it is.
  std::vector<EventDefinition> in_order() {
    std::vector<EventDefinition> rows;
    for (size_t at = 0; at < shared_.size(); ++at) {
      put(at, rows);
    }
    return rows;
  }

 private:
  struct Shared {
    EventDefinition row;
    std::string input;  ///< who has said the formula
    bool is_put = false;
  };

  static void add(const EventDefinition& row, const std::string& input, Shared& known) {
    EventDefinition& own = known.row;
    if (row.long_name && (!own.long_name || *row.long_name < *own.long_name)) {
      own.long_name = row.long_name;
    }
    if (!row.formula) {
      return;
    }
    if (!own.formula) {
      own.formula = row.formula;
      known.input = input;
    } else if (own.problem.empty() && !are_equal(*own.formula, *row.formula)) {
      own.problem = fmt::format("the files differ: '{}' in {}, '{}' in {}", printable(*own.formula),
                                printable(known.input), printable(*row.formula), printable(input));
    }
  }

  /// Without recursion: formulas may use each other to any depth.
  void put(size_t first, std::vector<EventDefinition>& rows) {
    std::vector<std::pair<size_t, bool>> open = {{first, false}};
    while (!open.empty()) {
      const auto [at, is_ready] = open.back();
      open.pop_back();
      if (is_ready) {
        rows.push_back(shared_[at].row);
        continue;
      }
      if (std::exchange(shared_[at].is_put, true)) {
        continue;
      }
      open.emplace_back(at, true);
      const std::string formula = shared_[at].row.formula.value_or("");
      const auto terms = parse_formula(formula);  // its names are pieces of the text
      if (!terms) {
        continue;
      }
      for (const FormulaTerm& term : *terms) {
        const auto used = index_of_.find(std::string(term.name));
        if (used != index_of_.end()) {
          open.emplace_back(used->second, false);
        }
      }
    }
  }

  std::vector<Shared> shared_;
  std::unordered_map<std::string, size_t> index_of_;
};

}  // namespace

std::vector<EventDefinition> shared_definitions(std::span<const InputInfo> inputs) {
  if (inputs.size() == 1) {
    return inputs.front().definitions;
  }
  DefinitionSharer sharer;
  for (const InputInfo& input : inputs) {
    sharer.add(input);
  }
  return sharer.in_order();
}

}  // namespace quern
