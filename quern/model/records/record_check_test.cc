// SPDX-License-Identifier: MIT
#include "quern/model/records/record_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "quern/model/records/record_cursor.h"
#include "quern/model/records/symbols.h"

namespace quern {
namespace {

constexpr RecordLimits kLimits{.width = 2, .functions = 3, .targets = 1, .names = 4};

/// A record of each kind, small and wide.
std::string packed() {
  RecordStore store;
  store.begin_part(2);
  const std::vector<Position> at = {{0x10, 3}, {0x12, 9}};
  const std::vector<int64_t> costs = {5, 0, 7, -1};
  store.self_costs({FunctionId(0U), NameId(1U), at, costs.data()});
  CallRecord call;
  call.caller = FunctionId(0U);
  call.callee = FunctionId(2U);
  call.file = NameId(3U);
  call.at = {0x20, 1000};
  call.has_target = true;
  call.target = {0x100000, 1};
  call.count = 4;
  call.inclusive = {costs.data(), 2};
  call.is_estimated = true;
  store.call(call);
  JumpRecord jump;
  jump.from = FunctionId(1U);
  jump.to = FunctionId(Symbols::kTargetBit);
  jump.executed = 8;
  store.jump(jump);
  jump.is_conditional = true;
  jump.to = FunctionId(2U);
  store.jump(jump);
  std::string bytes;
  store.append_to(bytes);
  return bytes;
}

std::optional<size_t> first_wrong(const std::string& bytes, const RecordLimits& limits,
                                  RecordSums& sums) {
  RecordFinds finds;
  return check_records({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, limits, sums,
                       finds);
}

std::optional<size_t> first_wrong(const std::string& bytes, const RecordLimits& limits = kLimits) {
  RecordSums sums;
  return first_wrong(bytes, limits, sums);
}

TEST(RecordCheck, AddsUpWhatIsSound) {
  RecordSums sums;
  EXPECT_EQ(first_wrong(packed(), kLimits, sums), std::nullopt);
  EXPECT_EQ(sums.selfs, 2U);
  EXPECT_EQ(sums.calls, 1U);
  EXPECT_EQ(sums.jumps, 2U);
  EXPECT_EQ(sums.self, (std::vector<int128>{12, -1}));
}

/// One self-cost record and two calls, with marks of estimates.
std::string marked(bool is_estimated, const std::vector<int64_t>& costs_of_calls) {
  RecordStore store;
  store.begin_part(2);
  const Position at{0, 3};
  const std::vector<int64_t> costs = {5, 7};
  store.self_costs({FunctionId(0U), NameId(1U), {&at, 1}, costs.data(), is_estimated});
  for (const int64_t& cost : costs_of_calls) {
    CallRecord call;
    call.callee = FunctionId(2U);
    call.count = 1;
    call.inclusive = {&cost, 1};
    call.is_count_estimated = is_estimated;
    store.call(call);
  }
  std::string bytes;
  store.append_to(bytes);
  return bytes;
}

bool are_same(SumPrint one, SumPrint other) {
  return one.is_as(other);
}

TEST(RecordCheck, PrintsTellSumsApartAndNothingElse) {
  const auto sums_of = [](const std::string& bytes) {
    RecordSums sums(77);
    EXPECT_EQ(first_wrong(bytes, kLimits, sums), std::nullopt);
    return sums;
  };
  const RecordSums sums = sums_of(marked(false, {30, 12}));
  EXPECT_TRUE(are_same(sums.call_print, sums_of(marked(false, {12, 30})).call_print));
  EXPECT_TRUE(are_same(sums.call_print, sums_of(marked(false, {0, 42})).call_print));
  EXPECT_FALSE(are_same(sums.call_print, sums_of(marked(false, {42})).call_print))
      << "one call less";
  EXPECT_FALSE(are_same(sums.call_print, sums_of(marked(false, {12, 31})).call_print));
  const RecordSums guessed = sums_of(marked(true, {30, 12}));
  EXPECT_FALSE(are_same(sums.call_print, guessed.call_print));
  EXPECT_FALSE(are_same(sums.self_print, guessed.self_print));
  SumPrint print(77);
  print.add(0, 0, 5);
  print.add(0, 1, 7);
  EXPECT_TRUE(are_same(sums.self_print, print));
  print.mark(0, kEstimatedCost);
  EXPECT_TRUE(are_same(guessed.self_print, print));
}

TEST(RecordCheck, PrintsGatherMarksInAnyOrder) {
  SumPrint one(77);
  SumPrint other(77);
  constexpr uint64_t kKeys = 5000;
  for (uint64_t at = 0; at < 3 * kKeys; ++at) {
    one.mark(at % kKeys, at < kKeys ? kEstimatedCost : kEstimatedCount);
    other.mark(kKeys - 1 - at % kKeys, kEstimatedCost | kEstimatedCount);
  }
  EXPECT_TRUE(are_same(one, other));
  other.mark(kKeys, kEstimatedCost);
  EXPECT_FALSE(are_same(one, other));
}

TEST(RecordCheck, OnlyCallsHaveCountsToEstimate) {
  std::string bytes = marked(true, {});
  const size_t mark = bytes.find('\x0f');  // bit 3 of a mark 7
  ASSERT_NE(mark, std::string::npos);
  EXPECT_EQ(first_wrong(bytes), std::nullopt);
  for (const char wrong : {'\x07', '\x17', '\x1f', '\x2f'}) {
    bytes[mark] = wrong;
    EXPECT_EQ(first_wrong(bytes), mark) << static_cast<int>(wrong);
  }
}

TEST(RecordCheck, HoldsTheLimits) {
  for (const RecordLimits& limits :
       {RecordLimits{.width = 1, .functions = 3, .targets = 1, .names = 4},
        RecordLimits{.width = 2, .functions = 2, .targets = 1, .names = 4},
        RecordLimits{.width = 2, .functions = 3, .targets = 0, .names = 4},
        RecordLimits{.width = 2, .functions = 3, .targets = 1, .names = 3},
        RecordLimits{.width = 2, .functions = 3, .targets = 1, .names = 4, .are_sums = true}}) {
    EXPECT_NE(first_wrong(packed(), limits), std::nullopt);
  }
  EXPECT_EQ(first_wrong(""), 0U) << "not even a part";
}

/// What is found sound can be walked; the walk reads no byte behind the end.
TEST(RecordCheck, WhatItTakesCanBeWalked) {
  const std::string sound = packed();
  size_t taken = 0;
  for (size_t at = 0; at < sound.size(); ++at) {
    for (int change = 1; change < 256; ++change) {
      std::string lying = sound;
      lying[at] = static_cast<char>(lying[at] ^ change);
      RecordSums sums;
      RecordFinds finds;
      if (check_records({reinterpret_cast<const uint8_t*>(lying.data()), lying.size()}, kLimits,
                        sums, finds)) {
        continue;
      }
      ++taken;
      auto bytes = std::make_unique<uint8_t[]>(lying.size());
      std::copy(lying.begin(), lying.end(), bytes.get());
      RecordStore store;
      store.begin_part(2);
      RecordStore later;
      later.take(std::move(bytes), lying.size(), std::move(finds));
      store.adopt(std::move(later), nullptr);
      uint64_t count = 0;
      std::set<NameId> walked;
      RecordCursor cursor(store);
      for (const Record* record = cursor.next(); record != nullptr; record = cursor.next()) {
        walked.insert(record->file);
        if (record->kind == RecordKind::kJump || record->kind == RecordKind::kConditionalJump) {
          walked.insert(record->target_file);
        }
        EXPECT_EQ(record->part, 0U);
        EXPECT_LT(record->function.index(), kLimits.functions);
        EXPECT_LE(record->costs.size(), 2U);
        ++count;
      }
      EXPECT_EQ(count, sums.selfs + sums.calls + sums.jumps);
      uint64_t calls = 0;
      RecordCursor one_by_one(store, kCallRecords);
      RecordCursor batches(store, kCallRecords);
      CallBatch batch;
      while (batches.next(batch)) {
        for (size_t call = 0; call < batch.size; ++call, ++calls) {
          const Record* const want = one_by_one.next();
          ASSERT_NE(want, nullptr);
          ASSERT_EQ(batch.callers[call], want->function);
          ASSERT_EQ(batch.callees[call], want->other);
          ASSERT_EQ(batch.counts[call], want->count);
          ASSERT_TRUE(std::ranges::equal(batch.costs_of(call), want->costs));
        }
      }
      EXPECT_EQ(calls, sums.calls);
      EXPECT_EQ(std::set(store.files().files().begin(), store.files().files().end()), walked);
    }
  }
  EXPECT_GT(taken, 100U) << "other costs and places are as good";
}

}  // namespace
}  // namespace quern
