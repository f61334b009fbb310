// SPDX-License-Identifier: MIT
//
// Laws of `merge --stats`, on generated profiles: what the merged profile tells of its runs is what
// `top` and the call graph of each single file show, put together the slow way; and it is the same
// for every order, grouping, number of threads and way through a file.
#include "quern/model/run_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/save/convert.h"
#include "quern/save/merge.h"
#include "quern/save/projections.h"
#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/igprof_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/generators/xdebug_generator.h"
#include "quern/testing/merge_in_shares.h"
#include "quern/testing/temporary_folder.h"
#include "quern/views/input/outlier_runs.h"
#include "quern/views/lists/top.h"

namespace quern::testing {
namespace {

constexpr std::string_view kWholeRun = "(whole run)";

/// Of one file: by what has costs and event the cost. All that the file has is there.
using Costs = std::map<std::pair<std::string, std::string>, int128>;

std::string name_of(const Profile& profile, FunctionId id) {
  const Symbols& symbols = profile.symbols();
  return std::string(symbols.name(id)) + '\n' + std::string(symbols.file(id)) + '\n' +
         std::string(symbols.object(id));
}

void add(Costs& costs, const std::string& what, const Event& event, int128 cost) {
  costs[{what, event.name}] += cost;
}

/// From the answers that people see.
Costs shown_costs(const Profile& profile) {
  Costs costs;
  SelectionWords words;
  words.all_events = true;
  words.limit = 0;
  const Result<Selection> selection = select(profile, words);
  const Top top(profile, *selection);
  for (size_t column = 0; column < top.totals().size(); ++column) {
    add(costs, std::string(kWholeRun), selection->columns[column].event,
        lower_of(top.totals()[column]));
  }
  for (size_t rank = 0; rank < top.row_count(); ++rank) {
    const TopRow row = top.row(rank);
    const std::string name = name_of(profile, FunctionId(top.node(rank)));
    for (size_t column = 0; column < row.self.size(); ++column) {
      const Event& event = selection->columns[column].event;
      add(costs, "self\n" + name, event, lower_of(row.self[column]));
      add(costs, "incl\n" + name, event, lower_of(row.inclusive[column]));
    }
  }
  const CallGraph graph = profile_graph(profile, PartSet::all(profile),
                                        event_sums(all_events(profile)), EdgesFrom::kAll);
  for (size_t edge = 0; edge < graph.edge_count(); ++edge) {
    if (graph.caller(edge) < profile.symbols().functions.size()) {
      const std::string ends = "call\n" + name_of(profile, FunctionId(graph.caller(edge))) + '\n' +
                               name_of(profile, FunctionId(graph.callee(edge)));
      for (size_t event = 0; event < profile.events().size(); ++event) {
        add(costs, ends, profile.events()[event], graph.inclusive(edge, event));
      }
    }
  }
  return costs;
}

/// Of what has costs, the costs of the runs that have it, with the names of the runs.
using Lists =
    std::map<std::pair<std::string, std::string>, std::vector<std::pair<int128, std::string>>>;

void expect_near(int128 found, int128 exact) {
  EXPECT_LE(absolute(found - exact) * 128, absolute(exact));
}

void expect_summary(const RunSummary& found, const RunStatistics& statistics,
                    std::vector<std::pair<int128, std::string>> costs, uint64_t runs) {
  costs.resize(runs);  // runs that have it but not this event
  std::ranges::sort(costs, [](const auto& left, const auto& right) {
    return std::tie(left.first, right.second) < std::tie(right.first, left.second);
  });
  int128 sum = 0;
  for (const auto& [cost, run] : costs) {
    sum += cost;
  }
  ASSERT_EQ(found.runs, runs);
  ASSERT_EQ(found.sum, sum);
  ASSERT_EQ(found.min, costs.front().first);
  ASSERT_EQ(found.max, costs.back().first);
  expect_near(found.median, costs[(runs + 1) / 2 - 1].first);
  expect_near(found.p95, costs[(runs * 95 + 99) / 100 - 1].first);
  ASSERT_EQ(found.run.has_value(), found.max != 0);
  if (found.run) {
    ASSERT_EQ(statistics.runs[*found.run], costs.back().second);
  }
}

class Runs {
 public:
  explicit Runs(RandomChoice& random, uint64_t most = 8) {
    const uint64_t kind = random.below(4);
    for (uint64_t count = 1 + random.below(most); count > 0; --count) {
      const uint64_t seed = random.below(100'000);
      const uint64_t of = kind == 3 ? random.below(3) : kind;
      const std::string bytes = of == 0   ? generate_callgrind(seed)
                                : of == 1 ? generate_igprof(seed)
                                          : generate_xdebug(seed).bytes;
      OpenOptions options;
      options.keep = Keep::kAll;
      options.siblings = false;
      options.names.fold = true;  // as answers do
      const std::string path = keep(bytes);
      const std::string paths[] = {path};
      Result<Opened> opened = open_profile(paths, options);
      if (opened && !opened->profile->events().empty()) {
        paths_.push_back(path);
        add(path, *opened->profile);
      }
    }
  }

  [[nodiscard]] std::string keep(const std::string& bytes, std::string_view suffix = "") {
    return folder_.file(std::to_string(files_++) + std::string(suffix), bytes);
  }
  [[nodiscard]] const std::vector<std::string>& paths() const { return paths_; }

  void check(const Profile& merged) const {
    const RunStatistics& statistics = *merged.run_statistics();
    size_t checked = 0;
    for (size_t at = 0; at < merged.events().size(); ++at) {
      const EventId event(at);
      const std::string& name = merged.events()[at].name;
      const auto check = [&](const std::string& what, const RunCosts& costs, RunCost of) {
        const auto found = lists_.find({what, name});
        ASSERT_EQ(costs.runs, runs_.at(what));
        expect_summary(costs.summary(event, of), statistics,
                       found == lists_.end() ? decltype(found->second)() : found->second,
                       costs.runs);
        ++checked;
      };
      check(std::string(kWholeRun), statistics.total, RunCost::kSelf);
      for (const RunStatistics::Function& each : statistics.functions) {
        check("self\n" + name_of(merged, each.function), each.costs, RunCost::kSelf);
        check("incl\n" + name_of(merged, each.function), each.costs, RunCost::kInclusive);
      }
      for (const RunStatistics::Edge& each : statistics.edges) {
        check("call\n" + name_of(merged, each.caller) + '\n' + name_of(merged, each.callee),
              each.costs, RunCost::kInclusive);
      }
    }
    EXPECT_EQ(checked, runs_.size() * merged.events().size());
  }

 private:
  void add(const std::string& path, const Profile& profile) {
    std::map<std::string, bool> has;
    for (const auto& [what, cost] : shown_costs(profile)) {
      has[what.first] = true;
      lists_[what].emplace_back(cost, path);
    }
    for (const auto& [what, is] : has) {
      runs_[what] += is ? 1 : 0;
    }
  }

  test::TemporaryFolder folder_;
  size_t files_ = 0;
  std::vector<std::string> paths_;
  Lists lists_;
  std::map<std::string, uint64_t> runs_;  ///< by what has costs: in how many
};

Result<Merged> merged(std::span<const std::string> paths, bool by_function, unsigned threads = 1,
                      size_t shares = 0) {
  MergeOptions options;
  options.open.threads = threads;
  options.by_function = by_function;
  options.keeps_runs = true;
  return shares == 0 ? merge_profiles(paths, options)
                     : test::merge_in_shares(paths, options, shares);
}

std::string bytes(const Result<Merged>& merged, std::string_view format = "json") {
  if (!merged) {
    return "[" + merged.error().code + "]";
  }
  StringSink sink;
  const Result<void> done = convert(*merged->profile, format, {}, {}, sink);
  return done ? std::move(sink.text()) : "[" + done.error().code + "]";
}

TEST(RunStatisticsLaws, AreWhatTheAnswersOfSingleRunsShow) {
  size_t checked = 0;
  for (uint64_t seed = 0; seed < std::max<uint64_t>(10, cases() / 500); ++seed) {
    RandomChoice random(seed);
    const Runs runs(random);
    for (const bool by_function : {false, true}) {
      const Result<Merged> all = merged(runs.paths(), by_function);
      if (runs.paths().empty() || !all || all->profile->events().empty()) {
        continue;
      }
      ++checked;
      runs.check(*all->profile);
      ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
  }
  EXPECT_GT(checked, 10U);
}

TEST(RunStatisticsLaws, EqualBytesForEveryOrderGroupingAndFormat) {
  size_t checked = 0;
  for (uint64_t seed = 0; seed < std::max<uint64_t>(10, cases() / 1000); ++seed) {
    RandomChoice random(seed + 1'000'000);
    Runs runs(random);
    std::vector<std::string> paths = runs.paths();
    const bool by_function = random.chance(50);
    const Result<Merged> all = merged(paths, by_function);
    const std::string whole = bytes(all);
    if (!all) {
      continue;
    }
    ++checked;
    ASSERT_EQ(bytes(merged(paths, by_function, 3)), whole) << "seed " << seed;
    ASSERT_EQ(bytes(merged(paths, by_function, 1, 3)), whole) << "seed " << seed;
    std::ranges::reverse(paths);
    ASSERT_EQ(bytes(merged(paths, by_function)), whole) << "seed " << seed;
    const auto some = static_cast<std::ptrdiff_t>(1 + random.index(paths.size()));
    const std::span<const std::string> first = std::span(paths).first(static_cast<size_t>(some));
    const std::string_view format = random.chance(50) ? "json" : "snapshot";
    const Result<Merged> earlier = merged(first, by_function);
    if (!earlier) {
      continue;  // of inputs without events alone
    }
    std::vector<std::string> grouped(paths.begin() + some, paths.end());
    grouped.push_back(runs.keep(bytes(earlier, format), ".merged"));
    const Result<Merged> again = merged(grouped, by_function);
    ASSERT_TRUE(again) << "seed " << seed;
    ASSERT_EQ(*again->profile->run_statistics(), *all->profile->run_statistics())
        << "seed " << seed << " " << format;
    if (format == "json") {
      ASSERT_EQ(bytes(again), whole) << "seed " << seed;
    }
  }
  EXPECT_GT(checked, 5U);
}

/// `planted`: a run with one function that costs three times as much as usual; -1: none.
std::vector<OutlierRun> outliers_of_noise(uint64_t seed, int planted, const std::string& name) {
  constexpr int kRuns = 150;
  constexpr int kFunctions = 40;
  RandomChoice random(seed);
  const test::TemporaryFolder folder;
  std::vector<std::string> paths;
  const auto usual = [](int function) { return int128{10'000} + 3'000 * function; };
  for (int run = 0; run < kRuns; ++run) {
    std::string text = "events: Ir\nfl=a.c\n";
    for (int function = 0; function < kFunctions; ++function) {
      // The sum of ten equal choices: noise of 2 %.
      int128 noise = 0;
      for (int draw = 0; draw < 10; ++draw) {
        noise += int128{random.below(2001)} - 1000;
      }
      int128 cost = usual(function) + usual(function) * noise / 91'000;
      const std::string called = "f" + std::to_string(function);
      cost *= run == planted && called == name ? 3 : 1;
      text += "fn=" + called + "\n1 " + to_decimal(cost) + "\n";
    }
    paths.push_back(folder.file("run." + std::to_string(1000 + run), text));
  }
  const Result<Merged> all = merged(paths, true);
  return all ? outlier_runs(*all->profile) : std::vector<OutlierRun>();
}

TEST(OutlierRuns, APlantedRunIsFoundInTwentyOfTwenty) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const int run = static_cast<int>(seed * 7);
    const std::string name = "f" + std::to_string(1 + seed * 2 % 39);
    const std::vector<OutlierRun> found = outliers_of_noise(seed, run, name);
    ASSERT_EQ(found.size(), 1U) << seed;
    EXPECT_TRUE(found.front().run.ends_with("run." + std::to_string(1000 + run))) << seed;
    EXPECT_EQ(found.front().function, name) << seed;
    EXPECT_EQ(found.front().functions, 1U) << seed;
    EXPECT_EQ(found.front().above, found.front().max - found.front().median) << seed;
  }
}

TEST(OutlierRuns, NoiseAloneHasNone) {
  for (uint64_t seed = 100; seed < 110; ++seed) {
    EXPECT_TRUE(outliers_of_noise(seed, -1, "").empty()) << seed;
  }
}

}  // namespace
}  // namespace quern::testing
