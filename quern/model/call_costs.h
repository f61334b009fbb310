// SPDX-License-Identifier: MIT
//
// What all calls of a profile come to by function, for who does not ask about single ones: a
// snapshot has it beside the calls, and an answer that needs no more does not read those. Numbers
// are those of events, as recorded: formulas, which add them up, can be told from them, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/model/records/cost_rows.h"
#include "quern/model/records/ids.h"

namespace quern {

/// Of functions as they are once names are folded; each is called by the first of those it joins.
struct CallCosts {
  explicit CallCosts(size_t width = 0)
      : events(width), calls(width + 1), members(2 * width), pieces(2 * width) {}

  struct Joined {
    FunctionId function;
    FunctionId with;  ///< the first of them
  };

  size_t events;
  size_t recorded = 0;  ///< functions are below this; what is not is no more than a jump's target
  std::vector<Joined> joined;  ///< ascending by function

  // of functions that are called, call others or are in a cycle
  std::vector<FunctionId> functions;  ///< by row; ascending
  std::vector<uint32_t> cycles;       ///< by row: 1 and more, or 0: in none
  /// By row. Cell 0: how often it was called; cell 1 + event: its calls that leave its cycle.
  CostRows calls;

  // of functions in cycles of several
  std::vector<FunctionId> member_functions;  ///< by row; ascending
  /// By row. Cell 2 * event: calls of it from outside of the cycle; the next one: all calls of it.
  CostRows members;

  // of all functions that are members or have joined one, as they were, where one has joined: each
  // is on the stack only where the member is
  std::vector<FunctionId> piece_functions;  ///< by row; ascending
  /// By row. Cell 2 * event: what it costs with calls that leave its cycle; the next one: calls of
  /// it from outside of that, or the same again outside of cycles. It costs at least either.
  CostRows pieces;
};

}  // namespace quern
