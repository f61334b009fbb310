// SPDX-License-Identifier: MIT
//
// Where the instructions of a program or library come from: the source line of an address, and the
// chain of functions that the compiler inlined around it. Read from its debug information when it
// is asked for, unit by unit. Builds without libdw have object_code_none.cc instead.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "quern/base/cache_entry.h"
#include "quern/source/object_sources.h"

namespace quern {

/// A function as it stands at some instructions: by itself, or inlined into another.
struct InlineFrame {
  static constexpr uint32_t kNone = ~uint32_t{0};
  uint32_t outer = kNone;  ///< the frame that it is inlined into; kNone: it is not
  uint32_t function = 0;   ///< ObjectCode::function()
  uint32_t file = 0;       ///< where `outer` calls it: ObjectCode::file(),
  uint32_t line = 0;       ///< from 1; 0: not known
};

/// What is known of an instruction.
struct InstructionPlace {
  uint32_t file = 0;                    ///< ObjectCode::file(); 0: not known
  uint32_t line = 0;                    ///< from 1; 0: not known
  uint32_t frame = InlineFrame::kNone;  ///< the innermost
  bool operator==(const InstructionPlace&) const = default;
};

class ObjectCode {
 public:
  /// An error is a phrase: "no such file", "it has no debug information".
  /// What was read of it before is taken from `cache`, as long as none of its files has changed.
  static std::expected<ObjectCode, std::string> open(const std::string& path,
                                                     const CacheFolder& cache = {});
  ObjectCode(ObjectCode&&) noexcept;
  ObjectCode& operator=(ObjectCode&&) noexcept;
  ~ObjectCode();

  /// Of an address as the file itself counts them. Reads its unit if it is the first of it.
  [[nodiscard]] InstructionPlace at(uint64_t address);
  [[nodiscard]] const InlineFrame& frame(uint32_t number) const;
  /// Valid as long as this. Files have the folder in which they were compiled.
  [[nodiscard]] std::string_view file(uint32_t number) const;
  [[nodiscard]] std::string_view function(uint32_t number) const;  ///< as in the file, mangled
  /// The source files of all its units, as source_files() has them. Without a cache they are read
  /// when somebody asks, which takes the opened object away from this.
  [[nodiscard]] UnreadSources sources();
  /// Why some units are not known whole, of the first one: a phrase; empty: all are.
  [[nodiscard]] const std::string& problem() const;
  /// Writes what was read into the cache, if there is more than it has.
  void keep();

 private:
  class Units;
  explicit ObjectCode(std::unique_ptr<Units> units);
  std::unique_ptr<Units> units_;
};

}  // namespace quern
