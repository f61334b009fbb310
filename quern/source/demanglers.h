// SPDX-License-Identifier: MIT
//
// The demanglers that demangle() chooses from, and what quern reads itself. Only demangle(), tests
// and the fuzz target use this.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// What a demangled name may have at most, in bytes; references to earlier pieces of a name can
/// double it again and again.
inline constexpr size_t kLongestDemangled = size_t{1} << 20;

/// A library that demangles. Its functions take names without suffixes, of at most kLongestMangled
/// bytes, and return nothing where they cannot read a name within their limits.
struct Demangler {
  using Function = std::optional<std::string> (*)(std::string_view name);

  std::string_view description;  ///< "LLVM 19": for people, with what it cannot do
  Function itanium;              ///< "_Z…", C++
  Function rust;                 ///< "_R…", Rust since 2021
  Function d;                    ///< "_D…"
};

/// Null where quern was built without that library.
[[nodiscard]] const Demangler* llvm_demangler();
[[nodiscard]] const Demangler* liberty_demangler();

/// The one that demangle() uses, or null: LLVM's, which reads more names, before libiberty's.
[[nodiscard]] const Demangler* chosen_demangler();

/// demangle() by this demangler; null: only what quern reads itself, Rust's legacy names.
[[nodiscard]] std::optional<std::string> demangle_with(const Demangler* demangler,
                                                       std::string_view name);

/// C++ names by LLVM's parser.
[[nodiscard]] std::optional<std::string> demangle_itanium(std::string_view name);

/// "_ZN…17h0123456789abcdefE", Rust before; `length` becomes that of the mangled name, without
/// what follows it.
[[nodiscard]] std::optional<std::string> demangle_rust_legacy(std::string_view name,
                                                              size_t& length);

/// At most how many bytes the demangled form of a v0 name has; nothing where it is malformed or
/// nested too deeply. Linear in the name.
[[nodiscard]] std::optional<size_t> measure_rust(std::string_view name);

}  // namespace quern
