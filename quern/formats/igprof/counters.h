// SPDX-License-Identifier: MIT
//
// The counters of a dump and the parts that they split it into. Counters are known by name: where
// live threads had buffers of their own, each thread's section defines ids of its own for the same
// names, and no other row tells where a section begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "quern/formats/shared/id_table.h"
#include "quern/model/records/sink.h"

namespace quern::igprof {

/// A counter; its events stand in the profile in this order.
struct Counter {
  EventId value;
  EventId calls;
  EventId peak;
  const std::string* name = nullptr;
  /// IgProf lists every resource that its value counts.
  bool is_listed = false;
  // Records count from 0 in the whole dump.
  uint64_t defined_at = 0;  ///< the last record that gave it an id
  uint64_t first_use = 0;   ///< in the open part
  uint64_t last_use = 0;
  uint64_t part = 0;  ///< the last part that uses it; parts count from 1
};

/// What one count of an event is; see NewEvent.
struct CountedUnit {
  std::string_view name = {};
  uint64_t scale = 1;
};

class Counters {
 public:
  explicit Counters(Sink& sink) : sink_(&sink) {}

  /// How long a tick is, in ns; 0: unknown. Before the first counter is defined.
  void set_tick(uint64_t nanoseconds) { tick_ns_ = nanoseconds; }
  /// The counter behind an id; null: not defined. Valid until define().
  [[nodiscard]] Counter* find(uint64_t id) {
    const uint32_t* const index = ids_.find(id);
    return index == nullptr ? nullptr : &counters_[*index];
  }
  /// Defines an unknown id in `record`, which belongs to the tree that began at record `root`.
  Counter& define(uint64_t id, std::string_view name, uint64_t record, uint64_t root);
  /// Whether the definitions since the last call tell that a section began at their root.
  bool take_section_start() { return std::exchange(section_starts_, false); }
  /// Must follow find() or define() in each record.
  void use(Counter& counter, uint64_t record) {
    if (counter.part != part_) [[unlikely]] {
      enter(counter, record);
    }
    counter.last_use = record;
  }

  /// The record that defined counters is complete: they stand in the profile from now on, whatever
  /// their costs. Those of a record that is left out never were.
  void keep_defined() {
    if (kept_ != counters_.size()) [[unlikely]] {
      tell_defined();
    }
  }

  /// How costs of an event add up where a record gives several.
  [[nodiscard]] Combine combine(EventId event) const { return combine_.at(event.value); }

  /// The events that the records of the open part before `root` use, ascending. The next part
  /// begins with `root`.
  [[nodiscard]] std::vector<EventId> end_part_before(uint64_t root);
  /// Ids mean nothing any more.
  void forget_ids() { ids_.clear(); }

 private:
  uint32_t index_of(std::string_view name);
  EventId event(const NewEvent& event);
  [[nodiscard]] CountedUnit unit_of(std::string_view event) const;
  void tell_defined();
  void enter(Counter& counter, uint64_t record);

  Sink* sink_;
  std::vector<Counter> counters_;
  std::unordered_map<std::string, uint32_t> by_name_;
  IdTable<uint32_t> ids_;
  std::unordered_map<uint32_t, Combine> combine_;
  std::vector<uint32_t> used_;  ///< in the open part
  size_t kept_ = 0;             ///< counters whose record was complete
  uint64_t tick_ns_ = 0;
  uint64_t part_ = 1;
  uint64_t part_start_ = 0;  ///< its first record
  bool section_starts_ = false;
};

}  // namespace quern::igprof
