// SPDX-License-Identifier: MIT
//
// What the debug information of one unit (one source file that was compiled) says of its
// instructions: the source line of each, and the functions that were inlined around it.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/source/dwarf/entry_walk.h"
#include "quern/source/elf_file.h"
#include "quern/source/inlines/address_map.h"
#include "quern/source/inlines/object_code.h"

namespace quern {

/// Texts by number, each once; 0 is no text.
class TextNumbers {
 public:
  TextNumbers() { (void)of({}); }
  uint32_t of(std::string_view text);
  [[nodiscard]] std::string_view operator[](uint32_t number) const { return texts_[number]; }
  [[nodiscard]] size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

/// Functions that may be inlined within each other.
inline constexpr uint32_t kDeepestInlined = 128;

/// What the units of an object share.
struct CodeTables {
  TextNumbers files, functions;
  std::vector<InlineFrame> frames;
  ReadBudget budget;
};

struct CodeRow {
  uint32_t file = 0;
  uint32_t line = 0;
  bool operator==(const CodeRow&) const = default;
};

struct UnitCode {
  AddressMap<uint32_t> frames;  ///< into CodeTables::frames
  AddressMap<CodeRow> rows;
  std::string problem;  ///< why it is not known whole; empty: it is
};

/// Reads the unit with this entry; `split` has its functions if they are in a file of their own.
/// Ranges outside `code`, which ascends, are those of functions that the linker left out.
[[nodiscard]] UnitCode read_unit(Dwarf_Die unit, Dwarf_Die* split,
                                 std::span<const AddressRange> code, CodeTables& tables);

/// Whether a range that begins at `start` was linked.
[[nodiscard]] bool is_linked(std::span<const AddressRange> code, uint64_t start);

}  // namespace quern
