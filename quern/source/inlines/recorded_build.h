// SPDX-License-Identifier: MIT
//
// Whether an object on this machine is the build that sampled stacks were recorded of, and what
// their addresses are in it. Stacks have no lines that its line table could be compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/model/profile.h"

namespace quern {

/// A function of a stack, as recorded.
struct StackFunction {
  std::string_view name;          ///< empty: not known
  std::optional<uint64_t> start;  ///< its address, if it is known
  uint64_t address = 0;           ///< of an instruction in it, or behind a call
};

class RecordedBuild {
 public:
  /// `told`: what inputs tell of the object. An error is a phrase, as of ObjectFile::open().
  static std::expected<RecordedBuild, std::string> open(
      const std::string& path, std::span<const RecordedObject* const> told);
  RecordedBuild(RecordedBuild&&) noexcept;
  RecordedBuild& operator=(RecordedBuild&&) noexcept;
  ~RecordedBuild();

  /// As the file itself counts addresses; nothing: it has no such byte.
  [[nodiscard]] std::optional<uint64_t> address(uint64_t recorded) const;
  /// Looks whether the symbols of the object have this function there.
  void compare(const StackFunction& function);
  /// Why it is not the build that was profiled, or may not be: a phrase; empty: it is. Build ids
  /// decide; without them, names of 99 % of the functions that compare() was given.
  [[nodiscard]] std::string problem() const;

 private:
  class Object;
  explicit RecordedBuild(std::unique_ptr<Object> object);

  std::unique_ptr<Object> object_;
  [[maybe_unused]] size_t compared_ = 0;
  [[maybe_unused]] size_t agreed_ = 0;
};

}  // namespace quern
