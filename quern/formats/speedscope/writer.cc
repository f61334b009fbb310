// SPDX-License-Identifier: MIT
//
//   {"$schema":…,"shared":{"frames":[{"name":"main","file":"a.c"}]},
//    "profiles":[{"type":"sampled","name":"Ir","unit":"none","startValue":0,"endValue":7,
//                 "samples":[[0],[0,1]],"weights":[3,4]}]}
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/formats/shared/estimated_stacks.h"
#include "quern/formats/shared/stack_depths.h"
#include "quern/formats/shared/unit_names.h"
#include "quern/formats/shared/written_event.h"
#include "quern/formats/speedscope/speedscope.h"

namespace quern::speedscope {

namespace {

// Its words, not ours.
constexpr std::string_view kFramesKey = "frames";
constexpr std::string_view kSamplesKey = "samples";

constexpr int128 kMostExact = (int128{1} << 53) - 1;  ///< its readers have doubles alone

/// Its word for a unit, and how many of it one count is.
std::pair<std::string_view, uint64_t> unit_of(const Event& event) {
  if (const std::optional<uint64_t> nanoseconds = nanoseconds_of(event)) {
    return {"nanoseconds", *nanoseconds};
  }
  if (event.unit == "bytes") {
    return {"bytes", event.scale};
  }
  return {"none", 1};
}

uint64_t units_of_count(const Event& event) {
  return unit_of(event).second;
}

class Writer {
 public:
  explicit Writer(const Writing& writing)
      : profile_(&writing.profile),
        writing_(&writing),
        stream_(writing.out),
        json_(stream_.text()) {}

  Result<void> write() {
    json_.begin_object().key("$schema").string(
        "https://www.speedscope.app/file-format-schema.json");
    json_.newline().key("shared").begin_object().key(kFramesKey).begin_array();
    frames();
    json_.end_array().end_object().newline().key("profiles").begin_array();
    for (size_t event = 0; event < profile_->events().size(); ++event) {
      if (Result<void> done = profile(EventId(event)); !done) {
        return done;
      }
    }
    json_.end_array().newline().key("activeProfileIndex").integer(0);
    json_.key("exporter").string(writing_->options.creator);
    if (!profile_->inputs().empty() && profile_->inputs().front().command) {
      json_.key("name").string(*profile_->inputs().front().command);
    }
    json_.end_object().newline();
    return {};
  }

 private:
  void optional_text(std::string_view key, std::string_view text) {
    if (!text.empty()) {
      json_.key(key).string(text);
    }
  }

  void frames() {
    const Symbols& symbols = profile_->symbols();
    for (size_t at = 0; at < symbols.functions.size(); ++at) {
      const FunctionId id(at);
      const std::string_view name = symbols.name(id);
      json_.newline().begin_object().key("name").string(name.empty() ? "???" : name);
      // It has no place for objects; of functions without a file they are what tells them apart.
      optional_text("file", symbols.file(id).empty() ? symbols.object(id) : symbols.file(id));
      json_.end_object();
      (void)stream_.drain();
    }
  }

  template <class Use>
  Result<void> each_cost(EventId event, int128 scale, Use use) {
    return each_stack(
        profile_->contexts(), writing_->out,
        [&](std::span<const ContextId> path, std::span<const EventCost> costs) -> Result<void> {
          const auto own = std::ranges::find(costs, event, &EventCost::event);
          // The format has no weights below 0.
          if (own == costs.end() || own->cost <= 0) {
            return {};
          }
          if (Result<void> fits = check_cost(own->cost, kMostExact / scale); !fits) {
            return fits;
          }
          use(path, own->cost * scale);
          (void)stream_.drain();
          return {};
        });
  }

  /// Samples and weights are two lists, so the stacks are walked twice: memory does not grow with
  /// them.
  Result<void> profile(EventId id) {
    const Event& event = profile_->events()[id.index()];
    const auto [unit, scale] = unit_of(event);
    json_.newline().begin_object().key("type").string("sampled").key("name");
    json_.string(writing_->are_stacks_estimated ? event.name + std::string(kEstimatedSuffix)
                                                : event.name);
    json_.key("unit").string(unit).key("startValue").integer(0).newline();
    json_.key(kSamplesKey).begin_array();
    int128 sum = 0;
    Result<void> done = each_cost(id, scale, [&](std::span<const ContextId> path, int128 cost) {
      json_.newline().begin_array();
      for (const ContextId each : path) {
        json_.integer(profile_->contexts().frame(each).function.value);
      }
      json_.end_array();
      sum += cost;
    });
    if (!done) {
      return done;
    }
    json_.end_array().newline().key("weights").begin_array();
    done =
        each_cost(id, scale, [&](std::span<const ContextId>, int128 cost) { json_.integer(cost); });
    if (done) {
      done = check_cost(sum, kMostExact);
    }
    json_.end_array().key("endValue").integer(sum).end_object();
    return done;
  }

  const Profile* profile_;
  const Writing* writing_;
  BufferedText stream_;
  JsonWriter json_;
};

Result<void> write(const Writing& writing) {
  if (writing.profile.events().empty()) {
    return failure(cannot_hold("the profile has no events, which speedscope needs"));
  }
  return Writer(writing).write();
}

constexpr std::array<std::string_view, 1> kSuffixes = {".speedscope.json"};

bool keeps_unit(const Event& event) {
  return event.unit.empty() || event.unit == "bytes" || nanoseconds_of(event);
}

}  // namespace

constexpr FormatWriter kWriter{.name = "speedscope",
                               .summary = "JSON of the speedscope viewer, one profile per event",
                               .suffixes = kSuffixes,
                               .basis = Basis::kMerged,
                               .holds = {.files = true,
                                         .stacks = true,
                                         .events = true,
                                         .idle_events = true,
                                         .idle_parts = true,
                                         .estimates = true},
                               .keeps_name = is_utf8,
                               .keeps_event_name = is_utf8,
                               .keeps_unit = keeps_unit,
                               .units_of_count = units_of_count,
                               .write = write};

}  // namespace quern::speedscope
