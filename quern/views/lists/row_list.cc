// SPDX-License-Identifier: MIT
#include "quern/views/lists/row_list.h"

#include "quern/analysis/costs/profile_graph.h"
#include "quern/query/columns.h"

namespace quern {

RankedRows::RankedRows(const Profile& of, const Selection& chosen)
    : profile(&of),
      selection(chosen),
      totals(quern::totals(of, chosen.parts, column_sums(chosen))),
      total_amounts(quern::total_amounts(chosen, totals)),
      total_ratios(total_values(chosen, totals)) {}

}  // namespace quern
