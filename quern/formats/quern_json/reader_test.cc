// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "quern/formats/quern_json/quern_json.h"
#include "quern/formats/registry.h"
#include "quern/formats/shared/test_support.h"
#include "quern/model/builder.h"
#include "quern/model/run_statistics.h"

namespace quern::quern_json {
namespace {

struct ReadJson {
  Result<void> done;
  std::unique_ptr<const Profile> profile;
};

ReadJson read_document(std::string text, bool keep_going = false) {
  Input input = memory_input("in", std::move(text));
  Window window(input, 32);
  ProfileBuilder builder(Keep::kAll);
  ReadOptions options;
  options.keep_going = keep_going;
  InputInfo info;
  Reading reading{window, &input, builder, options, info};
  reading.code_named = &code_named;
  Result<void> done = kFormat.read(reading);
  builder.end_input(info);
  return {std::move(done), builder.finish()};
}

const std::string kDocumentHead =
    R"({"schema":"quern.profile/1","format":"callgrind","creator":"c","base_rule":null,
"events":[{"name":"Ir","long_name":null,"unit":null,"scale":1,"combine":"sum","formula":null},
{"name":"\ufffd","name_bytes":"ff","long_name":"L","unit":"ns","scale":10,"combine":"max"}],
"parts":[{"number":1,"pid":null,"period":0.5,"positions":["line"],"events":["Ir","\ufffd"],
"summaries":[[3,4]],"declared_totals":null,"descriptions":["d: e"]}],
"functions":[{"id":0,"name":"main","file":"a.c","object":null},{"id":1,"name":"f","file":null}],
)";

std::string lines(const std::string& rows) {
  return kDocumentHead + "\"lines\":[\n" + rows + "]}";
}

std::string contexts(const std::string& rows) {
  return kDocumentHead + "\"lines\":[],\"contexts\":[\n" + rows + "]}";
}

std::string json_error(const std::string& text) {
  const ReadJson done = read_document(text);
  if (done.done) {
    return "";
  }
  const Diagnostic& error = done.done.error();
  return fmt::format("{}:{} {}", error.place.line, error.place.column, error.code);
}

const std::string kLine =
    R"({"function":1,"file":"b.c","line":7,"address":null,"part":0,"self":[3,4]})";

TEST(QuernJsonReader, RecordsComeBack) {
  const ReadJson done = read_document(lines(kLine + R"(,
{"function":0,"file":null,"line":null,"address":null,"part":0,"self":["18446744073709551615",0]}],
"calls":[{"caller":0,"callee":1,"file":"a.c","line":3,"address":null,"target":{"line":5},
"part":0,"count":2,"inclusive":[9,0]}],
"jumps":[{"kind":"jcnd","part":0,"from":{"function":0,"line":3},"to":{"function":1,"line":4},
"executed":5,"followed":2})"));
  ASSERT_TRUE(done.done);
  const Profile& profile = *done.profile;
  EXPECT_EQ(profile.parts()[0].totals, (std::vector<int128>{int128{UINT64_MAX} + 3, 4}));
  EXPECT_EQ(profile.events()[1].name, "\xff");
  EXPECT_EQ(profile.events()[1].scale, 10U);
  EXPECT_EQ(profile.counts().selfs, 2U);
  EXPECT_EQ(profile.counts().calls, 1U);
  EXPECT_EQ(profile.counts().jumps, 1U);
  EXPECT_EQ(profile.parts()[0].header.period, 0.5);
  EXPECT_EQ(profile.inputs()[0].format, "callgrind");
  EXPECT_FALSE(profile.parts()[0].header.positions.knows(kNoLine));
}

TEST(QuernJsonReader, ContextsAreWhatTheyWere) {
  const ReadJson done = read_document(contexts(
      R"({"id":0,"parent":null,"function":0,"offset":null,"address":null,"file":"a.c","line":7,
"part":0,"calls":1,"self":[]},
{"id":1,"parent":0,"function":1,"offset":-8,"address":"18446744071579000000",
"file":null,"line":null,"part":0,"calls":null,"self":[5,0]},
{"id":2,"parent":0,"function":1,"offset":null,"address":null,
"file":"b.c","line":9,"part":0,"calls":null,"self_pairs":[[1,6]]}],
"leaks":[{"context":1,"event":"Ir","address":1,"size":2})"));
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "main:- >f:5 >f:6");
  const Contexts& all = done.profile->contexts();
  EXPECT_FALSE(all.frame(ContextId(0U)).is_symbol);
  EXPECT_EQ(all.frame(ContextId(1U)).start, 18446744071579000008U);
  EXPECT_TRUE(all.frame(ContextId(2U)).is_line);
  EXPECT_EQ(all.position(ContextId(2U)), 9);
  EXPECT_EQ(done.profile->leaks().size(), 1U);
  EXPECT_EQ(done.profile->parts()[0].contexts, ContextUse::kAlone);
}

TEST(QuernJsonReader, FunctionsThatOnlyJumpsNameAreNotListed) {
  const ReadJson done = read_document(lines(
      R"({"function":0,"line":7,"part":0,"self":[3,4]}],
"jumps":[{"kind":"jump","part":0,"from":{"function":0,"line":3},"to":{"function":1,"line":4},
"executed":5,"followed":0})"));
  ASSERT_TRUE(done.done);
  EXPECT_TRUE(done.profile->is_listed(FunctionId(0U)));
  EXPECT_FALSE(done.profile->is_listed(FunctionId(1U)));
}

TEST(QuernJsonReader, WarningsAreToldAgain) {
  const ReadJson done = read_document(
      kDocumentHead +
      R"("warnings":[{"code":"no-data","count":7,"line":3,"column":4,"message":"m"}]})");
  ASSERT_TRUE(done.done);
  const Findings::Kind& kind = done.profile->inputs()[0].findings.kinds()[0];
  EXPECT_EQ(kind.count, 7U);
  EXPECT_EQ(kind.kept.size(), 1U);
}

TEST(QuernJsonReader, ErrorsSayWhere) {
  EXPECT_EQ(json_error("{\"schema\":\"quern.top/1\"}"), "1:11 other-document");
  EXPECT_EQ(json_error("{}"), "1:1 other-document");
  EXPECT_EQ(json_error("{\"events\":[\n{}]}"), "2:1 other-document");
  EXPECT_EQ(json_error("[1]"), "1:1 bad-profile");
  EXPECT_EQ(json_error(lines(R"({"function":2,"line":7,"part":0,"self":[3,4]})")),
            "8:13 bad-profile");
  EXPECT_EQ(json_error(lines(R"({"function":0,"line":7,"part":1,"self":[3,4]})")),
            "8:31 bad-profile");
  EXPECT_EQ(json_error(lines(R"({"function":0,"line":-7,"part":0,"self":[3,4]})")),
            "8:22 bad-profile");
  EXPECT_EQ(json_error(lines(R"({"function":0,"line":7,"part":0,"self":[1.5]})")),
            "8:41 bad-profile");
  EXPECT_EQ(json_error(lines(R"({"function":0,"line":7,"part":0,"self":[1,2,3]})")),
            "8:45 bad-profile");
  EXPECT_EQ(json_error(lines(R"({"function":0,"line":7,"part":0})")), "8:1 bad-profile");
  EXPECT_EQ(json_error(lines(R"({"function":0,"line":7,"part":0,"self_pairs":[[9,1]]})")),
            "8:47 bad-profile");
  EXPECT_EQ(json_error(lines("7")), "8:1 bad-profile");
  EXPECT_EQ(json_error(contexts(R"({"parent":0,"function":0,"part":0,"self":[]})")),
            "8:11 bad-profile");
  EXPECT_EQ(json_error(kDocumentHead + "\"calls\":7}"), "7:9 bad-profile");
  EXPECT_EQ(json_error(kDocumentHead + "\"leaks\":[\n{\"context\":0,\"event\":\"Ir\"}]}"),
            "8:12 bad-profile");
  EXPECT_EQ(json_error(kDocumentHead), "7:1 bad-json");
}

TEST(QuernJsonReader, RefusesWhatWouldMeanTwoThings) {
  std::string no_scale = lines("");
  no_scale.replace(no_scale.find("\"scale\":1,"), 10, "\"scale\":0,");
  EXPECT_TRUE(json_error(no_scale).ends_with("bad-profile")) << json_error(no_scale);
  EXPECT_TRUE(json_error(kDocumentHead + "\"lines\":[],\"lines\":[]}").ends_with("bad-profile"));
  EXPECT_TRUE(json_error(lines(R"({"function":0,"line":7,"part":0,"self_pairs":[[0,5],[0,7]]})"))
                  .ends_with("bad-profile"));
}

/// A document with the costs of two runs, in which a text stands for another.
std::string of_runs(std::string_view text = "", std::string_view other = "") {
  std::string runs = kDocumentHead + R"("runs":[{"name":"a.out"},{"name":"b.out"}],"run_costs":[
{"caller":null,"function":null,"runs":2,"self":[],"inclusive":[]},
{"caller":null,"function":1,"runs":2,"self":[{"event":0,"count":2,"sum":1003,"min":3,"max":1000,)"
                                     R"("run":1,"buckets":[[3,1],[317,1]]}],"inclusive":[]},
{"caller":0,"function":1,"runs":1,"self":[],"inclusive":[]}]})";
  if (!text.empty()) {
    runs.replace(runs.find(text), text.size(), other);
  }
  return runs;
}

TEST(QuernJsonReader, KeepsStatisticsOfRuns) {
  const ReadJson read = read_document(of_runs());
  ASSERT_TRUE(read.done) << read.done.error().message;
  ASSERT_NE(read.profile->run_statistics(), nullptr);
  const RunStatistics& statistics = *read.profile->run_statistics();
  EXPECT_EQ(statistics.total.runs, 2U);
  const RunSummary self =
      statistics.of(FunctionId(uint32_t{1}))->summary(EventId(), RunCost::kSelf);
  EXPECT_EQ(self.max, 1000);
  EXPECT_EQ(statistics.runs[self.run.value()], "b.out");
  EXPECT_NE(statistics.of(FunctionId(uint32_t{0}), FunctionId(uint32_t{1})), nullptr);
}

TEST(QuernJsonReader, StatisticsOfRunsDoNotContradictThemselves) {
  for (const auto& [text, other] :
       {std::pair{R"("a.out")", R"("c.out")"}, std::pair{R"("runs":2)", R"("runs":3)"},
        std::pair{R"("runs":1)", R"("runs":0)"}, std::pair{R"("caller":0)", R"("caller":2)"},
        std::pair{R"("function":1)", R"("function":null)"}, std::pair{"1003", "9000"},
        std::pair{R"("event":0)", R"("event":2)"}, std::pair{R"("run":1,)", R"("run":2,)"},
        std::pair{R"("count":2)", R"("count":1)"}, std::pair{R"("min":3)", R"("min":4)"},
        std::pair{"[317,1]", "[317,2]"}, std::pair{"[317,1]", "317"}, std::pair{"[317,1]", "[317]"},
        std::pair{"[317,1]", "[317,1,1]"}, std::pair{"[3,1]", "[]"}, std::pair{"[3,1]", "[3,0]"},
        std::pair{"[[3,1],[317,1]]", "7"}, std::pair{"[3,1]", R"([{"a":1},1])"}}) {
    EXPECT_TRUE(json_error(of_runs(text, other)).ends_with("bad-profile")) << text << " " << other;
  }
}

TEST(QuernJsonReader, IsRecognisedByItsSchema) {
  for (const char* text : {"{\"schema\":\"quern.profile/1\",", "{ \"schema\" : \"quern.top/1\"}"}) {
    const Format* format = recognise(text);
    ASSERT_NE(format, nullptr);
    EXPECT_EQ(format->name, "quern-json");
  }
}

TEST(QuernJsonReader, ManyEventsOfManyContextsNeedNoRoom) {
  // 60,000 events, and each of 3,000 contexts has a cost of the last one.
  std::string text = R"({"schema":"quern.profile/1","format":"igprof","events":[)";
  std::string names;
  for (int event = 0; event < 60'000; ++event) {
    text += fmt::format(R"({}{{"name":"e{}","scale":1,"combine":"sum"}})", event == 0 ? "" : ",",
                        event);
    names += fmt::format(R"({}"e{}")", event == 0 ? "" : ",", event);
  }
  text += R"(],"parts":[{"positions":[],"events":[)" + names +
          R"(],"summaries":[],"descriptions":[]}],"functions":[{"id":0,"name":"f"}],)"
          R"("lines":[],"calls":[],"jumps":[],"contexts":[)";
  for (int context = 0; context < 3'000; ++context) {
    text +=
        fmt::format(R"({}{{"id":{},"parent":null,"function":0,"part":0,"self_pairs":[[59999,1]]}})",
                    context == 0 ? "" : ",", context);
  }
  const ReadJson done = read_document(text + "]}");
  ASSERT_TRUE(done.done) << done.done.error().message;
  EXPECT_EQ(done.profile->parts()[0].totals.back(), 3'000);
}

TEST(QuernJsonReader, AByteOrderMarkMayStandInFront) {
  const std::string text = "\xef\xbb\xbf" + lines("");
  ASSERT_NE(recognise(text), nullptr);
  EXPECT_EQ(recognise(text)->name, "quern-json");
  EXPECT_EQ(json_error(text), "");
}

TEST(QuernJsonReader, KeepsWhatStandsBeforeAnErrorWhereAskedTo) {
  const std::string sound =
      R"({"function":0,"file":"a.c","line":3,"address":null,"part":0,"self":[7,0]})";
  const ReadJson done = read_document(lines(sound + ",\n{\"function\":9}"), true);
  EXPECT_EQ(done.profile->parts().at(0).totals[0], 7);
  EXPECT_EQ(codes_of(*done.profile), (std::set<std::string>{"bad-profile"}));
}

}  // namespace
}  // namespace quern::quern_json
