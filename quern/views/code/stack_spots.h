// SPDX-License-Identifier: MIT
//
// Where the functions of exact stacks are in source code: at their lines if these were recorded,
// else where the debug information of their objects has their addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/base/dense_index.h"
#include "quern/model/profile.h"
#include "quern/source/inlines/inlined_code.h"
#include "quern/views/code/code_spot.h"

namespace quern {

/// What IgProf counts where a clock interrupts the program.
inline constexpr std::string_view kClockTicks = "PERF_TICKS";

class StackSpots {
 public:
  /// Keeps a reference to the profile. `add_up`: whether its costs do; else no line is known.
  StackSpots(const Profile& profile, const InlinedCode& inlined, bool add_up = true);

  /// Whether the lines of that part are those of its stacks.
  [[nodiscard]] bool has(const Part& part) const;
  /// Looks up where a context spends its `costs`, which count for its object: with the address of
  /// the instruction, if it was looked up by that.
  CodeSpot spender(const Part& part, ContextId context, std::span<const EventCost> costs,
                   InlinedCode& inlined);
  /// Looks up where a context calls another: its address is behind the call, which returns there.
  const CodeSpot& caller(ContextId context, InlinedCode& inlined);
  /// What caller() gave; null: nobody has asked.
  [[nodiscard]] const CodeSpot* of_caller(ContextId context) const;
  /// All that was looked up, each once.
  [[nodiscard]] std::span<const CodeSpot> all() const { return spots_; }
  /// Whether any line is known, once `inlined` is settled.
  [[nodiscard]] bool has_lines(const InlinedCode& inlined) const;

 private:
  struct Place {
    FrameId frame;
    bool is_exact = false;
    std::optional<int64_t> position;
    bool operator==(const Place&) const = default;
    [[nodiscard]] uint64_t hash() const {
      const uint64_t at = static_cast<uint64_t>(position.value_or(0));
      return mixed(mixed(frame.value, (is_exact ? 1U : 0U) | (position ? 2U : 0U)), at);
    }
  };
  [[nodiscard]] Place place(ContextId context, bool is_exact) const;
  [[nodiscard]] bool is_sampled(const Part& part, std::span<const EventCost> costs) const;
  [[nodiscard]] bool is_hook(ContextId context) const;
  uint32_t find(ContextId context, bool is_exact, InlinedCode& inlined);
  void look_up(ContextId context, bool is_exact, InlinedCode& inlined);

  const Profile* profile_;
  bool has_lines_;      ///< some function has a line
  bool has_addresses_;  ///< some function has an address instead, which may be looked up
  std::optional<EventId> ticks_;
  DenseIndex<Place> places_;
  std::vector<CodeSpot> spots_;      ///< by place, without addresses
  std::vector<uint64_t> addresses_;  ///< by place, or kNoAddress
};

}  // namespace quern
