// SPDX-License-Identifier: MIT
//
// Percentages of the row above, or of the function that is looked at, where these are asked for
// (Selection::percent_of): in forms that tell costs alone they are columns of their own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "quern/base/json_writer.h"
#include "quern/output/shared/flat_cells.h"
#include "quern/query/selection.h"

namespace quern {

[[nodiscard]] inline bool is_of_parent(const Selection& selection) {
  return selection.percent_of == PercentOf::kParent;
}

/// "percent_of":"parent"; nothing where percentages are of the total.
void write_percent_of(JsonWriter& json, const Selection& selection);
/// "percent":[12.5,null],"percent_certainty": by column; null where the whole is 0. A share of what
/// is not exact is an estimate. Nothing where percentages are of the total.
void write_percents(JsonWriter& json, const Selection& selection, std::span<const Amount> parts,
                    std::span<const Amount> wholes);

/// The columns percent:EVENT and, but in Markdown, how sure they are; none where percentages are of
/// the total.
void add_percent_columns(std::vector<FlatColumn>& columns, const Selection& selection,
                         FlatForm form);
void add_percents(Cells& cells, const Selection& selection, std::span<const Amount> parts,
                  std::span<const Amount> wholes, FlatForm form);

}  // namespace quern
