// SPDX-License-Identifier: MIT
//
// Instructions of a line. The same address can have several rows, because Callgrind separates
// recursion levels and callers by name; these are added up.
#include "quern/views/source/instructions.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "quern/analysis/costs/amount_sums.h"
#include "quern/query/columns.h"

namespace quern {

namespace {

std::vector<InlinedCall> calls_around(const CodeCosts& code, const CodeSpot& spot) {
  std::vector<InlinedCall> calls;
  for (const InlineStep& step : code.steps(spot)) {
    calls.push_back({code.inlined().function_name(step.function),
                     code.inlined().file_name(step.file), step.line});
  }
  return calls;
}

}  // namespace

std::vector<AnnotatedInstruction> instructions(const CodeCosts& code, const Selection& selection,
                                               std::span<const uint32_t> spots) {
  const Symbols& symbols = code.profile().symbols();
  const auto place = [&](uint32_t row) {
    const CodeSpot& spot = code.spot(row);
    return std::tuple(symbols.object(spot.function), spot.address, spot.chain);
  };
  std::vector<uint32_t> rows;
  std::ranges::copy_if(spots, std::back_inserter(rows),
                       [&](uint32_t row) { return code.spot(row).address != kNoAddress; });
  std::ranges::sort(rows, {}, place);
  std::vector<AnnotatedInstruction> found;
  const uint32_t* before = nullptr;
  for (const uint32_t& row : rows) {
    // Callgrind may count one instruction for several functions, such as f and f'2.
    if (before == nullptr || place(*before) != place(row)) {
      const CodeSpot& spot = code.spot(row);
      found.push_back({spot.address, symbols.object(spot.function),
                       std::vector<Amount>(selection.columns.size()), calls_around(code, spot)});
    }
    before = &row;
    add_amounts(found.back().self, by_column(selection, [&](size_t column) {
                  return amount_of(code.self(row, column), code.is_self_estimated(row));
                }));
  }
  return found;
}

}  // namespace quern
