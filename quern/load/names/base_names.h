// SPDX-License-Identifier: MIT
//
// Callgrind's names of functions, taken apart: `f'2'g` is f, at its second level, called by g.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/base/text.h"
#include "quern/model/records/symbols.h"

namespace quern {

/// What stands before the first apostrophe that is not the first byte.
[[nodiscard]] inline std::string_view name_without_callers(std::string_view name) {
  return name.substr(0, name.find('\'', 1));
}

/// Calls use(part) for what stands behind each apostrophe of the name, from `base` bytes on, but a
/// level of recursion ("2" and above).
template <class Use>
void each_caller_name(std::string_view name, size_t base, Use use) {
  for (size_t at = base; at != name.size();) {
    const size_t begin = at + 1;
    at = std::min(name.find('\'', begin), name.size());
    const std::string_view part = name.substr(begin, at - begin);
    const bool is_level =
        !part.empty() && part.front() != '0' && part != "1" && std::ranges::all_of(part, is_digit);
    if (!is_level) {
      use(part);
    }
  }
}

/// A function whose name has such an apostrophe.
struct CalledName {
  FunctionId function;
  size_t base;  ///< bytes before the apostrophe
};

/// All of them, ascending by function.
[[nodiscard]] std::vector<CalledName> called_names(const Symbols& symbols);

/// The base names of all functions: names without such an apostrophe, and what stands before it.
class BaseNames {
 public:
  /// `called`: see called_names(). Keeps a reference to `symbols`.
  BaseNames(const Symbols& symbols, std::vector<CalledName> called);

  [[nodiscard]] uint32_t hash(std::string_view text) const;
  /// A look at the text with this hash follows soon.
  void prefetch(uint32_t hash) const { __builtin_prefetch(&slots_[hash & mask_]); }
  /// `text`: without such an apostrophe.
  [[nodiscard]] bool has(std::string_view text, uint32_t hash) const;

 private:
  [[nodiscard]] std::string_view base_of(const CalledName& name) const {
    return symbols_->name(name.function).substr(0, name.base);
  }
  /// Where the text stands, or the free slot it would get.
  [[nodiscard]] size_t slot_of(std::string_view text, uint32_t hash) const;

  const Symbols* symbols_;
  /// Those with callers; all, where the table of names cannot find the others.
  std::vector<CalledName> names_;
  size_t mask_;
  /// Open addressing: a number among names_ + 1 in as many low bits as number slots, bits of its
  /// hash above.
  std::vector<uint32_t> slots_;
};

}  // namespace quern
