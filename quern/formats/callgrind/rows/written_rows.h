// SPDX-License-Identifier: MIT
//
// The rows of the blocks of a part: the function, its costs, calls and jumps, with names and
// positions as short as every reader takes them. Whoever calls this has checked what it says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/int128.h"
#include "quern/formats/callgrind/rows/written_names.h"
#include "quern/model/records/part.h"
#include "quern/model/records/sink.h"

namespace quern::callgrind {

struct StreamOptions {
  bool plain_names = false;      ///< each name written out, no aliases
  bool plain_positions = false;  ///< no distances instead of positions
  /// Costs below 0 are written: of differences, of memory that is given back. Some readers take
  /// them for 0.
  bool allows_negative = false;
};

/// A call that the open function made.
struct WrittenCall {
  FunctionId callee;
  NameId file;  ///< of `at`
  Position at;
  std::optional<Position> target;  ///< where the callee begins
  uint64_t count = 0;
};

/// A jump within the open function or out of it.
struct WrittenJump {
  bool is_conditional = false;
  NameId file;  ///< of `at`
  Position at;
  FunctionId target;
  NameId target_file;
  Position to;
  uint64_t executed = 0;
  uint64_t followed = 0;  ///< of conditional ones
};

class WrittenRows {
 public:
  WrittenRows(const Symbols& symbols, const StreamOptions& options)
      : symbols_(&symbols),
        names_(symbols, options.plain_names),
        is_plain_(options.plain_positions) {}

  /// The rows so far, to be taken away between any two calls.
  [[nodiscard]] std::string& text() { return text_; }
  /// The function whose block is open, or was last in this part; nothing: there was none.
  [[nodiscard]] const std::optional<FunctionId>& function() const { return function_; }

  /// What `positions:` has to say of the part.
  std::string_view begin_part(const PositionKinds& positions);
  void enter(FunctionId function);
  void self_cost(NameId file, const Position& at, std::span<const int128> row);
  void call(const WrittenCall& call, std::span<const int128> inclusive);
  void jump(const WrittenJump& jump);
  void end_block();

 private:
  void enter_file(NameId file, bool must_say);
  void source(const Position& recorded, std::span<const int128> row);
  void target_file(std::string_view key, NameId file);
  [[nodiscard]] Position written(const Position& at) const;
  char* put_place(char* out, const Position& at, bool may_be_relative) const;
  void place_and_costs(const Position& at, bool may_be_relative, std::span<const int128> costs);
  [[nodiscard]] NameId canonical(NameId name) const {
    return symbols_->names.has_provisional() ? symbols_->names.canonical(name) : name;
  }

  const Symbols* symbols_;
  WrittenNames names_;
  bool is_plain_;  ///< positions are
  std::string text_;
  bool has_objects_ = false;  ///< some block said one
  // the open part
  PositionKinds positions_;
  bool has_address_ = false;
  bool has_line_ = true;
  // the open block
  std::optional<FunctionId> function_;
  NameId object_;
  NameId own_file_;
  NameId file_;       ///< that `fl=`, `fi=` or `fe=` named last
  NameId self_file_;  ///< of the last self cost
  bool after_association_ = false;
  Position base_;            ///< of the last self cost
  bool base_holds_ = false;  ///< for every reader
};

}  // namespace quern::callgrind
