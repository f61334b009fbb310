// SPDX-License-Identifier: MIT
#include "quern/formats/igprof/reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "quern/bytes/files/test_support.h"
#include "quern/bytes/reading/source.h"
#include "quern/formats/igprof/codes.h"
#include "quern/formats/igprof/igprof.h"
#include "quern/formats/registry.h"
#include "quern/model/builder.h"

namespace quern::igprof {
namespace {

const std::string kDumpHead = "P=(HEX ID=5 N=(x) T=0.005000)\n";
const std::string kMain = "C1 FN0=(F0=(x)+1 N=(main))+1\n";

struct DumpResult {
  Result<void> done;
  InputInfo info;
  std::unique_ptr<const Profile> profile;
};

DumpResult read_igprof(std::string text, const ReadOptions& options = {}, size_t buffer = 64) {
  Input input = memory_input("in", std::move(text));
  Window window(input, buffer);
  ProfileBuilder builder(Keep::kAll);
  DumpResult result;
  result.info.name = "in";
  Reading reading{window, nullptr, builder, options, result.info};
  result.done = kFormat.read(reading);
  builder.end_input(result.info);
  result.profile = builder.finish();
  return result;
}

DumpResult read_going_on(std::string text) {
  ReadOptions options;
  options.keep_going = true;
  return read_igprof(std::move(text), options);
}

/// "EVENT=total …" of a part.
std::string totals(const Profile& profile, size_t part) {
  std::string text;
  const Part& of = profile.parts()[part];
  for (size_t at = 0; at < of.totals.size(); ++at) {
    text += (text.empty() ? "" : " ") + profile.events()[of.header.events[at].index()].name + "=" +
            to_decimal(of.totals[at]);
  }
  return text;
}

std::string name(const Profile& profile, uint32_t context) {
  return std::string(profile.symbols().name(profile.contexts().frame(ContextId(context)).function));
}

/// A number with zeros in front is none, and so does not end a name; addresses are as they come.
TEST(IgprofReader, NamesEndAtNumbersWithoutZerosInFront) {
  const DumpResult result =
      read_igprof(kDumpHead +
                  "C1 FN0=(F0=(a)+01 N=(b)+0 N=(c))+01 V))+0 V0=(FD_LIVE):(1,0,0)"
                  ";LK=(0x0010,0)\n");
  ASSERT_TRUE(result.done);
  EXPECT_EQ(name(*result.profile, 0), "c))+01 V");
  EXPECT_EQ(result.profile->symbols().object(FunctionId(0U)), "a)+01 N=(b");
  EXPECT_EQ(result.profile->leaks()[0].address, 0x10U);
}

TEST(IgprofReader, ALastRowWithoutLineFeedMayBeCut) {
  const auto is_incomplete = [](const std::string& text) {
    const DumpResult result = read_igprof(text);
    EXPECT_TRUE(result.done);
    return result.info.findings.count(kNoLineFeed) == 1;
  };
  EXPECT_FALSE(is_incomplete(kDumpHead + kMain));
  EXPECT_TRUE(is_incomplete(kDumpHead + kMain.substr(0, kMain.size() - 1)));
  EXPECT_FALSE(is_incomplete(kDumpHead + kMain + " "));
  EXPECT_FALSE(read_igprof(kDumpHead).info.shows_end);
}

TEST(IgprofReader, TakesRecordsAsContexts) {
  const DumpResult result = read_igprof(kDumpHead + kMain +
                                        "C2 FN1=(F0+20 N=(f))+-8 V0=(PERF_TICKS):(a,10,10)\n"
                                        "C3 FN0+ff\n"
                                        "C2 FN1+2 V0:(1,1,1)\n");
  ASSERT_TRUE(result.done);
  const Profile& profile = *result.profile;
  const Contexts& contexts = profile.contexts();
  ASSERT_EQ(contexts.size(), 4U);
  EXPECT_EQ(contexts.parent(ContextId(0U)), kNoContext);
  EXPECT_EQ(contexts.parent(ContextId(1U)), ContextId(0U));
  EXPECT_EQ(contexts.parent(ContextId(2U)), ContextId(1U));
  EXPECT_EQ(contexts.parent(ContextId(3U)), ContextId(0U));
  EXPECT_EQ(name(profile, 3), "f");
  EXPECT_EQ(profile.symbols().object(contexts.frame(ContextId(3U)).function), "x");
  EXPECT_EQ(contexts.frame(ContextId(1U)).start, 0x20U);
  EXPECT_TRUE(contexts.frame(ContextId(1U)).is_symbol);
  EXPECT_EQ(contexts.position(ContextId(1U)), -8);
  EXPECT_EQ(contexts.position(ContextId(2U)), 0xff);
  EXPECT_EQ(totals(profile, 0), "PERF_TICKS=17 PERF_TICKS:calls=11 PERF_TICKS:peak=16");
}

TEST(IgprofReader, TheHeaderTellsProcessAndDialect) {
  const std::string body = "C1 FN0=(F0=(x)+10 N=(main))+10 V0=(PERF_TICKS):(10,20,20)\n";
  const DumpResult hex = read_igprof("P=(HEX ID=100 N=(/opt/my app (v2)/run) T=0.005000)\n" + body);
  const DumpResult decimal = read_igprof("P=(ID=100 N=(a) T=1) T=0.01)\n" + body);
  ASSERT_TRUE(hex.done);
  ASSERT_TRUE(decimal.done);
  const PartHeader& header = hex.profile->parts()[0].header;
  EXPECT_EQ(header.pid, 256U);
  EXPECT_EQ(header.command, "/opt/my app (v2)/run");
  EXPECT_EQ(header.period, 0.005);
  EXPECT_EQ(hex.info.dialect, "igprof");
  EXPECT_EQ(totals(*hex.profile, 0), "PERF_TICKS=32 PERF_TICKS:calls=16 PERF_TICKS:peak=32");
  EXPECT_EQ(decimal.profile->parts()[0].header.pid, 100U);
  EXPECT_EQ(decimal.profile->parts()[0].header.command, "a) T=1");
  EXPECT_EQ(decimal.profile->parts()[0].header.period, 0.01);
  EXPECT_EQ(decimal.info.dialect, "early-igprof");
  EXPECT_EQ(totals(*decimal.profile, 0), "PERF_TICKS=20 PERF_TICKS:calls=10 PERF_TICKS:peak=20");
}

TEST(IgprofReader, AHeaderAloneIsAnEmptyProfile) {
  const DumpResult result = read_igprof("P=(HEX ID=24f3 N=(./thr) T=0.005000)");
  ASSERT_TRUE(result.done);
  EXPECT_TRUE(result.profile->events().empty());
  EXPECT_EQ(result.profile->contexts().size(), 0U);
  EXPECT_EQ(result.profile->parts().size(), 1U);
}

TEST(IgprofReader, NamesEndWhereARecordCanGoOn) {
  const DumpResult result =
      read_igprof(kDumpHead +
                  "C1 FN0=(F0=(/a)+1 b)+-1c N=(@?(nil)))+0\n"
                  "C2 FN1=(F1=()+7f00 N=(operator()(int, char)))+0 V0=(odd)(name):(1,1)\n"
                  "C2 FN2=(F0+2 N=(f))+x V0=(a))+-4 V0:(2,2)\n");
  ASSERT_TRUE(result.done);
  const Profile& profile = *result.profile;
  EXPECT_EQ(name(profile, 0), "@?(nil)");
  EXPECT_EQ(profile.symbols().object(FunctionId(0U)), "/a)+1 b");
  EXPECT_EQ(profile.contexts().frame(ContextId(0U)).start, Frame::kUnknownStart);
  EXPECT_EQ(name(profile, 1), "operator()(int, char)");
  EXPECT_EQ(profile.symbols().object(FunctionId(1U)), "");
  EXPECT_EQ(name(profile, 2), "f))+x V0=(a");
  EXPECT_EQ(totals(profile, 0), "odd)(name=3 odd)(name:calls=3");
}

TEST(IgprofReader, IdsOfOneNameAndObjectAreOneFunction) {
  const DumpResult result = read_igprof(kDumpHead + kMain +
                                        "C2 FN1=(F0+9 N=(f))+1\n"
                                        "C2 FN2=(F0+20 N=(f))+1\n"
                                        "C2 FN3=(F1=(/lib)+20 N=(f))+1\n");
  ASSERT_TRUE(result.done);
  const Profile& profile = *result.profile;
  EXPECT_EQ(profile.symbols().functions.size(), 3U);
  const Frame& first = profile.contexts().frame(ContextId(1U));
  const Frame& second = profile.contexts().frame(ContextId(2U));
  EXPECT_EQ(first.function, second.function);
  EXPECT_EQ(first.start, 9U);
  EXPECT_EQ(second.start, 0x20U);
}

TEST(IgprofReader, CountersGiveEventsInOrderOfDefinition) {
  const DumpResult result =
      read_igprof(kDumpHead +
                  "C1 FN0=(F0=(x)+1 N=(main))+1 V0=(MEM_TOTAL):(1,8,8) V1=(MEM_MAX):(1,8,0)\n"
                  "C2 FN0+1 V2=(MEM_LIVE):(0,0,c00)\n"
                  "C2 FN0+1 V1:(3,40,0) V0:(3,60,60)\n");
  ASSERT_TRUE(result.done);
  std::vector<std::string> names;
  for (const Event& event : result.profile->events()) {
    names.push_back(event.name + (event.combine == Combine::kMax ? " max" : ""));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"MEM_TOTAL", "MEM_TOTAL:calls", "MEM_TOTAL:peak max",
                                             "MEM_MAX max", "MEM_MAX:calls", "MEM_LIVE",
                                             "MEM_LIVE:calls", "MEM_LIVE:peak max"}));
  EXPECT_EQ(totals(*result.profile, 0),
            "MEM_TOTAL=104 MEM_TOTAL:calls=4 MEM_TOTAL:peak=96 MEM_MAX=64 MEM_MAX:calls=4 "
            "MEM_LIVE=0 MEM_LIVE:calls=0 MEM_LIVE:peak=3072");
}

TEST(IgprofReader, ACounterTwiceInARecordAddsUp) {
  const DumpResult result =
      read_igprof(kDumpHead +
                  "C1 FN0=(F0=(x)+1 N=(main))+1 V0=(T):(1,2,3) V1=(T):(4,5,6) "
                  "V2=(A_MAX):(1,7) V2:(1,5)\n");
  ASSERT_TRUE(result.done);
  EXPECT_EQ(result.profile->parts().size(), 1U);
  EXPECT_EQ(totals(*result.profile, 0), "T=7 T:calls=5 T:peak=6 A_MAX=7 A_MAX:calls=2");
}

TEST(IgprofReader, SectionsOfThreadsAreParts) {
  const DumpResult result = read_igprof(kDumpHead + kMain +
                                        "C2 FN1=(F0+2 N=(f))+7 V0=(A):(5,5,5)\n"
                                        "C2 FN1+7 V1=(B):(1,1,0)\n"
                                        "C1 FN0+3f\n"
                                        "C2 FN1+7 V2=(A):(7,7,7)\n"
                                        "C2 FN1+7 V3=(B):(2,2,0)\n"
                                        "C1 FN1+1 V4=(A):(1,1,1)\n"
                                        "C2 FN1+1 V5=(A):(1,1,1)\n");
  ASSERT_TRUE(result.done);
  const Profile& profile = *result.profile;
  ASSERT_EQ(profile.parts().size(), 3U);
  EXPECT_EQ(totals(profile, 0), "A=5 A:calls=5 A:peak=5 B=1 B:calls=1");
  EXPECT_EQ(totals(profile, 1), "A=7 A:calls=7 A:peak=7 B=2 B:calls=2");
  EXPECT_EQ(totals(profile, 2), "A=2 A:calls=2 A:peak=1");
  EXPECT_EQ(profile.parts()[0].end_context, 3U);
  EXPECT_EQ(profile.parts()[1].end_context, 6U);
  EXPECT_EQ(profile.parts()[2].header.pid, 5U);
  EXPECT_EQ(profile.parts()[2].header.command, "x");
}

TEST(IgprofReader, LeaksBelongToTheirRecord) {
  const DumpResult result =
      read_igprof(kDumpHead + kMain +
                  "C2 FN0+1 V0=(MEM_LIVE):(2,30,30);LK=(0x5581f0,20);LK=((nil),10)"
                  " V1=(FD_LIVE):(1,1,1);LK=(0x3,1)\n");
  ASSERT_TRUE(result.done);
  std::vector<std::string> leaks;
  for (const Leak& leak : result.profile->leaks()) {
    leaks.push_back(std::to_string(leak.context.value) + " " +
                    result.profile->events()[leak.event.index()].name + " " +
                    std::to_string(leak.address) + " " + std::to_string(leak.size));
  }
  EXPECT_EQ(leaks, (std::vector<std::string>{"1 MEM_LIVE 5603824 32", "1 MEM_LIVE 0 16",
                                             "1 FD_LIVE 3 1"}));
  EXPECT_TRUE(result.info.findings.empty());
}

TEST(IgprofReader, LeaksThatDoNotAddUpAreNoted) {
  const DumpResult result = read_igprof(
      kDumpHead +
      "C1 FN0=(F0=(x)+1 N=(main))+1 V0=(MEM_TOTAL):(1,8) V1=(MEM_LIVE):(1,8);LK=(0x1,7)\n");
  ASSERT_TRUE(result.done);
  ASSERT_EQ(result.info.findings.kinds().size(), 1U);
  const Finding& finding = result.info.findings.kinds()[0].kept[0];
  EXPECT_EQ(finding.code->name, "leaks-mismatch");
  EXPECT_EQ(finding.place, (Place{2, 51}));
  // The empty-page profiler's MEM_LIVE lists something else.
  EXPECT_TRUE(read_igprof(kDumpHead + "C1 FN0=(F0=(x)+1 N=(main))+1 V1=(MEM_LIVE):(1,8)\n")
                  .info.findings.empty());
}

TEST(IgprofReader, TakesWhatIgprofAnalyseRefuses) {
  const DumpResult result = read_igprof(
      "P=(HEX ID=5 N=(x) T=0)\r\n\r\nC1 FN0=(F0=(x)+1 N=(main))+1\r\n \t\r\n"
      "C2 FN0+2 V0=(T):(f,f)");
  ASSERT_TRUE(result.done);
  EXPECT_EQ(totals(*result.profile, 0), "T=15 T:calls=15");
}

TEST(IgprofReader, RowsOfAnyLengthAreRead) {
  std::string leaks;
  for (int i = 0; i < 100'000; ++i) {
    leaks += ";LK=(0x5581f0,1)";
  }
  const DumpResult result = read_igprof(
      kDumpHead + "C1 FN0=(F0=(x)+1 N=(main))+1 V0=(MEM_LIVE):(186a0,186a0)" + leaks + "\n");
  ASSERT_TRUE(result.done);
  EXPECT_EQ(result.profile->leaks().size(), 100'000U);
}

TEST(IgprofReader, HugeIdsAllocateNothing) {
  const DumpResult result = read_igprof(
      kDumpHead +
      "C1 FNffffffffffff=(Fffffffffffffffff=(x)+1 N=(main))+1 Vfffffffffffffff=(T):(1,1)\n"
      "C2 FNfffffffffffe=(Fffffffffffffffff+2 N=(f))+1 Vfffffffffffffff:(1,1)\n"
      "C3 FNffffffffffff+1\n");
  ASSERT_TRUE(result.done);
  EXPECT_EQ(name(*result.profile, 2), "main");
  EXPECT_EQ(totals(*result.profile, 0), "T=2 T:calls=2");
}

TEST(IgprofReader, ManySectionsOfALongCommandStayLinear) {
  std::string text = "P=(HEX ID=5 N=(" + std::string(1'000'000, 'x') + ") T=0)\n" + kMain;
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format("C1 FN0+0 V{:x}=(T):(1,1)\n", i);
  }
  const auto start = std::chrono::steady_clock::now();
  const DumpResult result = read_igprof(text);
  ASSERT_TRUE(result.done);
  ASSERT_EQ(result.profile->parts().size(), 20'000U);
  size_t bytes = 0;
  for (const Part& part : result.profile->parts()) {
    bytes += part.header.command.value_or("").size();
  }
  EXPECT_LT(bytes, 3 * text.size());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

struct Refused {
  std::string text;
  std::string_view code;
  Place place;
  std::string_view message;
};

TEST(IgprofReader, ErrorsSayWhatAndWhere) {
  const std::string decimal = "P=(ID=5 N=(x) T=0.005000)\n";
  const Refused cases[] = {
      {"", "bad-dump-header", {1, 1}, "the file is empty"},
      {kMain,
       "bad-dump-header",
       {1, 1},
       "this is not the header of an IgProf dump, which begins with `P=(`"},
      {"\n" + kDumpHead,
       "bad-dump-header",
       {1, 1},
       "this is not the header of an IgProf dump, which begins with `P=(`"},
      {"P=(PID=1)\n",
       "bad-dump-header",
       {1, 4},
       "expected `HEX ID=` or `ID=` in the header of the dump"},
      {"P=(ID=5a N=(x) T=0)\n",
       "bad-dump-header",
       {1, 8},
       "expected ` N=(` and the program in the header of the dump"},
      {"P=(HEX ID=5 N=(x) T=1e5)\n",
       "bad-dump-header",
       {1, 22},
       "expected `)` in the header of the dump"},
      {"P=(HEX ID=5 N=(x) T=0) \n",
       "bad-dump-header",
       {1, 23},
       "expected the end of the header in the header of the dump"},
      {kDumpHead + kMain + kDumpHead, "second-header", {3, 1}, "the header of another dump"},
      {kDumpHead + "hello\n", "bad-record", {2, 1}, "expected a record such as `C1 FN0+0`"},
      {kDumpHead + "CA FN0+0\n", "bad-record", {2, 2}, "expected a depth"},
      {kDumpHead + "C1 FN0=(F0=(x)+1 N=(main))+1 \n",
       "bad-record",
       {2, 29},
       "expected ` V` and a counter, or the end of the row"},
      {kDumpHead + "C1 FN0=(F0=(x)+1 N=(main\n",
       "bad-record",
       {2, 21},
       "the row ends before this name does, with `))+OFFSET`"},
      {kDumpHead + "C1 FN0=(F0=(x+1 N=(main))+1\n",
       "bad-record",
       {2, 28},
       "the row ends where ` N=(` and a name is expected"},
      {kDumpHead + "C1 FN0=(F0=(x N=(main\n",
       "bad-record",
       {2, 13},
       "the row ends before this path does, with `)+OFFSET N=(`"},
      {kDumpHead + "C1 FN0=(F0=(x)+1 N=(main))+1 V0=(T:(1,1)\n",
       "bad-record",
       {2, 34},
       "the row ends before this name of a counter does, with `):(`"},
      {kDumpHead + kMain + "C2 FN0+2 V0=(T):(1,1",
       "cut-record",
       {3, 21},
       "the dump ends in the middle of this record: the row ends where `)` is expected"},
      {kDumpHead + "C1 FN0=(F0=(x)+1 N=(main",
       "cut-record",
       {2, 21},
       "the dump ends in the middle of this record: the row ends before this name does, with "
       "`))+OFFSET`"},
      {decimal + "C1 FN0=(F0=(x)+1 N=(main))+1f V0=(T):(1,1,1)\n",
       "hex-digit",
       {2, 29},
       "a hexadecimal digit in a decimal dump"},
      {decimal + kMain + "Ca FN0+1\n",
       "hex-digit",
       {3, 2},
       "a hexadecimal digit in a decimal dump"},
      {decimal + "C1 FN0=(F0=(x)+1 N=(main))+1 V0=(T):(1,1f)\n",
       "hex-digit",
       {2, 41},
       "a hexadecimal digit in a decimal dump"},
      {kDumpHead + kMain + "C2 FN0+8000000000000000\n",
       "number-range",
       {3, 8},
       "an offset of more than 64 bits"},
      {kDumpHead + "C1 FN0=(F0=(x)+1 N=(f))+1 V0=(T):(1,10000000000000000)\n",
       "number-range",
       {2, 37},
       "a value of more than 64 bits"},
      {kDumpHead + "C01 FN0=(F0=(x)+1 N=(main))+1\n",
       "bad-record",
       {2, 2},
       "a depth with leading zeros, which IgProf never writes"},
      {kDumpHead + kMain + "C2 FN00+2\n",
       "bad-record",
       {3, 6},
       "the number of a function with leading zeros, which IgProf never writes"},
      {kDumpHead + "C1 FN0=(F0=(x)+1 N=(f))+-02\n",
       "bad-record",
       {2, 26},
       "an offset with leading zeros, which IgProf never writes"},
      {kDumpHead + kMain + "C2 FN0+2 V0=(T):(01,1,1)\n",
       "bad-record",
       {3, 18},
       "a count with leading zeros, which IgProf never writes"},
      {"P=(HEX ID=05 N=(x) T=0.005000)\n",
       "bad-dump-header",
       {1, 11},
       "expected a process id in the header of the dump"},
      {kDumpHead + "C0 FN0=(F0=(x)+1 N=(main))+1\n",
       "depth-zero",
       {2, 2},
       "a record at depth 0: the outermost has depth 1"},
      {kDumpHead + kMain + "C2 FN7+2\n",
       "undefined-function",
       {3, 4},
       "function FN7 is used before it is defined"},
      {kDumpHead + "C1 FN0=(F3+1 N=(main))+1\n",
       "undefined-file",
       {2, 9},
       "file F3 is used before it is defined"},
      {kDumpHead + kMain + "C2 FN0+2 V0:(1,1,1)\n",
       "undefined-counter",
       {3, 10},
       "counter V0 is used before it is defined"},
      {kDumpHead + kMain + kMain,
       "duplicate-function",
       {3, 4},
       "function FN0 is defined a second time"},
      {kDumpHead + kMain + "C1 FN1=(F0=(x)+1 N=(main))+1\n",
       "duplicate-file",
       {3, 9},
       "file F0 is defined a second time"},
      {kDumpHead + "C1 FN0=(F0=(x)+1 N=(main))+1 V0=(T):(1,1) V0=(U):(1,1)\n",
       "duplicate-counter",
       {2, 43},
       "counter V0 is defined a second time"},
  };
  for (const Refused& each : cases) {
    const DumpResult result = read_igprof(each.text);
    ASSERT_FALSE(result.done) << each.text;
    const Diagnostic& error = result.done.error();
    EXPECT_EQ(error.code, each.code) << each.text;
    EXPECT_EQ(error.place, each.place) << each.text << error.place.line << error.place.column;
    EXPECT_EQ(error.message, each.message) << each.text;
  }
}

TEST(IgprofReader, GoesOnAfterErrorsWhereAskedTo) {
  const DumpResult result = read_going_on(kDumpHead + kMain +
                                          "C2 FN9+1 V0=(T):(1,1)\n"
                                          "C3 FN0+1 V1=(T):(2,2)\n"
                                          "C0 FN0+1\n"
                                          "C2 FN0+1 V1:(4,4)\n");
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.info.findings.errors(), 2U);
  EXPECT_EQ(result.profile->contexts().size(), 3U);
  EXPECT_EQ(result.profile->contexts().parent(ContextId(1U)), ContextId(0U));
  EXPECT_EQ(totals(*result.profile, 0), "T=6 T:calls=6");
}

TEST(IgprofReader, GoesOnWithAnAppendedDumpWhereAskedTo) {
  const DumpResult result =
      read_going_on(kDumpHead + kMain + "C2 FN0+1 V0=(T):(1,1)\n" + "P=(ID=6 N=(y) T=0)\n" +
                    "C1 FN0=(F0=(y)+1 N=(main))+19 V0=(T):(20,20)\nC2 FN7+1\n");
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.info.findings.errors(), 2U);
  ASSERT_EQ(result.profile->parts().size(), 2U);
  EXPECT_EQ(totals(*result.profile, 0), "T=1 T:calls=1");
  EXPECT_EQ(totals(*result.profile, 1), "T=20 T:calls=20");
  EXPECT_EQ(result.profile->parts()[1].header.pid, 6U);
}

TEST(IgprofReader, RecoversWhatStandsBeforeADamagedRow) {
  ReadOptions options;
  options.recover = true;
  const DumpResult result = read_igprof(
      kDumpHead + kMain + "C2 FN0+1 V0=(T):(1,1)\nC2 FN0+1 V0:(1,\nC2 FN0+1 V0:(1,1)\n", options);
  ASSERT_TRUE(result.done);
  EXPECT_EQ(totals(*result.profile, 0), "T=1 T:calls=1");
  ASSERT_EQ(result.info.findings.kinds().size(), 1U);
  const Finding& finding = result.info.findings.kinds()[0].kept[0];
  EXPECT_EQ(finding.code->name, "recovered");
  EXPECT_EQ(finding.place, (Place{4, 16}));
  EXPECT_EQ(finding.message,
            "this row and all rows after it are left out: the row ends where a value is expected");
  EXPECT_FALSE(read_igprof("P=(HEX ID=5", options).done)
      << "without a header there is nothing to keep";
}

TEST(IgprofReader, RecoversTheWholeRowsOfASourceThatFails) {
  const std::string text = kDumpHead + kMain + "C2 FN0+1 V0=(T):(1,1)\nC2 FN0+1 V0:(1,1)";
  for (const bool recover : {false, true}) {
    test::TextSource source(text, 7);
    source.failing_with("compressed-stream");
    Window window(source, 64);
    ProfileBuilder builder(Keep::kAll);
    ReadOptions options;
    options.recover = recover;
    InputInfo info;
    Reading reading{window, nullptr, builder, options, info};
    const Result<void> done = kFormat.read(reading);
    builder.end_input(info);
    if (!recover) {
      ASSERT_FALSE(done);
      EXPECT_EQ(done.error().code, "compressed-stream");
      continue;
    }
    ASSERT_TRUE(done);
    EXPECT_EQ(totals(*builder.finish(), 0), "T=1 T:calls=1") << "the last row may be cut";
    EXPECT_EQ(info.findings.kinds()[0].code->name, "recovered");
    EXPECT_EQ(info.findings.kinds()[0].kept[0].place, (Place{4, 1}));
  }
}

TEST(IgprofReader, DumpsAreRecognised) {
  const auto format_of = [](std::string_view text) {
    const Format* const format = recognise(text);
    return format == nullptr ? std::string_view("none") : format->name;
  };
  EXPECT_EQ(format_of(kDumpHead), "igprof");
  EXPECT_EQ(format_of("P=(ID=5 N=(x) T=0)"), "igprof");
  EXPECT_EQ(format_of("P=(HEX"), "igprof");
  EXPECT_EQ(format_of("\r\n" + kDumpHead), "igprof");
  EXPECT_EQ(format_of("Ca FN0=(F0=(x)+1 N=(main))+1\n"), "igprof");
  EXPECT_EQ(format_of("C FN0"), "none");
  EXPECT_EQ(format_of("Call me"), "none");
  EXPECT_EQ(kFormat.probe(kDumpHead).likeness, Likeness::kSure);
}

TEST(IgprofReader, PutsOneUnknownCallerInPlaceOfMissingOnes) {
  const DumpResult read = read_igprof(kDumpHead + kMain +
                                      "C4 FN0+2 V0=(T):(1,1,1)\n"
                                      "C5 FN0+3 V0:(2,2,2)\n"
                                      "C3 FN0+4 V0:(4,4,4)\n"
                                      "C2 FN0+5 V0:(8,8,8)\n");
  ASSERT_TRUE(read.done.has_value());
  const Contexts& contexts = read.profile->contexts();
  ASSERT_EQ(contexts.size(), 7U);  // two of them unknown
  const auto parent = [&](uint32_t at) { return contexts.parent(ContextId(at)).index(); };
  EXPECT_EQ(name(*read.profile, 1), "");
  EXPECT_EQ(parent(1), 0U);
  EXPECT_EQ(parent(2), 1U);
  EXPECT_EQ(parent(3), 2U);
  EXPECT_EQ(name(*read.profile, 4), "");
  EXPECT_EQ(parent(4), 0U);
  EXPECT_EQ(parent(5), 4U);
  EXPECT_EQ(parent(6), 0U);
  EXPECT_EQ(totals(*read.profile, 0), "T=15 T:calls=15 T:peak=8");
  ASSERT_EQ(read.info.findings.kinds().size(), 1U);
  const Findings::Kind& gaps = read.info.findings.kinds().front();
  EXPECT_EQ(gaps.code->name, "depth-gap");
  EXPECT_EQ(gaps.code->severity, Severity::kWarning);
  EXPECT_EQ(gaps.count, 2U);
  EXPECT_EQ(gaps.first().place, (Place{3, 2}));
  EXPECT_EQ(gaps.first().message,
            "a record at depth 4 has no caller at depth 3: an unknown function replaces the "
            "missing callers");
}

TEST(IgprofReader, TakesNoMemoryForTheDepthOfAGap) {
  const DumpResult read =
      read_igprof(kDumpHead + "Cffffffffffffffff FN0=(F0=(x)+1 N=(main))+1 V0=(T):(1,1,1)\n" +
                  "C7fffffffffffffff FN0+2\nC1 FN0+3\n");
  ASSERT_TRUE(read.done.has_value());
  const Contexts& contexts = read.profile->contexts();
  ASSERT_EQ(contexts.size(), 5U);
  EXPECT_EQ(contexts.parent(ContextId(uint32_t{1})).index(), 0U);
  EXPECT_EQ(contexts.parent(ContextId(uint32_t{2})), kNoContext);
  EXPECT_EQ(contexts.parent(ContextId(uint32_t{4})), kNoContext);
}

TEST(IgprofReader, CountsTicksInTheLargestUnitThatTheyAreAMultipleOf) {
  const auto unit = [](const std::string& seconds, const std::string& event = "PERF_TICKS") {
    const DumpResult read = read_igprof("P=(HEX ID=5 N=(x) T=" + seconds +
                                        ")\nC1 FN0=(F0=(x)+1 N=(main))+1 V0=(PERF_TICKS):(1,1,1) "
                                        "V1=(MEM_TOTAL):(1,1,1)\n");
    const Event& found = read.profile->events()[read.profile->event(event)->index()];
    return fmt::format("{} {}", found.scale, found.unit);
  };
  EXPECT_EQ(unit("0.010000"), "10 ms");
  EXPECT_EQ(unit("0.010000", "PERF_TICKS:peak"), "10 ms");
  EXPECT_EQ(unit("0.010000", "PERF_TICKS:calls"), "1 ");
  EXPECT_EQ(unit("0.010000", "MEM_TOTAL"), "1 ");
  EXPECT_EQ(unit("0.0005"), "500 us");
  EXPECT_EQ(unit("0.0000000010"), "1 ns");
  EXPECT_EQ(unit("002"), "2 s");
  EXPECT_EQ(unit("1.5"), "1500 ms");
  EXPECT_EQ(unit("0.000000"), "1 ");
  EXPECT_EQ(unit("0.0000000001"), "1 ");            // no whole nanosecond
  EXPECT_EQ(unit("99999999999999999999.0"), "1 ");  // more than 64 bits of them
}

}  // namespace
}  // namespace quern::igprof
