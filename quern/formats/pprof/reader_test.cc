// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "quern/formats/pprof/encoder.h"
#include "quern/formats/pprof/pprof.h"
#include "quern/formats/registry.h"
#include "quern/formats/shared/test_support.h"
#include "quern/model/builder.h"
#include "quern/model/records/record_cursor.h"

namespace quern::pprof {
namespace {

struct ReadPprof {
  Result<void> done;
  std::unique_ptr<const Profile> profile;
};

ReadPprof read_pprof(std::string bytes, const ReadOptions& options) {
  Input input = memory_input("in", std::move(bytes));
  Window window(input, 32);
  ProfileBuilder builder(Keep::kAll);
  InputInfo info;
  Reading reading{window, &input, builder, options, info};
  Result<void> done = kFormat.read(reading);
  builder.end_input(info);
  return {std::move(done), builder.finish()};
}

ReadPprof read_pprof(std::string bytes, bool keep_going = false) {
  ReadOptions options;
  options.keep_going = keep_going;
  return read_pprof(std::move(bytes), options);
}

using Numbers = std::initializer_list<uint64_t>;

/// A message of numbers, by field from 1 on.
std::string message(Numbers numbers) {
  std::string out;
  Encoder encoder(out);
  uint32_t field = 0;
  for (const uint64_t number : numbers) {
    encoder.number(++field, number);
  }
  return out;
}

std::string put(uint32_t field, const std::string& bytes) {
  std::string out;
  Encoder(out).bytes(field, bytes);
  return out;
}

std::string packed(Numbers numbers) {
  std::string out;
  Encoder encoder(out);
  for (const uint64_t number : numbers) {
    encoder.varint(number);
  }
  return out;
}

std::string sample(Numbers locations, Numbers values, const std::string& more = "") {
  return put(2, put(1, packed(locations)) + put(2, packed(values)) + more);
}

std::string location(uint64_t id, uint64_t mapping, uint64_t address,
                     std::initializer_list<std::pair<uint64_t, uint64_t>> lines) {
  std::string out = message({id, mapping, address});
  for (const auto& [function, line] : lines) {
    out += put(4, message({function, line}));
  }
  return put(4, out);
}

std::string texts(std::initializer_list<const char*> all) {
  std::string out;
  for (const char* text : all) {
    out += put(6, text);
  }
  return out;
}

/// Texts: 1 samples, 2 count, 3 cpu, 4 nanoseconds, 5 main, 6 a.go, 7 f, 8 /bin/prog, 9 g.
const std::string kTexts =
    texts({"", "samples", "count", "cpu", "nanoseconds", "main", "a.go", "f", "/bin/prog", "g"});
const std::string kTypes = put(1, message({1, 2})) + put(1, message({3, 4}));
const std::string kTables = put(3, message({1, 4096, 8192, 0, 8})) + put(5, message({1, 5, 5, 6})) +
                            put(5, message({2, 7, 7, 6})) + put(5, message({3, 9, 9, 0})) +
                            location(1, 1, 4100, {{1, 10}}) +
                            location(2, 1, 4200, {{3, 22}, {2, 21}}) + location(3, 1, 4300, {}) +
                            kTexts;

std::string pprof_error(const std::string& bytes) {
  const ReadPprof done = read_pprof(bytes);
  return done.done ? "" : fmt::format("{} {}", *done.done.error().offset, done.done.error().code);
}

/// "function@line" of each context.
std::string places(const Profile& profile) {
  std::string out;
  for (uint32_t at = 0; at < profile.contexts().size(); ++at) {
    const Frame& frame = profile.contexts().frame(ContextId(at));
    const auto position = profile.contexts().position(ContextId(at));
    out += fmt::format("{}{}{}{}", out.empty() ? "" : " ", profile.symbols().name(frame.function),
                       frame.is_line ? "@" : "+", position ? std::to_string(*position) : "?");
  }
  return out;
}

TEST(PprofReader, SamplesGiveTheTree) {
  const ReadPprof done = read_pprof(kTypes + sample({1}, {1, 100}) + sample({2, 1}, {2, 200}) +
                                    sample({3, 2, 1}, {4, 400}) + kTables);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "main:100 >f:- >>g:200 >>>0x10cc:400");
  EXPECT_EQ(places(*done.profile), "main@10 f@21 g@22 0x10cc+204");
  EXPECT_EQ(done.profile->events()[0].name, "cpu");
  EXPECT_EQ(done.profile->events()[0].unit, "ns");
  EXPECT_EQ(done.profile->events()[1].name, "samples");
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{700, 7}));
  EXPECT_EQ(done.profile->symbols().object(FunctionId(0U)), "/bin/prog");
  EXPECT_EQ(done.profile->symbols().file(FunctionId(0U)), "a.go");
  EXPECT_EQ(done.profile->inputs()[0].objects,
            (std::vector<RecordedObject>{{"/bin/prog", "", true}}));
}

/// Whether a mapping says nothing of its place, or the address is not in it, or it has an offset.
TEST(PprofReader, AddressesAreBytesOfMappedFiles) {
  const auto place = [](Numbers mapping, uint64_t address) {
    const ReadPprof done = read_pprof(
        kTypes + sample({1}, {1, 100}) + put(3, message(mapping)) + location(1, 1, address, {}) +
        texts({"", "samples", "count", "cpu", "ns", "", "", "", "/p", "abcd"}));
    return places(*done.profile) + (done.profile->inputs()[0].objects.empty()
                                        ? ""
                                        : " " + done.profile->inputs()[0].objects[0].build_id);
  };
  EXPECT_EQ(place({1, 0, 0, 0, 8}, 0x1234), "0x1234+4660");
  EXPECT_EQ(place({1, 0, 0, 0, 8, 9}, 0x1234), "0x1234+4660 abcd");
  EXPECT_EQ(place({1, 0x1000, 0x2000, 0x300, 8, 9}, 0x1234), "0x1234+1332 abcd");
  EXPECT_EQ(place({1, 0x1000, 0x1200, 0x300, 8, 9}, 0x1234), "0x1234+? abcd");
}

TEST(PprofReader, SelfCostsComeByLineToo) {
  const ReadPprof done =
      read_pprof(kTypes + sample({2, 1}, {2, 200}) + sample({3, 1}, {4, 400}) + kTables);
  std::string lines;
  RecordCursor cursor(done.profile->records());
  while (const Record* record = cursor.next()) {
    lines += fmt::format("{}:{}={} ", done.profile->symbols().names.text(record->file),
                         record->at.line == kNoLine ? "?" : std::to_string(record->at.line),
                         to_decimal(record->costs[0]));
  }
  EXPECT_EQ(lines, ":22=200 :?=400 ");
}

TEST(PprofReader, WithoutLinesStacksStandAlone) {
  const ReadPprof done =
      read_pprof(kTypes + sample({3}, {1, 5}) + location(3, 0, 0xffffffff81000000, {}) + kTexts);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "0xffffffff81000000:5");
  EXPECT_EQ(done.profile->parts()[0].contexts, ContextUse::kAlone);
  EXPECT_EQ(done.profile->counts().selfs, 0U);
}

TEST(PprofReader, TheDefaultEventComesFirst) {
  const ReadPprof done =
      read_pprof(kTypes + sample({1}, {1, 100}) + kTables + message({}) + std::string("\x70\x01"));
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->events()[0].name, "samples");
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{1, 100}));
}

TEST(PprofReader, DifferencesMayBeBelowZero) {
  const auto below = static_cast<uint64_t>(int64_t{-7});
  const ReadPprof done = read_pprof(kTypes + sample({1}, {below, uint64_t{1} << 63}) + kTables);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->parts()[0].totals, (std::vector<int128>{kInt64Min, -7}));
}

TEST(PprofReader, NumbersNeedNotBePacked) {
  const ReadPprof done =
      read_pprof(kTypes + put(2, std::string("\x08\x02\x08\x01\x10\x05\x10\x06", 8)) + kTables);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "main:- >f:- >>g:6");
}

TEST(PprofReader, LabelsAreToldOnce) {
  const std::string label = put(3, message({1, 2}));
  const ReadPprof done = read_pprof(kTypes + sample({1}, {1, 1}, label) +
                                    sample({1}, {1, 1}, label + label) + kTables);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{"labels-left-out"});
  EXPECT_NE(done.profile->inputs()[0].findings.kinds()[0].kept[0].message.find("2 samples"),
            std::string::npos);
}

TEST(PprofReader, NumbersAsLabelsAreNoReasonToWarn) {
  const std::string bytes_of_go = put(3, message({1, 0, 512}));  // key, no text, number
  const ReadPprof done = read_pprof(kTypes + sample({1}, {1, 1}, bytes_of_go) + kTables);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(codes_of(*done.profile), std::set<std::string>{});
}

TEST(PprofReader, LabelsAreOutermostFunctionsOnRequest) {
  std::string number;  // of field 3, with a unit
  Encoder encoder(number);
  encoder.number(1, 7);
  encoder.number(3, 512);
  encoder.number(4, 4);
  const std::string text = put(3, message({6, 7}));
  const std::string bytes = put(3, number);
  ReadOptions options;
  options.labels = true;
  const ReadPprof done = read_pprof(
      kTypes + sample({1}, {0, 1}, text + bytes) + sample({1}, {0, 2}, bytes + text) +
          sample({1}, {0, 4}, text) + sample({}, {0, 8}, bytes) + sample({1}, {0, 16}) + kTables,
      options);
  ASSERT_TRUE(done.done);
  EXPECT_TRUE(codes_of(*done.profile).empty());
  EXPECT_EQ(
      tree_of(*done.profile),
      "a.go=f:- >f=512 nanoseconds:- >>main:1 >>main:2 >main:4 f=512 nanoseconds:- >:8 main:16");
}

TEST(PprofReader, ALabelOfNothingIsNone) {
  ReadOptions options;
  options.labels = true;
  const std::string emptied = put(3, message({6}));
  const ReadPprof done = read_pprof(kTypes + sample({1}, {0, 1}, emptied) + kTables, options);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(tree_of(*done.profile), "main:1");
}

TEST(PprofReader, WhatIsSaidOfTheRunIsKept) {
  std::string said;
  Encoder encoder(said);
  encoder.number(7, 7);
  encoder.number(9, 1700000000);
  encoder.number(12, 10);
  encoder.bytes(11, message({3, 4}));
  encoder.number(13, 9);
  const ReadPprof done = read_pprof(kTypes + sample({1}, {1, 1}) + kTables + said);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->parts()[0].header.descriptions,
            (std::vector<std::string>{"period: 10 cpu nanoseconds", "time: 1700000000",
                                      "drop frames: f", "comment: g"}));
}

TEST(PprofReader, SamplesWithoutCostAreNothing) {
  EXPECT_EQ(codes_of(*read_pprof(kTypes + sample({1}, {0, 0}) + kTables).profile),
            std::set<std::string>{"no-data"});
}

TEST(PprofReader, ErrorsSayWhere) {
  const std::string sound = kTypes + kTables;
  const std::string at = std::to_string(sound.size());
  EXPECT_EQ(pprof_error(sound + sample({9}, {1, 1})), at + " undefined-id");
  EXPECT_EQ(pprof_error(sound + sample({1}, {1})), at + " values-mismatch");
  EXPECT_EQ(pprof_error(sound + sample({1}, {1, 1, 1})), at + " values-mismatch");
  EXPECT_EQ(pprof_error(sound + put(5, message({2, 7}))), at + " duplicate-id");
  EXPECT_EQ(pprof_error(sound + put(5, message({0, 7}))), at + " undefined-id");
  EXPECT_EQ(pprof_error(sound + put(1, message({77}))),
            std::to_string(sound.size() + 2) + " undefined-id");
  EXPECT_EQ(pprof_error(sound + put(1, message({1, 2})) + put(1, message({1, 2}))),
            std::to_string(sound.size() + 2) + " duplicate-id");
  EXPECT_EQ(pprof_error(sound + "\x0a"), std::to_string(sound.size() + 1) + " cut-message");
  EXPECT_EQ(pprof_error(sound + "\x0a\x05"), at + " cut-message");
  EXPECT_EQ(pprof_error(sound + "\x0b"), at + " bad-message");
  EXPECT_EQ(pprof_error(sound + "\x12\x02\x0f\x01"),
            std::to_string(sound.size() + 2) + " bad-message");
  EXPECT_EQ(pprof_error(sound + "\x2a\x0b\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"),
            std::to_string(sound.size() + 3) + " bad-message");
  EXPECT_EQ(pprof_error(sound + location(8, 5, 1, {}) + sample({8}, {1, 1})), at + " undefined-id");
  EXPECT_EQ(pprof_error(sound + location(8, 1, 1, {{6, 1}}) + sample({8}, {1, 1})),
            std::to_string(sound.size() + 8) + " undefined-id");
}

TEST(PprofReader, StacksOfFewBytesStayBounded) {
  std::string inlined = message({8});
  for (int line = 0; line < 20000; ++line) {
    inlined += put(4, message({1, 1}));
  }
  std::string ids;
  Encoder encoder(ids);
  for (int at = 0; at < 20000; ++at) {
    encoder.varint(8);
  }
  const ReadPprof done =
      read_pprof(kTypes + kTables + put(4, inlined) + put(2, put(1, ids) + put(2, packed({1, 1}))));
  ASSERT_FALSE(done.done);
  EXPECT_EQ(done.done.error().code, "too-many-records");
}

TEST(PprofReader, GoesOnToTheEndWhereAskedTo) {
  const ReadPprof done =
      read_pprof(kTypes + sample({1}, {1, 3}) + sample({1}, {1}) + kTables, true);
  ASSERT_TRUE(done.done);
  EXPECT_EQ(done.profile->inputs()[0].findings.errors(), 1U);
  EXPECT_TRUE(done.profile->parts()[0].totals[0] == 3);
}

TEST(PprofReader, IsRecognisedByItsFields) {
  for (const std::string& bytes :
       {kTypes, kTypes + kTables, kTables + kTypes, (kTypes + kTables).substr(0, 40)}) {
    const Format* format = recognise(bytes);
    ASSERT_NE(format, nullptr);
    EXPECT_EQ(format->name, "pprof");
  }
  for (const std::string& bytes : {kTables, std::string("\nhello\n"), std::string("\n\n\n\n"),
                                   std::string("\x0a\x02\x08\x00", 4)}) {
    EXPECT_EQ(recognise(bytes), nullptr);
  }
}

}  // namespace
}  // namespace quern::pprof
