// SPDX-License-Identifier: MIT
//
// Replaces demangle_itanium.cc and demangle_llvm.cc where quern is built without LLVM (QUERN_LLVM).
#include "quern/source/demanglers.h"

namespace quern {

const Demangler* llvm_demangler() {
  return nullptr;
}

}  // namespace quern
