// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "quern/formats/folded/folded.h"
#include "quern/formats/folded/row.h"
#include "quern/formats/registry.h"
#include "quern/formats/shared/test_support.h"
#include "quern/model/builder.h"

namespace quern::folded {
namespace {

struct ReadStacks {
  Result<void> done;
  std::unique_ptr<const Profile> profile;
};

ReadStacks read_stacks(std::string text, bool keep_going = false) {
  Input input = memory_input("in", std::move(text));
  Window window(input, 32);
  ProfileBuilder builder(Keep::kAll);
  ReadOptions options;
  options.keep_going = keep_going;
  InputInfo info;
  Reading reading{window, nullptr, builder, options, info};
  Result<void> done = kFormat.read(reading);
  builder.end_input(info);
  return {std::move(done), builder.finish()};
}

std::string folded_error(const std::string& text) {
  const ReadStacks done = read_stacks(text);
  if (done.done) {
    return "";
  }
  const Diagnostic& error = done.done.error();
  EXPECT_TRUE(error.excerpt);
  return fmt::format("{}:{} {}", error.place.line, error.place.column, error.code);
}

TEST(FoldedReader, RowsGiveTheTree) {
  const ReadStacks done = read_stacks("a 1\na;b 2\na;b;c 4\nd;b 8\nd;b;c 16");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "a:1 >b:2 >>c:4 d:- >b:8 >>c:16");
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{31}));
  EXPECT_EQ(done.profile->events()[0].name, "samples");
  EXPECT_EQ(done.profile->inputs()[0].format, "folded");
}

TEST(FoldedReader, ALastRowWithoutLineFeedMayBeCut) {
  const auto found = [](const std::string& text) { return codes_of(*read_stacks(text).profile); };
  EXPECT_EQ(found("a 1\na;b 77816\n"), std::set<std::string>{});
  EXPECT_EQ(found("a 1\na;b 77"), std::set<std::string>{"no-line-feed"});
  EXPECT_EQ(found("a 1\n# end"), std::set<std::string>{});
  EXPECT_FALSE(read_stacks("a 1\n").profile->inputs()[0].shows_end);
}

TEST(FoldedReader, AContextHasOneRow) {
  EXPECT_EQ(tree_of(*read_stacks("a;b;c 4\na;b 2\na;b 3\na;bc 1").profile),
            "a:- >b:- >>c:4 >b:2 >b:3 >bc:1");
}

TEST(FoldedReader, NamesMayHoldBlanksAndAnnotations) {
  const ReadStacks done = read_stacks(
      "java;operator new(unsigned long);do_syscall_64_[k]  12 \r\njava;x_[i]\t3\nlambda 1 5\n");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile),
            "java:- >operator new(unsigned long):- >>do_syscall_64_[k]:12 >x_[i]:3 lambda 1:5");
}

TEST(FoldedReader, FramesMayBeEmpty) {
  EXPECT_EQ(tree_of(*read_stacks("a;;b 1\n;c 2\nd; 4\n").profile), "a:- >:- >>b:1 :- >c:2 d:- >:4");
}

TEST(FoldedReader, CommentsAndBlankRowsAreNothing) {
  const ReadStacks done = read_stacks("# austin: 3.0.0\n\n  \n#\nP1;T2;f 7\n\n#tag;b 1\n");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "P1:- >T2:- >>f:7 #tag:- >b:1");
}

TEST(FoldedReader, TwoCountsAreTwoEvents) {
  const ReadStacks done = read_stacks("a;b 12 15\na 0 3\na;c 4 0\n");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->events()[0].name, "old");
  EXPECT_EQ(done.profile->events()[1].name, "new");
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{16, 18}));
  EXPECT_EQ(done.profile->inputs()[0].dialect, "folded-diff");
}

TEST(FoldedReader, OneRowWithOneCountMakesTheOthersNames) {
  const ReadStacks done = read_stacks("a;line 12 15\na;b 3\n");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "a:- >line 12:15 >b:3");
}

TEST(FoldedReader, CountsOf64BitsAddUp) {
  const ReadStacks done =
      read_stacks("a;b 18446744073709551615\na;c 18446744073709551615\na;d 0000000000000000000007");
  ASSERT_TRUE(done.done);
  EXPECT_TRUE(done.profile->parts()[0].totals[0] == 2 * int128{UINT64_MAX} + 7);
}

TEST(FoldedReader, StacksAreNotCalls) {
  EXPECT_TRUE(read_stacks("a;b 1\n").profile->contexts().frame(ContextId(1U)).is_symbol);
}

TEST(FoldedReader, ErrorsSayWhere) {
  EXPECT_EQ(folded_error("a;b 1\na;b\n"), "2:4 missing-count");
  EXPECT_EQ(folded_error("a;b 1\na;b -3\n"), "2:7 missing-count");
  EXPECT_EQ(folded_error("a;b 1\na;b 1e3\n"), "2:8 missing-count");
  EXPECT_EQ(folded_error("a;b 1\n 5\n"), "2:1 no-stack");
  EXPECT_EQ(folded_error("a;b 12.5\n"), "1:7 bad-count");
  EXPECT_EQ(folded_error("a;b 18446744073709551616\n"), "1:5 bad-count");
  EXPECT_EQ(folded_error("a;b 1 2\na;c 1 18446744073709551616\n"), "2:7 bad-count");
}

TEST(FoldedReader, AStackHasABoundedDepth) {
  std::string stack;
  for (size_t depth = 0; depth < size_t{1} << 20; ++depth) {
    stack += "a;";
  }
  stack.pop_back();
  EXPECT_TRUE(read_stacks(stack + " 1\n").done);
  EXPECT_EQ(folded_error(stack + ";a 1\n"), "1:2097153 too-many-records");
}

TEST(FoldedReader, ARowBehindTheFirstOnesMustHaveTwoCountsToo) {
  std::string text;
  while (text.size() <= kFirstBytes) {
    text += "a;b 1 2\n";
  }
  EXPECT_NE(folded_error(text + "a;b 1\n").find("missing-count"), std::string::npos);
}

TEST(FoldedReader, GoesOnAfterErrorsWhereAskedTo) {
  const ReadStacks done = read_stacks("a;b 1\nwhat\na;b 2\na 1.5\n", true);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->inputs()[0].findings.errors(), 2U);
  EXPECT_TRUE(done.profile->parts()[0].totals[0] == 3);
}

TEST(FoldedReader, EmptyOnesSaySo) {
  EXPECT_EQ(codes_of(*read_stacks("# nothing\n").profile), std::set<std::string>{"no-data"});
}

TEST(FoldedReader, IsRecognisedByMostOfItsRows) {
  for (const char* text : {"a;b 1\n", "# austin: 3\nmain 7\nmain;f 9", "a;b 1.5\n", "a;b 1\na;c"}) {
    const Format* format = recognise(text);
    ASSERT_NE(format, nullptr) << text;
    EXPECT_EQ(format->name, "folded");
  }
  for (const char* text :
       {"hello;world\n", "name 12\nother 13\n", "a;b 1\nhello\n", "a\na;b 1\n", "a;b;12\n"}) {
    EXPECT_EQ(recognise(text), nullptr) << text;
  }
}

TEST(FoldedReader, AByteOrderMarkIsNoPartOfAName) {
  const std::string text = "\xef\xbb\xbfmain;f 3\nmain;g 4\n";
  ASSERT_NE(recognise(text), nullptr);
  EXPECT_EQ(recognise(text)->name, "folded");
  const ReadStacks done = read_stacks(text);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "main:- >f:3 >g:4");
  EXPECT_EQ(read_stacks("\xef\xbb\xbf"
                        "a 1 2\n")
                .profile->inputs()[0]
                .dialect,
            "folded-diff");
}

TEST(FoldedReader, IsRecognisedByAFirstRowOfAnyLength) {
  std::string row = "main";
  while (row.size() < 2 * kFirstBytes) {
    row += ";some_function(int, char const*)";
  }
  const std::string_view first = std::string_view(row).substr(0, kFirstBytes);
  ASSERT_NE(recognise(first), nullptr);
  EXPECT_EQ(recognise(first)->name, "folded");
  EXPECT_TRUE(read_stacks(row + " 7\nmain;f 1\n").done);
  for (std::string other : {std::string(first).replace(100, 1, 1, '\0'), "{" + row,
                            std::string(kFirstBytes, 'a'), std::string(kFirstBytes, ';')}) {
    other.resize(kFirstBytes);
    const Format* format = recognise(other);
    EXPECT_TRUE(format == nullptr || format->name != "folded") << other.substr(0, 20);
  }
}

TEST(FoldedReader, TablesWithSemicolonsAreNone) {
  for (const char* table :
       {"total cost; 12\nother cost; 13\n", "Berlin;3 644;2 12\nParis;2 102;1 10\n",
        "2024-05-01;start of day 8\n2024-05-02;end of day 9\n", "a;1;b 2\nc;3;d 4\n",
        "a;b;12\nc;d;13\n"}) {
    EXPECT_EQ(recognise(table), nullptr) << table;
  }
  for (const char* stacks :
       {"main;f 12\n", "1234;main 12\n", "perf-1234;main;[unknown] 12\nperf-1234;g;h 1\n",
        "Thread 7;main;f 1\nThread 7;main;f;g 2\n", "P1;T2;0x7f10;f 10\nP1;T2;0x7f11;g 10\n",
        "7;main;f 1\n7;main;f;g 2\n", "java;A.b:12;C.d:9 4\njava;A.b:13;C.d:1 3\n"}) {
    ASSERT_NE(recognise(stacks), nullptr) << stacks;
    EXPECT_EQ(recognise(stacks)->name, "folded") << stacks;
  }
}

}  // namespace
}  // namespace quern::folded
