// SPDX-License-Identifier: MIT
//
// The stacks of samples to write: a location for each place of a function, numbered as they come,
// and of each stack the numbers of its locations. What it has in common with the stack before is
// not done again: contexts come depth first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/model/records/contexts.h"

namespace quern::pprof {

/// A place of a function on a stack.
struct Location {
  FunctionId function;
  uint64_t line = 0;
  uint64_t address = 0;
  bool operator==(const Location&) const = default;
};

class WrittenStacks {
 public:
  explicit WrittenStacks(const Contexts& contexts) : contexts_(&contexts) {}

  /// The locations of a path from a root, packed, innermost first; valid until the next path, which
  /// leads to a context behind this one's.
  [[nodiscard]] std::string_view packed(std::span<const ContextId> path);
  /// By number, from 1.
  [[nodiscard]] const std::vector<Location>& locations() const { return locations_; }

 private:
  struct LocationHash {
    size_t operator()(const Location& at) const;
  };
  /// One context of the last path.
  struct Step {
    ContextId context = kNoContext;
    Location location;         ///< as that of a leaf
    bool has_place = false;    ///< of its own, whatever it calls
    uint64_t call_line = 0;    ///< of the caller, where this was called
    uint64_t called_line = 0;  ///< what `id` was made for
    uint64_t id = 0;
    size_t bytes = 0;  ///< of the numbers of this step and of those above it
  };
  [[nodiscard]] Step step_of(ContextId context) const;
  uint64_t id_of(const Location& location);
  void make_room(size_t bytes);

  const Contexts* contexts_;
  std::vector<Step> steps_;    ///< by depth
  std::vector<uint8_t> text_;  ///< the packed numbers are its end: those of callers stay there
  std::unordered_map<Location, uint64_t, LocationHash> ids_;
  std::vector<uint64_t> newest_;  ///< by function: the number that it had last; 0: none yet
  std::vector<Location> locations_;
};

}  // namespace quern::pprof
