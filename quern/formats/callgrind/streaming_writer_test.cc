// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/streaming_writer.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "quern/load/open.h"

namespace quern::callgrind {
namespace {

const PartHead kOnePart{.positions = {}, .events = {"Ir", "Dr"}};

/// A writer in a part with a function entered: what most tests begin with.
struct Begun {
  explicit Begun(const StreamOptions& options = {}) : writer(out, options) {
    EXPECT_TRUE(writer.begin({"sampler-1.0", {}}));
    EXPECT_TRUE(writer.begin_part(kOnePart));
    main = *writer.function("main", "a.c", "");
    file = *writer.name("a.c");
    EXPECT_TRUE(writer.enter(main));
  }
  std::string end() {
    EXPECT_TRUE(writer.end_part());
    EXPECT_TRUE(writer.finish());
    return out.text();
  }
  Result<void> cost(uint64_t line, std::vector<int128> costs) {
    return writer.self_cost(file, {.line = line}, costs);
  }

  StringSink out;
  StreamingWriter writer;
  FunctionId main;
  NameId file;
};

std::string code_of(const Result<void>& done) {
  return done ? "" : done.error().code;
}

std::unique_ptr<const Profile> read_back(std::string text) {
  OpenOptions options;
  options.keep = Keep::kAll;
  Result<Opened> opened = open_bytes("written", std::move(text), options);
  EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
  return opened ? std::move(opened->profile) : nullptr;
}

TEST(StreamingWriter, WritesAFileAsTheFormatWantsIt) {
  StringSink out;
  StreamingWriter writer(out, {});
  ASSERT_TRUE(
      writer.begin({"sampler-1.0", {{"Ir", {}, "Instructions"}, {"Cy", "Ir + 10 Dr", "Cycles"}}}));
  PartHead head = kOnePart;
  head.number = 1;
  head.pid = 12;
  head.thread = 3;
  head.command = "shop --open";
  head.descriptions = {"Trigger: end"};
  ASSERT_TRUE(writer.begin_part(head));
  const FunctionId main = *writer.function("main", "a.c", "shop");
  const FunctionId f = *writer.function("f", "b.c", "libf.so");
  const NameId a = *writer.name("a.c");
  ASSERT_TRUE(writer.enter(main));
  const std::array<int128, 2> costs = {7, 0};
  ASSERT_TRUE(writer.self_cost(a, {.line = 10}, costs));
  ASSERT_TRUE(writer.self_cost(*writer.name("i.h"), {.line = 3}, costs));
  const Position begins{.line = 40};
  ASSERT_TRUE(writer.call({f, a, {.line = 12}, begins, 5}, costs));
  ASSERT_TRUE(writer.jump({true, a, {.line = 12}, main, a, {.line = 10}, 4, 1}));
  const std::array<int128, 2> run = {20, 1};
  ASSERT_TRUE(writer.end_part(run));
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(out.text(),
            "# callgrind format\nversion: 1\ncreator: sampler-1.0\npid: 12\ncmd: shop --open\n"
            "part: 1\nthread: 3\n\ndesc: Trigger: end\n\npositions: line\n"
            "event: Ir : Instructions\nevent: Cy = Ir + 10 Dr : Cycles\nevents: Ir Dr\n\n"
            "ob=(1) shop\nfl=(1) a.c\nfn=(1) main\n10 7\nfi=(2) i.h\n-7 7\nfe=(1)\n"
            "cob=(2) libf.so\ncfi=(3) b.c\ncfn=(2) f\ncalls=5 40\n12 7\njfi=(1)\njcnd=1/4 10\n12\n"
            "\nsummary: 20 1\ntotals: 14 0\n\n");
}

TEST(StreamingWriter, WhatIsRefusedIsNotWrittenAndSpoilsNothing) {
  Begun made;
  ASSERT_TRUE(made.cost(1, {5}));
  EXPECT_EQ(code_of(made.cost(2, {1, 2, 3})), "wrong-use");
  EXPECT_EQ(code_of(made.cost(2, {-1})), "cannot-hold");
  EXPECT_EQ(code_of(made.cost(2, {kUint64Max + 1})), "cannot-hold");
  EXPECT_EQ(code_of(made.writer.self_cost(NameId(9999U), {}, {})), "wrong-use");
  EXPECT_EQ(code_of(made.writer.enter(FunctionId(77U))), "wrong-use");
  EXPECT_EQ(code_of(made.writer.call({FunctionId(77U), made.file, {}, {}, 1}, {})), "wrong-use");
  EXPECT_EQ(code_of(made.writer.jump({true, made.file, {}, made.main, made.file, {}, 1, 2})),
            "wrong-use");
  EXPECT_EQ(made.writer.function("two\nrows", "", "").error().code, "cannot-hold");
  EXPECT_EQ(made.writer.name(" blank").error().code, "cannot-hold");
  EXPECT_EQ(made.writer.name(std::string_view("n\0l", 3)).error().code, "cannot-hold");
  EXPECT_EQ(code_of(made.writer.begin_part(kOnePart)), "wrong-use");
  EXPECT_EQ(code_of(made.writer.finish()), "wrong-use");
  const std::array<int128, 2> below = {4, 0};
  EXPECT_EQ(code_of(made.writer.end_part(below)), "wrong-use");
  EXPECT_EQ(code_of(made.writer.end_part(std::span(below).first(1))), "wrong-use");
  ASSERT_TRUE(made.cost(2, {6, 1}));
  const auto profile = read_back(made.end());
  EXPECT_EQ(profile->parts()[0].totals, (std::vector<int128>{11, 1}));
  EXPECT_EQ(profile->parts()[0].header.declared_totals, (std::vector<int128>{11, 1}));
  EXPECT_TRUE(profile->inputs()[0].findings.empty());
}

TEST(StreamingWriter, CallsHaveAnOrder) {
  StringSink out;
  StreamingWriter writer(out, {});
  EXPECT_EQ(code_of(writer.begin_part(kOnePart)), "wrong-use");
  EXPECT_EQ(code_of(writer.finish()), "wrong-use");
  ASSERT_TRUE(writer.begin({"sampler-1.0", {}}));
  EXPECT_EQ(code_of(writer.begin({"sampler-1.0", {}})), "wrong-use");
  EXPECT_EQ(code_of(writer.finish()), "wrong-use");
  const FunctionId f = *writer.function("f", "", "");
  EXPECT_EQ(code_of(writer.enter(f)), "wrong-use");
  EXPECT_EQ(code_of(writer.end_part()), "wrong-use");
  ASSERT_TRUE(writer.begin_part(kOnePart));
  EXPECT_EQ(code_of(writer.self_cost({}, {}, {})), "wrong-use");  // no function yet
  ASSERT_TRUE(writer.end_part());
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(code_of(writer.finish()), "wrong-use");
  EXPECT_EQ(code_of(writer.begin_part(kOnePart)), "wrong-use");
}

TEST(StreamingWriter, AFileCountsSomething) {
  StringSink out;
  StreamingWriter writer(out, {});
  ASSERT_TRUE(writer.begin({"sampler-1.0", {}}));
  ASSERT_TRUE(writer.begin_part({.positions = {}, .events = {}}));
  ASSERT_TRUE(writer.enter(*writer.function("f", "", "")));
  EXPECT_EQ(code_of(writer.self_cost({}, {}, {})), "cannot-hold");
  EXPECT_EQ(code_of(writer.jump({})), "cannot-hold");
  ASSERT_TRUE(writer.end_part());
  EXPECT_EQ(code_of(writer.finish()), "cannot-hold");
  ASSERT_TRUE(writer.begin_part(kOnePart));
  ASSERT_TRUE(writer.end_part());
  EXPECT_EQ(code_of(writer.finish()), "");
}

TEST(StreamingWriter, HeadsThatWouldBreakTheFileAreRefused) {
  const auto begun_by = [](const std::string& creator) {
    StringSink out;
    StreamingWriter writer(out, {});
    return code_of(writer.begin({creator, {}}));
  };
  EXPECT_EQ(begun_by("sampler 2"), "");
  for (const char* creator :
       {"", " ", "callgrind-3.19", "calltree-1", "3.4.1", "xdebug 3.1", "a\nb"}) {
    EXPECT_EQ(begun_by(creator), "cannot-hold") << creator;
  }
  StringSink out;
  StreamingWriter writer(out, {});
  EXPECT_EQ(code_of(writer.begin({"s", {{"a:b", {}, "long"}}})), "cannot-hold");
  EXPECT_EQ(code_of(writer.begin({"s", {{"a", "b\nc", {}}}})), "cannot-hold");
  EXPECT_EQ(code_of(writer.begin({"s", {{"a", "+3", {}}}})), "cannot-hold");
  EXPECT_EQ(code_of(writer.begin({"s", {{"a", "", {}}}})), "cannot-hold");
  ASSERT_TRUE(writer.begin({"s", {}}));
  EXPECT_EQ(code_of(writer.begin_part({.positions = {}, .events = {"two words"}})), "cannot-hold");
  EXPECT_EQ(code_of(writer.begin_part({.positions = {}, .events = {""}})), "cannot-hold");
  EXPECT_EQ(code_of(writer.begin_part({.command = "a\nb", .positions = {}, .events = {"Ir"}})),
            "cannot-hold");
  EXPECT_EQ(code_of(writer.begin_part(
                {.descriptions = {"Trigger: a\rb"}, .positions = {}, .events = {"Ir"}})),
            "cannot-hold");
}

TEST(StreamingWriter, SumsAreExactBeyond64Bits) {
  Begun made;
  ASSERT_TRUE(made.cost(1, {kUint64Max, 1}));
  ASSERT_TRUE(made.cost(1, {kUint64Max, 1}));
  EXPECT_EQ(made.writer.totals()[0], 2 * kUint64Max);
  const std::string text = made.end();
  // No reader takes a number of more than 64 bits.
  EXPECT_TRUE(text.contains("totals: (null)\n"));
  EXPECT_EQ(read_back(text)->parts()[0].totals, (std::vector<int128>{2 * kUint64Max, 2}));
}

TEST(StreamingWriter, CostsBelowZeroAreWrittenWhereTheyMayBe) {
  Begun made({.allows_negative = true});
  ASSERT_TRUE(made.cost(1, {-5, kInt64Min}));
  EXPECT_EQ(code_of(made.cost(1, {kInt64Min - 1})), "cannot-hold");
  EXPECT_EQ(read_back(made.end())->parts()[0].totals, (std::vector<int128>{-5, kInt64Min}));
}

TEST(StreamingWriter, PartsDefineTheirNamesAnewAndMayBeEmpty) {
  Begun made;
  ASSERT_TRUE(made.cost(1, {1}));
  ASSERT_TRUE(made.writer.end_part());
  for (const uint64_t number : {2U, 3U}) {  // the first of them has no record
    PartHead head = kOnePart;
    head.number = number;
    ASSERT_TRUE(made.writer.begin_part(head));
    if (number == 3) {
      ASSERT_TRUE(made.writer.enter(made.main));
      ASSERT_TRUE(made.cost(2, {4}));
    }
    ASSERT_TRUE(made.writer.end_part());
  }
  ASSERT_TRUE(made.writer.finish());
  const auto profile = read_back(made.out.text());
  ASSERT_EQ(profile->parts().size(), 3U);
  EXPECT_EQ(profile->parts()[1].header.number, 2U);
  EXPECT_EQ(profile->parts()[1].totals, (std::vector<int128>{0, 0}));
  EXPECT_EQ(profile->parts()[2].totals, (std::vector<int128>{4, 0}));
  EXPECT_EQ(profile->symbols().functions.size(), 1U);
}

TEST(StreamingWriter, NamesAndPositionsCanBeWrittenOut) {
  Begun made({.plain_names = true, .plain_positions = true});
  ASSERT_TRUE(made.cost(10, {1}));
  ASSERT_TRUE(made.cost(11, {1}));
  const std::string text = made.end();
  EXPECT_TRUE(text.contains("fn=main\n10 1\n11 1\n")) << text;
}

TEST(StreamingWriter, HoldsNoMoreThanItsNames) {
  Begun made;
  size_t most = 0;
  for (uint64_t line = 0; line < 100'000; ++line) {
    ASSERT_TRUE(made.cost(line % 50, {1}));
    most = std::max(most, made.out.text().size());
    made.out.text().clear();
  }
  EXPECT_GT(most, 0U);
  EXPECT_LT(most, 100'000U);
  EXPECT_EQ(made.writer.totals()[0], 100'000);
}

}  // namespace
}  // namespace quern::callgrind
