// SPDX-License-Identifier: MIT
#include "quern/compare/gate/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <expected>
#include <map>
#include <memory>
#include <utility>

#include "quern/compare/gate/gate_checks.h"
#include "quern/compare/gate/gate_measures.h"
#include "quern/compare/lines/line_query.h"
#include "quern/compare/lists/diff_query.h"
#include "quern/query/row_query.h"
#include "quern/views/source/function_lines.h"

namespace quern {

namespace {

constexpr Fraction kHundred{100, 1};

bool is_at_most(const std::optional<Fraction>& value, const std::optional<Fraction>& most) {
  // What is beyond 128 bits has no place within a limit.
  return value && most && *value <= *most;
}

Fraction unsigned_size(const Fraction& value) {
  return absolute(value).value_or(value);
}

/// Judges the rows of one rule.
class Judge {
 public:
  /// `lines`: null where no rule is about lines.
  Judge(const MatchedCosts& sides, const LinePairs* lines, const GateRule& rule, GateBase base)
      : sides_(sides),
        lines_(lines),
        rule_(rule),
        base_(base),
        values_(sides.costs, lines, rule),
        total_(rule.limit.is_percent && !rule.limit.is_change ? values_.new_total()
                                                              : Amount(Exact{0})) {
    if (rule.query) {
      filter_ = row_filter(rule.query, sides.selection());
      asked_.emplace(sides.costs, filter_);
      if (rule.rows == GateRows::kLines) {
        asked_line_.emplace(*lines, filter_);
      }
    }
  }

  GateVerdict verdict() {
    verdict_.rule = rule_;
    switch (rule_.rows) {
      case GateRows::kTotal:
        judge({.rows = GateRows::kTotal});
        break;
      case GateRows::kNodes:
        for (uint32_t node = 0; node < sides_.nodes.size(); ++node) {
          if (sides_.nodes.is_listed(node)) {
            offer({.rows = GateRows::kNodes, .node = node});
          }
        }
        break;
      case GateRows::kCalls:
        for (const EdgeKey edge : all_edges(sides_.costs)) {
          offer({.rows = GateRows::kCalls, .edge = edge});
        }
        break;
      case GateRows::kLines:
        for (uint32_t line = 0; line < lines_->size(); ++line) {
          offer({.rows = GateRows::kLines, .line = line});
        }
        break;
    }
    sort_findings();
    verdict_.rests_on_estimates = verdict_.passed ? verdict_.estimated != 0 : !has_sure_failure_;
    return std::move(verdict_);
  }

 private:
  /// A row, if the rule's query wants it.
  void offer(const GateRow& row) {
    if (!rule_.query || rule_.query->fits(asked(row))) {
      judge(row);
    }
  }

  /// The row as the rule's query sees it.
  const QueryRow& asked(const GateRow& row) {
    if (row.rows == GateRows::kLines) {
      asked_line_->set(row.line);
      return *asked_line_;
    }
    if (row.rows == GateRows::kCalls) {
      edge_ = find_edge(sides_.costs, row.edge);
      asked_->set_edge(row.edge, edge_);
    } else {
      asked_->set_node(row.node);
    }
    return *asked_;
  }

  void judge(const GateRow& row) {
    const bool was_there = values_.is_there(row, Version::kOld);
    const bool is_there = values_.is_there(row, Version::kNew);
    const bool is_about_percent = rule_.limit.is_change && rule_.limit.is_percent;
    if (rule_.only_new && (was_there || !is_there)) {
      return;
    }
    // What is new has no percentage: rules for what is new are about that.
    if (!rule_.only_new && is_about_percent && !was_there) {
      return;
    }
    ++verdict_.checked;
    const Measure was = values_.of(row, Version::kOld);
    const Measure is = values_.of(row, Version::kNew);
    GateFinding found = finding(was, is);
    if (found.is_unknown) {
      found.passed = false;  // it may be anything
    } else if (is_undefined(is) || (is_undefined(was) && rule_.limit.is_change && !is_gone(is))) {
      // A ratio by 0 keeps no limit, unless it was one before and only a change is asked about.
      found.passed = is_undefined(is) && is_undefined(was) && rule_.limit.is_change;
    } else {
      found.passed = keeps_limit(was, is);
    }
    raise_highest(is);
    if (!found.passed && rule_.limit.is_change && is_noise(was, is)) {
      found.passed = true;
      found.is_noise = true;
    }
    const bool is_estimate = found.certainty == Certainty::kEstimated || is_estimated(total_);
    verdict_.estimated += is_estimate ? 1U : 0U;
    has_sure_failure_ = has_sure_failure_ || (!found.passed && !is_estimate);
    keep(std::move(found), row);
  }

  using Measure = std::expected<GateMeasure, NoGateMeasure>;

  [[nodiscard]] static bool is_undefined(const Measure& measure) {
    return !measure && measure.error() == NoGateMeasure::kByZero;
  }
  /// Whether there is a value that is not known.
  [[nodiscard]] static bool is_unknown(const Measure& measure) {
    return !measure && measure.error() > NoGateMeasure::kByZero;
  }

  [[nodiscard]] static bool is_gone(const Measure& measure) {
    return !measure && measure.error() == NoGateMeasure::kNotThere;
  }
  [[nodiscard]] static Certainty certainty_of(const Measure& measure) {
    return measure                                     ? measure->certainty
           : measure.error() == NoGateMeasure::kBounds ? Certainty::kBounded
                                                       : Certainty::kExact;
  }

  [[nodiscard]] static bool is_estimated(const Amount& amount) {
    return quern::certainty_of(amount) == Certainty::kEstimated;
  }

  void raise_highest(const Measure& is) {
    if (rule_.limit.is_change || !is) {
      return;
    }
    std::optional<Fraction> highest = is->highest;
    if (rule_.limit.is_percent) {
      // As part_of() has it: of the size of a total below 0.
      const std::optional<Fraction> share =
          quotient(*highest, unsigned_size(Fraction{lower_of(total_), 1}));
      highest = share ? product(*share, kHundred) : std::nullopt;
    }
    if (highest && (!verdict_.highest || *highest > *verdict_.highest)) {
      verdict_.highest = highest;
    }
  }

  [[nodiscard]] GateFinding finding(const Measure& was, const Measure& is) const {
    GateFinding found;
    found.is = is ? std::optional(is->median) : std::nullopt;
    found.is_unknown = is_unknown(is) || (rule_.limit.is_change && is_unknown(was) && !is_gone(is));
    if (base_ == GateBase::kNone) {
      found.certainty = certainty_of(is);
      return found;
    }
    found.has_base = true;
    found.was = was ? std::optional(was->median) : std::nullopt;
    found.certainty = std::max(certainty_of(was), certainty_of(is));
    // What is not there counts 0; what has no value has no change either.
    if ((was || is_gone(was)) && (is || is_gone(is))) {
      found.change = difference(found.is.value_or(Fraction{}), found.was.value_or(Fraction{}));
    }
    if (found.change && found.was) {
      const std::optional<Fraction> share = quotient(*found.change, unsigned_size(*found.was));
      found.percent = share ? product(*share, kHundred) : std::nullopt;
    }
    return found;
  }

  [[nodiscard]] bool keeps_limit(const Measure& was, const Measure& is) const {
    const GateLimit& limit = rule_.limit;
    const Fraction now = is ? is->median : Fraction{};
    const Fraction before = was ? was->median : Fraction{};
    if (!limit.is_change) {
      const std::optional<Fraction> most =
          limit.is_percent ? part_of(Fraction{lower_of(total_), 1}) : std::optional(limit.number);
      // A bound keeps a limit only where all that it may be does.
      return is_at_most(is ? is->most : now, most);
    }
    const std::optional<Fraction> change = difference(now, before);
    return is_at_most(change, limit.is_percent ? part_of(before) : std::optional(limit.number));
  }

  /// The limit's percentage of the size of something.
  [[nodiscard]] std::optional<Fraction> part_of(const Fraction& whole) const {
    const std::optional<Fraction> share = quotient(rule_.limit.number, kHundred);
    return share ? product(unsigned_size(whole), *share) : std::nullopt;
  }

  /// With several runs on a side, a change counts only where the runs of both sides lie apart.
  [[nodiscard]] bool is_noise(const Measure& was, const Measure& is) const {
    return sides_.runs.count() > 2 && was && is && was->range.meets(is->range);
  }

  void keep(GateFinding found, const GateRow& row) {
    if (!found.passed) {
      verdict_.passed = false;
      ++verdict_.failed;
    } else if (verdict_.failed != 0 || (closest_ && !is_larger(found, *closest_))) {
      return;
    }
    name(found, row);
    if (found.passed) {
      closest_ = std::move(found);
    } else {
      verdict_.findings.push_back(std::move(found));
    }
  }

  /// By the change or, without a base, by what there is.
  [[nodiscard]] bool is_larger(const GateFinding& left, const GateFinding& right) const {
    const auto& one = base_ == GateBase::kNone ? left.is : left.change;
    const auto& other = base_ == GateBase::kNone ? right.is : right.change;
    return one && (!other || *one > *other);
  }

  void name(GateFinding& found, const GateRow& row) const {
    const DiffNodes& nodes = sides_.nodes;
    const auto scope_of = [](const RowName& name) {
      return name.is_root ? std::string("(root)")
                          : std::string(name.name.empty() ? "???" : name.name);
    };
    switch (row.rows) {
      case GateRows::kTotal:
        found.scope = "total";
        break;
      case GateRows::kNodes:
        found.scope = scope_of(nodes.name(row.node));
        found.node = row.node;
        found.file = rule_.by == GroupBy::kFile ? found.scope : nodes.name(row.node).file;
        break;
      case GateRows::kCalls:
        found.scope = fmt::format("{} → {}", scope_of(nodes.name(caller_of(row.edge))),
                                  scope_of(nodes.name(callee_of(row.edge))));
        found.node = caller_of(row.edge);
        found.file = nodes.name(caller_of(row.edge)).file;
        break;
      case GateRows::kLines:
        found.scope = lines_->name(row.line);
        found.file = lines_->file(row.line);
        found.line = lines_->number(row.line);
        break;
    }
  }

  void sort_findings() {
    std::vector<GateFinding>& findings = verdict_.findings;
    if (findings.empty() && closest_) {
      findings.push_back(std::move(*closest_));
    }
    std::ranges::sort(findings, [this](const GateFinding& left, const GateFinding& right) {
      if (is_larger(left, right) != is_larger(right, left)) {
        return is_larger(left, right);
      }
      return std::tie(left.scope, left.file) < std::tie(right.scope, right.file);
    });
    const size_t limit = sides_.selection().limit;
    if (limit != 0 && findings.size() > limit) {
      findings.resize(limit);
    }
  }

  const MatchedCosts& sides_;
  const LinePairs* lines_;
  const GateRule& rule_;
  GateBase base_;
  GateMeasures values_;
  RowQuery filter_;
  std::optional<DiffQueryRow> asked_;  ///< how the rule's query sees a row
  std::optional<LineQueryRow> asked_line_;
  EdgeOfRuns edge_;  ///< that it sees
  Amount total_;
  bool has_sure_failure_ = false;
  GateVerdict verdict_;
  std::optional<GateFinding> closest_;
};

/// Adds to findings about functions the lines of these in the last run of the new side.
void find_lines(GateVerdict& verdict, const MatchedCosts& sides) {
  const GateRows rows = verdict.rule.rows;
  if (rows == GateRows::kTotal || rows == GateRows::kLines ||
      verdict.rule.by != GroupBy::kFunction) {
    return;
  }
  std::vector<uint32_t> nodes;
  for (const GateFinding& finding : verdict.findings) {
    nodes.push_back(finding.node);
  }
  const DiffRun& run = sides.runs.new_runs.back();
  const size_t last = sides.runs.count() - 1;
  const auto lines = function_lines(*run.profile, run.selection, sides.nodes.map(last), nodes);
  for (GateFinding& finding : verdict.findings) {
    const auto found = lines.find(finding.node);
    finding.line = found != lines.end() ? found->second : 0;
  }
}

}  // namespace

Result<Gate> gate(const DiffRuns& runs, const std::vector<GateRule>& rules, GateBase base,
                  const PlacesOfSides& places) {
  std::map<GroupBy, std::shared_ptr<const MatchedCosts>> by_group;
  const auto sides_by = [&](GroupBy by) {
    std::shared_ptr<const MatchedCosts>& sides = by_group[by];
    if (!sides) {
      sides = compared(runs, by);
    }
    return sides;
  };
  Gate answer{.passed = true,
              .verdicts = {},
              .moved = Diff(sides_by(runs.selection().group_by), {}),
              .lines = {}};
  for (const GateRule& rule : rules) {
    if (Result<void> sound = check_rule(rule, runs.selection()); !sound) {
      return failure(sound.error());
    }
    const std::shared_ptr<const MatchedCosts> sides = sides_by(rule.by);
    if (Result<void> sound = check_calls(rule, sides->costs); !sound) {
      return failure(sound.error());
    }
    if (rule.rows == GateRows::kLines && !answer.lines) {
      auto lines = LinePairs::make(sides, places);
      if (!lines) {
        return failure(lines.error());
      }
      answer.lines = std::move(*lines);
    }
    answer.verdicts.push_back(Judge(*sides, answer.lines.get(), rule, base).verdict());
    find_lines(answer.verdicts.back(), *sides);
    answer.passed = answer.passed && answer.verdicts.back().passed;
  }
  return answer;
}

}  // namespace quern
