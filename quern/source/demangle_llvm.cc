// SPDX-License-Identifier: MIT
//
// What LLVM's library does as it is, within bounds that are checked before.
#include <llvm/Demangle/Demangle.h>

#include <cstdlib>

#include "quern/source/demanglers.h"

namespace quern {

namespace {

/// Takes over what LLVM allocated; null is nothing.
std::optional<std::string> taken(char* text) {
  if (text == nullptr) {
    return std::nullopt;
  }
  std::string out(text);
  std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): it comes from malloc
  return out;
}

std::optional<std::string> read_rust(std::string_view name) {
  const std::optional<size_t> size = measure_rust(name);
  return size && *size <= kLongestDemangled ? taken(llvm::rustDemangle(name)) : std::nullopt;
}

std::optional<std::string> read_d(std::string_view name) {
  // A reference back repeats a piece of the name: what is written is less than the name squared.
  constexpr size_t kLongest = 1000;
  return name.size() <= kLongest ? taken(llvm::dlangDemangle(name)) : std::nullopt;
}

}  // namespace

const Demangler* llvm_demangler() {
  static constexpr Demangler kLlvm = {
      .description = "LLVM 19", .itanium = demangle_itanium, .rust = read_rust, .d = read_d};
  return &kLlvm;
}

}  // namespace quern
