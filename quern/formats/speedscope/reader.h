// SPDX-License-Identifier: MIT
//
// speedscope's profiles -> parts of a Sink. Samples are stacks that were met; opened and closed
// frames are calls, each a context of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/shared/format.h"
#include "quern/formats/shared/json_text.h"
#include "quern/formats/speedscope/collector.h"

namespace quern::speedscope {

class Reader {
 public:
  explicit Reader(Reading& reading);
  Result<void> read();

 private:
  /// How a profile's numbers become costs: times 10^power.
  struct Measure {
    std::string event;
    std::string_view unit;
    int power = 0;
    std::string_view step;  ///< what costs are rounded to
  };
  struct Open {
    uint32_t frame;
    ContextId id;
  };
  /// A call that was opened.
  struct Node {
    uint32_t parent;
    uint32_t frame;
    uint64_t self = 0;
  };
  static constexpr uint32_t kRoot = ~uint32_t{0};

  // Functions with a bool return false after an error, which text_ has reported. A profile of
  // quern's own (is_own()) is one event; any other is a part.
  bool push();
  [[nodiscard]] Measure measure_of(const Collected& profile) const;
  bool push_part(const Collected& profile);
  void begin_part(const std::vector<EventId>& events, bool has_lines);
  bool push_profile(const Collected& profile, const Measure& measure, EventId event);
  bool push_samples(const Collected& profile, const Measure& measure, EventId event);
  bool push_sample(std::span<const uint32_t> stack, uint64_t cost, EventId event);
  bool push_events(const Collected& profile, const Measure& measure, EventId event);
  void push_nodes(EventId event);
  bool check_frames(const Collected& profile);
  bool scale(const Collected& profile, const Measure& measure, const Weight& weight,
             uint64_t& value);
  void tell_rounding(const Collected& profile, const Measure& measure);
  FrameId frame(uint32_t index, bool is_call);
  [[nodiscard]] bool uses_lines(const Collected& profile) const;
  [[nodiscard]] bool is_estimated() const;  ///< its stacks: by quern
  [[nodiscard]] bool is_own() const { return collector_.exporter.starts_with("quern"); }

  Reading* reading_;
  Sink* sink_;
  JsonText text_;
  Collector collector_;
  bool has_lines_ = false;
  uint64_t contexts_ = 0;
  uint64_t rounded_ = 0;  ///< numbers of the profile at hand
  std::vector<Open> open_;
  std::vector<Node> nodes_;
};

}  // namespace quern::speedscope
