// SPDX-License-Identifier: MIT
//
// Adds up profiles by what is the same in them: functions by name, file and object; costs by their
// positions; calls, jumps and contexts by all that tells them apart. What results is the same to
// the last bit for every order and grouping of the inputs, also of those that were merged before.
// Memory is that of the result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "quern/analysis/events/event_meanings.h"
#include "quern/analysis/merge/agreement.h"
#include "quern/analysis/merge/folded_part.h"
#include "quern/analysis/merge/key_rows.h"
#include "quern/analysis/merge/run_fold.h"
#include "quern/base/result.h"
#include "quern/model/new_names.h"
#include "quern/model/profile.h"
#include "quern/model/records/sink.h"
#include "quern/model/records/symbols.h"

namespace quern::merge {

inline constexpr CodeInfo kCannotMerge{"cannot-merge", Severity::kError,
                                       "profiles that cannot be merged into one"};

/// As many events as an answer has at most.
inline constexpr size_t kMostEvents = 1024;

/// What is kept apart.
enum class FoldDetail : uint8_t {
  kPositions,  ///< all that profiles tell
  kFunctions,  ///< costs and calls by function: no lines, addresses, jumps, or blocks still held
};

/// Whether the result has Profile::run_statistics().
enum class RunsKept : uint8_t { kNo, kYes };

/// How what was added up is laid out.
struct FoldedForm {
  /// Events by name, even where all inputs list them alike: for formats that do not keep their
  /// order.
  bool events_by_name = false;
  /// Of events that inputs describe differently.
  std::vector<SettledUnit> units = {};
};

class Fold {
 public:
  explicit Fold(FoldDetail detail = FoldDetail::kPositions, RunsKept runs = RunsKept::kNo)
      : detail_(detail) {
    if (runs == RunsKept::kYes) {
      runs_.emplace();
    }
  }
  Fold(const Fold&) = delete;
  Fold& operator=(const Fold&) = delete;
  ~Fold() = default;

  /// Adds all of a profile that was read with Keep::kAll. For kFunctions, sums are enough if they
  /// have all calls (ProfileBuilder::keep_calls_of_stacks()), and what comes out is the same.
  /// `folded`: what answers call functions that have other names in the profile, ascending; the
  /// statistics of runs are of those, which become functions without costs of their own.
  void add(const Profile& profile, std::span<const FunctionName> folded = {});
  [[nodiscard]] bool keeps_runs() const { return runs_.has_value(); }
  /// Of all that was added.
  [[nodiscard]] size_t event_count() const { return events_.size(); }
  /// Adds what another fold of the same kind was given.
  void add(const Fold& others);

  /// One part with everything in a fixed order: events as all inputs list them, or else by name;
  /// functions by object, file and name; records and siblings of the tree by function and position.
  /// Inputs with stacks and inputs without become separate parts, since one part cannot hold both.
  /// Error: `cannot-merge`.
  [[nodiscard]] Result<std::unique_ptr<const Profile>> result(const FoldedForm& form) const;

 private:
  friend class ProfileAdder;
  friend class FoldAdder;
  friend class FoldWriter;
  /// What a part holds.
  enum Kind : uint8_t { kRecords, kBoth, kStacks, kNothing, kKinds };

  struct EventFacts {
    std::string name;
    Agreed<std::string> long_name;
    struct Meaning {
      std::string unit;
      uint64_t scale = 1;
      bool operator==(const Meaning&) const = default;
    };
    Agreed<Meaning> meaning;
    bool is_max = false;
    bool is_sum = false;
  };
  /// What the inputs say, and how they list their events.
  struct Facts {
    Agreed<std::string> format, dialect;
    Agreed<std::optional<std::string>> creator, command, base_rule;
    SharedDefinitions definitions;
    CommonOrAll events;
    std::set<RecordedObject> objects;  ///< all that any tells
    void add(const InputInfo& info);
    void add(const Facts& others);
  };

  /// The function is more than a target of jumps.
  void list(FunctionId function);
  void mark(const SelectionMarks& marks) { marks_.add(marks); }
  /// The cell of an event.
  uint32_t cell_of(const std::string& name);
  void combine(uint32_t cell, const EventFacts& facts);
  /// Makes room in a part for all events.
  FoldedPart& open(Kind kind);

  FoldDetail detail_;
  Symbols symbols_;
  std::vector<bool> is_listed_;  ///< by function: more than a target of jumps
  std::vector<EventFacts> events_;
  std::vector<bool> is_max_;  ///< by event
  std::unordered_map<std::string, uint32_t> cells_;
  KeyRows<FrameKey> frames_;
  std::array<FoldedPart, kKinds> parts_;
  /// Of inputs with records or stacks, and of those without: these count where there are no others.
  std::array<Facts, 2> facts_;
  SelectionMarks marks_;
  std::optional<RunFold> runs_;
};

}  // namespace quern::merge
