// SPDX-License-Identifier: MIT
#include "quern/load/names/fold_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "quern/load/open.h"
#include "quern/load/read_input.h"
#include "quern/model/builder.h"
#include "quern/model/records/record_cursor.h"
#include "quern/save/convert.h"

namespace quern {
namespace {

Opened opened(const std::string& text, bool folds) {
  OpenOptions options;
  options.keep = Keep::kAll;
  options.names.fold = folds;
  Result<Opened> result = open_bytes("callgrind.out.1", text, options);
  EXPECT_TRUE(result.has_value());
  return std::move(*result);
}

/// Self costs by name, of functions that are listed.
std::map<std::string, int64_t> costs_by_name(const Profile& profile) {
  std::map<std::string, int64_t> sums;
  for (const SumTable& table : profile.tables()) {
    for (size_t row = 0; row < table.self.size(); ++row) {
      sums[std::string(profile.symbols().name(table.function(row)))] +=
          static_cast<int64_t>(table.self.at(row, 0));
    }
  }
  return sums;
}

const std::string kHead = "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=a.c\n";
const std::string kRun =
    kHead +
    "fn=main\n1 1\ncfn=f'main\ncalls=1 1\n2 30\n"
    "fn=f'main\n3 10\ncfn=f'2'f\ncalls=2 1\n4 20\n"
    "fn=f'2'f\n3 20\n"
    "fn=f'main'2\n5 2\n"
    "fn=g'unknown\n6 3\nfn=h()::'lambda'(int)\n7 4\nfn='odd\n8 5\nfn=k'1\n9 6\n";

TEST(FoldNames, CallersAndLevelsBelongToTheirFunction) {
  const Opened result = opened(kRun, true);
  EXPECT_EQ(costs_by_name(*result.profile),
            (std::map<std::string, int64_t>{{"main", 1},
                                            {"f", 32},
                                            {"g'unknown", 3},
                                            {"h()::'lambda'(int)", 4},
                                            {"'odd", 5},
                                            {"k'1", 6}}));
  size_t recursive = 0;
  RecordCursor cursor(result.profile->records());
  while (const Record* record = cursor.next()) {
    recursive += record->kind == RecordKind::kCall && result.profile->function(record->function) ==
                                                          result.profile->function(record->other)
                     ? 1U
                     : 0U;
  }
  EXPECT_EQ(recursive, 1U);
}

TEST(FoldNames, StayAsTheyAreWhereAnExpressionFitsTheFunction) {
  const std::string two = kHead +
                          "fn=main\n1 1\nfn=f'main\n2 2\nfn=f'g\n3 3\nfn=g'main\n4 4\n"
                          "fn=g'f\n5 5\n";
  const auto costs = [&two](std::vector<std::string> unfolded) {
    OpenOptions options;
    options.keep = Keep::kAll;
    options.names.fold = true;
    options.names.unfolded = std::move(unfolded);
    return costs_by_name(*open_bytes("callgrind.out.1", two, options).value().profile);
  };
  using Costs = std::map<std::string, int64_t>;
  EXPECT_EQ(costs({"^f$"}), (Costs{{"main", 1}, {"f'main", 2}, {"f'g", 3}, {"g", 9}}));
  EXPECT_EQ(costs({"g", "main"}), (Costs{{"main", 1}, {"f", 5}, {"g'main", 4}, {"g'f", 5}}));
  EXPECT_EQ(costs({}), (Costs{{"main", 1}, {"f", 5}, {"g", 9}}));
  OpenOptions options;
  options.names.fold = true;
  options.names.unfolded = {"("};
  const Result<Opened> bad = open_bytes("callgrind.out.1", two, options);
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().code, "bad-regexp");
}

TEST(FoldNames, BelongToTheirFunctionInWhatIsWrittenAnew) {
  const auto written = [](const std::string& text) {
    StringSink sink;
    EXPECT_TRUE(convert(*opened(text, false).profile, "callgrind", "-", {}, sink));
    return sink.text();
  };
  const std::string once = written(kRun);
  EXPECT_EQ(costs_by_name(*opened(once, false).profile).size(), 8U);
  EXPECT_EQ(costs_by_name(*opened(once, true).profile), costs_by_name(*opened(kRun, true).profile));
  EXPECT_EQ(written(once), once);
  std::string other = kRun;
  other.replace(other.find("callgrind-3"), 11, "some-tool-3");
  EXPECT_EQ(costs_by_name(*opened(written(other), true).profile).size(), 8U);
}

std::string snapshot_of(const std::string& text) {
  StringSink sink;
  EXPECT_TRUE(convert(*opened(text, false).profile, "snapshot", "-", {}, sink));
  return std::move(sink.text());
}

TEST(FoldNames, AreTakenFromASnapshotThatTellsThem) {
  const std::string bytes = snapshot_of(kRun);
  const Opened result = opened(bytes, true);
  EXPECT_EQ(costs_by_name(*result.profile), costs_by_name(*opened(kRun, true).profile));
  EXPECT_NE(result.profile->told_apart(), nullptr);
  EXPECT_EQ(costs_by_name(*opened(bytes, false).profile).size(), 8U);
  OpenOptions options;
  options.names.fold = true;
  options.names.unfolded = {"^f$"};
  const Result<Opened> unfolded = open_bytes("callgrind.out.1", bytes, options);
  EXPECT_EQ(costs_by_name(*unfolded->profile).size(), 8U);
}

/// Even a pair that no rule would find: what the profile records is not worked out again.
TEST(FoldNames, AreWhatIsToldOfTheSameFunctions) {
  for (const size_t told_of : {size_t{1}, size_t{2}}) {
    ProfileBuilder builder(Keep::kSums);
    Symbols& symbols = builder.symbols();
    const NameId name = symbols.names.intern("g'unknown");
    const FunctionId function = symbols.functions.intern({name, {}, {}});
    auto told = std::make_unique<FoldedNames>();
    told->items.push_back({function, symbols.names.add_beginning(name, 1)});
    told->functions = told_of;
    symbols.folded = std::move(told);
    InputInfo info;
    info.dialect = "callgrind";
    builder.end_input(std::move(info));
    const Namer namer = [](const Profile& profile) { return folded_names(profile); };
    const std::unique_ptr<const Profile> profile = builder.finish({&namer, 1});
    EXPECT_EQ(profile->symbols().name(FunctionId(size_t{0})), told_of == 1 ? "g" : "g'unknown");
  }
}

/// Behind another input, or with one behind it, the functions are not those that it tells of.
TEST(FoldNames, AreFoundAnewWhereSnapshotsAreReadTogether) {
  const auto costs = [](const std::vector<std::string>& texts) {
    ProfileBuilder builder(Keep::kAll);
    for (const std::string& text : texts) {
      Result<InputInfo> info = read_input(memory_input("in", text), {}, builder);
      EXPECT_TRUE(info.has_value());
      builder.end_input(std::move(*info));
    }
    const Namer namer = [](const Profile& profile) { return folded_names(profile); };
    return costs_by_name(*builder.finish({&namer, 1}));
  };
  const std::string more = kHead + "fn=unknown\n1 7\nfn=f'unknown\n2 9\n";
  for (const auto& [first, second] : {std::pair(kRun, more), std::pair(more, kRun)}) {
    const auto wanted = costs({first, second});
    EXPECT_EQ(wanted.at("g"), 3);
    EXPECT_EQ(costs({snapshot_of(first), second}), wanted);
    EXPECT_EQ(costs({first, snapshot_of(second)}), wanted);
    EXPECT_EQ(costs({snapshot_of(first), snapshot_of(second)}), wanted);
  }
}

TEST(FoldNames, StayApartOnRequestAndWhereAnotherProgramWrote) {
  EXPECT_EQ(costs_by_name(*opened(kRun, false).profile).size(), 8U);
  std::string other = kRun;
  other.replace(other.find("callgrind-3"), 11, "some-tool-3");
  const Opened result = opened(other, true);
  EXPECT_EQ(costs_by_name(*result.profile).size(), 8U);
}

TEST(FoldNames, SubroutinesOfParrotLoseTheirAddresses) {
  const std::string run =
      "events: ops ticks\nsummary: 66 66\n\nfl=a.pir\n"
      "fn=0x55a0:fac\n2 1 1\ncfl=a.pir\ncfn=0x55b8:fac'1\ncalls=1 2\n2 2 2\n\n"
      "fl=a.pir\nfn=0x55b8:fac'1\n2 2 2\n\nfl=a.pir\nfn=0x5:it's\n2 4 4\n\n"
      "fl=a.pir\nfn=0x10:two\n2 8 8\n\nfl=a.pir\nfn=0x11:two\n2 16 16\n\n"
      "fl=b.pir\nfn=0x12:two\n2 32 32\n\nfl=\nfn=__profiling_root__\n0 3 3\n\n"
      "totals: 66 66\n";
  EXPECT_EQ(costs_by_name(*opened(run, true).profile),
            (std::map<std::string, int64_t>{{"fac", 1},
                                            {"fac'1", 2},
                                            {"it's", 4},
                                            {"0x10:two", 8},
                                            {"0x11:two", 16},
                                            {"two", 32},
                                            {"__profiling_root__", 3}}));
  EXPECT_EQ(costs_by_name(*opened(run, false).profile).count("0x55b8:fac'1"), 1U);
}

const std::string kSubprofHead = "events: ops ticks\nsummary: 0 0\n\n";

/// One run of Parrot's subroutine profiler: names and their self costs, all in a.pir.
std::string subprof(const std::vector<std::pair<std::string, int>>& rows) {
  std::string text = kSubprofHead;
  for (const auto& [name, cost] : rows) {
    text += "fl=a.pir\nfn=" + name + "\n1 " + std::to_string(cost) + " 1\n\n";
  }
  return text;
}

std::map<std::string, int64_t> costs_of_all(const std::vector<std::string>& texts,
                                            Keep keep = Keep::kSums) {
  ProfileBuilder builder(keep);
  for (const std::string& text : texts) {
    OpenOptions options;
    options.keep = keep;
    Result<InputInfo> info = read_input(memory_input("in", text), options, builder);
    EXPECT_TRUE(info.has_value());
    builder.end_input(std::move(*info));
  }
  const Namer namer = [](const Profile& profile) { return folded_names(profile); };
  return costs_by_name(*builder.finish({&namer, 1}));
}

TEST(FoldNames, SubroutinesOfSeveralRunsAreTheSameWithoutTheirAddresses) {
  using Costs = std::map<std::string, int64_t>;
  // 0x2 is another subroutine in the second run, 0x1 the same one.
  EXPECT_EQ(costs_of_all({subprof({{"0x1:f", 1}, {"0x2:f'1", 2}, {"0x3:g", 4}}),
                          subprof({{"0x1:f", 8}, {"0x2:g", 16}, {"0x4:f'1", 32}})}),
            (Costs{{"f", 9}, {"f'1", 34}, {"g", 20}}));
  // An address of one run says nothing of another: not even those of two that are called alike.
  const Costs together = {{"f", 25}, {"g", 36}};
  EXPECT_EQ(costs_of_all({subprof({{"0x1:f", 1}, {"0x3:g", 4}}),
                          subprof({{"0x2:f", 8}, {"0x4:f", 16}, {"0x5:g", 32}})}),
            together);
  EXPECT_EQ(costs_of_all({subprof({{"0x2:f", 8}, {"0x4:f", 16}, {"0x5:g", 32}}),
                          subprof({{"0x2:f", 1}, {"0x4:g", 4}})}),
            together);
  // One that is only called is one of its run.
  const std::string calls =
      kSubprofHead + "fl=a.pir\nfn=0x1:f\n1 1 1\ncfl=a.pir\ncfn=0x2:f\ncalls=1 1\n1 1 1\n\n";
  for (const Keep keep : {Keep::kSums, Keep::kAll}) {
    EXPECT_EQ(costs_of_all({calls}, keep), (Costs{{"0x1:f", 1}}));
  }
}

TEST(FoldNames, SubroutinesOfARunBesideAnotherHaveNoAddresses) {
  OpenOptions options;
  options.names.fold = true;
  options.names.runs_beside = true;
  const Result<Opened> one =
      open_bytes("in", subprof({{"0x2:f", 8}, {"0x4:f", 16}, {"0x5:f'1", 32}}), options);
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(costs_by_name(*one->profile), (std::map<std::string, int64_t>{{"f", 24}, {"f'1", 32}}));
}

/// In sets: what the only run calls alike keeps its address.
TEST(FoldNames, SubroutinesOfRunsAreWhatSetsSay) {
  std::mt19937_64 random(5);
  for (int run = 0; run < 300; ++run) {
    std::vector<std::string> texts;
    std::vector<std::map<std::string, int>> runs(1 + random() % 3);
    std::set<std::string> keeps;
    for (std::map<std::string, int>& rows : runs) {
      std::map<std::string, std::set<std::string>> named;  // by name and level
      for (uint64_t left = random() % 8; left != 0; --left) {
        const std::string bare =
            std::string(1, "fgh"[random() % 3]) + (random() % 3 == 0 ? "'1" : "");
        const std::string full = "0x" + std::to_string(random() % 6) + ":" + bare;
        rows[full] = static_cast<int>(1 + random() % 9);
        named[bare].insert(full);
      }
      for (const auto& [full, cost] : rows) {
        const std::string name = full.substr(4, 1);
        if (runs.size() == 1 && (named[name].size() > 1 || named[name + "'1"].size() > 1)) {
          keeps.insert(full);
        }
      }
      texts.push_back(subprof({rows.begin(), rows.end()}));
    }
    std::map<std::string, int64_t> wanted;
    for (const std::map<std::string, int>& rows : runs) {
      for (const auto& [full, cost] : rows) {
        wanted[keeps.contains(full) ? full : full.substr(4)] += cost;
      }
    }
    EXPECT_EQ(costs_of_all(texts), wanted);
    std::ranges::reverse(texts);
    EXPECT_EQ(costs_of_all(texts), wanted);
  }
}

/// What folding means, in sets: `f'2'g` is f where g, too, begins the name of a function.
std::map<std::string, int64_t> folded_by_sets(const std::map<std::string, int64_t>& costs) {
  const auto base = [](const std::string& name) { return name.substr(0, name.find('\'', 1)); };
  std::set<std::string> known;
  for (const auto& [name, cost] : costs) {
    known.insert(base(name));
  }
  std::map<std::string, int64_t> folded;
  for (const auto& [name, cost] : costs) {
    bool can_fold = true;
    for (size_t at = base(name).size(); at < name.size();) {
      const size_t end = std::min(name.find('\'', at + 1), name.size());
      const std::string part = name.substr(at + 1, end - at - 1);
      can_fold = can_fold && (part == "2" || part == "10" || known.contains(part));
      at = end;
    }
    folded[can_fold ? base(name) : name] += cost;
  }
  return folded;
}

TEST(FoldNames, FoldsWhatSetsSay) {
  std::mt19937_64 random(7);
  for (int run = 0; run < 300; ++run) {
    // Pieces that begin each other, levels and what is none, apostrophes side by side.
    const std::array<std::string, 9> pieces = {"f", "ff", "f(int)", "g", "2", "10", "1", "02", ""};
    std::map<std::string, int64_t> costs;
    std::string text = kHead;
    for (uint64_t left = random() % 60; left != 0; --left) {
      std::string name = random() % 9 == 0 ? "'odd" : pieces[random() % 4];
      for (uint64_t parts = random() % 4; parts != 0; --parts) {
        name += "'" + pieces[random() % pieces.size()];
      }
      if (costs.try_emplace(name, left).second) {
        text += "fn=" + name + "\n1 " + std::to_string(left) + "\n";
      }
    }
    EXPECT_EQ(costs_by_name(*opened(text, true).profile), folded_by_sets(costs)) << text;
    EXPECT_EQ(costs_by_name(*opened(snapshot_of(text), true).profile), folded_by_sets(costs));
  }
}

}  // namespace
}  // namespace quern
