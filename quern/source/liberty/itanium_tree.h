// SPDX-License-Identifier: MIT
//
// libiberty parses a C++ name into a tree and prints the tree. Its printer has no bounds, and some
// trees crash it. This decides before printing whether a tree is safe and cheap to print.
#pragma once

#include <libiberty/demangle.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace quern {

/// `nodes`: the memory that libiberty allocated for the tree of `name`; `root` is one of them.
[[nodiscard]] bool can_print(const demangle_component* root,
                             std::span<const demangle_component> nodes, std::string_view name);

}  // namespace quern
