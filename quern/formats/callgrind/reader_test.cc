// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/reader.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "quern/bytes/reading/source.h"
#include "quern/formats/callgrind/callgrind.h"
#include "quern/formats/registry.h"
#include "quern/model/builder.h"
#include "quern/model/records/record_cursor.h"

namespace quern::callgrind {
namespace {

struct ReadResult {
  Result<void> done;
  InputInfo info;
  std::unique_ptr<const Profile> profile;
};

ReadResult read(std::string text, bool keep_going = false, size_t buffer = 64) {
  Input input = memory_input("in", std::move(text));
  Window window(input, buffer);
  ProfileBuilder builder(Keep::kAll);
  ReadOptions options;
  options.keep_going = keep_going;
  ReadResult result;
  result.info.name = "in";
  Reading reading{window, nullptr, builder, options, result.info};
  result.done = kFormat.read(reading);
  builder.end_input(result.info);
  result.profile = builder.finish();
  return result;
}

std::set<std::string> codes_of(const InputInfo& info) {
  std::set<std::string> codes;
  for (const Findings::Kind& kind : info.findings.kinds()) {
    codes.emplace(kind.code->name);
  }
  return codes;
}

TEST(Reader, ErrorsSayWhereAndShowTheRow) {
  const ReadResult result = read("events: Ir Dr\nfl=a.c\nfn=f\n1 5 6\n12 5 80 3\n");
  ASSERT_FALSE(result.done);
  const Diagnostic& error = result.done.error();
  EXPECT_EQ(error.code, "costs-exceed-events");
  EXPECT_EQ(error.place, (Place{5, 9}));
  EXPECT_EQ(error.excerpt, "12 5 80 3");
  EXPECT_EQ(error.message, "3 costs given, but only 2 events declared");
}

TEST(Reader, ExtraTargetsAreNumbersToo) {
  const ReadResult result = read("events: Ir\nfn=f\ncfn=g\ncalls=1 5 18446744073709551616\n1 2\n");
  ASSERT_FALSE(result.done);
  EXPECT_EQ(result.done.error().place, (Place{4, 11}));
}

TEST(Reader, GoesOnAfterErrorsWhereAskedTo) {
  const ReadResult result =
      read("events: Ir\nfn=f\n1 x\n2 5\n3 1 1\ncfn=g\ncalls=1 1\nfn=h\n4 7\n", true);
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.info.findings.errors(), 3U);
  EXPECT_EQ(codes_of(result.info),
            (std::set<std::string>{"bad-cost", "costs-exceed-events", "calls-without-cost"}));
  EXPECT_TRUE(result.profile->parts()[0].totals[0] == 12);
}

/// "f:5=20 f:8>100": what is left after all errors, and what was found.
std::pair<std::string, std::set<std::string>> read_on(const std::string& text) {
  const ReadResult result = read("events: Ir\n" + text, true);
  EXPECT_TRUE(result.done);
  const Symbols& symbols = result.profile->symbols();
  std::string records;
  RecordCursor cursor(result.profile->records());
  while (const Record* one = cursor.next()) {
    const bool is_jump =
        one->kind == RecordKind::kJump || one->kind == RecordKind::kConditionalJump;
    records += records.empty() ? "" : " ";
    records += std::string(symbols.name(one->function)) + ":" + std::to_string(one->at.line);
    records += is_jump ? "~" : one->kind == RecordKind::kCall ? ">" : "=";
    records += std::to_string(static_cast<int64_t>(is_jump ? one->count : one->costs[0]));
  }
  return {records, codes_of(result.info)};
}

using ReadOn = std::pair<std::string, std::set<std::string>>;

TEST(Reader, DropsTheCostRowOfADamagedCall) {
  for (const std::string calls :
       {"cfn=g\ncalls=x 5", "cfn=g\ncalls=99999999999999999999 5", "calls=1 5", "cfn=g\ncalls="}) {
    const auto [records, codes] = read_on("fn=f\n5 20\n" + calls + "\n\n# g\n8 100\n+1 3\n");
    EXPECT_EQ(records, "f:5=20 f:9=3") << calls;
    EXPECT_TRUE(codes.contains("bad-calls") && codes.contains("orphan-row")) << calls;
  }
  EXPECT_EQ(read_on("fn=f\n5 20\ncfn=g\ncalls=1 zz\n8 100\nfn=g\n5 100\n"),
            (ReadOn{"f:5=20 g:5=100", {"bad-position", "orphan-row"}}));
  EXPECT_EQ(read_on("fn=f\ncalls=1 5\nfn=g\n5 100\n"), (ReadOn{"g:5=100", {"bad-calls"}}));
  // Valgrind's relative positions start at the last self cost.
  EXPECT_EQ(read_on("creator: callgrind-3.19.0\nfn=f\n5 20\ncalls=x 5\n+3 100\n+1 3\n").first,
            "f:5=20 f:6=3");
}

TEST(Reader, DropsTheSourceRowOfADamagedJump) {
  EXPECT_EQ(read_on("fn=f\n5 20\njump=x 5\n7\n+1 9\n"),
            (ReadOn{"f:5=20 f:8=9", {"bad-jump", "orphan-row"}}));
  EXPECT_EQ(read_on("fn=f\n5 20\njfn=g\njcnd=2/x 5\n7 9\njump=1 +4\n+1\n"),
            (ReadOn{"f:8~1 f:5=20 f:7=9", {"bad-jump"}}));
}

TEST(Reader, ReadsTheRowWhereACostRowShouldBe) {
  EXPECT_EQ(read_on("fn=f\n5 20\ncfn=g\ncalls=1 5\nfn=g\n5 100\n"),
            (ReadOn{"f:5=20 g:5=100", {"calls-without-cost"}}));
  EXPECT_EQ(read_on("fn=f\ncfn=g\ncalls=1 5\ncalls=x\n5 100\n6 1\n"),
            (ReadOn{"f:6=1", {"bad-calls", "calls-without-cost", "orphan-row"}}));
}

TEST(Reader, ADamagedCostMovesThePosition) {
  EXPECT_EQ(read_on("fn=f\n5 20\n+3 1x\n+1 4\n"), (ReadOn{"f:5=20 f:9=4", {"bad-cost"}}));
  EXPECT_EQ(read_on("fn=f\n5 20\ncfn=g\ncalls=1 1\n+3 1x\n+1 4\n"),
            (ReadOn{"f:5=20 f:9=4", {"bad-cost"}}));
}

/// "2:1 text" of each finding.
std::vector<std::string> told(const std::string& text) {
  std::vector<std::string> all;
  for (const Finding& finding : read(text, true).info.findings.sorted()) {
    all.push_back(std::to_string(finding.place.line) + ":" + std::to_string(finding.place.column) +
                  " " + finding.message);
  }
  return all;
}

/// Why what is read is not whole, by code and place; empty where it is.
std::string shortfalls(const std::string& text) {
  std::string all;
  const ReadResult result = read(text);
  for (const Findings::Kind& kind : result.info.findings.kinds()) {
    if (kind.code->is_incomplete) {
      const Place place = kind.kept.front().place;
      all += (all.empty() ? "" : " ") + std::string(kind.code->name) + ":" +
             std::to_string(place.line);
    }
  }
  return all;
}

TEST(Reader, KnowsAPartOfCallgrindByItsTotals) {
  for (const std::string creator : {"callgrind-3.19.0", "calltree-0.9", "3.4.1-Debian", "xtree-1",
                                    "quern-0.1.0", "x-1 (of callgrind)"}) {
    const std::string part = "events: Ir Dr\nsummary: 25 3\nfn=f\n1 10\n";
    const std::string head = "creator: " + creator + "\n";
    EXPECT_EQ(shortfalls(head + part), "end-missing:5") << creator;
    EXPECT_EQ(shortfalls(head + part + "totals: 10 0\n"), "") << creator;
    EXPECT_EQ(shortfalls(head + part + "totals: (null)\n"), "") << creator;
    // The row behind the part that ends too early.
    EXPECT_EQ(shortfalls(head + part + "part: 2\n" + part + "totals: 10\n"), "end-missing:6");
    EXPECT_EQ(shortfalls(head + part + "totals: 10\npart: 2\n" + part), "end-missing:11");
  }
  EXPECT_EQ(shortfalls("creator: other-1\nevents: Ir\nsummary: 25\nfn=f\n1 10\n"), "");
}

TEST(Reader, KnowsCachegrindAndXdebugByTheirSummary) {
  const std::string cachegrind = "cmd: ./a\nevents: Ir\nfl=a.c\nfn=f\n1 10\n";
  EXPECT_EQ(shortfalls(cachegrind), "end-missing:5");
  EXPECT_EQ(shortfalls(cachegrind + "summary: 10\n"), "");
  EXPECT_EQ(shortfalls(cachegrind + "summary: 11\n"), "costs-missing:6");
  const std::string xdebug =
      "version: 1\ncreator: xdebug 3.1.0\nevents: Time_(10ns)\nfl=a\nfn=f\n1 5\n";
  EXPECT_EQ(shortfalls(xdebug), "end-missing:6");
  EXPECT_EQ(shortfalls(xdebug + "summary: 900\n"), "");
}

TEST(Reader, TotalsAboveTheRowsMeanThatRowsAreMissing) {
  EXPECT_EQ(shortfalls("events: Ir Dr\nfn=f\n1 5 3\ntotals: 5 4\n"), "costs-missing:4");
  EXPECT_EQ(shortfalls("events: Ir Dr\nfn=f\n1 5 3\ntotals: 4 3\n"), "");
}

TEST(Reader, ALastRowWithoutLineFeedIsCutWhereItsProducerWritesOne) {
  const std::string known = "creator: callgrind-3.19.0\nevents: Ir\nfn=f\n1 10\n";
  EXPECT_EQ(shortfalls(known + "2 77"), "truncated:5");
  EXPECT_EQ(read_on("creator: callgrind-3.19.0\nfn=f\n1 10\n2 77").first, "f:1=10");
  EXPECT_EQ(shortfalls("events: Ir\nfn=f\n1 10\n2 77"), "");
  EXPECT_EQ(read_on("fn=f\n1 10\n2 77").first, "f:1=10 f:2=77");
  // A row of declared costs is whole if it declares what there is.
  EXPECT_EQ(shortfalls(known + "totals: 10"), "");
  EXPECT_EQ(shortfalls(known + "totals: 1"), "truncated:5");
}

TEST(Reader, TotalsEndAPart) {
  const ReadResult done = read(
      "creator: callgrind-3.19.0\npart: 1\nevents: Ir\nsummary: 0\ntotals: 0\n"
      "part: 2\nevents: Ir\nfn=f\n1 10\ntotals: 10\n");
  EXPECT_EQ(done.profile->parts().size(), 2U);
  EXPECT_TRUE(codes_of(done.info).empty());
}

TEST(Reader, RowsThatLostTheirLineBreaksAreAnError) {
  EXPECT_EQ(told("events: Ir\nfl=file1.c fn=main 16 20 cfn=f calls=1 50 16 400\n").front(),
            "2:12 another row begins inside this row: line breaks were lost");
  EXPECT_EQ(told("events: Ir\nfl=(1) file1.c fn=(1) main 16 20\n").front().substr(0, 5), "2:16 ");
  EXPECT_EQ(told("events: Ir fl=a fn=main 16 20\n").front().substr(0, 5), "1:12 ");
  // A name may have an equals sign.
  EXPECT_TRUE(told("events: Ir\nfl=a fn=b.c\nfn=operator==(A, int)\n1 2\n").empty());
}

using Told = std::vector<std::string>;

TEST(Reader, SumsThatDoNotFitNameTheirEvent) {
  EXPECT_EQ(told("events: Ir Dr\nsummary: 5 2\nfl=a\nfn=f\n1 5 3\n"),
            (Told{"2:1 `summary:` says 2 Dr, but the self costs add up to 3"}));
  EXPECT_EQ(told("events: Ir Dr\nfl=a\nfn=f\n1 5 3\ntotals: 5 4\n"),
            (Told{"5:1 `totals:` declares 4 Dr, but the rows add up to 3",
                  "5:1 `totals:` says 4 Dr, but the self costs add up to 3"}));
  EXPECT_EQ(told("events: Ir\nfl=a\nfn=f\n1 5\ntotals: 4\n"),
            (Told{"5:1 `totals:` says 4, but the self costs add up to 5"}));
}

TEST(Reader, OneErrorIsToldOnce) {
  EXPECT_EQ(told("events:  \nfn=f\n1 2\n").front().substr(0, 4), "1:10");
  EXPECT_EQ(told("# callgrind format\n"),
            (Told{"1:1 the file has no rows after its first comment"}));
  for (const std::string& text : told("events: Ir\nfl=a\nfn=f\ncfn=g\ncalls=-3 5\n1 1\n")) {
    EXPECT_FALSE(text.contains("has no `calls=`")) << text;
  }
}

TEST(Reader, CutRunsAreToldAsWhatTheyAre) {
  const std::string mark = "==== NEW PROFILING FILE ====\n";
  const std::string run =
      "version: 1\ncreator: xdebug 3.1.0\ncmd: /a\npart: 1\n\nevents: Time_(10ns)\n\n"
      "fl=a\nfn=f\n1 5\n\nsummary: 5\n\n";
  const std::string appended = "another run was appended: it becomes a separate part";
  EXPECT_EQ(told("version: 1\ncreator: xde\n" + mark + run),
            (Told{"3:1 " + appended, "3:1 the run before this row ends before its `events:`"}));
  EXPECT_EQ(told(mark + run),
            (Told{"1:1 the separator of an appended run, with nothing before it"}));
  EXPECT_EQ(
      told(run + "fl=a\nfn=g\n2\n" + mark + run),
      (Told{"16:1 the run ends in the middle of this row, which is left out", "17:1 " + appended}));
}

TEST(Reader, TellsTheBaseRuleOfTheFirstRecord) {
  const std::string records = "events: Ir\nfn=f\n1 1\n";
  const auto rule_of = [](const std::string& text) { return read(text).info.base_rule; };
  EXPECT_EQ(rule_of("creator: other\ncreator: callgrind-3.19.0\n" + records), "self");
  EXPECT_EQ(rule_of("creator: 3.4.1\ncreator: other\n" + records), "cost");
  EXPECT_EQ(rule_of(records + "creator: callgrind-3.19.0\n" + records), "cost");
  EXPECT_EQ(rule_of("creator: callgrind-3.19.0\nevents: Ir\n"), "self");
}

TEST(Reader, ANulIsNoPartOfAKeyword) {
  using namespace std::string_literals;
  const ReadResult result = read("events: Ir\nfl=a.c\nfn=(1) f\n1 1\nfn\0=(2) g\n2 2\n"s);
  EXPECT_EQ(codes_of(result.info), std::set<std::string>{"unknown-line"});
  EXPECT_EQ(result.profile->symbols().functions.size(), 1U);
}

TEST(Reader, FastAndFullPathsMeanTheSame) {
  // The second text has a tab or a second blank in each row, which no fast path takes.
  const std::string plain =
      "# callgrind format\ncreator: callgrind-3.19.0\npositions: instr line\nevents: Ir Dr\n"
      "ob=(1) o\nfl=(1) a.c\nfn=(1) f\n0x10 5 1 2\n+3 +1 4\n* * 1\ncfn=(2) g\n"
      "calls=3 0x40 9 \n+2 * 100 7\n+4 -1 1\njcnd=3/9 +20 +2 \n* * \njump=4 -3 +2 \n+1 * \n"
      "fi=(2) b.h\n+1 3 1\nfn=(2)\n0x40 9 100 7\n";
  std::string odd = plain;
  for (size_t at = odd.find("fn=(1)"); at < odd.size(); ++at) {
    if (odd[at] == ' ') {
      odd.insert(at++, "\t");
    }
  }
  const ReadResult a = read(plain);
  const ReadResult b = read(odd);
  ASSERT_TRUE(a.done && b.done);
  EXPECT_TRUE(a.profile->parts()[0].totals == b.profile->parts()[0].totals);
  RecordCursor left(a.profile->records());
  RecordCursor right(b.profile->records());
  int records = 0;
  while (const Record* one = left.next()) {
    const Record* const other = right.next();
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(one->at, other->at);
    EXPECT_EQ(one->target, other->target);
    EXPECT_EQ(one->count, other->count);
    EXPECT_TRUE(one->costs == other->costs);
    EXPECT_EQ(a.profile->symbols().name(one->function), b.profile->symbols().name(other->function));
    EXPECT_EQ(a.profile->symbols().file(one->function), b.profile->symbols().file(other->function));
    EXPECT_EQ(a.profile->symbols().names.text(one->file),
              b.profile->symbols().names.text(other->file));
    ++records;
  }
  EXPECT_EQ(records, 9);
}

TEST(Reader, DefinitionsThatAreReportedShowTheirRow) {
  const std::string head = "events: Ir\nfl=(1) a.c\nfn=(1) f\n1 5\n";
  for (const auto& [rows, code, excerpt] :
       {std::tuple("cfn=(2) g\ncfi=(3) h.h\ncalls=1 2\n1 7\n", "callee-order", "cfi=(3) h.h"),
        std::tuple("fn=(1) other\n1 7\n", "alias-redefined", "fn=(1) other"),
        std::tuple("fi=(3) h.h\ncfn=(2) g\ncfi=(3)\ncalls=1 2\n1 7\n", "callee-order", "cfi=(3)"),
        std::tuple("cfn=(2) g\nfn=(3) h\n1 7\n", "dangling-callee", ""),
        std::tuple("cfn=g\nfn=(1)\n1 7\n", "dangling-callee", ""),
        std::tuple("ob=lib.so\n1 7\n", "ob-without-fn", "ob=lib.so"),
        std::tuple("ob=(7) lib.so\nfn=(1)\n1 7\nob=(7)\n1 8\n", "ob-without-fn", "ob=(7)")}) {
    const ReadResult result = read(head + rows);
    ASSERT_EQ(codes_of(result.info), std::set<std::string>{code});
    const Finding& finding = result.info.findings.kinds().front().kept.front();
    EXPECT_EQ(finding.excerpt.value_or(""), excerpt);
  }
}

TEST(Reader, RowsThatAreNotPlainSettleNothingBefore) {
  for (const std::string bad : {"3 4x", "3 4x ", "3\t4x"}) {
    const ReadResult result =
        read("events: Ir\nfl=a.c\nfn=f\n1 5\nob=x\n" + bad + "\nfn=g\n1 7\n", true);
    EXPECT_EQ(codes_of(result.info), std::set<std::string>{"bad-cost"}) << bad;
    EXPECT_EQ(result.profile->parts().front().totals.front(), 12);
  }
}

TEST(Reader, DefinitionsKeepAllThatStandsBehindTheBlank) {
  const ReadResult result = read(
      "events: Ir\nfl=(1) a b.c \nfn=(1) f(int, ')')\n1 5\nfn=(2) f(int, ')')\n1 6\nfn=(3) ???\n"
      "1 7\nfn=(3)\n1 8\n");
  ASSERT_TRUE(result.done);
  const Symbols& symbols = result.profile->symbols();
  ASSERT_EQ(symbols.functions.size(), 2U);
  EXPECT_EQ(symbols.name(FunctionId(0U)), "f(int, ')')");
  EXPECT_EQ(symbols.file(FunctionId(0U)), "a b.c ");
  EXPECT_EQ(symbols.name(FunctionId(1U)), "");
}

TEST(Reader, FullBatchesEndWithTheirFunction) {
  for (int rows = 250; rows < 260; ++rows) {  // a batch holds 256
    std::string text = "events: Ir\nfl=a.c\nfn=other\n1 1\nfn=f\n1 1\n";
    for (int row = 1; row < rows; ++row) {
      text += "+1 1\n";
    }
    const ReadResult result = read(text + "fn=g\n+1 1\n+1 1\n");
    ASSERT_TRUE(result.done);
    const SumTable& table = result.profile->tables().front();
    ASSERT_EQ(table.self.size(), 3U);
    EXPECT_TRUE(table.self.at(0, 0) == 1 && table.self.at(1, 0) == rows &&
                table.self.at(2, 0) == 2);
  }
}

TEST(Reader, CountsRowsAcrossWindowEdges) {
  std::string text = "events: Ir\nfn=f\n";
  for (int row = 0; row < 1000; ++row) {
    text += "# a remark\n\n+1 1\n";
  }
  text += "+1 bad\n";
  for (const size_t buffer : {1U, 13U, 64U, 4096U, 1U << 20}) {
    const ReadResult result = read(text, false, buffer);
    ASSERT_FALSE(result.done);
    EXPECT_EQ(result.done.error().place, (Place{3003, 4})) << buffer;
  }
}

TEST(Reader, ManyEventsAndFunctionsStayLinear) {
  std::string text = "events:";
  for (int event = 0; event < 20'000; ++event) {
    text += " E" + std::to_string(event);
  }
  text += '\n';
  for (int function = 0; function < 20'000; ++function) {
    text += "fn=f" + std::to_string(function) + "\n1 1\n";
  }
  const ReadResult result = read(text, false, 4096);  // 3 GB if each row held all events
  ASSERT_TRUE(result.done);
  EXPECT_TRUE(result.profile->parts()[0].totals[0] == 20'000);
}

TEST(Reader, HugeIdsAllocateNothing) {
  const ReadResult result = read(
      "events: Ir\nfl=(18446744073709551615) a.c\nfn=(4294967295) f\n1 1\n"
      "fn=(4294967295)\n2 2\n");
  ASSERT_TRUE(result.done);
  EXPECT_EQ(result.profile->symbols().functions.size(), 1U);
}

TEST(Reader, ZerosBeforeAVersionAreNoOtherVersion) {
  const std::string zeros(30, '0');
  EXPECT_TRUE(read("version: " + zeros + "1\nevents: Ir\nfn=f\n1 1\n").done);
  EXPECT_FALSE(read("version: " + zeros + "2\nevents: Ir\nfn=f\n1 1\n").done);
  EXPECT_FALSE(read("version: 1" + zeros + "\nevents: Ir\nfn=f\n1 1\n").done);
}

TEST(Dialects, AreChosenByCreatorAndHeader) {
  const auto dialect = [](std::string text) { return read(std::move(text)).info.dialect; };
  EXPECT_EQ(dialect("creator: callgrind-3.19.0\nevents: Ir\n"), "callgrind");
  EXPECT_EQ(dialect("creator: 3.4.1-Debian\nevents: Ir\n"), "callgrind");
  EXPECT_EQ(dialect("creator: xtree-1\nevents: curB\n"), "xtree");
  EXPECT_EQ(dialect("version: 1\ncreator: xdebug 3.1.0\nevents: Time_(10ns)\n"), "xdebug");
  EXPECT_EQ(dialect("version: 0.9.6\ncmd: a.php\nevents: Time\n"), "xdebug");
  EXPECT_EQ(dialect("desc: I1 cache: x\ncmd: a\nevents: Ir\n"), "cachegrind");
  EXPECT_EQ(dialect("cmd: a\nevents: Ir\nfn=f\n1 1\n"), "cachegrind");
  EXPECT_EQ(dialect("cmd: a\nevents: Ir\nfn=f\ncfn=g\ncalls=1 1\n1 1\n"), "generic");
  EXPECT_EQ(dialect("events: Ticks\n"), "lsprofcalltree");
  EXPECT_EQ(dialect("events: process_time\n"), "ruby-prof");
  EXPECT_EQ(dialect("positions: instr line\nevents: cpu(ms)\n"), "pprof-callgrind");
  EXPECT_EQ(dialect("creator: mine\nevents: Ir\n"), "generic");
}

TEST(Registry, RecognisesByContent) {
  EXPECT_NE(recognise("# callgrind format\n"), nullptr);
  EXPECT_NE(recognise(" \t# callgrind format\n"), nullptr);  // blanks before any row are accepted
  EXPECT_NE(recognise("\n# remark\nversion: 1\n"), nullptr);
  EXPECT_NE(recognise("junk\nfn=main\n"), nullptr);
  EXPECT_EQ(recognise("hello world\n"), nullptr);
  EXPECT_EQ(recognise(""), nullptr);
  EXPECT_EQ(format_named("xdebug"), &kFormat);
  EXPECT_EQ(format_named("nonsense"), nullptr);
}

}  // namespace
}  // namespace quern::callgrind
