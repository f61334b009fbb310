// SPDX-License-Identifier: MIT
#include "quern/source/demangle.h"

#include <algorithm>

#include "quern/source/demanglers.h"

namespace quern {

namespace {

/// What compilers and linkers append to a mangled name begins with one of these: `.cold`, `@@V_1`,
/// and Callgrind's `'2` of recursion.
constexpr std::string_view kSuffixes = ".@'";

std::optional<std::string> demangle_core(const Demangler& demangler, std::string_view core) {
  if (core.starts_with("_Z")) {
    return demangler.itanium(core);
  }
  if (core.starts_with("_R")) {
    return demangler.rust(core);
  }
  return core.starts_with("_D") ? demangler.d(core) : std::nullopt;
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

const Demangler* chosen_demangler() {
  const Demangler* const llvm = llvm_demangler();
  return llvm != nullptr ? llvm : liberty_demangler();
}

bool has_demangler() {
  return chosen_demangler() != nullptr;
}

std::string demangler_text() {
  const Demangler* const chosen = chosen_demangler();
  return std::string(chosen == nullptr ? "" : chosen->description);
}

std::optional<std::string> demangle(std::string_view name) {
  const Demangler* const chosen = chosen_demangler();
  std::optional<std::string> readable = demangle_with(chosen, name);
  // LLVM 19 cannot read some names of libstdc++: comparisons of strings, of all things.
  if (!readable && chosen != nullptr && chosen != liberty_demangler()) {
    readable = demangle_with(liberty_demangler(), name);
  }
  return readable;
}

std::optional<std::string> demangle_with(const Demangler* demangler, std::string_view name) {
  if (name.size() < 3 || name.size() > kLongestMangled || name[0] != '_') {
    return std::nullopt;
  }
  size_t length = 0;
  // Dots are part of legacy names of Rust.
  std::optional<std::string> readable = demangle_rust_legacy(name, length);
  const bool is_all = length == name.size() || kSuffixes.find(name[length]) != kSuffixes.npos;
  if (!readable || !is_all) {
    length = std::min(name.find_first_of(kSuffixes), name.size());
    readable =
        demangler == nullptr ? std::nullopt : demangle_core(*demangler, name.substr(0, length));
  }
  if (readable) {
    append_suffix(*readable, name.substr(length));
  }
  return readable;
}

}  // namespace quern
