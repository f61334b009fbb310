// SPDX-License-Identifier: MIT
//
// What the stacks of a profile come to by function, for who does not ask about single ones: the
// stacks themselves are not kept then. Numbers are those of events, as recorded; a sum of events of
// which only some are peaks does not follow from them.
#pragma once

#include "quern/model/records/cost_rows.h"

namespace quern {

struct StackCosts {
  /// By function as recorded; those beyond are on no stack. Cell 0: how often it was called, as
  /// contexts are calls. Cell 1 + event: what it costs with all that it calls, each stack once.
  CostRows functions;
  bool counts_calls = false;  ///< whether contexts are calls
  /// False: they could not be added up while they came, and nothing else here is known.
  bool is_whole = true;
};

}  // namespace quern
