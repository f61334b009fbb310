// SPDX-License-Identifier: MIT
//
// Names of functions for people: without template arguments where the user wants it, and short
// enough for the columns that there are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// "std::vector<int, std::allocator<int>>::at" -> "std::vector<…>::at". Operators such as
/// `operator<` stay, as do names in angle brackets of their own (`<init>`, Rust's `<T as Trait>`);
/// so does all from a bracket that nothing closes. Linear in the name.
[[nodiscard]] std::string short_name(std::string_view name);

/// A printable name in at most `columns`, at least 1. Arguments go first, then a return type,
/// template arguments, and components from the left:
///   "void ns::Map<int>::put(int) const"
///   "ns::Map<int>::put(…) const", "ns::Map<int>::put", "ns::Map<…>::put", "…::put", "put"
/// The last component is cut only where it alone is too wide, in one place.
[[nodiscard]] std::string shortened(std::string_view name, size_t columns);

/// What shortened() makes of a name in fewer and fewer columns, the longest first, down to its last
/// component: for pictures and pages, which learn what fits when they draw. Of forms that hardly
/// differ there is one; none has more than 160 columns.
[[nodiscard]] std::vector<std::string> shorter_forms(std::string_view name);

/// The columns of the last component, which shortened() keeps where it gets so many.
[[nodiscard]] size_t least_width(std::string_view name);

/// Parts of the name that hold its last component, to name it by in a command; the longest first.
/// They are without arguments, but for the first, which is the whole name.
[[nodiscard]] std::vector<std::string_view> naming_parts(std::string_view name);

}  // namespace quern
