// SPDX-License-Identifier: MIT
//
// What the debug information (DWARF) of an object file knows: the function and the source line of
// an address, the source files, and where functions are declared. It is the last source of function
// names, after the symbol tables: those are faster to read. It is read on first use.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/source/dwarf_file.h"
#include "quern/source/elf_file.h"
#include "quern/source/function_ranges.h"
#include "quern/source/symbols.h"

namespace quern {

struct SourceLine {
  std::string file;
  uint64_t line = 0;
};

class DebugInfo {
 public:
  /// `file` must outlive this. Without debug information all answers are empty.
  explicit DebugInfo(const ElfFile& file);

  /// The functions that have code of their own; inlined ones are part of those around them.
  [[nodiscard]] const FunctionRanges& functions();
  [[nodiscard]] std::optional<SourceLine> line(uint64_t address);
  /// The line that declares each of `wanted` in a file of the same name, without folders: profile
  /// and debug information may name different ones. 0: not known.
  [[nodiscard]] std::vector<uint64_t> declared_lines(std::span<const NamedFunction> wanted);

 private:
  DwarfFile dwarf_;
  std::optional<FunctionRanges> functions_;
};

/// See ObjectCode::sources(); `dwarf` may be null.
[[nodiscard]] std::vector<std::string> source_files(Dwarf* dwarf);

}  // namespace quern
