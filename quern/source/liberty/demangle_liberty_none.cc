// SPDX-License-Identifier: MIT
//
// Replaces the other sources of this folder where quern is built without libiberty.
#include "quern/source/demanglers.h"

namespace quern {

const Demangler* liberty_demangler() {
  return nullptr;
}

}  // namespace quern
