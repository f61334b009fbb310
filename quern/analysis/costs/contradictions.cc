// SPDX-License-Identifier: MIT
//
// Compares the two records of each call, function by function. Profilers count imprecisely in known
// ways, so that a difference is graded: below is_negligible() it is a note, and rounding formats
// are allowed one unit for each call. Only the largest differences are kept, however many there
// are; the rest is counted.
#include "quern/analysis/costs/contradictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/costs/call_sums.h"
#include "quern/base/text.h"
#include "quern/model/completeness.h"
#include "quern/model/declared_costs.h"

namespace quern {

namespace {

/// One pair of costs, of which the first should not exceed the second.
struct Excess {
  size_t column = 0;
  uint32_t node = 0;
  int128 claimed = 0;
  int128 held = 0;
};

/// Counts all that it is given and keeps the first few: by column, then the largest differences,
/// then by name.
class Excesses {
 public:
  /// Keeps a reference to `name`.
  Excesses(const CodeInfo& code, const NameOfNode& name) : code_(&code), name_(&name) {}

  void add(const Excess& excess) {
    ++count_;
    kept_.push_back(excess);
    if (kept_.size() == 2 * kMost) {
      shorten();
    }
  }
  template <class Message>
  void report(Findings& findings, const Message& message) {
    shorten();
    for (const Excess& excess : kept_) {
      findings.add(*code_, {}, [&] { return message(excess); });
    }
    if (count_ > kept_.size()) {
      findings.repeat(*code_, count_ - kept_.size());
    }
  }

 private:
  static constexpr size_t kMost = 10;

  [[nodiscard]] bool is_before(const Excess& left, const Excess& right) const {
    const int128 more = left.claimed - left.held;
    const int128 others = right.claimed - right.held;
    return left.column != right.column ? left.column < right.column
           : more != others            ? more > others
                                       : std::pair((*name_)(left.node), left.node) <
                                  std::pair((*name_)(right.node), right.node);
  }
  void shorten() {
    std::ranges::sort(
        kept_, [this](const Excess& left, const Excess& right) { return is_before(left, right); });
    kept_.resize(std::min(kept_.size(), kMost));
  }

  const CodeInfo* code_;
  const NameOfNode* name_;
  uint64_t count_ = 0;
  std::vector<Excess> kept_;
};

/// Differences that a sound file may have are a note, others a warning.
class GradedExcesses {
 public:
  GradedExcesses(const CodeInfo& large, const CodeInfo& slight, const NameOfNode& name)
      : large_(large, name), slight_(slight, name) {}

  void add(const Excess& excess) {
    const bool is_slight = is_negligible(excess.claimed - excess.held, excess.held);
    (is_slight ? slight_ : large_).add(excess);
  }
  template <class Message>
  void report(Findings& findings, const Message& message) {
    large_.report(findings, message);
    slight_.report(findings, message);
  }

 private:
  Excesses large_, slight_;
};

/// By column: the total of all rows, with the costs that `summary:` declares beyond them.
std::vector<ColumnTotal> declared_totals(const Profile& profile, const PartSet& parts,
                                         std::span<const EventId> events) {
  const std::vector<int128> rows = totals(profile, parts, event_sums(events));
  const std::vector<int128> missing = costs_without_rows(profile, parts);
  std::vector<ColumnTotal> totals;
  for (size_t column = 0; column < events.size(); ++column) {
    const size_t event = events[column].index();
    const bool has_row = profile.not_in_profile().has_value();
    totals.push_back({profile.events()[event].name, profile.events()[event].combine,
                      rows[column] + (has_row ? int128{0} : missing[event])});
  }
  return totals;
}

bool is_written_by(const Profile& profile, std::string_view format) {
  return std::ranges::any_of(profile.inputs(),
                             [&](const InputInfo& input) { return input.format == format; });
}

class Search {
 public:
  Search(const Profile& profile, const PartSet& parts, std::span<const EventId> events)
      : name_([&profile](uint32_t node) { return profile.symbols().name(FunctionId(node)); }),
        totals_(declared_totals(profile, parts, events)),
        sums_(call_sums(profile, parts, event_sums(events),
                        NodeMap{{}, profile.symbols().functions.size()}, BetweenNodes::kWanted)),
        rounds_(is_written_by(profile, "xdebug")),
        calls_are_bounds_(is_written_by(profile, "parrot")) {}

  Findings run() {
    sums_.inclusive.each_lower([this](size_t function, size_t column, int128 inclusive) {
      compare(static_cast<uint32_t>(function), column, inclusive);
    });
    Findings findings =
        inclusive_above_total(sums_.inclusive, sums_.self, totals_, name_, rounds_ ? calls() : 0);
    above_callee_.report(findings, [this](const Excess& excess) {
      return fmt::format("calls to {0} cost {1} {3}, but its inclusive cost is {2} {3}",
                         name_(excess.node), grouped(excess.claimed), grouped(excess.held),
                         totals_[excess.column].event);
    });
    above_caller_.report(findings, [this](const Excess& excess) {
      return fmt::format("callees of {0} cost {1} {3}, but all calls to {0} cost only {2} {3}",
                         name_(excess.node), grouped(excess.claimed), grouped(excess.held),
                         totals_[excess.column].event);
    });
    return findings;
  }

 private:
  [[nodiscard]] int128 calls() const {
    int128 sum = 0;
    sums_.calls.each_cell([&sum](size_t, size_t, int128 count) { sum += count; });
    return sum;
  }

  /// Calls that cost more than the function as a whole are one kind of contradiction; callees that
  /// cost more than all calls of their caller are the other.
  void compare(uint32_t function, size_t column, int128 inclusive) {
    if (totals_[column].combine != Combine::kSum || !sums_.inclusive.is_exact(function) ||
        sums_.calls.at(function, 0) == 0) {
      return;
    }
    const int128 slack = rounds_ ? sums_.between->at(function, 0) : int128{0};
    const int128 entering = sums_.between->at(function, column + 1);
    const int128 callees = inclusive - sums_.self.at(function, column);
    if (entering > inclusive + slack && !calls_are_bounds_) {
      above_callee_.add({column, function, entering, inclusive});
    } else if (callees > entering + slack && inclusive > entering + slack) {
      above_caller_.add({column, function, callees, entering});
    }
  }

  NameOfNode name_;
  std::vector<ColumnTotal> totals_;
  CallSums sums_;
  bool rounds_;            ///< costs of calls are rounded, by less than 1 each
  bool calls_are_bounds_;  ///< Parrot's include what follows the call on its line
  GradedExcesses above_callee_{kCallsAboveCallee, kCallsSlightlyAboveCallee, name_};
  Excesses above_caller_{kCalleesAboveCaller, name_};
};

/// By column: whether no function can exceed the total but by contradiction. Peaks do not add up,
/// and costs below 0 may have taken something off the total.
std::vector<bool> bounding_totals(const CostRows& self, std::span<const ColumnTotal> totals) {
  std::vector<bool> bounding(self.width());
  for (size_t at = 0; at < totals.size(); ++at) {
    bounding[at] = totals[at].combine == Combine::kSum && totals[at].total >= 0;
  }
  self.each_cell([&](size_t, size_t column, int128 cost) {
    if (cost < 0) {
      bounding[column] = false;
    }
  });
  return bounding;
}

}  // namespace

Findings contradictions(const Profile& profile, const PartSet& parts,
                        std::span<const EventId> events) {
  if (profile.counts().calls == 0 || profile.is_selected() || !can_be_summed(profile) ||
      !Completeness(profile).is_complete()) {
    return {};
  }
  return Search(profile, parts, events).run();
}

Findings contradictions(const Profile& profile) {
  std::vector<EventId> events;
  for (size_t event = 0; event < profile.events().size(); ++event) {
    events.emplace_back(event);
  }
  return contradictions(profile, PartSet::all(profile), events);
}

Findings inclusive_above_total(const InclusiveCosts& inclusive, const CostRows& self,
                               std::span<const ColumnTotal> totals, const NameOfNode& name,
                               int128 slack) {
  const std::vector<bool> bounding = bounding_totals(self, totals);
  GradedExcesses found(kInclusiveAboveTotal, kInclusiveSlightlyAboveTotal, name);
  inclusive.each_lower([&](size_t node, size_t column, int128 cost) {
    if (bounding[column] && cost > totals[column].total + slack) {
      found.add({column, static_cast<uint32_t>(node), cost, totals[column].total});
    }
  });
  Findings findings;
  found.report(findings, [&](const Excess& excess) {
    return fmt::format("inclusive cost of {0} is {1} {3}, above the total of {2} {3}",
                       name(excess.node), grouped(excess.claimed), grouped(excess.held),
                       totals[excess.column].event);
  });
  return findings;
}

}  // namespace quern
