// SPDX-License-Identifier: MIT
#include "fuzz/twin_sums.h"

#include <algorithm>
#include <array>

#include "quern/bytes/reading/source.h"
#include "quern/formats/registry.h"
#include "quern/testing/slow/slow_callgrind.h"
#include "quern/testing/slow/slow_folded.h"
#include "quern/testing/slow/slow_igprof.h"
#include "quern/testing/slow/slow_parrot.h"
#include "quern/testing/slow/slow_pprof.h"
#include "quern/testing/slow/slow_quern_json.h"
#include "quern/testing/slow/slow_snapshot.h"
#include "quern/testing/slow/slow_speedscope.h"

namespace quern::fuzzing {
namespace {

using testing::IgprofMeaning;
using testing::Meaning;

bool is_negative(int128 cost) {
  return cost < 0;
}

Meaning callgrind_meaning(std::string_view bytes) {
  return testing::slow_read_callgrind(bytes);
}

struct Twin {
  std::string_view format;
  Meaning (*read)(std::string_view bytes);
};

constexpr std::array<Twin, 7> kTwins = {{
    {"callgrind", callgrind_meaning},
    {"folded", testing::slow_read_folded},
    {"parrot", testing::slow_read_parrot},
    {"pprof", testing::slow_read_pprof},
    {"quern-json", testing::slow_read_quern_json},
    {"snapshot", testing::slow_read_snapshot},
    {"speedscope", testing::slow_read_speedscope},
}};

TwinSums sums_of(const Meaning& meaning) {
  TwinSums sums;
  sums.is_valid = meaning.valid;
  sums.totals.assign(meaning.totals.begin(), meaning.totals.end());
  const auto note = [&sums](const std::vector<int128>& costs) {
    sums.has_negative = sums.has_negative || std::ranges::any_of(costs, is_negative);
  };
  for (const Meaning::SelfLine& line : meaning.lines) {
    note(line.self);
  }
  for (const Meaning::Call& call : meaning.calls) {
    note(call.inclusive);
  }
  for (const Meaning::Context& context : meaning.contexts) {
    note(context.self);
  }
  return sums;
}

TwinSums sums_of(const IgprofMeaning& meaning) {
  TwinSums sums;
  sums.is_valid = !meaning.error;
  for (const IgprofMeaning::Event& event : meaning.events) {
    int128 total = 0;
    for (const IgprofMeaning::Context& context : meaning.contexts) {
      const auto cost = context.self.find(event.name);
      total += cost != context.self.end() ? cost->second : 0;
      sums.has_negative = sums.has_negative || (cost != context.self.end() && cost->second < 0);
    }
    sums.totals.push_back(event.is_max ? std::nullopt : std::optional(total));
  }
  return sums;
}

}  // namespace

std::optional<TwinSums> twin_sums(std::string_view bytes) {
  if (compression_of(bytes) != Compression::kNone) {
    return std::nullopt;
  }
  const Format* const format = recognise(bytes);
  if (format == nullptr) {
    return std::nullopt;
  }
  if (format->name == "igprof") {
    return sums_of(testing::slow_read_igprof(bytes));
  }
  const bool has_peaks = bytes.contains("max") || bytes.contains("_pairs");
  const auto* const twin = std::ranges::find(kTwins, format->name, &Twin::format);
  if (twin == kTwins.end() || (format->name == "quern-json" && has_peaks)) {
    return std::nullopt;
  }
  return sums_of(twin->read(bytes));
}

}  // namespace quern::fuzzing
