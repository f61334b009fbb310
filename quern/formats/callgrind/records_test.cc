// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/records.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "quern/model/builder.h"
#include "quern/model/records/record_cursor.h"

namespace quern::callgrind {
namespace {

/// Costs of rows in functions that change every few rows arrive at the right function and line,
/// wherever a batch ends.
TEST(CallgrindRecords, BatchesKeepEachRowWithItsFunction) {
  for (const size_t rows_each : {size_t{1}, size_t{7}, size_t{255}, size_t{256}, size_t{300}}) {
    ProfileBuilder builder(Keep::kAll);
    Findings findings;
    std::vector<FunctionId> functions;
    for (const char* const name : {"f", "g", "h"}) {
      functions.push_back(builder.symbols().functions.intern(
          {builder.symbols().names.intern(name), kUnknownName, kUnknownName}));
    }
    const std::vector<EventId> events = {builder.event("Ir"), builder.event("Dr")};
    Records records(builder, findings);
    records.begin_part({.line = true}, events, true);
    ASSERT_TRUE(records.are_plain());
    constexpr size_t kRows = 2000;
    for (size_t row = 0; row < kRows; ++row) {
      int64_t* const costs = records.next_costs();
      costs[0] = static_cast<int64_t>(row);
      costs[1] = 1;
      records.place(functions[row / rows_each % functions.size()], kUnknownName);
      records.add(Position{0, row + 1});
    }
    records.flush();
    builder.end_part({});
    builder.end_input({});
    const std::unique_ptr<const Profile> profile = builder.finish();
    RecordCursor cursor(profile->records());
    size_t row = 0;
    for (const Record* record = cursor.next(); record != nullptr; record = cursor.next(), ++row) {
      ASSERT_EQ(record->function, functions[row / rows_each % functions.size()]) << row;
      ASSERT_EQ(record->at.line, row + 1);
      ASSERT_EQ(record->costs.front(), int128{row}) << row;
    }
    EXPECT_EQ(row, kRows);
  }
}

TEST(CallgrindRecords, OnlyAddressesAndLinesOfEventsInOrderArePlain) {
  ProfileBuilder builder(Keep::kSums);
  Findings findings;
  Records records(builder, findings);
  const std::vector<EventId> events = {builder.event("Ir")};
  records.begin_part({.instr = true, .line = true}, events, true);
  EXPECT_TRUE(records.are_plain());
  EXPECT_EQ(records.width(), 1U);
  builder.end_part({});
  records.begin_part({.bb = true, .line = true}, events, true);
  EXPECT_FALSE(records.are_plain());
  builder.end_part({});
  records.begin_part({.line = true}, events, false);
  EXPECT_FALSE(records.are_plain());
}

}  // namespace
}  // namespace quern::callgrind
