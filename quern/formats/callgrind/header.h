// SPDX-License-Identifier: MIT
//
// One part's header while it is read: `key: value` rows that may stand anywhere in the part. Every
// parse_* function checks a whole value before anything is changed, so that a bad row changes
// nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/formats/callgrind/lexer.h"
#include "quern/formats/shared/reading_error.h"
#include "quern/model/records/event.h"
#include "quern/model/records/part.h"

namespace quern::callgrind {

/// A `summary:` or `totals:` row: costs by column, which may come before `events:` says how many.
struct DeclaredCosts {
  Place place;  ///< of the key
  std::vector<int128> costs;
  std::vector<uint64_t> columns;  ///< where each cost stands in its row
  std::vector<size_t> negative;   ///< indices of costs below zero
};

struct PartState {
  PartHeader header;  ///< all but events, summaries, totals
  /// Column of a cost row -> index into the part's events; equal names share one.
  std::vector<uint32_t> columns;
  std::vector<EventId> events;
  std::vector<std::string> told_names;  ///< of the first columns, for messages
  bool has_events = false;
  bool has_positions_row = false;
  bool has_body = false;
  bool has_records = false;
  uint64_t blocks = 0;  ///< `fn=` rows
  std::vector<DeclaredCosts> summaries;
  std::vector<DeclaredCosts> totals;  ///< the last one counts
  bool has_null_totals = false;       ///< `totals: (null)`, of a part without data
  bool is_end_cut = false;            ///< the last row declares costs and has no line feed

  /// `totals:` stands behind the rows of a part: what follows is the next one, even where there
  /// were no rows.
  [[nodiscard]] bool is_over() const { return has_events && !totals.empty(); }
};

/// How many positions a row has.
[[nodiscard]] inline size_t count_of(const PositionKinds& kinds) {
  return size_t{kinds.instr} + size_t{kinds.bb} + size_t{kinds.line};
}

/// `positions:` words in order.
std::optional<RowError> parse_positions_row(const char* at, const char* end, PositionKinds& kinds);

/// `pid:`, `part:`, `thread:`: one NUM.
std::optional<RowError> parse_header_number(const char* at, const char* end, uint64_t& number);

/// `version:` MAJOR[.n…]; 0 and 1 can be read.
std::optional<RowError> parse_version(const char* at, const char* end);

/// `event: NAME [= FORMULA] [: long name]`.
std::optional<RowError> parse_event_row(const char* at, const char* end, EventDefinition& event);

/// Costs of `summary:` and `totals:`; nothing for "(null)".
std::optional<RowError> parse_declared(const Row& row, const char* at,
                                       std::optional<DeclaredCosts>& declared);

/// What is wrong with a cost token, in words.
RowError cost_error(std::string_view token, NumberFault fault);

}  // namespace quern::callgrind
