// SPDX-License-Identifier: MIT
#include "quern/model/records/records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "quern/model/records/record_cursor.h"

namespace quern {
namespace {

/// What was pushed, in plain form, to compare with what the cursor gives.
struct Plain {
  RecordKind kind;
  size_t part;
  FunctionId function, other;
  NameId file, target_file;
  Position at;
  std::optional<Position> target;
  uint64_t count, followed;
  std::vector<int128> costs;
};

class Pusher {
 public:
  explicit Pusher(uint64_t seed) : random_(seed) {}

  void push(size_t width, int records) {
    store.begin_part(width);
    ++parts_;
    for (int record = 0; record < records; ++record) {
      if (random_() % 4 == 0) {
        function_ = FunctionId(static_cast<uint32_t>(random_() % 1000));
      }
      if (random_() % 5 == 0) {
        file_ = NameId(static_cast<uint32_t>(random_() % 300));
      }
      one(width);
    }
  }

  RecordStore store;
  std::vector<Plain> plain;

 private:
  uint64_t number() { return random_() >> (random_() % 64); }
  Position position() { return {number(), number()}; }

  void one(size_t width) {
    Plain record{};
    record.part = parts_ - 1;
    record.function = function_;
    record.file = file_;
    record.at = position();
    switch (random_() % 4) {
      case 0:
        self(width, record);
        break;
      case 1:
        wide_self(width, record);
        break;
      case 2:
        call(width, record);
        break;
      default:
        jump(record);
    }
    plain.push_back(record);
  }

  void self(size_t width, Plain& record) {
    record.kind = RecordKind::kSelf;
    std::vector<int64_t> costs(width);
    for (int64_t& cost : costs) {
      cost = static_cast<int64_t>(number() >> 1) * (random_() % 20 == 0 ? -1 : 1);
    }
    record.costs.assign(costs.begin(), costs.end());
    store.self_costs({function_, file_, {&record.at, 1}, costs.data()});
  }

  void wide_self(size_t width, Plain& record) {
    record.kind = RecordKind::kSelf;
    for (size_t event = 0; event < random_() % (width + 1); ++event) {
      record.costs.push_back(int128{number()} * (random_() % 2 == 0 ? -1 : 1));
    }
    store.self_cost({function_, file_, record.at, record.costs});
  }

  void call(size_t width, Plain& record) {
    record.kind = RecordKind::kCall;
    record.other = FunctionId(static_cast<uint32_t>(random_()));
    record.count = number();
    CallRecord call;
    call.caller = function_;
    call.callee = record.other;
    call.file = file_;
    call.at = record.at;
    call.count = record.count;
    if (random_() % 4 != 0) {
      record.target = call.target = position();
      call.has_target = true;
    }
    std::vector<int64_t> narrow(width);
    for (int64_t& cost : narrow) {
      cost = static_cast<int64_t>(number() >> 1);
    }
    record.costs.assign(narrow.begin(), narrow.end());
    if (random_() % 3 == 0) {
      record.costs[0] = int128{kUint64Max};
      call.wide_inclusive = record.costs;
    } else {
      call.inclusive = narrow;
    }
    store.call(call);
  }

  void jump(Plain& record) {
    JumpRecord jump;
    jump.is_conditional = random_() % 2 == 0;
    record.kind = jump.is_conditional ? RecordKind::kConditionalJump : RecordKind::kJump;
    jump.from = function_;
    jump.from_file = file_;
    jump.at = record.at;
    record.other = jump.to = FunctionId(static_cast<uint32_t>(random_()));
    record.target_file = jump.to_file = NameId(static_cast<uint32_t>(random_() % 99));
    record.target = jump.target = position();
    record.count = jump.executed = number();
    record.followed = jump.followed = jump.is_conditional ? number() : record.count;
    store.jump(jump);
  }

  std::mt19937_64 random_;
  size_t parts_ = 0;
  FunctionId function_;
  NameId file_;
};

void drop_zeros(std::vector<int128>& costs) {
  while (!costs.empty() && costs.back() == 0) {
    costs.pop_back();
  }
}

void expect_equal(const Record& got, const Plain& want) {
  ASSERT_EQ(got.kind, want.kind);
  ASSERT_EQ(got.part, want.part);
  ASSERT_EQ(got.function, want.function);
  ASSERT_EQ(got.file, want.file);
  ASSERT_EQ(got.at, want.at);
  ASSERT_EQ(got.target, want.target);
  std::vector<int128> costs = got.costs;
  std::vector<int128> wanted = want.costs;
  drop_zeros(costs);
  drop_zeros(wanted);
  ASSERT_TRUE(costs == wanted);
  if (want.kind != RecordKind::kSelf) {
    ASSERT_EQ(got.other, want.other);
    ASSERT_EQ(got.count, want.count);
  }
  if (want.kind == RecordKind::kJump || want.kind == RecordKind::kConditionalJump) {
    ASSERT_EQ(got.followed, want.followed);
    ASSERT_EQ(got.target_file, want.target_file);
  }
}

TEST(RecordStore, GivesBackWhatWasPushedOfTheKindsAskedFor) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Pusher pusher(seed);
    pusher.push(1, 300);
    pusher.push(3, 300);
    pusher.push(1, 20);
    for (const RecordKinds kinds : {RecordKinds{}, kSelfRecords, kCallRecords, kJumpRecords}) {
      RecordCursor cursor(pusher.store, kinds);
      for (const Plain& want : pusher.plain) {
        if (want.kind >= kinds.first && want.kind <= kinds.last) {
          const Record* const next = cursor.next();
          ASSERT_NE(next, nullptr);
          ASSERT_NO_FATAL_FAILURE(expect_equal(*next, want));
        }
      }
      EXPECT_EQ(cursor.next(), nullptr);
    }
  }
}

TEST(RecordStore, TellsTheFilesOfAllRecords) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Pusher pusher(seed);
    pusher.push(1, 300);
    Pusher more(seed + 100);
    more.push(1, 4000);  // so many that files are gathered meanwhile
    auto ids = std::make_shared<IdMap>();
    for (uint32_t id = 0; id < 400; ++id) {
      ids->names.emplace_back(1000 + id / 2);
      ids->functions.emplace_back(id);
    }
    std::set<NameId> want;
    for (const Plain& record : pusher.plain) {
      want.insert(record.file);
      if (record.kind >= RecordKind::kJump) {
        want.insert(record.target_file);
      }
    }
    for (const Plain& record : more.plain) {
      want.insert(ids->names[record.file.index()]);
      if (record.kind >= RecordKind::kJump) {
        want.insert(ids->names[record.target_file.index()]);
      }
    }
    pusher.store.adopt(std::move(more.store), ids);
    const std::vector<NameId>& files = pusher.store.files().files();
    EXPECT_EQ(std::set(files.begin(), files.end()), want);
    EXPECT_LT(files.size(), 2048U);
  }
}

/// The calls of a store, in batches, are those that come one by one.
void expect_equal_batches(const RecordStore& store) {
  RecordCursor cursor(store, kCallRecords);
  RecordCursor batches(store, kCallRecords);
  CallBatch batch;
  while (batches.next(batch)) {
    for (size_t at = 0; at < batch.size; ++at) {
      const Record* const want = cursor.next();
      ASSERT_NE(want, nullptr);
      ASSERT_EQ(batch.part, want->part);
      ASSERT_EQ(batch.callers[at], want->function);
      ASSERT_EQ(batch.callees[at], want->other);
      ASSERT_EQ(batch.counts[at], want->count);
      ASSERT_TRUE(std::ranges::equal(batch.costs_of(at), want->costs));
      ASSERT_EQ(batch.is_estimated[at], want->is_estimated);
      ASSERT_EQ(batch.is_count_estimated[at], want->is_count_estimated);
    }
  }
  EXPECT_EQ(cursor.next(), nullptr);
}

/// The same by runs. `widths` of the parts; of those behind them that of the last.
void expect_equal_runs(const RecordStore& store, const std::vector<size_t>& widths) {
  RecordCursor cursor(store, kCallRecords);
  RecordCursor runs(store, kCallRecords);
  CallRun run;
  FunctionId caller;
  size_t part = 0;
  while (runs.next(run, caller, part)) {
    const size_t width = widths[std::min(part, widths.size() - 1)];
    CallWalk walk(store, run);
    CallWalk callees(store, run);
    RunCall call;
    FunctionId callee;
    size_t count = 0;
    for (; walk.next(width, call); ++count) {
      const Record* const want = cursor.next();
      ASSERT_NE(want, nullptr);
      ASSERT_EQ(part, want->part);
      ASSERT_EQ(caller, want->function);
      ASSERT_EQ(call.callee, want->other);
      ASSERT_EQ(call.count, want->count);
      ASSERT_TRUE(std::ranges::equal(call.costs, want->costs));
      ASSERT_TRUE(callees.next(width, callee));
      ASSERT_EQ(callee, want->other);
    }
    ASSERT_NE(count, 0U);
    ASSERT_FALSE(callees.next(width, callee));
  }
  EXPECT_EQ(cursor.next(), nullptr);
}

/// The calls of a store, however they are walked over.
void expect_equal_calls(const RecordStore& store, const std::vector<size_t>& widths = {1}) {
  expect_equal_batches(store);
  expect_equal_runs(store, widths);
}

TEST(CallBatch, HoldsTheCallsThatComeOneByOne) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Pusher pusher(seed);
    if (seed % 2 == 1) {
      pusher.store.expect_all_kinds();
    }
    pusher.push(1, 1500);
    pusher.push(3, 300);
    pusher.push(1, 2);
    ASSERT_NO_FATAL_FAILURE(expect_equal_calls(pusher.store, {1, 3, 1}));
  }
}

/// `count` calls from each of five functions, every seventh an estimate.
void push_calls(RecordStore& store, uint32_t count) {
  store.begin_part(1);
  for (uint32_t at = 0; at < 5 * count; ++at) {
    const int64_t cost = at;
    CallRecord call;
    call.caller = FunctionId(at / count);
    call.callee = FunctionId(at % 5);
    call.count = at;
    call.inclusive = {&cost, 1};
    call.is_estimated = at % 7 == 0;
    call.is_count_estimated = at % 14 == 0;
    store.call(call);
  }
}

/// Blocks that begin in one segment and whose calls are in a later one, and several stores that
/// became one.
TEST(CallBatch, FindsCallsFarApart) {
  Pusher pusher(1);
  pusher.store.expect_all_kinds();
  pusher.push(1, 10);
  auto ids = std::make_shared<IdMap>();
  ids->names = {NameId{}};
  for (uint32_t function = 0; function < 8; ++function) {
    ids->functions.emplace_back(7 - function);
  }
  for (int piece = 0; piece < 3; ++piece) {
    RecordStore later;
    later.expect_all_kinds();
    push_calls(later, 30);
    const std::vector<int64_t> costs(200'000, int64_t{1} << 40U);  // more than a segment holds
    const std::vector<Position> at(costs.size());
    later.self_costs({FunctionId(uint32_t{7}), NameId{}, at, costs.data()});
    CallRecord call;
    call.caller = FunctionId(uint32_t{7});
    call.inclusive = {costs.data(), 1};
    later.call(call);
    later.self_costs({FunctionId(uint32_t{6}), NameId{}, at, costs.data()});
    push_calls(later, 10);
    pusher.store.adopt(std::move(later), ids);
    pusher.push(1, 400);
  }
  ASSERT_NO_FATAL_FAILURE(expect_equal_calls(pusher.store));
}

TEST(CallBatch, EndsWhereIdsMeanSomethingElse) {
  RecordStore store;
  push_calls(store, 30);
  auto ids = std::make_shared<IdMap>();
  ids->names = {NameId{}};
  for (uint32_t function = 0; function < 5; ++function) {
    ids->functions.emplace_back(4 - function);
  }
  RecordStore later;
  push_calls(later, 3);
  store.adopt(std::move(later), ids);
  ASSERT_NO_FATAL_FAILURE(expect_equal_calls(store));
  RecordCursor cursor(store, kCallRecords);
  CallBatch batch;
  std::vector<size_t> sizes;
  while (cursor.next(batch)) {
    sizes.push_back(batch.size);
  }
  EXPECT_EQ(sizes, (std::vector<size_t>{128, 22, 15}));
  EXPECT_EQ(batch.callers[0], FunctionId(uint32_t{4}));
  EXPECT_EQ(batch.callees[1], FunctionId(uint32_t{3}));
}

TEST(RecordStore, PacksPlainRecordsTightly) {
  RecordStore store;
  store.begin_part(1);
  for (uint64_t line = 1; line <= 1000; ++line) {
    const Position at{0, line};
    const int64_t cost = 5;
    store.self_costs({FunctionId{}, NameId{}, {&at, 1}, &cost});
  }
  EXPECT_LT(store.bytes(), 3100U);  // control byte, line delta, cost
}

TEST(RecordStore, HoldsRecordsLargerThanASegment) {
  RecordStore store;
  store.begin_part(200'000);
  std::vector<int128> costs(200'000, int128{kUint64Max});
  store.self_cost({FunctionId{}, NameId{}, {1, 2}, costs});
  store.self_cost({FunctionId{}, NameId{}, {1, 3}, costs});
  RecordCursor cursor(store);
  ASSERT_NE(cursor.next(), nullptr);
  const Record* const second = cursor.next();
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->at.line, 3U);
  EXPECT_TRUE(second->costs == costs);
  EXPECT_EQ(cursor.next(), nullptr);
}

}  // namespace
}  // namespace quern
