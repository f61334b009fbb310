// SPDX-License-Identifier: MIT
//
// Which function an address belongs to: the ranges that an object file's symbol tables or its debug
// information name. Names are borrowed from the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace quern {

/// How much a name is meant to be seen: of several for one address, the first is taken.
enum class Binding : uint8_t { kGlobal, kWeak, kLocal };

struct FunctionRange {
  uint64_t start = 0;
  uint64_t end = 0;  ///< behind its last byte; `start`: its size is not known
  /// Where one without a size ends at last, unless another function begins before.
  uint64_t limit = 0;
  Binding binding = Binding::kGlobal;
  const char* name = nullptr;  ///< ends with NUL
};

class FunctionRanges {
 public:
  FunctionRanges() = default;
  explicit FunctionRanges(std::vector<FunctionRange> ranges);

  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  /// The function that holds `address`; of nested ones the innermost; one without a size only where
  /// none with a size does. Null: none.
  [[nodiscard]] const FunctionRange* find(uint64_t address) const;

 private:
  std::vector<FunctionRange> ranges_;  ///< by start; the preferred one of equals last
};

/// A name without what is behind 64 KiB of it.
[[nodiscard]] std::string_view name_of(const FunctionRange& range);

}  // namespace quern
