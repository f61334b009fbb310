// SPDX-License-Identifier: MIT
//
// One part's header while it is read: `key: value` rows, such as `events: Ir Dr`, which may stand
// anywhere in the part. Each parse_* function checks its whole value before it changes anything, so
// that a bad row changes nothing (with keep_going, reading goes on). header_rows.cc decides what
// a row means for the part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/formats/callgrind/grammar/lexer.h"
#include "quern/formats/shared/reading_error.h"
#include "quern/model/records/event.h"
#include "quern/model/records/part.h"

namespace quern::callgrind {

/// A `summary:` or `totals:` row. It may come before `events:`, so that nobody knows yet how many
/// costs there are and which events they are of: they are kept as written until the part ends.
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
  std::vector<std::string> told_names;  ///< of the first columns, shortened, for messages
  bool has_events = false;
  bool has_positions_row = false;
  bool has_body = false;     ///< a row of the body was read, such as `fn=` or a cost
  bool has_records = false;  ///< a record was read: the sink has got begin_part()
  uint64_t blocks = 0;       ///< `fn=` rows
  std::vector<DeclaredCosts> summaries;
  std::vector<DeclaredCosts> totals;  ///< the last one counts
  bool has_null_totals = false;       ///< `totals: (null)`, of a part without data
  bool is_end_cut = false;            ///< the last row declares costs and has no line feed

  /// `totals:` ends a part. What follows belongs to the next one, even if this one has no rows.
  [[nodiscard]] bool is_over() const { return has_events && !totals.empty(); }
};

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
