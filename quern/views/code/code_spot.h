// SPDX-License-Identifier: MIT
//
// A place in the code of a profile.
#pragma once

#include <cstdint>

#include "quern/base/dense_index.h"
#include "quern/model/records/ids.h"

namespace quern {

/// Of an instruction that is not known.
inline constexpr uint64_t kNoAddress = UINT64_MAX;

/// Instructions without a difference.
struct CodeSpot {
  uint64_t address = 0;  ///< of self costs, if Instructions::kApart; or kNoAddress
  uint64_t line = 0;     ///< 0: not known
  FunctionId function;   ///< that the profile names
  NameId file;           ///< of the line, as recorded: see CodeCosts::file()
  uint32_t chain = 0;    ///< of InlinedCode
  bool operator==(const CodeSpot&) const = default;
  [[nodiscard]] uint64_t hash() const {
    return mixed(mixed(uint64_t{function.value} << 32 | file.value, line ^ address << 20), chain);
  }
};

}  // namespace quern
