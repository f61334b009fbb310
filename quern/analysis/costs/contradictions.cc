// SPDX-License-Identifier: MIT
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
  uint32_t function = 0;
  int128 claimed = 0;
  int128 held = 0;

  /// The first columns first, in each the largest differences.
  [[nodiscard]] bool is_before(const Excess& other) const {
    const int128 more = claimed - held;
    const int128 others = other.claimed - other.held;
    return column != other.column ? column < other.column
           : more != others       ? more > others
                                  : function < other.function;
  }
};

/// Counts all that it is given and keeps the first few of their order.
class Excesses {
 public:
  explicit Excesses(const CodeInfo& code) : code_(&code) {}

  void add(const Excess& excess) {
    ++count_;
    kept_.push_back(excess);
    if (kept_.size() == 2 * kMost) {
      shorten();
    }
  }
  [[nodiscard]] const CodeInfo& code() const { return *code_; }
  [[nodiscard]] uint64_t count() const { return count_; }
  /// In their order.
  [[nodiscard]] const std::vector<Excess>& first() {
    shorten();
    return kept_;
  }

 private:
  static constexpr size_t kMost = 10;

  void shorten() {
    std::ranges::sort(
        kept_, [](const Excess& left, const Excess& right) { return left.is_before(right); });
    kept_.resize(std::min(kept_.size(), kMost));
  }

  const CodeInfo* code_;
  uint64_t count_ = 0;
  std::vector<Excess> kept_;
};

/// Rows of all parts, with the costs that their `summary:` declares beyond them.
std::vector<int128> declared_totals(const Profile& profile, const PartSet& parts,
                                    std::span<const EventId> events) {
  std::vector<int128> sums = totals(profile, parts, event_sums(events));
  if (profile.not_in_profile()) {
    return sums;  // those costs have a row
  }
  std::vector<size_t> column_of(profile.events().size(), events.size());
  for (size_t column = 0; column < events.size(); ++column) {
    column_of[events[column].index()] = column;
  }
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    if (!parts.contains(at)) {
      continue;
    }
    const Part& part = profile.parts()[at];
    const std::vector<int128> missing =
        costs_without_rows(part.header, part.totals, profile.events());
    for (size_t event = 0; event < missing.size(); ++event) {
      const size_t column = column_of[part.header.events[event].index()];
      if (column < events.size()) {
        sums[column] += missing[event];
      }
    }
  }
  return sums;
}

bool is_written_by(const Profile& profile, std::string_view format) {
  return std::ranges::any_of(profile.inputs(),
                             [&](const InputInfo& input) { return input.format == format; });
}

class Search {
 public:
  Search(const Profile& profile, const PartSet& parts, std::span<const EventId> events)
      : profile_(profile),
        events_(events),
        totals_(declared_totals(profile, parts, events)),
        sums_(call_sums(profile, parts, event_sums(events),
                        NodeMap{{}, profile.symbols().functions.size()}, BetweenNodes::kWanted)),
        rounds_(is_written_by(profile, "xdebug")),
        calls_are_bounds_(is_written_by(profile, "parrot")) {
    for (uint32_t function = 0; function < sums_.self.size(); ++function) {
      calls_ += sums_.calls.at(function, 0);
    }
    find_signs();
  }

  Findings run() {
    sums_.inclusive.each_lower([this](size_t function, size_t column, int128 inclusive) {
      compare(static_cast<uint32_t>(function), column, inclusive);
    });
    Findings findings;
    const auto above_total = [this](const Excess& excess) {
      return above_total_message(name(excess), event(excess), excess.claimed, excess.held);
    };
    report(findings, above_total_, above_total);
    report(findings, slightly_above_total_, above_total);
    const auto above_callee = [this](const Excess& excess) {
      return fmt::format("calls to {} cost {} {}, but {} with its callees has {} {}", name(excess),
                         grouped(excess.claimed), event(excess), name(excess), grouped(excess.held),
                         event(excess));
    };
    report(findings, above_callee_, above_callee);
    report(findings, slightly_above_callee_, above_callee);
    report(findings, above_caller_, [this](const Excess& excess) {
      return fmt::format("callees of {} cost {} {}, but all calls to {} cost only {} {}",
                         name(excess), grouped(excess.claimed), event(excess), name(excess),
                         grouped(excess.held), event(excess));
    });
    return findings;
  }

 private:
  /// A function may cost more than all together where others cost less than nothing.
  void find_signs() {
    has_negative_.resize(events_.size());
    sums_.self.each_cell([this](size_t, size_t column, int128 cost) {
      if (cost < 0) {
        has_negative_[column] = true;
      }
    });
  }

  [[nodiscard]] bool adds_up(size_t column) const {
    return profile_.events()[events_[column].index()].combine == Combine::kSum;
  }

  void compare(uint32_t function, size_t column, int128 inclusive) {
    if (!adds_up(column)) {
      return;
    }
    if (!has_negative_[column] && inclusive > totals_[column] + (rounds_ ? calls_ : 0)) {
      add({column, function, inclusive, totals_[column]}, above_total_, slightly_above_total_);
    }
    const int128 crossing = sums_.between->at(function, 0);
    if (!sums_.inclusive.is_exact(function) || sums_.calls.at(function, 0) == 0) {
      return;
    }
    const int128 slack = rounds_ ? crossing : int128{0};
    const int128 entering = sums_.between->at(function, column + 1);
    const int128 callees = inclusive - sums_.self.at(function, column);
    if (entering > inclusive + slack && !calls_are_bounds_) {
      add({column, function, entering, inclusive}, above_callee_, slightly_above_callee_);
    } else if (callees > entering + slack && inclusive > entering + slack) {
      above_caller_.add({column, function, callees, entering});
    }
  }

  static void add(const Excess& excess, Excesses& large, Excesses& slight) {
    const bool is_slight = is_negligible(excess.claimed - excess.held, excess.held);
    (is_slight ? slight : large).add(excess);
  }

  template <class Message>
  static void report(Findings& findings, Excesses& excesses, const Message& message) {
    const std::vector<Excess>& first = excesses.first();
    for (const Excess& excess : first) {
      findings.add(excesses.code(), {}, [&] { return message(excess); });
    }
    if (excesses.count() > first.size()) {
      findings.repeat(excesses.code(), excesses.count() - first.size());
    }
  }

  [[nodiscard]] std::string_view name(const Excess& excess) const {
    return profile_.symbols().name(FunctionId(excess.function));
  }
  [[nodiscard]] std::string_view event(const Excess& excess) const {
    return profile_.events()[events_[excess.column].index()].name;
  }

  const Profile& profile_;
  std::span<const EventId> events_;
  std::vector<int128> totals_;  ///< by column
  CallSums sums_;
  bool rounds_;            ///< costs of calls are rounded, by less than 1 each
  bool calls_are_bounds_;  ///< Parrot's include what follows the call on its line
  int128 calls_ = 0;
  std::vector<bool> has_negative_;  ///< by column: some self cost is below 0
  Excesses above_total_{kInclusiveAboveTotal};
  Excesses slightly_above_total_{kInclusiveSlightlyAboveTotal};
  Excesses above_callee_{kCallsAboveCallee};
  Excesses slightly_above_callee_{kCallsSlightlyAboveCallee};
  Excesses above_caller_{kCalleesAboveCaller};
};

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

const CodeInfo& above_total_code(int128 inclusive, int128 total) {
  return is_negligible(inclusive - total, total) ? kInclusiveSlightlyAboveTotal
                                                 : kInclusiveAboveTotal;
}

std::string above_total_message(std::string_view name, std::string_view event, int128 inclusive,
                                int128 total) {
  return fmt::format("inclusive cost of {} is {} {}, above the total of {} {}", name,
                     grouped(inclusive), event, grouped(total), event);
}

}  // namespace quern
