// SPDX-License-Identifier: MIT
//
// Names as the Callgrind format writes them: `fn=(1) main` at first use in a part, `fn=(1)` from
// then on. Ids are dense and from 1; a function's belongs to its name, file and object, since some
// readers take an alias for all three.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "quern/base/segmented.h"
#include "quern/model/records/symbols.h"

namespace quern::callgrind {

/// `text` without what ends a row or a reader's string, and without the blanks in front.
[[nodiscard]] std::string one_row(std::string_view text);
/// Whether that is the text as it is.
[[nodiscard]] bool is_one_row(std::string_view text);

class WrittenNames {
 public:
  WrittenNames(const Symbols& symbols, bool is_plain) : symbols_(&symbols), is_plain_(is_plain) {}

  /// Names are defined again in each part: not all readers remember them.
  void begin_part() { ++part_; }

  // Each appends one row; `name` is canonical.
  void object(std::string& out, std::string_view key, NameId name);
  void file(std::string& out, std::string_view key, NameId name);
  void function(std::string& out, std::string_view key, FunctionId id);

 private:
  struct Alias {
    uint32_t id = 0;    ///< 0: none yet
    uint32_t part = 0;  ///< that defined it last, from 1
  };
  struct Table {
    Segmented<Alias, 12> aliases;
    uint32_t used = 0;
  };
  void row(std::string& out, std::string_view key, Table& table, size_t at, NameId name);

  const Symbols* symbols_;
  bool is_plain_;
  uint32_t part_ = 0;
  Table objects_, files_, functions_;
};

}  // namespace quern::callgrind
