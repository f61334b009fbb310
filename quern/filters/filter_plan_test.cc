// SPDX-License-Identifier: MIT
#include "quern/filters/filter_plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/load/open.h"
#include "quern/model/builder.h"
#include "quern/save/convert.h"
#include "quern/testing/generators/callgrind_generator.h"

namespace quern {
namespace {

std::unique_ptr<const Profile> read_if_sound(std::string text, Keep keep = Keep::kSums) {
  OpenOptions options;
  options.keep = keep;
  Result<Opened> opened = open_bytes("in", std::move(text), options);
  return opened ? std::move(opened->profile) : nullptr;
}

std::string json(const Profile& profile) {
  StringSink sink;
  write_profile_json(profile, sink);
  return std::move(sink.text());
}

std::string json_of(const Result<Opened>& result) {
  return result ? json(*result->profile) : result.error().message;
}

/// What JSON says besides records: how often a call is listed is no matter where only sums are
/// kept.
std::string sums(const std::string& json) {
  return json.substr(0, json.find("\"lines\":"));
}

std::string code_of(const Result<Opened>& result) {
  return result ? "" : result.error().code;
}

/// Self costs of functions, "name: cost".
std::vector<std::string> self_costs(const Profile& profile, size_t event = 0) {
  std::vector<std::string> told;
  const std::vector<EventSum> columns = {event_sum(EventId(event))};
  const CostRows rows = quern::self_costs(profile, PartSet::all(profile), columns);
  for (size_t at = 0; at < rows.size(); ++at) {
    told.push_back(
        fmt::format("{}: {}", profile.symbols().name(FunctionId(at)), to_decimal(rows.at(at, 0))));
  }
  return told;
}

using Told = std::vector<std::string>;

/// main calls f twice, g calls f once.
const std::string kCallGraph =
    "events: Ir\nfl=a.c\n"
    "fn=main\n1 10\ncfn=f\ncalls=2 20\n2 60\ncfn=g\ncalls=1 30\n3 45\n"
    "fn=g\n30 15\ncfn=f\ncalls=1 20\n31 30\n"
    "fn=f\n20 90\n";

const std::string kDump =
    "P=(HEX ID=7 N=(a.out) T=0.005000)\n"
    "C1 FN0=(F0=(/bin/a.out)+10 N=(main))+4 V0=(MEM_LIVE):(1,5,5)\n"
    "C2 FN1=(F0+40 N=(parse))+8\n"
    "C3 FN2=(F1=(/lib/libc.so.6)+100 N=(malloc))+c V0:(2,20,30);LK=(0x10,18);LK=(0x20,8)\n"
    "C4 FN3=(F1+200 N=(mmap))+c V0:(1,40,40)\n"
    "C2 FN4=(F0+80 N=(print))+8\n"
    "C3 FN2+c V0:(1,8,8)\n";

/// The options in the first column of the table of filters in the documentation.
std::vector<std::string> documented_options() {
  std::ifstream page(std::string(QUERN_SOURCE_DIR) + "/docs/topics/filters.md");
  std::vector<std::string> options;
  std::string row;
  while (std::getline(page, row) && !row.starts_with("## ")) {
    const std::string cell = row.starts_with("| `--") ? row.substr(0, row.find('|', 1)) : "";
    for (size_t at = 0; (at = cell.find("`--", at)) != std::string::npos; ++at) {
      options.push_back(cell.substr(at + 1, cell.find_first_of(" `", at + 1) - at - 1));
    }
  }
  return options;
}

TEST(FilterPlan, HasTheStagesInTheDocumentedOrder) {
  std::vector<std::string> options;
  for (const Stage& stage : filter_stages()) {
    if (stage.option != "--part") {  // commands choose parts; only what is written is filtered
      options.emplace_back(stage.option);
    }
  }
  EXPECT_EQ(documented_options(), options);
}

TEST(FilterPlan, IsReadOnceForManyProfiles) {
  const Result<FilterPlan> plan =
      FilterPlan::read({.rename = {"s/^[fg]$/both/"}, .focus = {"both"}, .hide = {"malloc"}});
  ASSERT_TRUE(plan.has_value());
  const auto graph = read_if_sound(kCallGraph);
  const auto dump = read_if_sound(kDump);
  for (int run = 0; run < 2; ++run) {
    const Result<Opened> first = plan->run(*graph);
    EXPECT_EQ(self_costs(*first->profile), (Told{"both: 105", "main: 0"}));
    EXPECT_EQ(first->notes, Told{"--focus kept 91.30 % of Ir: 105 of 115"});
    EXPECT_TRUE(self_costs(*plan->run(*dump)->profile).empty());
  }
}

TEST(FilterPlan, OfNothingIsTheSameProfile) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const std::string text = testing::generate_callgrind(seed);
    if (const auto profile = read_if_sound(text, Keep::kAll)) {
      ASSERT_EQ(json_of(filter_profile(*profile, {})), json(*profile)) << "seed " << seed;
    }
    if (const auto profile = read_if_sound(text)) {
      ASSERT_EQ(sums(json_of(filter_profile(*profile, {}))), sums(json(*profile)))
          << "seed " << seed;
    }
  }
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const auto dump = read_if_sound(kDump, keep);
    EXPECT_EQ(json_of(filter_profile(*dump, {})), json(*dump));
  }
}

TEST(FilterPlan, StopsWhereItIsAskedTo) {
  std::stop_source gone;
  gone.request_stop();
  FilterOptions chosen;
  chosen.focus = {"f"};
  FilterOptions hidden;
  hidden.hide = {"f", "malloc"};
  FilterOptions both = chosen;
  both.hide = {"g"};
  FilterOptions scaled = hidden;
  scaled.scale = {"^f$=50%"};
  for (const FilterOptions& how : {chosen, hidden, both, scaled}) {
    for (const std::string& text : {kCallGraph, kDump}) {
      for (const Keep keep : {Keep::kAll, Keep::kSums}) {
        const auto profile = read_if_sound(text, keep);
        EXPECT_TRUE(filter_profile(*profile, how).has_value());
        EXPECT_EQ(code_of(filter_profile(*profile, how, gone.get_token())), "stopped");
      }
    }
  }
}

TEST(FilterPlan, RenamingToTheSameNamesIsTheSameProfile) {
  FilterOptions how;
  how.rename = {"s/(.*)/\\1/"};
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const auto profile = read_if_sound(testing::generate_callgrind(seed), Keep::kAll);
    if (profile) {
      ASSERT_EQ(json_of(filter_profile(*profile, how)), json(*profile)) << "seed " << seed;
    }
  }
}

TEST(FilterPlan, RenamedFunctionsAreOne) {
  FilterOptions how;
  how.rename = {"s/^[fg]$/both/"};
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const Result<Opened> result = filter_profile(*read_if_sound(kCallGraph, keep), how);
    EXPECT_EQ(self_costs(*result->profile), (Told{"main: 10", "both: 105"}));
  }
}

/// Transformed to the part at `index` alone.
Result<Opened> part_alone(const Profile& profile, uint32_t index) {
  FilterOptions how;
  how.parts.emplace(PartSet::none(profile)).add(PartId(index));
  return filter_profile(profile, how);
}

TEST(FilterPlan, LeavesOtherPartsOut) {
  const std::string head = "version: 1\ncreator: callgrind-3.19.0\npart: ";
  const std::string second = "events: Ir\nfl=b.c\nfn=g\n5 7\ncfn=h\ncalls=3 6\n5 9\nfn=h\n6 9\n";
  for (const Keep keep : {Keep::kSums, Keep::kAll}) {
    const auto profile =
        read_if_sound(head + "1\n" + kCallGraph + "\n" + head + "2\n" + second, keep);
    ASSERT_NE(profile, nullptr);
    const Result<Opened> first = part_alone(*profile, 0);
    Told costs = self_costs(*first->profile);
    std::ranges::sort(costs);
    EXPECT_EQ(costs, (Told{"f: 90", "g: 15", "main: 10"}));
    const Result<Opened> last = part_alone(*profile, 1);
    EXPECT_EQ(self_costs(*last->profile), (Told{"g: 7", "h: 9"}));
    EXPECT_EQ(last->profile->counts().calls, 1U);
    EXPECT_EQ(last->profile->parts().front().header.number, 2U);
  }
}

TEST(FilterPlan, LeavesTheStacksOfOtherPartsOut) {
  const std::string dump =
      kDump + "C1 FN5=(F0+90 N=(thread))+4 V1=(MEM_LIVE):(1,3,3);LK=(0x30,3)\n";
  const auto profile = read_if_sound(dump, Keep::kAll);
  ASSERT_NE(profile, nullptr);
  ASSERT_EQ(profile->parts().size(), 2U);
  const Result<Opened> last = part_alone(*profile, 1);
  EXPECT_EQ(self_costs(*last->profile), (Told{"thread: 3"}));
  EXPECT_EQ(last->profile->leaks().size(), 1U);
  const Result<Opened> first = part_alone(*profile, 0);
  EXPECT_EQ(first->profile->contexts().size(), profile->contexts().size() - 1);
  EXPECT_EQ(first->profile->leaks().size(), 2U);
}

TEST(FilterPlan, KeepsTheCountsOfTheInput) {
  const auto profile = read_if_sound(kCallGraph);
  const Result<Opened> result = filter_profile(*profile, {});
  EXPECT_EQ(result->profile->counts().calls, profile->counts().calls);
  EXPECT_EQ(result->profile->counts().selfs, profile->counts().selfs);
}

TEST(FilterPlan, HiddenFramesGiveCostAndLeaksToTheirCaller) {
  FilterOptions how;
  how.hide = {"@allocators"};
  const Result<Opened> result = filter_profile(*read_if_sound(kDump, Keep::kAll), how);
  EXPECT_EQ(self_costs(*result->profile), (Told{"main: 5", "parse: 32", "mmap: 64", "print: 8"}));
  ASSERT_EQ(result->profile->leaks().size(), 2U);
  EXPECT_EQ(result->profile->leaks()[0].context, ContextId(size_t{1}));
  EXPECT_EQ(result->profile->leaks()[1].size, 8U);
}

TEST(FilterPlan, MergesWhatRunsBelowAncestors) {
  FilterOptions how;
  how.merge_ancestors = {"main>print/output"};
  EXPECT_EQ(
      self_costs(*filter_profile(*read_if_sound(kDump), how)->profile),
      (Told{"main: 5", "parse: 0", "malloc: 32", "mmap: 64", "print: 0", "output:malloc: 8"}));
  how.merge_ancestors = {"^main$>p/x", "parse/y"};
  EXPECT_EQ(self_costs(*filter_profile(*read_if_sound(kDump), how)->profile),
            (Told{"main: 5", "parse: 0", "x:malloc: 40", "x:mmap: 64", "print: 0"}));
  const auto error = [](std::string rule) {
    return filter_profile(*read_if_sound(kDump), {.merge_ancestors = {std::move(rule)}})
        .error()
        .message;
  };
  EXPECT_EQ(error("a>b"), "--merge-ancestors 'a>b' has no /NAME");
  EXPECT_EQ(error("a>/x"), "--merge-ancestors 'a>/x' has no expression");
  EXPECT_EQ(error("a\\/b\\>/"), "--merge-ancestors 'a\\/b\\>/' has no name after the /");
}

TEST(FilterPlan, LimitsLookAtValuesCallsAndAverages) {
  const auto kept = [](const NodeRules& limits) {
    std::string told;
    for (const std::string& each :
         self_costs(*filter_profile(*read_if_sound(kDump), {.rules = limits})->profile)) {
      told += each + "; ";
    }
    return told;
  };
  const std::string all = "main: 5; parse: 0; malloc: 40; mmap: 64; print: 0; ";
  EXPECT_EQ(kept({}), all);
  EXPECT_EQ(kept({.min_cost = 9}),
            "main: 0; (outside limits): 13; parse: 0; malloc: 32; mmap: 64; print: 0; ");
  EXPECT_EQ(kept({.max_cost = 0x20}),
            "main: 5; parse: 0; malloc: 40; mmap: 0; (outside limits): 64; print: 0; ");
  EXPECT_EQ(kept({.min_calls = 2}),
            "main: 0; (outside limits): 77; parse: 0; malloc: 32; mmap: 0; print: 0; ");
  EXPECT_EQ(kept({.max_calls = 1}),
            "main: 5; parse: 0; malloc: 8; (outside limits): 32; mmap: 64; print: 0; ");
  EXPECT_EQ(kept({.min_average = 16}),
            "main: 0; (outside limits): 13; parse: 0; malloc: 32; mmap: 64; print: 0; ");
  EXPECT_EQ(kept({.max_average = 16, .event = "MEM_LIVE"}),
            "main: 5; parse: 0; malloc: 40; mmap: 0; (outside limits): 64; print: 0; ");
  EXPECT_EQ(
      code_of(filter_profile(*read_if_sound(kDump), {.rules = {.min_cost = 1, .event = "CPU"}})),
      "unknown-event");
}

/// {main} calls f three times; it costs 5 each time, and g below it 1.
constexpr std::string_view kThreeCalls =
    "version: 1\ncreator: xdebug 3.1.0\ncmd: /a\npart: 1\npositions: line\n\n"
    "events: Time_(10ns)\n\n"
    "fl=/a\nfn=g\n9 1\n\nfl=/a\nfn=f\n5 5\ncfl=/a\ncfn=g\ncalls=1 0 0\n6 1\n\n"
    "fl=/a\nfn=g\n9 1\n\nfl=/a\nfn=f\n5 5\ncfl=/a\ncfn=g\ncalls=1 0 0\n6 1\n\n"
    "fl=/a\nfn=g\n9 1\n\nfl=/a\nfn=f\n5 5\ncfl=/a\ncfn=g\ncalls=1 0 0\n6 1\n\n"
    "fl=/a\nfn={main}\n1 7\ncfl=/a\ncfn=f\ncalls=1 0 0\n2 6\n"
    "cfl=/a\ncfn=f\ncalls=1 0 0\n2 6\ncfl=/a\ncfn=f\ncalls=1 0 0\n2 6\n\nsummary: 25\n";

TEST(FilterPlan, LimitsOfSingleCallsAreThoseOfTheirStack) {
  const auto kept = [](const FilterOptions& how) {
    std::string told;
    for (const std::string& each :
         self_costs(*filter_profile(*read_if_sound(std::string(kThreeCalls)), how)->profile)) {
      told += each + "; ";
    }
    return told;
  };
  EXPECT_EQ(kept({}), "g: 3; f: 15; {main}: 7; ");
  EXPECT_EQ(kept({.rules = {.min_cost = 10}}), "{main}: 0; (outside limits): 10; f: 15; g: 0; ");
  EXPECT_EQ(kept({.rules = {.max_cost = 6}}), "{main}: 0; (outside limits): 22; f: 0; g: 3; ");
  EXPECT_EQ(kept({.rules = {.min_calls = 3}}), "{main}: 0; (outside limits): 7; f: 15; g: 3; ");
  EXPECT_EQ(kept({.rules = {.max_calls = 1}}), "{main}: 7; f: 0; (outside limits): 18; g: 0; ");
  // What g cost is f's, and counts with it.
  EXPECT_EQ(kept({.hide = {"^g$"}, .rules = {.min_cost = 18}}),
            "{main}: 0; (outside limits): 7; f: 18; ");
  // The same holds for a baseline, whatever else is asked for: 18 less 18.
  const auto itself = read_if_sound(std::string(kThreeCalls));
  EXPECT_EQ(kept({.baseline = itself.get(), .rules = {.min_cost = 10}}),
            "{main}: 0; (outside limits): 0; f: 0; g: 0; ");
  std::string cheaper(kThreeCalls);
  cheaper.replace(cheaper.find("{main}\n1 7"), 10, "{main}\n1 3");
  const auto before = read_if_sound(cheaper);
  EXPECT_EQ(kept({.baseline = before.get(), .hide = {"^g$"}, .rules = {.min_cost = 18}}),
            "{main}: 0; (outside limits): 4; f: 0; ");
  std::string faster(kThreeCalls);
  faster.replace(faster.find("5 5"), 3, "5 4");
  const auto then = read_if_sound(faster);
  EXPECT_EQ(kept({.baseline = then.get(), .hide = {"^g$"}, .rules = {.min_cost = 17}}),
            "{main}: 0; (outside limits): 0; f: 1; ");
  EXPECT_EQ(kept({.baseline = before.get(), .rename = {"s/f/h/"}, .rules = {.max_cost = 14}}),
            "{main}: 4; h: 0; (outside limits): 0; g: 0; ");
  const Result<Opened> chosen =
      filter_profile(*read_if_sound(std::string(kThreeCalls)),
                     {.baseline = before.get(), .ignore = {"^f$"}, .rules = {.min_cost = 5}});
  EXPECT_EQ(chosen->notes, Told{"--ignore kept 100.00 % of Time_(10ns): 40 ns of 40 ns"});
}

TEST(FilterPlan, UnfoldsRecursion) {
  const std::string dump =
      "P=(HEX ID=7 N=(a.out) T=0.005000)\n"
      "C1 FN0=(F0=(a.out)+10 N=(f))+4 V0=(PERF_TICKS):(1,1,1)\n"
      "C2 FN1=(F0+40 N=(g))+8\nC3 FN0+4 V0:(2,2,2)\nC4 FN0+4 V0:(4,4,4)\nC3 FN1+4 V0:(8,8,8)\n";
  EXPECT_EQ(self_costs(*filter_profile(*read_if_sound(dump), {.unfold_recursion = true})->profile),
            (Told{"f: 1", "g: 0", "f'2: 2", "f'3: 4", "g'2: 8"}));
}

TEST(FilterPlan, UnfoldedNamesStayBounded) {
  std::string dump = "P=(HEX ID=7 N=(a) T=0.0)\nC1 FN0=(F0=(a)+10 N=(" +
                     std::string(size_t{1} << 20, 'x') + "))+4\n";
  for (unsigned depth = 2; depth < 500; ++depth) {
    dump += fmt::format("C{:x} FN0+4 V0{}:(1,1,1)\n", depth, depth == 2 ? "=(T)" : "");
  }
  const Result<Opened> result = filter_profile(*read_if_sound(dump), {.unfold_recursion = true});
  EXPECT_GT(result->profile->symbols().functions.size(), 8U);
  EXPECT_LT(result->profile->symbols().functions.size(), 20U);
  EXPECT_EQ(result->profile->parts()[0].totals[0], 498);
}

TEST(FilterPlan, HoldsAChainOfAMillion) {
  ProfileBuilder builder(Keep::kSums);
  const EventId event = builder.event("E");
  builder.begin_part({}, {});
  builder.expect_contexts(ContextUse::kAlone);
  const FunctionId f =
      builder.symbols().functions.intern({builder.symbols().names.intern("f"), {}, {}});
  const FrameId frame = builder.frame({.function = f});
  const std::array costs{EventCost{event, 1}};
  for (size_t at = 0; at < 1'000'000; ++at) {
    static_cast<void>(
        builder.context({at == 0 ? kNoContext : ContextId(at - 1), frame, std::nullopt, costs}));
  }
  PartHeader header;
  header.events = {event};
  builder.end_part(header);
  builder.end_input({});
  const auto profile = builder.finish();
  const Result<Opened> result = filter_profile(
      *profile, {.merge_ancestors = {"f>f>f/x"}, .hide = {"^f$"}, .unfold_recursion = true});
  EXPECT_EQ(result->profile->parts()[0].totals[0], 1'000'000);
}

TEST(FilterPlan, StaysLinearInEventsAndFunctions) {
  std::string text = "events:";
  for (int event = 0; event < 200'000; ++event) {
    text += fmt::format(" e{}", event);
  }
  for (int function = 0; function < 20'000; ++function) {
    text += fmt::format("\nfn=f{}\n1 1", function);
  }
  const auto profile = read_if_sound(text + "\n");
  const Result<Opened> result = filter_profile(*profile, {.rename = {"s/f/g/"}});
  EXPECT_EQ(result->profile->parts()[0].totals, profile->parts()[0].totals);
}

/// What a reader makes of invocations: records, and the same costs as contexts beside them.
std::unique_ptr<const Profile> invocations(Keep keep) {
  ProfileBuilder builder(keep);
  Symbols& symbols = builder.symbols();
  const EventId time = builder.event("Time");
  builder.begin_part({}, std::array{time});
  builder.expect_contexts(ContextUse::kBeside);
  const NameId file = symbols.names.intern("a.php");
  const auto function = [&](const char* name) {
    return symbols.functions.intern({symbols.names.intern(name), file, {}});
  };
  const FunctionId main = function("{main}");
  const FunctionId proxy = function("php::array_map");
  const FunctionId f = function("f");
  const std::array<int64_t, 3> costs = {1, 20, 300};
  const std::array<Position, 1> at = {Position{0, 5}};
  for (const auto& [self, cost] : {std::pair(f, 2), std::pair(proxy, 1), std::pair(main, 0)}) {
    builder.self_costs({self, file, at, &costs[static_cast<size_t>(cost)]});
  }
  CallRecord call;
  call.caller = main;
  call.callee = proxy;
  call.count = 1;
  call.inclusive = {&costs[1], 1};
  builder.call(call);
  const auto context = [&](ContextId parent, FunctionId who, NameId from, int64_t line,
                           int64_t of) {
    const std::array cost{EventCost{time, of}};
    return builder.context({parent, builder.frame({.function = who, .file = from}), line, cost});
  };
  const ContextId root = context(kNoContext, main, {}, 0, 1);
  const ContextId middle = context(root, proxy, file, 7, 20);
  static_cast<void>(context(middle, f, symbols.names.intern("php:internal"), 99, 300));
  builder.end_part({});
  InputInfo info;
  info.format = "xdebug";
  builder.end_input(info);
  return builder.finish();
}

TEST(FilterPlan, KeepsContextsBesideRecordsUntilAFilterChangesStacks) {
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const auto profile = invocations(keep);
    const Result<Opened> same = filter_profile(*profile, {});
    EXPECT_EQ(json_of(same), json(*profile));
    EXPECT_EQ(same->profile->parts()[0].contexts, ContextUse::kBeside);
    const Result<Opened> hidden = filter_profile(*profile, {.hide = {"@proxies"}});
    const Profile& result = *hidden->profile;
    EXPECT_EQ(result.parts()[0].contexts, ContextUse::kAlone);
    EXPECT_EQ(result.parts()[0].totals, profile->parts()[0].totals);
    EXPECT_EQ(self_costs(result), (Told{"{main}: 21", "f: 300"}));
    EXPECT_EQ(result.counts().calls, 0U);
  }
}

TEST(FilterPlan, CalleesOfHiddenFramesAreCalledFromTheirCallersLine) {
  const Result<Opened> result = filter_profile(*invocations(Keep::kSums), {.hide = {"@proxies"}});
  const Contexts& contexts = result->profile->contexts();
  ASSERT_EQ(contexts.size(), 2U);
  const ContextId f(size_t{1});
  EXPECT_EQ(contexts.position(f), 7);
  EXPECT_EQ(result->profile->symbols().names.text(contexts.frame(f).file), "a.php");
}

TEST(FilterPlan, NeedsStacksForMoreThanRenaming) {
  const auto graph = read_if_sound(kCallGraph);
  EXPECT_EQ(code_of(filter_profile(*graph, {.hide = {"f"}})), "");
  EXPECT_EQ(code_of(filter_profile(*graph, {.merge_ancestors = {"f/x"}})), "needs-stacks");
  EXPECT_EQ(code_of(filter_profile(*graph, {.rules = {.min_cost = 1}})), "needs-stacks");
  EXPECT_EQ(code_of(filter_profile(*graph, {.unfold_recursion = true})), "needs-stacks");
  EXPECT_EQ(code_of(filter_profile(*graph, {.rename = {"s/f/g/"}})), "");
}

TEST(FilterPlan, SubtractsABaseline) {
  std::string less = kCallGraph;
  less.replace(less.find("20 90"), 5, "20 70");
  less += "fn=gone\n1 8\n";
  const auto old = read_if_sound(less);
  FilterOptions how;
  how.baseline = old.get();
  for (const Keep keep : {Keep::kAll, Keep::kSums}) {
    const Result<Opened> result = filter_profile(*read_if_sound(kCallGraph, keep), how);
    EXPECT_EQ(self_costs(*result->profile), (Told{"main: 0", "f: 20", "g: 0", "gone: -8"}));
    EXPECT_EQ(result->profile->inputs().size(), 2U);
    EXPECT_TRUE(result->notes.empty());
  }
  const auto dump = read_if_sound(kDump);
  EXPECT_EQ(code_of(filter_profile(*dump, how)), "other-format");
  how.baseline = dump.get();
  const Result<Opened> result = filter_profile(*dump, how);
  EXPECT_EQ(self_costs(*result->profile),
            (Told{"main: 0", "parse: 0", "malloc: 0", "mmap: 0", "print: 0"}));
  EXPECT_EQ(result->notes.size(), 1U);
  EXPECT_EQ(self_costs(*result->profile, 2)[2], "malloc: 48");
}

TEST(FilterPlan, TellsWhatIsKeptOfPeaksWithoutABaseline) {
  const auto dump = read_if_sound(kDump);
  FilterOptions how;
  how.baseline = dump.get();
  how.focus = {"print"};
  how.told_event = "MEM_LIVE:peak";
  const Result<Opened> result = filter_profile(*dump, how);
  ASSERT_TRUE(result.has_value()) << result.error().message;
  EXPECT_EQ(result->notes.front(), "--focus kept 12.50 % of MEM_LIVE:peak: 8 B of 64 B");
}

TEST(FilterPlan, SaysWhereDifferencesOfInclusiveCostsHaveNoMeaning) {
  const auto cycle = read_if_sound(
      "events: Ir\nfn=a\n1 1\ncfn=b\ncalls=1 1\n1 5\nfn=b\n1 2\ncfn=a\ncalls=1 1\n1 2\n");
  FilterOptions how;
  how.baseline = cycle.get();
  EXPECT_EQ(filter_profile(*cycle, how)->notes.size(), 1U);
}

}  // namespace
}  // namespace quern
