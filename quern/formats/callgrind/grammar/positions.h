// SPDX-License-Identifier: MIT
//
// Where rows stand. A row has one subposition for each kind that `positions:` names, absolute or
// relative to the base, which is where an earlier row stands:
//
//   positions: instr line
//   0x401136 12 7          an address and a line, then a cost
//   +3 * 1                 three bytes on, the same line
//   calls=2 0x401000 +20   the target of a call, relative to the same base
//
// Each row of self costs moves the base. Rows that tell where a call or jump stands do so for
// writers whose base rule is "cost"; rows of targets never do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quern/base/int128.h"
#include "quern/formats/callgrind/grammar/lexer.h"
#include "quern/formats/shared/reading_error.h"
#include "quern/model/records/findings.h"
#include "quern/model/records/part.h"
#include "quern/model/records/sink.h"

namespace quern::callgrind {

/// How many positions a row has.
[[nodiscard]] inline size_t count_of(const PositionKinds& kinds) {
  return size_t{kinds.instr} + size_t{kinds.bb} + size_t{kinds.line};
}

/// Something odd about a row, which is reported once the row is known to be sound.
struct RowNote {
  const char* at = nullptr;
  const CodeInfo* code = nullptr;
};

/// A row of costs, a call or a jump, by all the rules.
struct ParsedRow {
  std::array<uint64_t, 3> base{};  ///< where it stands: address, basic block, line
  bool lacks_line = false;         ///< its line is kNoLine, and no base for what follows
  std::vector<int128> costs;       ///< one an event of the part, or fewer
  bool is_wide = false;            ///< one of them exceeds 64 bits
  std::vector<RowNote> notes;

  [[nodiscard]] Position at() const { return {base[0], base[2]}; }
};

/// The target of a call, which follows the count of `calls=`, as writers differ in it.
enum class TargetForm : uint8_t {
  kOne,      ///< as many positions as rows have
  kAnyTail,  ///< what follows them means nothing
};

class Positions {
 public:
  /// Positions of a plain row, of the kinds that the part has.
  struct Plain {
    uint64_t address;
    uint64_t line;

    /// Moves to what stands at `at`.
    template <bool kInstr, bool kLine>
    [[gnu::always_inline]] bool read(const char*& at) {
      if constexpr (kInstr) {
        if (!fast_subposition(at, address) || (kLine && *at++ != ' ')) {
          return false;
        }
      }
      return !kLine || fast_subposition(at, line);
    }
    template <bool kInstr, bool kLine>
    [[nodiscard]] Position position() const {
      return {kInstr ? address : 0, kLine ? line : 0};
    }
  };

  PositionKinds kinds;  ///< carried from part to part

  /// The positions that a row begins with. `may_lack_line`: -1 is no line.
  [[nodiscard]] std::optional<RowError> parse(const Row& row, Tokens& tokens, bool may_lack_line,
                                              ParsedRow& parsed) const;
  /// The target of a call, if it has one.
  [[nodiscard]] std::optional<RowError> parse_target(const Row& row, Tokens& tokens,
                                                     bool may_lack_line, TargetForm form,
                                                     ParsedRow& parsed) const;
  /// Whether the rest of a row is positions, as many as there are kinds.
  [[nodiscard]] bool are_all_of(Tokens tokens) const;

  [[nodiscard]] Position base() const { return {base_[0], base_[2]}; }
  [[nodiscard]] Plain plain() const { return {base_[0], base_[2]}; }
  /// Whether each kind of plain rows has a base.
  [[nodiscard]] bool have_plain_base() const {
    return (!kinds.instr || has_base_[0]) && (!kinds.line || has_base_[2]);
  }
  void move(const ParsedRow& parsed);
  void move(const Plain& plain) {
    base_[0] = plain.address;
    base_[2] = plain.line;
  }
  /// A part begins: nothing has been met yet.
  void forget_base() {
    base_ = {};
    has_base_ = {};
  }
  /// Goes on where another reader, which began without a base, stands.
  void take_base(const Positions& later);

 private:
  [[nodiscard]] std::optional<RowError> parse_one(std::string_view token, size_t kind,
                                                  bool may_lack_line, ParsedRow& parsed) const;

  std::array<uint64_t, 3> base_{};  ///< as ParsedRow::base
  std::array<bool, 3> has_base_{};
};

}  // namespace quern::callgrind
