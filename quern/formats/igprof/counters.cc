// SPDX-License-Identifier: MIT
//
// Counters of a dump as events of the profile: NAME, NAME:calls, NAME:peak. Threads that still ran
// when the dump was written have sections of their own, which define the counters again; such a
// definition is what shows where a part begins. It is met in the middle of a stack, so the part
// that ends is the one before the root of that stack (end_part_before()).
#include "quern/formats/igprof/counters.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quern::igprof {

/// Ticks are time where the header says how long one is: in the largest unit that it is a multiple
/// of.
CountedUnit Counters::unit_of(std::string_view event) const {
  constexpr std::array<CountedUnit, 4> kTimes = {
      {{"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1'000}, {"ns", 1}}};
  if (tick_ns_ == 0 || (event != "PERF_TICKS" && event != "PERF_TICKS:peak")) {
    return {};
  }
  const CountedUnit& unit = *std::ranges::find_if(
      kTimes, [this](const CountedUnit& time) { return tick_ns_ % time.scale == 0; });
  return {unit.name, tick_ns_ / unit.scale};
}

EventId Counters::event(const NewEvent& event) {
  const EventId id = sink_->event(event);
  combine_.try_emplace(id.value, event.combine);
  return id;
}

/// Events are made once for each name, whatever numbers the sections give it. Events that no record
/// has a cost of vanish again, except for those that tell_defined() keeps.
uint32_t Counters::index_of(std::string_view name) {
  const auto [found, is_new] =
      by_name_.try_emplace(std::string(name), static_cast<uint32_t>(counters_.size()));
  if (is_new) {
    Counter& added = counters_.emplace_back();
    added.name = &found->first;
    const std::string own(name);
    const Combine combine = name.ends_with("_MAX") ? Combine::kMax : Combine::kSum;
    const CountedUnit unit = unit_of(own);
    const CountedUnit peak_unit = unit_of(own + ":peak");
    added.value = event({own, combine, true, {}, unit.name, unit.scale});
    added.calls = event({own + ":calls", Combine::kSum, true});
    added.peak = event({own + ":peak", Combine::kMax, true, {}, peak_unit.name, peak_unit.scale});
    // The empty-page profiler has a MEM_LIVE of its own kind, without MEM_TOTAL.
    added.is_listed = name == "FD_LIVE" || (name == "MEM_LIVE" && by_name_.contains("MEM_TOTAL"));
  }
  return found->second;
}

Counter& Counters::define(uint64_t id, std::string_view name, uint64_t record, uint64_t root) {
  const size_t known = counters_.size();
  const uint32_t index = index_of(name);
  ids_.add(id, index);
  Counter& counter = counters_[index];
  if (index < known && counter.defined_at >= part_start_ && counter.defined_at < root) {
    section_starts_ = true;
  }
  counter.defined_at = record;
  return counter;
}

void Counters::tell_defined() {
  for (; kept_ < counters_.size(); ++kept_) {
    const std::string& name = *counters_[kept_].name;
    const CountedUnit unit = unit_of(name);
    sink_->event({name, combine(counters_[kept_].value), false, {}, unit.name, unit.scale});
    sink_->event({name + ":calls", Combine::kSum, false});
  }
}

void Counters::enter(Counter& counter, uint64_t record) {
  counter.part = part_;
  counter.first_use = record;
  used_.push_back(static_cast<uint32_t>(&counter - counters_.data()));
}

/// Costs proportional to the counters in use, not to the records: each counter knows its first and
/// last record in the part.
std::vector<EventId> Counters::end_part_before(uint64_t root) {
  std::vector<EventId> events;
  std::vector<uint32_t> still_used;
  ++part_;
  for (const uint32_t index : used_) {
    Counter& counter = counters_[index];
    if (counter.first_use < root) {
      events.insert(events.end(), {counter.value, counter.calls, counter.peak});
    }
    if (counter.last_use >= root) {
      counter.part = part_;
      counter.first_use = root;
      still_used.push_back(index);
    }
  }
  used_ = std::move(still_used);
  part_start_ = root;
  std::ranges::sort(events);
  const auto repeated = std::ranges::unique(events);
  events.erase(repeated.begin(), repeated.end());
  return events;
}

}  // namespace quern::igprof
