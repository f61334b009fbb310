// SPDX-License-Identifier: MIT
//
// In place of LLVM's demangler, where quern is built without it (QUERN_DEMANGLE).
#include "quern/source/demangle.h"
#include "quern/source/demangle_schemes.h"

namespace quern {

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
