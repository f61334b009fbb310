// SPDX-License-Identifier: MIT
#include "quern/save/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "quern/model/builder.h"
#include "quern/model/completeness.h"
#include "quern/model/records/record_cursor.h"
#include "quern/save/convert.h"
#include "quern/testing/merge_in_shares.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

using Texts = std::vector<std::string>;

class Merge : public ::testing::Test {
 protected:
  Result<Merged> merge(const Texts& texts, const MergeOptions& options = {}) {
    Texts paths;
    for (const std::string& text : texts) {
      paths.push_back(folder_.file("in" + std::to_string(paths.size()), text));
    }
    Result<Merged> merged = merge_profiles(paths, options);
    if (!options.keep_parts) {
      EXPECT_EQ(told(test::merge_in_shares(paths, options, 3)), told(merged));
    }
    return merged;
  }
  /// All of a merge.
  static std::string told(const Result<Merged>& merged) {
    if (!merged) {
      return merged.error().input + merged.error().message;
    }
    StringSink sink;
    EXPECT_TRUE(convert(*merged->profile, "snapshot", {}, {}, sink));
    std::string text = std::move(sink.text());
    for (const Diagnostic& skipped : merged->skipped) {
      text += "\n" + skipped.input + skipped.message + skipped.excerpt.value_or("");
    }
    for (const InputInfo& info : merged->warnings) {
      const Findings::Kind& kind = info.findings.kinds().front();
      text += "\n" + info.name + kind.first().message + std::to_string(kind.count);
    }
    for (const std::string& note : merged->notes) {
      text += "\n" + note;
    }
    return text + "\n" + losses_phrase(merged->losses);
  }
  /// The merge as it is written, or the code of the error.
  std::string written(const Texts& texts, std::string_view format) {
    MergeOptions options;
    options.format = format;
    const Result<Merged> merged = merge(texts, options);
    if (!merged) {
      return merged.error().code;
    }
    StringSink sink;
    const Result<void> done = convert(*merged->profile, format, {}, {}, sink);
    return done ? sink.text() : done.error().code;
  }

  test::TemporaryFolder folder_;
};

constexpr const char* kFirst =
    "creator: a\npid: 7\ncmd: run\ndesc: I1 cache: 1\ndesc: Timerange: 1\n"
    "events: Ir Dr\nob=/bin/x\nfl=a.c\nfn=main\n2 10 1\ncfn=f\ncalls=2 9\n3 7 3\n"
    "fn=f\n9 7 3\njump=4 9\n9\nsummary: 17 4\n";
constexpr const char* kSecond =
    "creator: a\npid: 8\ncmd: run\ndesc: I1 cache: 1\ndesc: Timerange: 2\n"
    "events: Ir Dr\nob=/bin/x\nfl=a.c\nfn=f\n9 5 0\n8 1 1\njump=1 9\n9\n"
    "fn=main\n2 20 2\ncfn=f\ncalls=1 9\n3 6 1\nsummary: 26 3\n";

/// A profile of which a filter has split some costs by a guess: `marks` of its self costs and call.
std::string guessed(bool is_self, bool is_cost, bool is_count) {
  ProfileBuilder builder(Keep::kAll);
  Symbols& symbols = builder.symbols();
  const FunctionId f = symbols.functions.intern({symbols.names.intern("f"), {}, {}});
  const FunctionId g = symbols.functions.intern({symbols.names.intern("g"), {}, {}});
  const EventId event = builder.event("Ir");
  builder.begin_part({}, {&event, 1});
  const std::vector<Position> at = {{0, 1}, {0, 2}};
  const std::vector<int64_t> costs = {8, 9};
  builder.self_costs({f, {}, {at.data(), 1}, costs.data(), is_self});
  builder.self_costs({f, {}, {at.data() + 1, 1}, costs.data() + 1});
  CallRecord call;
  call.caller = f;
  call.callee = g;
  call.count = 2;
  call.inclusive = costs;
  call.inclusive = call.inclusive.first(1);
  call.is_estimated = is_cost;
  call.is_count_estimated = is_count;
  builder.call(call);
  PartHeader header;
  header.has_estimated_totals = is_self;
  builder.end_part(std::move(header));
  builder.mark_selection({is_self, is_cost ? Estimates::kOfRecords : Estimates::kNone});
  InputInfo info;
  info.format = "callgrind";
  builder.end_input(std::move(info));
  const auto profile = builder.finish();
  StringSink sink;
  EXPECT_TRUE(convert(*profile, "snapshot", {}, {}, sink));
  return std::move(sink.text());
}

/// Whatever the order and the grouping, and to the byte.
TEST_F(Merge, OfAnIncompleteProfileIsIncomplete) {
  const std::string cut = std::string("creator: callgrind-3.19.0\ndesc: I1 cache: 1\n") +
                          "events: Ir Dr\nfn=main\n2 10 1\n";
  for (const char* format : {"callgrind", "cachegrind", "json", "snapshot"}) {
    const std::string one = written({kFirst, cut}, format);
    EXPECT_EQ(one, written({cut, kFirst}, format)) << format;
    EXPECT_EQ(one, written({written({cut}, format), kFirst}, format)) << format;
    Result<Opened> opened = open_bytes("in", one, {});
    ASSERT_TRUE(opened) << format;
    EXPECT_FALSE(Completeness(*opened->profile).is_complete()) << format;
    opened = open_bytes("in", written({kFirst, kSecond}, format), {});
    EXPECT_TRUE(Completeness(*opened->profile).is_complete()) << format;
  }
}

TEST_F(Merge, KeepsTheMarksOfEstimates) {
  const Texts texts = {guessed(false, false, false), guessed(true, false, false),
                       guessed(false, true, false), guessed(false, false, true)};
  MergeOptions options;
  options.format = "snapshot";
  const Result<Merged> merged = merge({texts[3], texts[1], texts[0]}, options);
  ASSERT_TRUE(merged);
  const Profile& profile = *merged->profile;
  EXPECT_TRUE(profile.is_selected());
  EXPECT_EQ(profile.marks().estimates, Estimates::kOfSums);
  EXPECT_TRUE(profile.parts()[0].header.has_estimated_totals);
  EXPECT_TRUE(profile.tables()[0].is_estimated(0));
  RecordCursor cursor(profile.records());
  std::vector<std::pair<bool, bool>> marks;
  while (const Record* record = cursor.next()) {
    marks.emplace_back(record->is_estimated, record->is_count_estimated);
  }
  EXPECT_EQ(marks,
            (std::vector<std::pair<bool, bool>>{{true, false}, {false, false}, {false, true}}));
  const std::string flat = written(texts, "snapshot");
  EXPECT_EQ(written({texts[2], texts[0], texts[3], texts[1]}, "snapshot"), flat);
  EXPECT_EQ(written({texts[2], written({texts[0], texts[1]}, "snapshot"), texts[3]}, "snapshot"),
            flat);
}

TEST_F(Merge, AddsUpEqualRecordsInOneOrder) {
  EXPECT_EQ(written({kFirst, kSecond}, "callgrind"),
            "# callgrind format\nversion: 1\ncreator: quern\ncmd: run\n\ndesc: I1 cache: 1\n"
            "desc: Runs: 2 (one per file)\n\n"
            "positions: line\nevents: Ir Dr\nsummary: 43 7\n\n"
            "ob=(1) /bin/x\nfl=(1) a.c\nfn=(1) f\n8 1 1\n+1 12 3\n\n"
            "fn=(2) main\n2 30 3\ncfn=(1)\ncalls=3 9\n3 13 4\n\n"
            "fn=(1)\njump=5 9\n9\n\ntotals: 43 7\n\n");
  EXPECT_EQ(written({kSecond, kFirst}, "callgrind"), written({kFirst, kSecond}, "callgrind"));
}

/// Descriptions of the first part after a merge in a format.
std::vector<std::string> descriptions_in(const std::string& merged) {
  const Result<Opened> opened = open_bytes("in", merged, {});
  return opened ? opened->profile->parts()[0].header.descriptions : Texts{};
}

TEST_F(Merge, SaysHowManyFilesItAddedUp) {
  const Texts expected = {"I1 cache: 1", "Runs: 4 (one per file)"};
  const Texts files = {kFirst, kSecond, kFirst, kFirst};
  for (const char* format : {"callgrind", "cachegrind", "json", "snapshot"}) {
    const std::string flat = written(files, format);
    EXPECT_EQ(descriptions_in(flat), expected) << format;
    const std::string three = written({kSecond, kFirst, kFirst}, format);
    EXPECT_EQ(written({three, kFirst}, format), flat) << format;
    EXPECT_EQ(written({kFirst, written({three}, format)}, format), flat) << format;
    const std::string two = written({kFirst, kFirst}, format);
    EXPECT_EQ(written({two, written({kFirst, kSecond}, format)}, format), flat) << format;
    EXPECT_EQ(descriptions_in(written({kFirst}, format)).size(), 2U) << format;
  }
  // Two dumps in one file are one file; a description of another form is not counted.
  const std::string dumps =
      "creator: a\npart: 1\ndesc: Runs: 7\nevents: Ir\nfn=f\n1 2\ntotals: 2\n\n"
      "part: 2\ndesc: Runs: 7\nevents: Ir\nfn=f\n1 3\ntotals: 3\n";
  EXPECT_EQ(descriptions_in(written({dumps, dumps}, "callgrind")),
            (Texts{"Runs: 7", "Runs: 2 (one per file)"}));
}

TEST_F(Merge, CountsFilesWithoutOverflow) {
  const std::string many =
      "creator: a\ndesc: Runs: 18446744073709551615 (one per file)\nevents: Ir\nfn=f\n1 2\n";
  EXPECT_EQ(descriptions_in(written({many, many}, "callgrind")),
            Texts{"Runs: 18446744073709551615 (one per file)"});
  const std::string beyond =
      "creator: a\ndesc: Runs: 18446744073709551616 (one per file)\nevents: Ir\nfn=f\n1 2\n";
  EXPECT_EQ(descriptions_in(written({beyond, "events: Ir\nfn=f\n1 2\n"}, "callgrind")),
            Texts{"Runs: 2 (one per file)"});
}

TEST_F(Merge, TakesEventsByName) {
  const std::string text =
      written({"events: Ir Dr\nfl=a.c\nfn=f\n1 10 1\n", "events: Bc Ir\nfl=a.c\nfn=f\n1 5 3\n"},
              "callgrind");
  EXPECT_TRUE(text.contains("events: Bc Dr Ir\n")) << text;
  EXPECT_TRUE(text.contains("\n1 5 1 13\n")) << text;
}

TEST_F(Merge, TellsLinesThatAreNotThereFromLineZero) {
  const Texts texts = {"positions: instr\nevents: Ir\nfn=f\n0x10 1\n",
                       "positions: instr line\nevents: Ir\nfn=f\n0x10 0 2\n0x10 5 3\n"};
  const std::string json = written(texts, "json");
  EXPECT_TRUE(json.contains("\"line\":null,\"address\":16,\"part\":0,\"self\":[1]")) << json;
  EXPECT_TRUE(json.contains("\"line\":0,\"address\":16,\"part\":0,\"self\":[2]")) << json;
  EXPECT_TRUE(json.contains("\"line\":5,\"address\":16,\"part\":0,\"self\":[3]")) << json;
}

constexpr const char* kTwoStacks =
    "P=(HEX ID=1 N=(p) T=0.0)\n"
    "C1 FN0=(F0=(/bin/p)+10 N=(main))+1 V0=(MEM_LIVE):(1,5,9)\n"
    "C2 FN1=(F0+20 N=(f))+2 V0:(1,4,8);LK=(0x10,4)\n"
    "C2 FN1+2 V0:(2,6,6);LK=(0x30,6)\n";

TEST_F(Merge, FoldsEqualStacksAndKeepsPeaksAndLeaks) {
  EXPECT_EQ(written({kTwoStacks, kTwoStacks}, "igprof"),
            "P=(HEX ID=1 N=(p) T=0)\n"
            "C1 FN0=(F0=(/bin/p)+10 N=(main))+1 V0=(MEM_LIVE):(2,a,9)\n"
            "C2 FN1=(F0+20 N=(f))+2 V0:(6,14,8);LK=(0x10,4);LK=(0x10,4);LK=(0x30,6);LK=(0x30,6)\n");
}

TEST_F(Merge, KeepsStacksApartFromCallGraphs) {
  const Result<Merged> merged = merge({kFirst, kTwoStacks});
  ASSERT_TRUE(merged);
  const std::deque<Part>& parts = merged->profile->parts();
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].contexts, ContextUse::kNone);
  EXPECT_EQ(parts[1].contexts, ContextUse::kAlone);
  MergeOptions callgrind;
  callgrind.format = "callgrind";
  EXPECT_EQ(merge({kFirst, kTwoStacks}, callgrind)->profile->parts().size(), 1U);
}

constexpr const char* kXdebug =
    "version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.0)\ncmd: /a.php\npart: 1\npositions: line\n\n"
    "events: Time_(10ns) Memory_(bytes)\n\nfl=(1) /a.php\nfn=(1) f\n2 5 0\n\n"
    "fl=(1)\nfn=(1)\n2 6 0\n\nfl=(1)\nfn=(2) {main}\n1 9 0\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n4 5 0\n"
    "cfl=(1)\ncfn=(1)\ncalls=1 0 0\n4 6 0\n\nsummary: 20 0\n";

TEST_F(Merge, CountsCallsOfFoldedStacks) {
  const std::string json = written({kXdebug, kXdebug, kXdebug}, "json");
  EXPECT_TRUE(json.contains("\"line\":4,\"part\":0,\"self\":[33,0],\"calls\":6}")) << json;
  const Texts again = {json, kXdebug};
  EXPECT_EQ(written(again, "json"), written({kXdebug, kXdebug, kXdebug, kXdebug}, "json"));
}

TEST_F(Merge, NamesTheFirstBadFile) {
  const std::string bad = "events: Ir\nfn=f\n1 2 3\n";
  const Texts texts = {kFirst, bad, kSecond, "nonsense", bad};
  for (unsigned threads = 1; threads < 5; ++threads) {
    MergeOptions options;
    options.open.threads = threads;
    const Result<Merged> merged = merge(texts, options);
    ASSERT_FALSE(merged);
    EXPECT_EQ(merged.error().code, "costs-exceed-events");
    EXPECT_EQ(merged.error().input, folder_ / "in1");
    EXPECT_EQ(merged.error().place.line, 3U);
  }
}

TEST_F(Merge, SkipsBadFilesWithoutATrace) {
  MergeOptions options;
  options.skip_bad = true;
  const std::string bad = "events: Ir Dr\nfl=a.c\nfn=f\n9 1 1\n9 1 1 1\n";
  for (const bool keep_parts : {false, true}) {
    options.keep_parts = keep_parts;
    const Result<Merged> merged = merge({kFirst, bad, kSecond, ""}, options);
    ASSERT_TRUE(merged) << merged.error().message;
    ASSERT_EQ(merged->skipped.size(), 2U);
    EXPECT_EQ(merged->skipped[0].input, folder_ / "in1");
    EXPECT_EQ(merged->skipped[1].code, "empty-input");
    int128 sum = 0;
    for (const Part& part : merged->profile->parts()) {
      sum += part.totals[0];
    }
    EXPECT_EQ(sum, 43);
    const Result<Merged> none = merge({bad, bad}, options);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().input, folder_ / "in0");
  }
}

TEST_F(Merge, KeepsPartsInTheOrderOfTheInputs) {
  MergeOptions options;
  options.keep_parts = true;
  const Result<Merged> merged = merge({kSecond, kFirst}, options);
  ASSERT_TRUE(merged);
  ASSERT_EQ(merged->profile->parts().size(), 2U);
  EXPECT_EQ(merged->profile->parts()[0].header.pid, 8U);
  EXPECT_EQ(merged->profile->parts()[1].header.pid, 7U);
}

TEST_F(Merge, RefusesToAddMaximaToSums) {
  const std::string json = written({kTwoStacks}, "json");
  std::string other = json;
  const size_t at = other.find("\"max\"");
  ASSERT_NE(at, std::string::npos);
  other.replace(at, 5, "\"sum\"");
  EXPECT_EQ(written({json, other}, "json"), "cannot-merge");
  EXPECT_EQ(written({json, json}, "json"), written({kTwoStacks, kTwoStacks}, "json"));
}

TEST_F(Merge, TellsWarningsOnceACode) {
  const std::string odd = "events: Ir\nfn=f\n1 2\nfn=f\n1 -2\n";
  const Result<Merged> merged = merge({kFirst, odd, odd});
  ASSERT_TRUE(merged);
  const auto found = std::ranges::find_if(merged->warnings, [](const InputInfo& info) {
    return info.findings.kinds().front().code->name == "negative-cost";
  });
  ASSERT_NE(found, merged->warnings.end());
  EXPECT_EQ(found->findings.kinds().front().count, 2U);
  EXPECT_EQ(found->name, folder_ / "in1");
}

TEST_F(Merge, AddsBeyond64Bits) {
  const std::string large =
      "events: Ir\nfl=a.c\nfn=f\n1 18446744073709551615\ncfn=g\n"
      "calls=18446744073709551615 1\n2 18446744073709551615\nfn=g\n3 1\n";
  const std::string json = written({large, large}, "json");
  EXPECT_TRUE(json.contains("\"self\":[\"36893488147419103230\"]")) << json;
  EXPECT_TRUE(json.contains("\"inclusive\":[\"36893488147419103230\"]")) << json;
  EXPECT_EQ(written({json, large}, "json"), written({large, large, large}, "json"));
}

TEST_F(Merge, RefusesDamagedSums) {
  const std::string path = folder_.file("in", kFirst);
  const std::string bytes = packed(*add_up({.inputs = {{0, path}}, .in_all = 1}, {}), true);
  for (size_t end = 0; end < bytes.size(); ++end) {
    MergeSums sums;
    EXPECT_FALSE(add_packed(bytes.substr(0, end), "a share", sums)) << end;
  }
  MergeSums sums;
  EXPECT_TRUE(add_packed(bytes, "a share", sums));
}

TEST_F(Merge, ReadsListsOfPaths) {
  const Result<Texts> paths = read_path_list(folder_.file("list", "a b\n\n/c\nlast"));
  ASSERT_TRUE(paths);
  EXPECT_EQ(*paths, (Texts{"a b", "/c", "last"}));
  EXPECT_EQ(read_path_list(folder_ / "none").error().code, "no-such-file");
}

}  // namespace
}  // namespace quern
