// SPDX-License-Identifier: MIT
//
// The rows of text in a box of a drawn call graph, as many as its size has.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "quern/output/graph/graph_picture.h"

namespace quern {

/// A name in at most four rows of `columns`, broken after "::", "," and the like where there is
/// such a place in the second half of a row.
[[nodiscard]] std::vector<std::string> name_rows(std::string_view name, size_t columns);

/// Sets the label and the lines of a box. `name` is printable, that of the first of so many
/// functions; `costs` are lines.
void set_rows(GraphBox& box, BoxSize size, std::string_view name, size_t member_count,
              const RowName& row, std::vector<std::string> costs);

}  // namespace quern
