// SPDX-License-Identifier: MIT
//
// What is in a profile: who wrote it, what it counts, its parts and totals, how much of everything,
// and what is odd. `summary` is the short form that `quern FILE` begins with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/events/derived.h"
#include "quern/base/int128.h"
#include "quern/base/result.h"
#include "quern/model/completeness.h"
#include "quern/model/profile.h"
#include "quern/query/selection.h"
#include "quern/views/input/outlier_runs.h"
#include "quern/views/lists/top.h"

namespace quern {

struct InfoPart {
  std::optional<uint64_t> number, pid, thread;
  std::optional<std::string> command, trigger;
  std::optional<double> period;           ///< length of a tick in seconds (IgProf)
  std::vector<std::string> descriptions;  ///< "type: value" of each `desc:`, the trigger's too
  /// Of its own events, by the profile's; the cost of all others is 0.
  std::vector<std::pair<EventId, int128>> totals;
  bool has_estimated_totals = false;
};

struct InfoWarning {
  std::string input;
  const CodeInfo* code = nullptr;
  uint64_t count = 0;
  Place place;          ///< of the first
  std::string message;  ///< of the first
};

/// A derived event over the totals.
struct InfoDerived {
  DerivedEvent event;
  std::optional<int128> value;  ///< of sums
  std::optional<Ratio> ratio;   ///< of ratios
};

/// What a `summary:` says of an event.
enum class DeclaredAs : uint8_t {
  kSum,       ///< what all records add up to
  kWholeRun,  ///< what the run took, with what belongs to no function
  kPeak,      ///< the most that was held at once; of several parts the highest
};

struct Info {
  explicit Info(Completeness of_profile) : completeness(std::move(of_profile)) {}

  Completeness completeness;
  std::vector<std::string> files;
  std::vector<std::string> snapshot_of;  ///< what snapshots among them were made of
  // nothing where inputs differ or say nothing
  std::optional<std::string> format, dialect, creator, command, base_rule;
  std::optional<uint64_t> pid;
  std::vector<Event> events;  ///< built-in long names, units and scales filled in
  std::vector<int128> totals;
  std::optional<std::vector<int128>> declared_summary;  ///< the parts' added; only if each has one
  std::vector<DeclaredAs> declared_as;                  ///< by event: what declared_summary tells
  std::optional<std::vector<int128>> declared_totals;
  /// By event: what percentages of answers are of, where `summary:` exceeds the rows so much that
  /// answers have a row `(not in this profile)`; see costs_without_rows().
  std::optional<std::vector<int128>> percent_base;
  std::vector<InfoPart> parts;
  std::vector<std::string> descriptions;  ///< those of every part, in the order of the first
  std::vector<InfoDerived> derived;
  std::vector<UnavailableEvent> unavailable;
  struct Counts {
    uint64_t function_names = 0;  ///< functions as the names of the input distinguish them
    uint64_t functions = 0, files = 0, objects = 0, calls = 0, lines = 0, instructions = 0,
             jumps = 0, contexts = 0;
  } counts;  ///< calls, jumps: records; lines, instructions: self-cost records with such a position
  /// Of how many runs statistics are kept; 0: none are.
  uint64_t runs = 0;
  std::vector<OutlierRun> outlier_runs;
  uint64_t raw_bytes = 0;
  uint64_t text_bytes = 0;
  std::vector<InfoWarning> warnings;  ///< those of readers by input, then those of analysis
};

[[nodiscard]] Info info_of(const Profile& profile);
/// For callers that know the contradictions of the whole profile.
[[nodiscard]] Info info_of(const Profile& profile, const Findings& contradictions);

/// A part's totals by the profile's events.
[[nodiscard]] std::vector<int128> part_totals(const Info& info, const InfoPart& part);
/// Whether an answer has room for the totals of each part; only one part's are no matter.
[[nodiscard]] bool has_room_for_parts(const Info& info);
/// Error (Fault::kUsage): `too-many-events` where there is none.
[[nodiscard]] Result<void> check_room_for_parts(const Info& info);

/// What `quern FILE` shows: info in short and the first rows of top.
struct Summary {
  Info info;
  Top top;
};
[[nodiscard]] Summary summarise(const Profile& profile, const Selection& selection);

}  // namespace quern
