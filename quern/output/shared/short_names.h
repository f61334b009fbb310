// SPDX-License-Identifier: MIT
//
// C++ names without their template arguments, for people who read many of them.
#pragma once

#include <string>
#include <string_view>

namespace quern {

/// "std::vector<int, std::allocator<int>>::at" -> "std::vector<…>::at". Operators such as
/// `operator<` stay, as do names in angle brackets of their own (`<init>`, Rust's `<T as Trait>`);
/// so does all from a bracket that nothing closes. Linear in the name.
[[nodiscard]] std::string short_name(std::string_view name);

}  // namespace quern
