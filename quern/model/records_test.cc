// SPDX-License-Identifier: MIT
#include "quern/model/records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

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

TEST(RecordStore, GivesBackWhatWasPushed) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Pusher pusher(seed);
    pusher.push(1, 300);
    pusher.push(3, 300);
    pusher.push(1, 20);
    RecordCursor cursor(pusher.store);
    for (Plain& want : pusher.plain) {
      const Record* const next = cursor.next();
      ASSERT_NE(next, nullptr);
      Record got = *next;
      ASSERT_EQ(got.kind, want.kind);
      ASSERT_EQ(got.part, want.part);
      ASSERT_EQ(got.function, want.function);
      ASSERT_EQ(got.file, want.file);
      ASSERT_EQ(got.at, want.at);
      ASSERT_EQ(got.target, want.target);
      drop_zeros(got.costs);
      drop_zeros(want.costs);
      ASSERT_TRUE(got.costs == want.costs) << "seed " << seed;
      if (want.kind != RecordKind::kSelf) {
        ASSERT_EQ(got.other, want.other);
        ASSERT_EQ(got.count, want.count);
      }
      if (want.kind == RecordKind::kJump || want.kind == RecordKind::kConditionalJump) {
        ASSERT_EQ(got.followed, want.followed);
        ASSERT_EQ(got.target_file, want.target_file);
      }
    }
    EXPECT_EQ(cursor.next(), nullptr);
  }
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
