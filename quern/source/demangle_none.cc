// SPDX-License-Identifier: MIT
//
// Replaces demangle_itanium.cc and demangle_llvm.cc where quern is built without LLVM's demangler
// (QUERN_DEMANGLE): names of these schemes stay mangled. Rust's legacy names are still made
// readable, because quern reads them itself (demangle_rust_legacy.cc).
#include "quern/source/demangle.h"
#include "quern/source/demangle_schemes.h"

namespace quern {

std::string demangler_text() {
  return {};
}

bool has_demangler() {
  return false;
}

std::optional<std::string> demangle_itanium(std::string_view) {
  return std::nullopt;
}

std::optional<std::string> demangle_rust(std::string_view) {
  return std::nullopt;
}

std::optional<std::string> demangle_d(std::string_view) {
  return std::nullopt;
}

}  // namespace quern
