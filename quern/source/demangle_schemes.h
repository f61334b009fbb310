// SPDX-License-Identifier: MIT
//
// One function a scheme of mangling, for demangle() alone. All take names of kLongestMangled bytes
// at most, without suffixes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// What a demangled name may have at most, in bytes; references to earlier pieces of a name can
/// double it again and again.
inline constexpr size_t kLongestDemangled = size_t{1} << 20;

/// "_Z…", C++.
[[nodiscard]] std::optional<std::string> demangle_itanium(std::string_view name);

/// "_R…", Rust since 2021.
[[nodiscard]] std::optional<std::string> demangle_rust(std::string_view name);

/// "_D…".
[[nodiscard]] std::optional<std::string> demangle_d(std::string_view name);

/// "_ZN…17h0123456789abcdefE", Rust before; `length` becomes that of the mangled name, without
/// what stands behind it.
[[nodiscard]] std::optional<std::string> demangle_rust_legacy(std::string_view name,
                                                              size_t& length);

/// At most how many bytes the demangled form of a v0 name has; nothing where it is malformed or
/// nested too deeply. Linear in the name.
[[nodiscard]] std::optional<size_t> measure_rust(std::string_view name);

}  // namespace quern
