// SPDX-License-Identifier: MIT
//
// The instructions that were recorded at one line, each with the calls that were inlined around it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quern/model/records/amount.h"
#include "quern/query/selection.h"
#include "quern/views/code/code_costs.h"

namespace quern {

/// A function that an instruction was inlined from, and the line that calls it.
struct InlinedCall {
  std::string_view function;  ///< empty: its name is not known
  std::string_view file;
  uint64_t line = 0;
};

struct AnnotatedInstruction {
  uint64_t address = 0;            ///< as recorded
  std::string_view object;         ///< empty: not known
  std::vector<Amount> self;        ///< by column
  std::vector<InlinedCall> calls;  ///< from the innermost outward
};

/// Those of `spots`, by object and address. `code` keeps addresses.
[[nodiscard]] std::vector<AnnotatedInstruction> instructions(const CodeCosts& code,
                                                             const Selection& selection,
                                                             std::span<const uint32_t> spots);

}  // namespace quern
