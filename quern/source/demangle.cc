// SPDX-License-Identifier: MIT
#include "quern/source/demangle.h"

#include <algorithm>

#include "quern/source/demangle_schemes.h"

namespace quern {

namespace {

/// What compilers and linkers append to a mangled name begins with one of these: `.cold`, `@@V_1`,
/// and Callgrind's `'2` of recursion.
constexpr std::string_view kSuffixes = ".@'";

std::optional<std::string> demangle_core(std::string_view core) {
  if (core.starts_with("_Z")) {
    return demangle_itanium(core);
  }
  if (core.starts_with("_R")) {
    return demangle_rust(core);
  }
  return core.starts_with("_D") ? demangle_d(core) : std::nullopt;
}

/// ".cold@@V_1" -> " [clone .cold]@@V_1"
void append_suffix(std::string& out, std::string_view suffix) {
  const size_t clone = std::min(suffix.find_first_of("@'"), suffix.size());
  if (clone != 0) {
    out.append(" [clone ").append(suffix.substr(0, clone)).append("]");
  }
  out.append(suffix.substr(clone));
}

}  // namespace

std::optional<std::string> demangle(std::string_view name) {
  if (name.size() < 3 || name.size() > kLongestMangled || name[0] != '_') {
    return std::nullopt;
  }
  size_t length = 0;
  // Dots are part of legacy names of Rust.
  std::optional<std::string> readable = demangle_rust_legacy(name, length);
  const bool is_all = length == name.size() || kSuffixes.find(name[length]) != kSuffixes.npos;
  if (!readable || !is_all) {
    length = std::min(name.find_first_of(kSuffixes), name.size());
    readable = demangle_core(name.substr(0, length));
  }
  if (readable) {
    append_suffix(*readable, name.substr(length));
  }
  return readable;
}

}  // namespace quern
