// SPDX-License-Identifier: MIT
//
// Whether inputs mean the same by an event's name. Costs of different units must not be added, and
// sums not to maxima; but a unit that one input does not state is no contradiction. Which input is
// named in a message depends on its number only, so inputs may be read by several threads.
#include "quern/analysis/events/event_meanings.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "quern/analysis/events/event_names.h"
#include "quern/base/text.h"

namespace quern {

namespace {

struct OneCount {
  std::string unit;
  uint64_t scale;
  bool operator==(const OneCount&) const = default;
};

/// 10 us and 10000 ns are the same: times in nanoseconds, as far as they go.
OneCount usual(const std::string& unit, uint64_t scale) {
  constexpr std::pair<std::string_view, uint64_t> kTimes[] = {
      {"us", 1000}, {"ms", 1'000'000}, {"s", 1'000'000'000}};
  for (const auto& [name, factor] : kTimes) {
    if (unit == name && scale <= std::numeric_limits<uint64_t>::max() / factor) {
      return {"ns", scale * factor};
    }
  }
  return {unit, scale};
}

/// 1000 ns are written as us.
std::string unit_text(const std::string& unit, uint64_t scale) {
  constexpr std::pair<uint64_t, std::string_view> kTimes[] = {
      {1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "us"}};
  for (const auto& [factor, name] : kTimes) {
    if (unit == "ns" && scale != 0 && scale % factor == 0) {
      return unit_text(std::string(name), scale / factor);
    }
  }
  return scale == 1 ? printable(unit) : fmt::format("{} {}", scale, printable(unit));
}

Diagnostic mixed(std::string message, std::string hint) {
  return usage_error(kMixedUnits.name, std::move(message), std::move(hint));
}

/// named_events() knows its unit from other events of the same input.
bool is_told_by_others(std::string_view name) {
  return name == "sysTime";
}

}  // namespace

void EventMeanings::add(size_t number, std::string_view input, std::span<const Event> events) {
  for (const Event& event : named_events(events, {})) {
    const bool has_unit = !event.unit.empty();
    const Meaning meaning{event.unit, has_unit ? event.scale : 1, event.combine};
    const auto [teller, is_new] =
        tellers_[event.name].try_emplace(meaning, Teller{number, std::string(input)});
    if (!is_new && number < teller->second.number) {
      teller->second = {number, std::string(input)};
    }
  }
}

void EventMeanings::add(const EventMeanings& others) {
  for (const auto& [name, tellers] : others.tellers_) {
    for (const auto& [meaning, theirs] : tellers) {
      const auto [own, is_new] = tellers_[name].try_emplace(meaning, theirs);
      if (!is_new && theirs.number < own->second.number) {
        own->second = theirs;
      }
    }
  }
}

/// Names the first input and the first that differs from it.
Result<void> EventMeanings::check(const std::string& name, const Tellers& tellers) {
  std::vector<std::pair<const Meaning*, const Teller*>> all;
  for (const auto& [meaning, teller] : tellers) {
    all.emplace_back(&meaning, &teller);
  }
  std::ranges::sort(all, {}, [](const auto& each) { return each.second->number; });
  const auto& [first, teller] = all.front();
  for (const auto& [other, differs] : all) {
    if (other->combine != first->combine) {
      const bool is_max = first->combine == Combine::kMax;
      return failure(
          mixed(fmt::format("costs of '{}' are sums in {}, but maxima in {}", printable(name),
                            printable(is_max ? differs->input : teller->input),
                            printable(is_max ? teller->input : differs->input)),
                "read the files of each profiler separately"));
    }
  }
  std::erase_if(all, [&name](const auto& each) {
    return !each.first->has_unit() && !is_told_by_others(name);
  });
  for (const auto& [other, differs] : all) {
    const auto& [known, known_teller] = all.front();
    if (usual(other->unit, other->scale) != usual(known->unit, known->scale)) {
      const auto told_by = [](const Meaning& meaning, const Teller& by) {
        return fmt::format(
            "{} in {}",
            meaning.has_unit() ? unit_text(meaning.unit, meaning.scale) : "unknown ones",
            printable(by.input));
      };
      return failure(
          mixed(fmt::format("the files count '{}' in different units: {}, {}", printable(name),
                            told_by(*known, *known_teller), told_by(*other, *differs)),
                "only costs in the same unit can be added and compared"));
    }
  }
  return {};
}

/// Inputs agree here, at most about different names of one unit. If one of them states none, plain
/// numbers are all that is true of every input.
SettledUnit EventMeanings::settled(const std::string& name, const Tellers& tellers) {
  const Teller* unknown = nullptr;
  const std::pair<const Meaning, Teller>* known = nullptr;
  for (const auto& each : tellers) {
    if (!each.first.has_unit()) {
      unknown = &each.second;
    } else if (known == nullptr || each.second.number < known->second.number) {
      known = &each;
    }
  }
  if (unknown == nullptr) {
    const OneCount one = usual(known->first.unit, known->first.scale);
    return {name, one.unit, one.scale, {}};
  }
  return {name,
          {},
          1,
          fmt::format("'{}' is counted in {} in {} and in an unknown unit in {}: its costs are "
                      "shown as plain numbers",
                      printable(name), unit_text(known->first.unit, known->first.scale),
                      printable(known->second.input), printable(unknown->input))};
}

Result<std::vector<SettledUnit>> EventMeanings::settled() const {
  std::vector<SettledUnit> settled_units;
  for (const auto& [name, tellers] : tellers_) {
    if (tellers.size() == 1) {
      continue;
    }
    if (Result<void> same = check(name, tellers); !same) {
      return failure(same.error());
    }
    settled_units.push_back(settled(name, tellers));
  }
  return settled_units;
}

}  // namespace quern
