// SPDX-License-Identifier: MIT
//
// quern's own JSON -> a Sink. The document has all lines, then all calls, then all contexts, each
// in the order of the parts, while a sink wants a part whole: so records are kept, packed, until
// the document ends. What is derived (totals, costs of functions) is made anew, not read.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "quern/formats/quern_json/item.h"
#include "quern/formats/shared/format.h"
#include "quern/formats/shared/json_text.h"
#include "quern/model/run_statistics.h"

namespace quern::quern_json {

class Reader final : public JsonVisitor {
 public:
  explicit Reader(Reading& reading);
  Result<void> read();

  bool begin_object() override { return feed(TokenKind::kObject, {}); }
  bool end_object() override { return feed(TokenKind::kEnd, {}); }
  bool begin_array() override { return feed(TokenKind::kList, {}); }
  bool end_array() override { return feed(TokenKind::kEnd, {}); }
  bool key(std::string& name) override { return feed(TokenKind::kKey, name); }
  bool text(std::string& value) override { return feed(TokenKind::kText, value); }
  bool number(std::string_view written) override { return feed(TokenKind::kNumber, written); }
  bool word(std::string_view name) override { return feed(TokenKind::kWord, name); }

 private:
  using Value = Item::Value;
  struct StoredPart {
    PartHeader header;
    std::unordered_map<uint32_t, uint32_t> columns;  ///< by event
    bool has_records = false;
    bool has_contexts = false;
  };
  /// Where a cost, call or jump is, and where its costs are in costs_.
  struct StoredPlace {
    uint32_t function = 0;
    NameId file;
    Position at;
    bool has_line = false;
  };
  struct StoredLine {
    uint32_t part = 0;
    StoredPlace place;
    size_t costs = 0;
  };
  struct StoredCall {
    StoredLine line;
    uint32_t callee = 0;
    bool has_target = false;
    Position target;
    uint64_t count = 0;
  };
  struct StoredJump {
    uint32_t part = 0;
    bool is_conditional = false;
    StoredPlace from, to;
    uint64_t executed = 0, followed = 0;
  };
  struct StoredContext {
    uint32_t part = 0;
    uint32_t parent = 0;  ///< or kRoot
    Frame frame;          ///< its function: by the document's number
    std::optional<int64_t> position;
    size_t costs = 0;
    uint64_t calls = 1;  ///< of sites
  };
  struct StoredLeak {
    uint32_t context = 0;
    EventId event;
    uint64_t address = 0, size = 0;
  };
  static constexpr uint32_t kRoot = ~uint32_t{0};

  // -- the document (reader.cc)
  bool feed(TokenKind kind, std::string_view text);
  bool take(Value value);
  bool take_head(Value value);
  using Take = bool (Reader::*)(Value item);
  static Take take_of(std::string_view list);
  bool event(Value item);
  bool definition(Value item);
  bool object(Value item);
  bool part(Value item);
  bool part_costs(Value item, PartHeader& header);
  bool function(Value item);
  bool warning(Value item);

  // -- records (records.cc)
  bool line(Value item);
  bool call(Value item);
  bool jump(Value item);
  bool context(Value item);
  bool leak(Value item);
  bool place_of(Value object, StoredPlace& place);
  bool part_of(Value item, uint32_t& last, uint32_t& part);
  bool costs_of(Value item, std::string_view name, const StoredPart& part, size_t& at);
  bool cost_rows(Value list, bool are_pairs, const StoredPart& part);
  bool take_cells(Value item);
  void saw_record(uint32_t part, bool has_line);

  // -- distributions over runs (run_costs.cc)
  bool run(Value item);
  bool run_costs(Value item);
  bool run_cells(Value item, std::string_view name, RunCost of, RunCosts& into);
  bool run_buckets(Value item, std::vector<Distribution::Bucket>& into);
  void push_run_statistics();
  RunStatistics& run_statistics() { return statistics_ ? *statistics_ : statistics_.emplace(); }

  // -- members (members.cc)
  bool fail(Value at, std::string message);
  bool lacks(Value object, std::string_view name, std::string_view what);
  bool number(Value object, std::string_view name, int128 least, int128 most, int128& value);
  bool count(Value object, std::string_view name, uint64_t most, uint64_t& value);
  bool index(Value object, std::string_view name, size_t size, uint32_t& value);
  /// Absent and null leave `value` as it is.
  bool optional_count(Value object, std::string_view name, std::optional<uint64_t>& value);
  bool optional_signed(Value object, std::string_view name, std::optional<int128>& value);
  bool optional_text(Value object, std::string_view name, std::string& value);
  bool optional_text(Value object, std::string_view name, std::optional<std::string>& value);
  bool text(Value object, std::string_view name, std::string& value);
  bool list(Value object, std::string_view name, Value& value);
  bool event_named(Value text, EventId& event);

  // -- the sink (push.cc)
  void push();
  void intern_functions();
  void push_lines(uint32_t part);
  void push_calls(uint32_t part);
  void push_jumps(uint32_t part);
  void push_contexts(uint32_t part);
  template <class Use>
  void each_cost(size_t at, const Use& use) const;
  std::span<const int128> costs_at(size_t at, size_t width);
  [[nodiscard]] static Position position(const StoredPlace& place, const PositionKinds& kinds);

  Reading* reading_;
  Sink* sink_;
  JsonText json_;
  Item item_;
  std::string section_;
  bool has_begun_ = false;
  bool is_in_list_ = false;
  bool has_schema_ = false;

  std::vector<EventId> events_;
  std::unordered_map<std::string, EventId> events_by_name_;
  std::vector<StoredPart> parts_;
  std::vector<FunctionKey> functions_;
  std::vector<bool> is_used_;    ///< by function: by more than a jump's target
  std::vector<FunctionId> ids_;  ///< by function
  std::string costs_;    ///< of records: how many, then column and cost of each that is not 0
  uint64_t widest_ = 0;  ///< up to the last cost of the row read last
  uint64_t cells_ = 0;   ///< that rows of lines and calls come to, with the zeros
  std::vector<StoredLine> lines_;
  std::vector<StoredCall> calls_;
  std::vector<StoredJump> jumps_;
  std::vector<StoredContext> contexts_;
  std::vector<StoredLeak> leaks_;
  std::optional<RunStatistics> statistics_;  ///< functions by their numbers in the document
  uint32_t last_part_ = 0;                   ///< of the list at hand
  std::unordered_set<size_t> paired_;        ///< columns of the pairs at hand
  std::set<std::string> lists_;  ///< those that began: records stand in the order of their parts
  std::vector<uint32_t> path_;   ///< of contexts
  size_t next_line_ = 0, next_call_ = 0, next_jump_ = 0, next_context_ = 0, next_leak_ = 0;
  std::vector<int128> row_;
  std::vector<EventCost> own_;
  std::vector<ContextId> context_ids_;
};

}  // namespace quern::quern_json
