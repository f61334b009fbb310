// SPDX-License-Identifier: MIT
//
// Linkers' names -> names as programmers wrote them: C++ (Itanium), Rust (v0 and legacy) and D. A
// name is whatever an input holds: time, memory and stack are bounded, and what is too long, too
// deep, too large when written out, or no mangled name at all stays as it is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// Longer names are not tried.
inline constexpr size_t kLongestMangled = size_t{64} << 10;

/// False where quern was built without a demangler: then it reads only Rust's legacy names.
[[nodiscard]] bool has_demangler();

/// The demangler that quern was built with, for people: "LLVM 19". Empty where there is none.
[[nodiscard]] std::string demangler_text();

/// "_ZN1a1bEi" -> "a::b(int)"; nothing where the name stays. The hash that ends Rust's legacy names
/// is left out. What linkers and compilers append stands behind the name: a version as it is
/// ("a::b(int)@@V_1"), a clone's mark in brackets ("a::b(int) [clone .cold]").
[[nodiscard]] std::optional<std::string> demangle(std::string_view name);

}  // namespace quern
