// SPDX-License-Identifier: MIT
//
// Whether an object on this machine is the build that sampled stacks were recorded of, and what
// their addresses are in it. Stacks have no lines that its line table could be compared with.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/model/profile.h"

namespace quern {

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
  /// Looks whether the symbols of the object have a function of a stack at `address`, if no build
  /// id decides. `start`: its own address, if it is known.
  void compare(std::string_view name, std::optional<uint64_t> start, uint64_t address);
  /// Why it is not the build that was profiled, or may not be: a phrase; empty: it is. Build ids
  /// decide; without them, names of 99 % of the functions with a name that compare() was given.
  [[nodiscard]] std::string problem() const;

 private:
  struct Object;
  explicit RecordedBuild(std::unique_ptr<Object> object);

  std::unique_ptr<Object> object_;
};

}  // namespace quern
