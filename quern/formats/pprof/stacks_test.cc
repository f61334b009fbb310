// SPDX-License-Identifier: MIT
#include "quern/formats/pprof/stacks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "quern/formats/pprof/encoder.h"
#include "quern/formats/shared/stack_depths.h"

namespace quern::pprof {
namespace {

using Random = std::mt19937_64;  // seeded with constants: the same trees on every run

/// Calls, lines and symbols under each other, with functions that recur: some places are equal.
Contexts any_tree(Random& random, size_t size) {
  Contexts contexts;
  std::vector<ContextId> path;
  for (size_t node = 0; node < size; ++node) {
    path.resize(path.size() - std::min(path.size(), random() % 4 == 0 ? random() % 12 : 0));
    Frame frame;
    frame.function = FunctionId(random() % 60);
    frame.is_line = random() % 5 == 0;
    frame.is_symbol = frame.is_line || random() % 5 == 0;
    frame.start = frame.is_symbol && !frame.is_line ? 0x1000 * frame.function.value : 0;
    const std::optional<int64_t> position =
        random() % 6 == 0 ? std::nullopt : std::optional(static_cast<int64_t>(random() % 4));
    path.push_back(
        contexts.add(path.empty() ? kNoContext : path.back(), contexts.frame(frame), position));
  }
  return contexts;
}

/// Each stack by itself, from its leaf.
class StacksAlone {
 public:
  explicit StacksAlone(const Contexts& contexts) : contexts_(&contexts) {}

  std::string packed(std::span<const ContextId> path) {
    std::string text;
    uint64_t line = 0;
    for (size_t at = path.size(); at-- != 0;) {
      const Frame& frame = contexts_->frame(path[at]);
      const auto position = static_cast<uint64_t>(contexts_->position(path[at]).value_or(0));
      const bool is_call = !frame.is_symbol;
      const bool has_address = frame.is_symbol && !frame.is_line;
      Encoder(text).varint(number({frame.function, frame.is_line ? position : line,
                                   has_address ? frame.start + position : 0}));
      line = is_call ? position : 0;
    }
    return text;
  }
  [[nodiscard]] const std::vector<Location>& locations() const { return locations_; }

 private:
  uint64_t number(const Location& location) {
    const auto found = std::ranges::find(locations_, location);
    const auto number = static_cast<uint64_t>(found - locations_.begin()) + 1;
    if (found == locations_.end()) {
      locations_.push_back(location);
    }
    return number;
  }

  const Contexts* contexts_;
  std::vector<Location> locations_;
};

TEST(WrittenStacks, SayWhatEachStackSaysAlone) {
  for (uint64_t seed = 0; seed < 6; ++seed) {
    Random random(seed);
    const Contexts contexts = any_tree(random, 1500);
    WrittenStacks written(contexts);
    StacksAlone alone(contexts);
    StackDepths depths(contexts);
    for (size_t at = 0; at < contexts.size(); ++at) {
      depths.enter(ContextId(at));
      if (random() % 3 != 0) {  // not all contexts have costs
        ASSERT_EQ(written.packed(depths.path()), alone.packed(depths.path())) << at;
      }
    }
    EXPECT_EQ(written.locations(), alone.locations());
    EXPECT_GT(written.locations().size(), 128U) << "numbers of two bytes are met";
  }
}

}  // namespace
}  // namespace quern::pprof
