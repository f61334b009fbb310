// SPDX-License-Identifier: MIT
//
// Events that are computed, never stored: the input's own (`event: X = 2 Ir + Dr`), and built-in
// ones where their inputs exist. A formula may use stored events and derived ones declared before
// it. A stored event wins over any formula of its name, the input's formula over a built-in one.
//
// Built in: L1m, LLm, Bm, CEst, EstimatedCycles and its terms, and ratios such as I1MissRate. CEst
// counts what is missing as 0 but needs Ir and one more; the others need all they name. Old inputs'
// L2 names do for LL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/events/event_sum.h"
#include "quern/model/records/event.h"

namespace quern {

struct DerivedEvent {
  std::string name;
  std::string long_name;  ///< empty: none
  std::string formula;    ///< as the input has it, or as used: "Ir + 10 Bm", "I1mr / Ir"
  bool is_ratio = false;
  bool is_built_in = false;
};

/// A formula of the input that cannot be computed.
struct UnavailableEvent {
  std::string name;
  std::string formula;
  std::vector<std::string> missing;  ///< names it needs, each once; empty when `problem` says why
  std::string problem;               ///< what is wrong with the formula itself
};

class DerivedEvents {
 public:
  /// In order of declaration: none uses one after it.
  [[nodiscard]] const std::vector<DerivedEvent>& events() const { return events_; }
  [[nodiscard]] const std::vector<UnavailableEvent>& unavailable() const { return unavailable_; }
  /// The index of an event of this name in events().
  [[nodiscard]] std::optional<size_t> find(std::string_view name) const;

  /// A derived event as a sum of stored ones. Nothing for ratios, and where coefficients multiply
  /// beyond kMaxWeight. Linear in the text of all formulas.
  [[nodiscard]] std::optional<EventSum> sum(size_t derived) const;
  /// The value of a ratio; nothing for sums.
  [[nodiscard]] std::optional<EventRatio> ratio(size_t derived) const;

  /// What an event is for one row of costs: one of the two, or nothing where sum() and ratio() have
  /// nothing or the value is beyond 128 bits.
  struct Value {
    std::optional<int128> sum;
    std::optional<Ratio> ratio;
  };
  /// Of all events, for one row of costs by stored event. Linear in the text of all formulas, which
  /// asking for each sum is not.
  [[nodiscard]] std::vector<Value> evaluate(std::span<const int128> costs) const;

 private:
  friend class DerivedBuilder;
  struct Term {
    bool is_derived = false;
    uint32_t index = 0;  ///< of a stored event, or into definitions_
    int128 coefficient = 1;
  };
  struct Definition {
    std::vector<Term> numerator;
    std::vector<Term> denominator;  ///< empty in sums
  };
  struct Known;
  [[nodiscard]] std::optional<EventSum> resolve(size_t derived,
                                                const std::vector<Term>& terms) const;
  [[nodiscard]] static Known evaluate(std::span<const Term> terms, std::span<const int128> costs,
                                      std::span<const Known> before);

  std::vector<DerivedEvent> events_;
  std::vector<Definition> definitions_;  ///< by event
  std::vector<UnavailableEvent> unavailable_;
  size_t stored_count_ = 0;
};

/// `stored`: the profile's events. `definitions`: the rows of its inputs in order; of several for a
/// name the last counts.
[[nodiscard]] DerivedEvents derive_events(std::span<const Event> stored,
                                          std::span<const EventDefinition> definitions);

}  // namespace quern
