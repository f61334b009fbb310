// SPDX-License-Identifier: MIT
//
// Names of a Callgrind input for the slow twin: plain, compressed as `(ID) text`, or nested as
// `(4)'2'(7)`. A name is a cell whose text may become known only later, with the definition of an
// id it refers to; all texts are known once the (glued) file is closed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing::slow {

struct Place {
  uint64_t line = 0;
  uint64_t column = 0;
};

/// A name before its text is known: an index into the cells of SlowNames.
using Name = size_t;
inline constexpr Name kUnknownName = 0;

/// Names expanded from nested ones beyond this size are kept as written: each level may double
/// the last.
inline constexpr size_t kMaxExpandedName = 65536;

class SlowNames {
 public:
  enum Table : uint8_t { kObjects, kFiles, kFunctions };

  /// The name in `row` from offset `at` (behind the `=`) on. `expand_nested`: whether a definition
  /// of a function may be made of others'.
  Name read(Table table, std::string_view row, size_t at, uint64_t line, bool expand_nested,
            std::vector<Meaning::Lint>& lints);

  /// The end of a (glued) file: what still waits is undefined, and the alias tables are empty
  /// again.
  void close_file(std::vector<Meaning::Lint>& lints);

  /// The text of a name of a file that is still open; "" where it needs a definition to come.
  [[nodiscard]] std::string text_so_far(Name name) const;

  /// The text of a name of a closed file; "" for the unknown one however it is written.
  [[nodiscard]] std::string text(Name name) const;

 private:
  struct Piece {
    std::string literal;       ///< in front of the name
    Name name = kUnknownName;  ///< none: only the literal
  };
  struct Cell {
    std::string written;
    std::vector<Piece> pieces;     ///< of a nested name
    std::optional<Name> bound_to;  ///< of a reference that waited: its definition
    bool known = false;
    std::string text;
  };
  struct Alias {
    std::optional<Name> current;
    std::optional<Name> waiting;  ///< the cell of references before the first definition
    Place first_reference;
  };
  struct Redefinition {
    Name before;
    Name after;
    Place place;
  };

  Name add(Cell cell);
  Name refer(Table table, uint64_t id, Place place);
  void define(Table table, uint64_t id, Name name, Place place, std::vector<Meaning::Lint>& lints);
  std::optional<Name> read_nested(std::string_view row, size_t at, uint64_t line);
  [[nodiscard]] bool contains(Name whole, Name part) const;
  [[nodiscard]] std::vector<Name> parts_of(const Cell& cell) const;
  void compose(Cell& cell) const;
  void settle(Name name);

  std::vector<Cell> cells_ = {Cell{"", {}, std::nullopt, true, ""}};
  size_t first_unsettled_ = 1;
  std::array<std::map<uint64_t, Alias>, 3> aliases_;
  std::vector<Redefinition> redefinitions_;
};

}  // namespace quern::testing::slow
