// SPDX-License-Identifier: MIT
//
// Whether costs of one name, of several inputs, may be added and compared: what one count of an
// event is, and whether its costs add up or are maxima. What is found does not depend on the order
// of the inputs. Memory is that of the events' names.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/base/result.h"
#include "quern/model/records/event.h"

namespace quern {

inline constexpr CodeInfo kMixedUnits{
    "mixed-units", Severity::kError,
    "profiles that count the same event in different units or ways"};

/// What an event is that not all inputs describe alike, though they agree.
struct SettledUnit {
  std::string name;
  std::string unit;  ///< empty: unknown
  uint64_t scale = 1;
  std::string note;  ///< what users should know of it; empty: nothing
};

class EventMeanings {
 public:
  /// `events` as the input `input`, of this number, has them; what it does not say of well-known
  /// events is filled in.
  void add(size_t number, std::string_view input, std::span<const Event> events);
  void add(const EventMeanings& others);
  /// Where all agree: the events that are to be described otherwise than some input does. One whose
  /// unit only some inputs know is of an unknown unit. Error: `mixed-units`.
  [[nodiscard]] Result<std::vector<SettledUnit>> settled() const;
  /// See packing.h.
  template <class Way>
  friend void fields(Way& way, EventMeanings& all) {
    way(all.tellers_);
  }

 private:
  struct Meaning {
    std::string unit;
    uint64_t scale = 1;
    Combine combine = Combine::kSum;
    auto operator<=>(const Meaning&) const = default;
    [[nodiscard]] bool has_unit() const { return !unit.empty(); }
    template <class Way>
    friend void fields(Way& way, Meaning& meaning) {
      way(meaning.unit, meaning.scale, meaning.combine);
    }
  };
  struct Teller {
    size_t number = 0;
    std::string input;
    template <class Way>
    friend void fields(Way& way, Teller& teller) {
      way(teller.number, teller.input);
    }
  };
  /// The first input of each meaning.
  using Tellers = std::map<Meaning, Teller>;
  [[nodiscard]] static Result<void> check(const std::string& name, const Tellers& tellers);
  [[nodiscard]] static SettledUnit settled(const std::string& name, const Tellers& tellers);

  std::map<std::string, Tellers> tellers_;
};

}  // namespace quern
