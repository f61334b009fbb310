// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "quern/formats/registry.h"
#include "quern/formats/shared/json_text.h"
#include "quern/formats/shared/test_support.h"
#include "quern/formats/speedscope/speedscope.h"
#include "quern/formats/speedscope/weight.h"
#include "quern/model/builder.h"

namespace quern::speedscope {
namespace {

struct ReadSpeedscope {
  Result<void> done;
  std::unique_ptr<const Profile> profile;
};

ReadSpeedscope read_speedscope(std::string text, bool keep_going = false, size_t buffer = 32) {
  Input input = memory_input("in", std::move(text));
  constexpr size_t kLongestLine = 1'000;  // which means nothing to JSON
  Window window(input, buffer, kLongestLine);
  ProfileBuilder builder(Keep::kAll);
  ReadOptions options;
  options.keep_going = keep_going;
  InputInfo info;
  Reading reading{window, &input, builder, options, info};
  Result<void> done = kFormat.read(reading);
  builder.end_input(info);
  return {std::move(done), builder.finish()};
}

const std::string kFrames = R"("shared":{"frames":[{"name":"main"},)"
                            R"({"name":"f","file":"a.py","line":7,"col":2},{"name":"g"}]})";

std::string file_of(const std::string& profiles, const std::string& more = "") {
  return "{" + kFrames + ",\n\"profiles\":[" + profiles + "]" + more + "}";
}

std::string sampled(const std::string& samples, const std::string& weights,
                    const std::string& unit = "none") {
  return fmt::format(R"({{"type":"sampled","name":"t","unit":"{}","startValue":0,"endValue":9,)"
                     R"("samples":{},"weights":{}}})",
                     unit, samples, weights);
}

std::string evented(const std::string& events, const std::string& unit = "milliseconds") {
  return fmt::format(R"({{"type":"evented","name":"t","unit":"{}","events":[{}]}})", unit, events);
}

std::string at(const char* type, const char* frame, const char* time) {
  return fmt::format(R"({{"type":"{}","frame":{},"at":{}}})", type, frame, time);
}

std::string error_of(const std::string& text) {
  const ReadSpeedscope done = read_speedscope(text);
  if (done.done) {
    return "";
  }
  const Diagnostic& error = done.done.error();
  return fmt::format("{}:{} {}", error.place.line, error.place.column, error.code);
}

TEST(SpeedscopeReader, SamplesGiveTheTree) {
  const ReadSpeedscope done =
      read_speedscope(file_of(sampled("[[0],[0,1],[0,1,2],[2]]", "[1,2,4,8]")));
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "main:1 >f:2 >>g:4 g:8");
  EXPECT_EQ(done.profile->events()[0].name, "weight");
  EXPECT_EQ(done.profile->contexts().position(ContextId(1U)), 7);
  EXPECT_EQ(done.profile->symbols().file(FunctionId(1U)), "a.py");
  EXPECT_EQ(done.profile->counts().selfs, 4U);
}

TEST(SpeedscopeReader, OpenedFramesAreCalls) {
  const ReadSpeedscope done = read_speedscope(file_of(
      evented(at("O", "0", "1") + "," + at("O", "1", "2.5") + "," + at("C", "1", "4") + "," +
              at("O", "1", "4") + "," + at("C", "1", "4.000001") + "," + at("C", "0", "9"))));
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "main:6499999 >f:1500000 >f:1");
  EXPECT_EQ(done.profile->events()[0].unit, "ns");
  EXPECT_FALSE(done.profile->contexts().frame(ContextId(0U)).is_symbol);
  EXPECT_TRUE(done.profile->inputs()[0].findings.empty());
}

TEST(SpeedscopeReader, EachProfileIsAPart) {
  const ReadSpeedscope done = read_speedscope(file_of(sampled("[[0]]", "[1]", "seconds") + "," +
                                                      sampled("[[2]]", "[0.5]", "milliseconds") +
                                                      "," + sampled("[[2]]", "[3]", "bytes")));
  ASSERT_TRUE(done.done);
  ASSERT_EQ(done.profile->parts().size(), 3U);
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{1000000000}));
  EXPECT_EQ(done.profile->parts()[1].totals, (std::vector<int128>{500000}));
  EXPECT_EQ(done.profile->parts()[2].totals, (std::vector<int128>{3}));
  EXPECT_EQ(done.profile->events().size(), 2U);
  EXPECT_EQ(done.profile->parts()[0].header.descriptions, (std::vector<std::string>{"name: t"}));
}

TEST(SpeedscopeReader, ProfilesOfQuernAreEventsOfOnePart) {
  const ReadSpeedscope done = read_speedscope(
      file_of(sampled("[[0]]", "[1]") + "," +
                  R"x({"type":"sampled","name":"Dr (stacks are estimated)","unit":"none",)x"
                  R"x("samples":[[0,2]],"weights":[5]})x",
              R"(,"exporter":"quern-1.0","name":"./app")"));
  ASSERT_TRUE(done.done);
  ASSERT_EQ(done.profile->parts().size(), 1U);
  EXPECT_EQ(done.profile->events()[1].name, "Dr");
  EXPECT_EQ(done.profile->inputs()[0].findings.kinds()[0].code->name, "estimated-stacks");
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{1, 5}));
  EXPECT_EQ(done.profile->inputs()[0].command, "./app");
}

TEST(SpeedscopeReader, FramesMayStandBehindTheProfiles) {
  const ReadSpeedscope done = read_speedscope("{\"profiles\":[" + sampled("[[0,2]]", "[1]") + "]," +
                                              kFrames + R"(,"other":{"frames":[1,{"a":null}]}})");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "main:- >g:1");
  EXPECT_EQ(error_of("{\"profiles\":[\n" + sampled("[[0,3]]", "[1]") + "]," + kFrames + "}"),
            "2:1 undefined-frame");
}

TEST(SpeedscopeReader, WeightsAreExact) {
  const auto total = [](const std::string& weights, const char* unit) {
    return to_decimal(read_speedscope(file_of(sampled("[[0],[0]]", weights, unit)))
                          .profile->parts()[0]
                          .totals[0]);
  };
  EXPECT_EQ(total("[18446744073709551615,1]", "none"), "18446744073709551616");
  EXPECT_EQ(total("[1e3,2.50e2]", "none"), "1250");
  EXPECT_EQ(total("[0.1,0.2]", "seconds"), "300000000");
  EXPECT_EQ(total("[0.001,1.000]", "none"), "1001000");
  EXPECT_EQ(total("[0,-0]", "none"), "0");
}

TEST(SpeedscopeReader, WhatIsFinerIsRoundedAndTold) {
  const ReadSpeedscope done = read_speedscope(
      file_of(sampled("[[0],[0],[0]]", "[0.30000000000000004,0.0000005,1]", "milliseconds")));
  ASSERT_TRUE(done.done);
  EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{"rounded-weights"});
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{1300001}));
}

TEST(SpeedscopeReader, FractionsOfPlainWeightsAreMillionths) {
  const ReadSpeedscope done = read_speedscope(file_of(sampled("[[0]]", "[0.25]")));
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->events()[0].name, "weight (1/1000000)");
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{250000}));
}

TEST(SpeedscopeReader, ErrorsSayWhere) {
  EXPECT_EQ(error_of(file_of("{\"samples\":[[0],[\n3]]}")), "3:1 undefined-frame");
  EXPECT_EQ(error_of("{" + kFrames + ",\"profiles\":[\n" + sampled("[[0]]", "[1,2]") + "]}"),
            "2:1 weights-mismatch");
  EXPECT_EQ(error_of("{\"profiles\":[{\"weights\":[\n1, -2]}]}"), "2:4 bad-weight");
  EXPECT_EQ(error_of("{\"profiles\":[{\"samples\":[\n[0.5]]}]}"), "2:2 undefined-frame");
  EXPECT_EQ(error_of(file_of(sampled("[[0]]", "[18446744073709551616]"))), "2:13 bad-weight");
  EXPECT_EQ(error_of(file_of(sampled("[[0]]", "[1e999999999]", "seconds"))), "2:114 bad-json");
  EXPECT_EQ(error_of(file_of(evented(at("O", "0", "1") + "," + at("C", "1", "2")))),
            "2:13 unbalanced-events");
  EXPECT_EQ(error_of(file_of(evented(at("C", "0", "1")))), "2:13 unbalanced-events");
  EXPECT_EQ(error_of(file_of(evented(at("O", "0", "1")))), "2:13 unbalanced-events");
  EXPECT_EQ(error_of(file_of(evented(at("O", "0", "2") + "," + at("C", "0", "1")))),
            "2:13 time-runs-back");
  EXPECT_EQ(error_of(file_of(R"({"type":"heap"})")), "2:13 bad-member");
  EXPECT_EQ(error_of(file_of(evented("\n" + at("X", "0", "2")))), "3:1 bad-member");
  EXPECT_EQ(error_of("{\"shared\":\n[]}"), "2:1 bad-member");
  EXPECT_EQ(error_of("{\"profiles\":\n null}"), "");
  EXPECT_EQ(error_of("{\"profiles\":[\n null]}"), "2:2 bad-member");
  EXPECT_EQ(error_of("[]"), "1:1 bad-member");
  EXPECT_EQ(error_of("{\"shared\":{},}"), "1:14 bad-json");
  EXPECT_EQ(error_of("{\"shared\":\n{"), "2:2 bad-json");
  EXPECT_EQ(error_of("{\"a\":NaN}"), "1:6 bad-json");
  EXPECT_EQ(error_of("{} {}"), "1:4 bad-json");
  EXPECT_EQ(error_of("{\"a\":" + std::string(1000, '[') + "]}"),
            fmt::format("1:{} bad-json", 5 + JsonText::kDeepest));
}

TEST(SpeedscopeReader, GoesOnToTheEndWhereAskedTo) {
  const ReadSpeedscope done = read_speedscope(file_of(sampled("[[0]]", "[1,2]")), true);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->inputs()[0].findings.errors(), 1U);
}

TEST(SpeedscopeReader, IsRecognisedByItsMembers) {
  for (const std::string& text :
       {file_of(sampled("[]", "[]")),
        std::string(R"({"$schema":"https://www.speedscope.app/file-format-schema.json")")}) {
    const Format* format = recognise(text);
    ASSERT_NE(format, nullptr);
    EXPECT_EQ(format->name, "speedscope");
  }
  EXPECT_EQ(recognise("{\"profiles\":[]}"), nullptr);
}

TEST(SpeedscopeReader, ShapeTellsItFromOtherJson) {
  const auto is_own = [](const std::string& text) {
    const Format* format = recognise(text);
    return format != nullptr && format->name == "speedscope";
  };
  EXPECT_TRUE(is_own("\xef\xbb\xbf" + file_of(sampled("[]", "[]"))));
  EXPECT_TRUE(is_own("{\"profiles\": [ {\"unit\":\"none\",\"type\":\"evented\", \"ev"));
  EXPECT_TRUE(is_own(R"({"a":{"profiles":3},"shared":{"x":[1],"frames":[{"name":"}\"{"},)"));
  for (const char* other : {R"({"profiles":1,"shared":true,"frames":[]})",
                            R"({"shared":{"frames":[1,2]},"profiles":[]})",
                            R"({"a":{"shared":{"frames":[{"name":"f"}]}},"profiles":[]})",
                            R"({"profiles":{"type":"sampled"}})",
                            R"({"profiles":["sampled"],"note":"\"type\":\"sampled\""})",
                            R"({"users":[{"profiles":[{"type":"sampled"}]}]})"}) {
    EXPECT_FALSE(is_own(other)) << other;
  }
}

TEST(SpeedscopeReader, LinesBelowOneAreNotKnown) {
  std::string frames;
  for (const char* line : {"-1", "0", "4"}) {
    frames += fmt::format(R"({}{{"name":"f{}","line":{}}})", frames.empty() ? "" : ",", line, line);
  }
  const std::string text = fmt::format(R"({{"shared":{{"frames":[{}]}},"profiles":[{}]}})", frames,
                                       sampled("[[0],[1],[2]]", "[1,2,3]"));
  const ReadSpeedscope done = read_speedscope(text);
  ASSERT_TRUE(done.done) << done.done.error().message;
  const Contexts& contexts = done.profile->contexts();
  ASSERT_EQ(contexts.size(), 3U);
  EXPECT_EQ(contexts.position(ContextId(0U)), std::nullopt);
  EXPECT_EQ(contexts.position(ContextId(1U)), std::nullopt);
  EXPECT_EQ(contexts.position(ContextId(2U)), 4);
}

TEST(SpeedscopeReader, FractionsBehindManyDigitsAreRounded) {
  const auto value = [](const char* written, int power) -> std::string {
    const std::optional<Scaled> found = scaled(*read_weight(written), power);
    return found ? fmt::format("{}{}", found->value, found->is_rounded ? "~" : "") : "none";
  };
  EXPECT_EQ(value("9234567890123456789.55", 0), "9234567890123456790~");
  EXPECT_EQ(value("9234567890123456789.45", 0), "9234567890123456789~");
  EXPECT_EQ(value("1844674407370955160.07", 0), "1844674407370955160~");
  EXPECT_EQ(value("1844674407370955161.9", 0), "1844674407370955162~");
  EXPECT_EQ(value("1844674407370955161.9", 1), "none");
  EXPECT_EQ(value("1844674407370955161.4", 1), "18446744073709551614");
  EXPECT_EQ(value("18446744073709551615.4999", 0), "18446744073709551615~");
  EXPECT_EQ(value("18446744073709551615.5", 0), "none");
  EXPECT_EQ(value("18446744073709551615.05", -1), "1844674407370955162~");
  EXPECT_EQ(value("0.00000000000000000000123456789012345678901", 30), "1234567890~");
}

TEST(SpeedscopeReader, KeepsWhatStandsBeforeAnError) {
  const std::string cut = file_of(sampled("[[0]]", "[5]") + "," + sampled("[[0]]", "[1,2]"));
  const ReadSpeedscope done = read_speedscope(cut, true);
  EXPECT_EQ(tree_of(*done.profile), "main:5");
  const ReadSpeedscope early = read_speedscope(cut.substr(0, cut.size() - 8), true);
  EXPECT_EQ(tree_of(*early.profile), "main:5");
}

TEST(JsonText, SaysWhereTextsAndDocumentsEnd) {
  const auto said = [](const std::string& text) {
    const ReadSpeedscope done = read_speedscope(text);
    return done.done ? std::string()
                     : fmt::format("{}:{} {}|{}", done.done.error().place.line,
                                   done.done.error().place.column, done.done.error().message,
                                   done.done.error().excerpt.value_or(""));
  };
  EXPECT_EQ(said("{\"a\":1,\n\"b\": \"cd\nef\"}"),
            "2:9 the row ends inside a string: its closing quote is missing|\"b\": \"cd");
  EXPECT_EQ(said("{} \n garbage"), "2:2 more text follows the end of the JSON document| garbage");
  EXPECT_EQ(said("{}\n{}"), "2:1 more text follows the end of the JSON document|{}");
  EXPECT_EQ(said(std::string("{}\0{}", 5)),
            "1:3 more text follows the end of the JSON document|" + std::string("{}\0{}", 5));
  EXPECT_EQ(said("{}}"), "1:3 more text follows the end of the JSON document|{}}");
}

TEST(SpeedscopeReader, ARowOfAnyLengthIsReadInPieces) {
  const std::string long_text(100'000, 'x');
  const std::string text = file_of(sampled("[[0,1]]", "[3]"), R"(,"name":")" + long_text + '"');
  const std::string in_short_row = file_of(sampled("[[0,1],]", "[3]"));
  const std::string in_long_row = "{\"name\":\"" + long_text + "\",,";
  const std::string at_start = R"({"name":,")" + long_text + "\"}";
  for (const size_t buffer : {size_t{1}, size_t{32}, size_t{4'096}, size_t{1} << 20}) {
    const ReadSpeedscope read = read_speedscope(text, false, buffer);
    ASSERT_TRUE(read.done) << buffer;
    EXPECT_EQ(tree_of(*read.profile), "main:- >f:3");
    const Diagnostic here = read_speedscope(in_short_row, false, buffer).done.error();
    EXPECT_EQ(here.place, (Place{2, 101})) << buffer;
    EXPECT_TRUE(here.excerpt && in_short_row.ends_with(*here.excerpt)) << buffer;
    const Diagnostic there = read_speedscope(in_long_row, false, buffer).done.error();
    EXPECT_EQ(there.place, (Place{1, 100'012})) << buffer;
    EXPECT_FALSE(there.excerpt) << "of a long row, nothing is shown";
    const Diagnostic first = read_speedscope(at_start, false, buffer).done.error();
    EXPECT_EQ(first.place, (Place{1, 9})) << buffer;
    EXPECT_EQ(first.excerpt->size(), size_t{64} << 10) << "as much as any buffer shows";
  }
}

}  // namespace
}  // namespace quern::speedscope
