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

/// The source files of all units, below the folder each was compiled in: each once, by what stands
/// behind the last slash, then as a whole. `dwarf` may be null.
[[nodiscard]] std::vector<std::string> source_files(Dwarf* dwarf);

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
  /// Of all units.
  [[nodiscard]] std::vector<std::string> sources() const { return source_files(dwarf_.get()); }

 private:
  DwarfFile dwarf_;
  std::optional<FunctionRanges> functions_;
};

}  // namespace quern
