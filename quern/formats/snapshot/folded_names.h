// SPDX-License-Identifier: MIT
//
// Writes which names tell functions apart by their callers, so that nobody has to find out again:
// each such function, and the number of the name that it has without.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quern/formats/snapshot/block_writer.h"
#include "quern/model/new_names.h"
#include "quern/model/records/symbols.h"

namespace quern::snapshot {

/// Finds the numbers of names by their texts.
class NumbersByText {
 public:
  /// Numbers ascend. False where another name has this text: that one is found.
  bool add(std::string_view text, uint32_t number);
  /// The number of the text, or else `number`, which it has from now on.
  uint32_t find_or_add(std::string_view text, uint32_t number);

 private:
  NameTable texts_;
  std::vector<uint32_t> numbers_ = {0};  ///< by NameId there
};

/// `names`: how many there are, the unknown one included; what is new is numbered from there.
void write_folded(std::span<const FunctionName> folded, NumbersByText& known, size_t names,
                  BlockWriter& blocks);

}  // namespace quern::snapshot
