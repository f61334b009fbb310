// SPDX-License-Identifier: MIT
//
// What the debug information of an object file knows of addresses: the function where symbol tables
// are gone, and the line of source code. Read on first use.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "quern/source/elf_file.h"
#include "quern/source/function_ranges.h"

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

 private:
  struct CloseDwarf {
    void operator()(Dwarf* dwarf) const;
  };
  std::unique_ptr<Dwarf, CloseDwarf> dwarf_;
  std::optional<FunctionRanges> functions_;
};

}  // namespace quern
