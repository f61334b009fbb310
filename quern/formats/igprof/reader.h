// SPDX-License-Identifier: MIT
//
// The grammar of IgProf dumps: rows -> contexts of a Sink, in one forward pass over a window. Every
// record is a node of the call tree, given by its depth below the records before it:
//
//   C2 FN1=(F0=(/bin/p)+10 N=(work))+8 V0=(PERF_TICKS):(1,1,1)
//   C3 FN2+1c V0:(2,2,2);LK=(0x55f0,20)
//
// Functions (FN), files (F) and counters (V) are defined where they appear first. Costs go to the
// context, function starts to its frame, `;LK=` entries (resources still held) become leaks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/igprof/counters.h"
#include "quern/formats/igprof/header.h"
#include "quern/formats/igprof/lexer.h"
#include "quern/formats/shared/format.h"
#include "quern/formats/shared/id_table.h"

namespace quern::igprof {

class Reader {
 public:
  explicit Reader(Reading& reading);
  Result<void> read();

 private:
  /// What the row at hand defines.
  struct NewFunction {
    uint64_t id = 0;
    FunctionKey key;
    uint64_t start = 0;
  };

  // -- rows (reader.cc)
  Result<void> read_window();
  bool read_rows(const char* at, const char* stop);
  const char* first_row(const char* at);
  template <bool kHex>
  const char* read_records(const char* at, const char* stop);
  const char* other_row(const char* at);
  const char* next_row(const char* at);
  bool go_on_after_error();
  void end_reading();
  void recover(Place place, std::string_view why);
  Result<void> cut_source(const Diagnostic& error);
  void skip_record();
  void restart();
  void begin_dump(DumpHeader header);
  void begin_part();
  void end_part();
  [[nodiscard]] PartHeader part_header(std::vector<EventId> events);
  /// What stands on the stack above a record at `depth`.
  void close_from(uint64_t depth) {
    while (!open_.empty() && open_.back().depth >= depth) {
      open_.pop_back();
    }
  }
  [[nodiscard]] bool is_caller_missing(uint64_t depth) const {
    return depth - 1 != (open_.empty() ? 0 : open_.back().depth);
  }
  [[nodiscard]] ContextId caller() const { return open_.empty() ? kNoContext : open_.back().id; }

  // -- records (record.cc): from where each starts to where it ends; null after fail()
  template <bool kHex>
  const char* record(const char* at);
  template <bool kHex>
  [[gnu::always_inline]] inline const char* function(const char* at, FrameId& frame);
  template <bool kHex>
  [[gnu::cold]] const char* define_function(const char* at, uint64_t id);
  [[gnu::cold]] FrameId add_new_function();
  template <bool kHex>
  const char* file(const char* at, NameId& file);
  template <bool kHex>
  [[gnu::always_inline]] inline const char* offset(const char* at, bool is_address,
                                                   uint64_t& value);
  template <bool kHex>
  const char* costs(const char* at);
  [[gnu::cold]] const char* define_counter(const char* at, uint64_t id, Counter*& counter);
  template <bool kHex>
  const char* leaks(const char* at, EventId event);
  template <bool kHex, bool kIsAddress = false>
  [[gnu::always_inline]] inline const char* number(const char* at, uint64_t& value,
                                                   std::string_view what);
  const char* push(const char* at, uint64_t depth, FrameId frame, int64_t offset);
  [[gnu::cold]] void push_unknown(uint64_t depth);
  void push_context(uint64_t depth, const ContextRecord& context);
  void add_cost(EventId event, uint64_t cost);
  void sort_costs();
  void check_leaks(const char* at, size_t first, uint64_t count, uint64_t value);

  // -- errors (errors.cc): all return null
  [[gnu::cold]] const char* fail(const CodeInfo& code, const char* at, std::string message,
                                 std::string hint = {});
  [[gnu::cold]] const char* expected(const char* at, std::string_view what);
  [[gnu::cold]] const char* bad_number(const char* at, NumberFault fault, std::string_view what);
  [[gnu::cold]] const char* depth_zero(const char* at);
  [[gnu::cold]] void tell_gap(uint64_t depth);
  [[gnu::cold]] const char* undefined(const CodeInfo& code, std::string_view id,
                                      std::string_view what, std::string_view definition);
  [[gnu::cold]] const char* duplicate(const CodeInfo& code, std::string_view id,
                                      std::string_view what);
  [[gnu::cold]] const char* hex_digit(const char* at);
  [[gnu::cold]] const char* endless_name(const char* name, std::string_view mark,
                                         std::string_view what, std::string_view follower = {});

  /// Whether the row ends at `at`.
  [[nodiscard]] bool is_row_end(const char* at) const {
    return *at == '\n' || at == end_ || (*at == '\r' && (at + 1 == end_ || at[1] == '\n'));
  }
  /// The end of the row at hand, without its line end.
  const char* row_end();

  Reading* reading_;
  Sink* sink_;
  Findings* findings_;
  Symbols* symbols_;
  std::optional<DumpHeader> header_;
  std::optional<RowError> error_;  ///< of the row at hand
  std::optional<Diagnostic> error_result_;
  bool has_ended_ = false;      ///< before the input's end
  uint64_t command_bytes_ = 0;  ///< given to parts

  // the row at hand
  const char* end_ = nullptr;    ///< of the rows at hand
  const char* begin_ = nullptr;  ///< of the row
  const char* row_end_ = nullptr;
  uint64_t row_number_ = 1;
  uint64_t row_depth_ = 0;  ///< once it is known and fits
  std::vector<EventCost> costs_;
  bool costs_are_sorted_ = true;
  std::vector<Leak> leaks_;
  /// Defined by the row at hand, but not yet known to others: see add_new_function().
  std::optional<NewFunction> new_function_;

  IdTable<NameId> files_;
  IdTable<FrameId> functions_;
  Counters counters_;
  /// A context on the stack. Where callers are missing, depths have gaps.
  struct OpenContext {
    uint64_t depth;
    ContextId id;
  };
  std::vector<OpenContext> open_;   ///< by depth, which need not be that of the last record
  std::optional<FrameId> unknown_;  ///< the frame of missing callers
  uint64_t records_ = 0;            ///< so far
  uint64_t contexts_ = 0;           ///< so far, with those of missing callers
  uint64_t root_record_ = 0;        ///< the last one that begins a stack
  ContextId root_;                  ///< the context that it begins with
};

}  // namespace quern::igprof
