// SPDX-License-Identifier: MIT
//
// What the debug information of an object file knows of addresses: the function where symbol tables
// are gone, and the line of source code. Read on first use.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/source/elf_file.h"
#include "quern/source/function_ranges.h"
#include "quern/source/symbols.h"

struct Dwarf;

namespace quern {

struct SourceLine {
  std::string file;
  uint64_t line = 0;
};

class DebugInfo {
 public:
  /// Of a file that outlives this; without debug information it answers nothing.
  explicit DebugInfo(const ElfFile& file);

  /// The functions that have code of their own.
  [[nodiscard]] const FunctionRanges& functions();
  [[nodiscard]] std::optional<SourceLine> line(uint64_t address);
  /// The line that declares each of `wanted`, defined in a file of that name; 0: not known.
  [[nodiscard]] std::vector<uint64_t> declared_lines(std::span<const NamedFunction> wanted);
  /// The source files of all units, below the folder each was compiled in: each once, by what
  /// stands behind the last slash, then as a whole.
  [[nodiscard]] std::vector<std::string> sources();

 private:
  struct CloseDwarf {
    void operator()(Dwarf* dwarf) const;
  };
  std::unique_ptr<Dwarf, CloseDwarf> dwarf_;
  std::optional<FunctionRanges> functions_;
};

}  // namespace quern
