// SPDX-License-Identifier: MIT
//
// What writing a format is to the rest of quern: a plain struct beside the reader's (format.h); its
// row is in registry.cc. A writer streams a fully loaded profile and computes nothing: what it
// needs beyond the model, such as stacks that the profile lacks, the room `save` makes and hands
// over.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/bytes/reading/source.h"
#include "quern/model/new_names.h"
#include "quern/model/profile.h"

namespace quern {

/// The profile has something without which a format says nothing, or something it cannot say.
inline constexpr CodeInfo kCannotHold{"cannot-hold", Severity::kError,
                                      "the output format cannot represent this profile"};

struct WriteOptions {
  std::string creator = "quern";     ///< the program, "quern-1.0"
  std::optional<std::string> event;  ///< of formats of one event: which; else the first
  bool plain_names = false;          ///< no aliases for names, where the format has some
  bool plain_positions = false;      ///< no distances, where the format has them
  bool for_spreadsheets = false;     ///< CSV and TSV: protect text that looks like a formula
};

/// What a format keeps costs in. Of what a profile lacks, `save` makes some.
enum class Basis : uint8_t {
  kRecords,     ///< self costs by position, and calls
  kStacks,      ///< contexts in each part
  kMerged,      ///< distinct stacks, of all parts together
  kEverything,  ///< the profile as it is
};

/// Kinds of things that not every format can hold.
struct Capabilities {
  bool lines = false;        ///< positions of costs in source files
  bool addresses = false;    ///< and of instructions
  bool objects = false;      ///< of functions
  bool files = false;        ///< of functions
  bool calls = false;        ///< who called whom, at what cost
  bool call_counts = false;  ///< and how often
  bool jumps = false;
  bool stacks = false;
  bool parts = false;   ///< apart from each other
  bool events = false;  ///< more than one
  bool leaks = false;
  bool declared = false;     ///< costs that `summary:` declares beyond the rows
  bool negative = false;     ///< costs below 0
  bool peaks = false;        ///< events whose costs combine by maximum
  bool idle_events = false;  ///< without any cost
  bool idle_parts = false;
  bool incompleteness = false;  ///< that it was made from an incomplete profile
  bool estimates = false;       ///< that its stacks are estimates
  bool run_statistics = false;  ///< how costs are distributed over merged runs
};

/// What a writer may need of one function beyond the model.
struct FunctionCosts {
  // by event; empty where a format asks for none
  std::vector<int128> self;
  std::vector<int128> inclusive;  ///< the value, or its lower bound in a cycle
  std::optional<int128> calls;    ///< nothing: the input records no calls
};
/// Fills in the costs of the function with this index; called once for each, ascending.
using CostsOfFunction = std::function<void(size_t function, FunctionCosts& costs)>;

struct Writing {
  const Profile& profile;             ///< has_records()
  bool are_stacks_estimated = false;  ///< they were made from a call graph
  bool are_calls_uncounted = false;   ///< they were made from stacks without counts
  const WriteOptions& options;
  ByteSink& out;
  /// Of snapshots: functions whose names tell them apart by their callers, and
  /// what they are called without; ascending. The texts begin the profile's names.
  std::span<const FunctionName> folded = {};
  /// Where FormatWriter::needs_costs.
  CostsOfFunction costs = {};
  /// Of snapshots; null: they cannot be told.
  const CallCosts* call_costs = nullptr;
};

/// Those of a format that holds the profile as it is.
inline constexpr Capabilities kHoldsEverything{.lines = true,
                                               .addresses = true,
                                               .objects = true,
                                               .files = true,
                                               .calls = true,
                                               .call_counts = true,
                                               .jumps = true,
                                               .stacks = true,
                                               .parts = true,
                                               .events = true,
                                               .leaks = true,
                                               .negative = true,
                                               .peaks = true,
                                               .idle_events = true,
                                               .idle_parts = true,
                                               .incompleteness = true,
                                               .estimates = true,
                                               .run_statistics = true};

/// FormatWriter::write of a format that a class writes.
template <class Writer>
[[nodiscard]] Result<void> write_by(const Writing& writing) {
  return Writer(writing).write();
}

struct FormatWriter {
  std::string_view name;
  std::string_view summary;
  std::span<const std::string_view> suffixes;  ///< ".callgrind"; of names that say the format
  Basis basis = Basis::kRecords;
  Capabilities holds;
  bool is_table = false;     ///< rows of cells, which spreadsheets open
  bool needs_costs = false;  ///< sums by function
  bool fills_file = false;   ///< no stream: whoever writes it knows its folder, and `write` is null
  /// What files of the format are compressed with where their name does not say.
  Compression compression = Compression::kNone;
  /// Whether the format lists events in an order of their own.
  bool keeps_event_order = true;
  /// Whether nothing of a profile is lost or changed by writing it and reading that again, header
  /// rows aside. Null: nobody relies on it.
  bool (*keeps)(const Profile& profile) = nullptr;
  /// Whether a name of a function, file or object reads as what it was. Null: every one does.
  bool (*keeps_name)(std::string_view name) = nullptr;
  /// The same for names of events.
  bool (*keeps_event_name)(std::string_view name) = nullptr;
  /// Whether the format says what one count of an event is. Null: no, but a name may tell.
  bool (*keeps_unit)(const Event& event) = nullptr;
  /// How many of the format's units one count of an event is. Null: one.
  uint64_t (*units_of_count)(const Event& event) = nullptr;
  /// Error `cannot-hold`; those of the output are the output's own.
  Result<void> (*write)(const Writing& writing) = nullptr;
};

}  // namespace quern
