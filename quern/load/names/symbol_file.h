// SPDX-License-Identifier: MIT
//
// Names of addresses in a file: written on the machine where a program ran, read wherever its
// profile is looked at. Text, one address a row, tabs between:
//
//   # quern symbols 1
//   /usr/lib/libz.so.1  2f41  deflate_slow  deflate.c  1851  2e00
//
// object, address, function, file and line of source code, the function's first address; addresses
// are hexadecimal, the last three may be empty. The address is the one that is looked up: of a
// caller, the one before that to which its callee returns. `\t`, `\n` and `\\` stand for what they
// look like.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/source/symbols.h"

namespace quern {

/// The first row, with LF.
[[nodiscard]] std::string_view symbol_file_head();

/// A row, with LF.
[[nodiscard]] std::string symbol_row(std::string_view object, uint64_t address,
                                     const Symbol& symbol);

/// What one or several such files say; of several rows for one address, the first counts.
class SymbolTable {
 public:
  /// Reads a file to its end. Errors: those of open_input, and `bad-symbol-file`.
  [[nodiscard]] Result<void> read(const std::string& path);

  [[nodiscard]] std::optional<Symbol> find(std::string_view object, uint64_t address) const;
  [[nodiscard]] size_t size() const;

 private:
  friend class SymbolFileReader;
  std::map<std::string, std::map<uint64_t, Symbol>, std::less<>> objects_;
};

}  // namespace quern
