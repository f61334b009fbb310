// SPDX-License-Identifier: MIT
#include "quern/formats/parrot/reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "quern/bytes/reading/source.h"
#include "quern/formats/parrot/parrot.h"
#include "quern/formats/registry.h"
#include "quern/formats/shared/test_support.h"
#include "quern/model/builder.h"
#include "quern/model/records/record_cursor.h"

namespace quern::parrot {
namespace {

struct ParrotRead {
  Result<void> done;
  std::unique_ptr<const Profile> profile;
};

ParrotRead read_parrot(std::string text, Keep keep = Keep::kAll, bool keep_going = false,
                       bool opcodes = false) {
  Input input = memory_input("in", std::move(text));
  Window window(input, 32);
  ProfileBuilder builder(keep);
  ReadOptions options;
  options.keep_going = keep_going;
  options.opcodes = opcodes;
  InputInfo info;
  Reading reading{window, nullptr, builder, options, info};
  Result<void> done = kFormat.read(reading);
  builder.end_input(info);
  return {std::move(done), builder.finish()};
}

const std::string kParrotHead = "CLI:  parrot x.pir \nVERSION:2\n";

std::string cs(const std::string& ns, const std::string& sub, const std::string& ctx) {
  return fmt::format("CS:{{x{{ns:{}}}x}}{{x{{file:x.pir}}x}}{{x{{sub:{}}}x}}{{x{{ctx:{}}}x}}\n", ns,
                     sub, ctx);
}

std::string op(const std::string& line, const std::string& time) {
  return fmt::format("OP:{{x{{line:{}}}x}}{{x{{time:{}}}x}}{{x{{op:set}}x}}\n", line, time);
}

/// "caller->callee@line=cost" of each call.
std::string calls_of(const Profile& profile) {
  std::string out;
  RecordCursor cursor(profile.records());
  while (const Record* record = cursor.next()) {
    if (record->kind == RecordKind::kCall) {
      const bool has_line = profile.parts()[0].header.positions.knows(record->at.line);
      out += fmt::format(
          "{}{}->{}@{}={}", out.empty() ? "" : " ", profile.symbols().name(record->function),
          profile.symbols().name(record->other), has_line ? std::to_string(record->at.line) : "?",
          to_decimal(record->costs[0]));
    }
  }
  return out;
}

std::string parrot_error(const std::string& text) {
  const ParrotRead done = read_parrot(text);
  if (done.done) {
    return "";
  }
  const Diagnostic& error = done.done.error();
  EXPECT_TRUE(error.excerpt);
  return fmt::format("{}:{} {}", error.place.line, error.place.column, error.code);
}

TEST(Raw, CallsAndReturnsGiveTheTree) {
  const ParrotRead done =
      read_parrot(kParrotHead + cs("m", "1", "a") + op("1", "1") + cs("f", "2", "b") +
                  op("5", "2") + cs("g", "3", "c") + op("7", "4") + cs("m", "1", "a") +
                  op("2", "8") + cs("f", "2", "d") + op("5", "16"));
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "m:9 >f:2 >>g:4 >f:16");
  EXPECT_EQ(calls_of(*done.profile), "f->g@5=4 m->f@1=6 m->f@2=16");
  EXPECT_TRUE(done.profile->parts()[0].totals == (std::vector<int128>{31, 5}));
  EXPECT_EQ(done.profile->inputs()[0].command, "parrot x.pir");
  EXPECT_EQ(done.profile->inputs()[0].format, "parrot");
  EXPECT_EQ(done.profile->events()[0].unit, "ns");
  EXPECT_EQ(done.profile->contexts().position(ContextId(3U)), 2);
}

TEST(Raw, ATakenOverContextIsASibling) {
  const ParrotRead done =
      read_parrot(kParrotHead + cs("m", "1", "a") + op("1", "1") + cs("A", "2", "b") +
                  op("5", "2") + cs("B", "3", "b") + op("6", "4") + cs("g", "4", "c") +
                  op("9", "8") + cs("m", "1", "a") + op("2", "16"));
  EXPECT_EQ(tree_of(*done.profile), "m:17 >A:2 >B:4 >>g:8");
  EXPECT_EQ(calls_of(*done.profile), "B->g@6=8 m->B@1=14");
}

TEST(Raw, ALowerContextKeepsItsName) {
  const ParrotRead done = read_parrot(kParrotHead + cs("m", "1", "a") + op("1", "1") +
                                      cs("f", "2", "b") + cs("other", "9", "a") + op("2", "2"));
  EXPECT_EQ(tree_of(*done.profile), "m:3 >f:-");
  EXPECT_EQ(done.profile->symbols().functions.size(), 2U);
}

TEST(Raw, ARunLoopEndsAllContexts) {
  const ParrotRead done =
      read_parrot(kParrotHead + cs("m", "1", "a") + op("1", "1") + cs("f", "2", "b") +
                  op("1", "2") + "END_OF_RUNLOOP:1\n" + cs("f", "2", "b") + op("1", "4"));
  EXPECT_EQ(tree_of(*done.profile), "m:1 >f:2 f:4");
}

TEST(Raw, EndsBehindARunLoop) {
  const auto shortfall = [](const std::string& text) {
    const ParrotRead done = read_parrot(text);
    for (const Findings::Kind& kind : done.profile->inputs()[0].findings.kinds()) {
      if (kind.code->is_incomplete) {
        return std::string(kind.code->name);
      }
    }
    return std::string();
  };
  const std::string run = kParrotHead + cs("m", "1", "a") + op("1", "1");
  const std::string end = "END_OF_RUNLOOP:1\n";
  const std::string artificial =
      "CS:{x{ns:main}x}{x{file:no_file}x}{x{sub:0x1}x}{x{ctx:0x1}x}\n"
      "OP:{x{line:2}x}{x{time:0}x}{x{op:noop}x}\n";
  EXPECT_EQ(shortfall(run), "end-missing");
  EXPECT_EQ(shortfall(run + end), "");
  EXPECT_EQ(shortfall(run + end + artificial), "");
  EXPECT_EQ(shortfall(run + end + artificial + op("3", "1")), "end-missing");
  EXPECT_EQ(shortfall(run + "END_OF_RUNLOOP:1"), "no-line-feed");
}

TEST(Raw, LinesBelowZeroAndCallsBeforeAnyOpHaveNoLine) {
  const ParrotRead done = read_parrot(kParrotHead + cs("m", "1", "a") + cs("f", "2", "b") +
                                      op("-1", "-5") + cs("g", "3", "c"));
  EXPECT_EQ(calls_of(*done.profile), "f->g@?=0 m->f@?=-5");
  EXPECT_EQ(done.profile->contexts().position(ContextId(1U)), std::nullopt);
  EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{"negative-cost"});
}

TEST(Raw, CanonicalOutputHasFunctionsAndLinesAlone) {
  const ParrotRead done = read_parrot(kParrotHead + cs("m", "0x3", "0x3") + op("1", "1") +
                                      cs("f", "0x3", "0x3") + op("2", "1"));
  EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{"canonical-output"});
  EXPECT_EQ(done.profile->counts().contexts, 0U);
  EXPECT_EQ(done.profile->counts().calls, 0U);
  EXPECT_EQ(done.profile->counts().selfs, 2U);
  EXPECT_EQ(done.profile->symbols().functions.size(), 2U);
}

TEST(Raw, SumsAreTheSameInEveryMode) {
  const std::string text = kParrotHead + cs("m", "1", "a") + op("1", "18446744073709551615") +
                           cs("f", "2", "b") + op("5", "2");
  for (const Keep keep : {Keep::kTotals, Keep::kSums, Keep::kAll}) {
    const ParrotRead done = read_parrot(text, keep);
    EXPECT_TRUE(done.profile->parts()[0].totals[0] == int128{UINT64_MAX} + 2);
    EXPECT_EQ(done.profile->counts().contexts, 2U);
  }
}

TEST(Raw, FieldsStandInAnyOrderAndMayHoldBraces) {
  const ParrotRead done = read_parrot(
      "VERSION:2\r\nCS:{x{ctx:a}x}{x{sub:1}x}{x{file:x}y.pir}x}{x{ns:a::{b}}x}{x{new:1}x}\r\n"
      "OP:{x{op:set}x}{x{time:4}x}{x{line:3}x}");
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->symbols().name(FunctionId(0U)), "a::{b}");
  EXPECT_EQ(done.profile->symbols().file(FunctionId(0U)), "x}y.pir");
}

TEST(Raw, OpcodesAreCalledOnRequest) {
  const std::string text = kParrotHead + cs("m", "1", "a") + op("1", "1") + cs("f", "2", "b") +
                           op("5", "2") + cs("m", "1", "a") + op("-1", "8");
  const ParrotRead done = read_parrot(text, Keep::kAll, false, true);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "m:- >op:set:1 >f:- >>op:set:2 >op:set:8");
  EXPECT_EQ(calls_of(*done.profile), "m->op:set@1=1 f->op:set@5=2 m->f@1=2 m->op:set@?=8");
  EXPECT_TRUE(done.profile->parts()[0].totals == read_parrot(text).profile->parts()[0].totals);
}

TEST(Raw, ErrorsSayWhere) {
  EXPECT_EQ(parrot_error("CLI: x\nVERSION:3\n"), "2:9 bad-raw-version");
  EXPECT_EQ(parrot_error("CLI: x\n" + cs("m", "1", "a")), "2:1 no-version");
  EXPECT_EQ(parrot_error("CLI: x\nAN:{x{name:a}x}{x{value:b}x}\n"), "2:1 no-version");
  EXPECT_EQ(parrot_error(kParrotHead + op("1", "1")), "3:1 op-without-context");
  EXPECT_EQ(parrot_error(kParrotHead + cs("m", "1", "a") + "END_OF_RUNLOOP:1\n" + op("1", "1")),
            "5:1 op-without-context");
  EXPECT_EQ(parrot_error(kParrotHead + cs("m", "1", "a") + op("x", "1")), "4:12 bad-field");
  EXPECT_EQ(parrot_error(kParrotHead + cs("m", "1", "a") + op("1", "1.5")), "4:24 bad-field");
  EXPECT_EQ(parrot_error(kParrotHead + cs("m", "1", "a") + op("9223372036854775808", "1")),
            "4:12 bad-field");
  EXPECT_EQ(parrot_error(kParrotHead + "CS:{x{ns:m}x}\n"), "3:14 bad-field");
  EXPECT_EQ(parrot_error(kParrotHead + "CS:{x{ns:m}x}{x{file"), "3:21 bad-field");
  EXPECT_EQ(parrot_error(kParrotHead + "CS:{x{ns:m}x}junk\n"), "3:14 bad-field");
  EXPECT_EQ(parrot_error(kParrotHead + "AN:{x{name}x}{x{value:}x}\n"), "3:7 bad-field");
  EXPECT_EQ(parrot_error(kParrotHead + "hello\n"), "3:1 unknown-row");
}

TEST(Raw, GoesOnAfterErrorsWhereAskedTo) {
  const ParrotRead done = read_parrot(
      kParrotHead + op("1", "1") + cs("m", "1", "a") + "what\n" + op("1", "7"), Keep::kAll, true);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->inputs()[0].findings.errors(), 2U);
  EXPECT_TRUE(done.profile->parts()[0].totals[0] == 7);
}

TEST(Raw, IsRecognisedByItsFirstRow) {
  for (const char* text : {"# x\n\nCLI: parrot\n", "VERSION:2", "CS:{x{ns:a}x}"}) {
    const Format* format = recognise(text);
    ASSERT_NE(format, nullptr);
    EXPECT_EQ(format->name, "parrot");
  }
  EXPECT_EQ(recognise("hello\nCLI: parrot\n"), nullptr);
}

}  // namespace
}  // namespace quern::parrot
