// SPDX-License-Identifier: MIT
//
// Lines, calls, jumps, contexts and leaks of the document, as they are kept until its end.
// Costs are packed numbers in one buffer. A row needs its costs only up to the last one that is not
// 0; take_cells() bounds what rows with one very late event ask for.
#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/base/varint.h"
#include "quern/formats/quern_json/codes.h"
#include "quern/formats/quern_json/reader.h"

namespace quern::quern_json {

/// Records stand in the order of their parts.
bool Reader::part_of(Value item, uint32_t& last, uint32_t& part) {
  if (!index(item, "part", parts_.size(), part)) {
    return false;
  }
  if (part < last) {
    return fail(item_.member(item, "part"),
                "records of an earlier part must precede those of later parts");
  }
  last = part;
  return true;
}

bool Reader::place_of(Value object, StoredPlace& place) {
  std::string file;
  std::optional<uint64_t> line;
  std::optional<uint64_t> address;
  if (!optional_text(object, "file", file) || !optional_count(object, "line", line) ||
      !optional_count(object, "address", address)) {
    return false;
  }
  place.file = sink_->symbols().names.intern(file);
  place.has_line = line.has_value();
  place.at = {address.value_or(0), line.value_or(0)};
  return true;
}

/// The costs behind `name`, or the pairs behind `name`_pairs, are put into costs_.
bool Reader::costs_of(Value item, std::string_view name, const StoredPart& part, size_t& at) {
  at = costs_.size();
  const Value list = item_.member(item, name);
  if (list != nullptr && list->kind == TokenKind::kList) {
    return cost_rows(list, false, part);
  }
  const std::string beside = fmt::format("{}_pairs", name);
  const Value pairs = item_.member(item, beside);
  return pairs != nullptr && pairs->kind == TokenKind::kList ? cost_rows(pairs, true, part)
                                                             : lacks(item, name, "a list of costs");
}

/// Costs stand as one number for each event of the document, or as pairs of an event and a cost.
/// Both are packed as pairs of a column of the part and a cost, without zeros.
bool Reader::cost_rows(Value list, bool are_pairs, const StoredPart& part) {
  uint64_t found = 0;
  widest_ = 0;
  paired_.clear();
  size_t next_event = 0;
  std::string packed;
  for (Value at = item_.first(list); at->kind != TokenKind::kEnd; at = item_.next(at)) {
    Value cost = at;
    uint64_t event = next_event++;
    if (are_pairs) {
      const Value first = at->kind == TokenKind::kList ? item_.first(at) : at;
      const std::optional<int128> number = item_.integer(first);
      const bool is_pair = at->kind == TokenKind::kList && number && *number >= 0 &&
                           *number < int128{events_.size()};
      cost = is_pair ? item_.next(first) : nullptr;
      if (!is_pair || item_.next(cost)->kind != TokenKind::kEnd) {
        return fail(at, "expected a pair of an event and a cost");
      }
      event = static_cast<uint64_t>(*number);
    }
    const std::optional<int128> value = item_.integer(cost);
    if (!value) {
      return fail(cost, "expected a whole number in range");
    }
    if (*value == 0) {
      continue;
    }
    const auto column =
        event < events_.size() ? part.columns.find(events_[event].value) : part.columns.end();
    if (column == part.columns.end()) {
      return fail(cost, "the part has no event for this cost");
    }
    if (are_pairs && !paired_.insert(column->second).second) {
      return fail(cost, "an event has one cost");
    }
    widest_ = std::max<uint64_t>(widest_, column->second + uint64_t{1});
    append_varint(packed, column->second);
    append_varint(packed, zigzag128(*value));
    ++found;
  }
  append_varint(costs_, found);
  costs_ += packed;
  return true;
}

/// A row is as long as its last cost is far: a few bytes may ask for so many zeros and no more.
bool Reader::take_cells(Value item) {
  constexpr uint64_t kAlways = uint64_t{1} << 26;
  constexpr uint64_t kPerByte = 64;
  const Window& window = reading_->window;
  const uint64_t bytes = window.offset() + static_cast<uint64_t>(window.end() - window.begin());
  cells_ += widest_;
  if (cells_ > kAlways + kPerByte * bytes) {
    return json_.fail(kTooManyRecords, item->place, "the rows of costs have too many columns");
  }
  return true;
}

void Reader::saw_record(uint32_t part, bool has_line) {
  PositionKinds& kinds = parts_[part].header.positions;
  parts_[part].has_records = true;
  kinds.may_lack_lines = kinds.may_lack_lines || (kinds.line && !has_line);
}

bool Reader::line(Value item) {
  StoredLine line;
  if (!part_of(item, last_part_, line.part) ||
      !index(item, "function", functions_.size(), line.place.function) ||
      !place_of(item, line.place) || !costs_of(item, "self", parts_[line.part], line.costs) ||
      !take_cells(item)) {
    return false;
  }
  saw_record(line.part, line.place.has_line);
  is_used_[line.place.function] = true;
  lines_.push_back(line);
  return true;
}

bool Reader::call(Value item) {
  StoredCall call;
  StoredLine& line = call.line;
  if (!part_of(item, last_part_, line.part) ||
      !index(item, "caller", functions_.size(), line.place.function) ||
      !index(item, "callee", functions_.size(), call.callee) || !place_of(item, line.place) ||
      !count(item, "count", UINT64_MAX, call.count) ||
      !costs_of(item, "inclusive", parts_[line.part], line.costs) || !take_cells(item)) {
    return false;
  }
  const Value target = item_.member(item, "target");
  StoredPlace place;
  if (target == nullptr || target->kind != TokenKind::kObject) {
    return lacks(item, "target", "an object");
  }
  if (!place_of(target, place)) {
    return false;
  }
  const Value address = item_.member(target, "address");
  call.has_target = place.has_line || (address != nullptr && !item_.is_null(address));
  call.target = place.at;
  saw_record(line.part, line.place.has_line);
  is_used_[line.place.function] = is_used_[call.callee] = true;
  calls_.push_back(call);
  return true;
}

/// A jump's target does not count as a use of its function: targets that nothing else names become
/// no functions.
bool Reader::jump(Value item) {
  StoredJump jump;
  std::string kind;
  const Value from = item_.member(item, "from");
  const Value to = item_.member(item, "to");
  for (const auto& [end, name] : {std::pair{from, "from"}, std::pair{to, "to"}}) {
    if (end == nullptr || end->kind != TokenKind::kObject) {
      return lacks(item, name, "an object");
    }
  }
  if (!part_of(item, last_part_, jump.part) || !text(item, "kind", kind) ||
      !index(from, "function", functions_.size(), jump.from.function) ||
      !index(to, "function", functions_.size(), jump.to.function) || !place_of(from, jump.from) ||
      !place_of(to, jump.to) || !count(item, "executed", UINT64_MAX, jump.executed) ||
      !count(item, "followed", UINT64_MAX, jump.followed)) {
    return false;
  }
  if (kind != "jump" && kind != "jcnd") {
    return lacks(item, "kind", "`jump` or `jcnd`");
  }
  jump.is_conditional = kind == "jcnd";
  saw_record(jump.part, jump.from.has_line && jump.to.has_line);
  is_used_[jump.from.function] = true;
  jumps_.push_back(jump);
  return true;
}

/// A context is a call, or else a place in the function: an offset, or a line.
bool Reader::context(Value item) {
  StoredContext context;
  std::optional<int128> offset;
  std::optional<int128> address;
  std::optional<int128> line;
  std::optional<uint64_t> calls;
  std::optional<int128> parent;
  uint32_t function = 0;
  std::string file;
  if (!part_of(item, last_part_, context.part) ||
      !index(item, "function", functions_.size(), function) ||
      !optional_signed(item, "parent", parent) || !optional_signed(item, "offset", offset) ||
      !optional_signed(item, "address", address) || !optional_signed(item, "line", line) ||
      !optional_count(item, "calls", calls) || !optional_text(item, "file", file) ||
      !costs_of(item, "self", parts_[context.part], context.costs)) {
    return false;
  }
  const std::optional<int128>& position = offset ? offset : line;
  if (position && (*position > kInt64Max || *position < kInt64Min)) {
    return lacks(item, offset ? "offset" : "line", "a number of 63 bits");
  }
  if (contexts_.size() >= Contexts::kMax) {
    return json_.fail(kTooManyRecords, item->place, "more contexts than quern can count");
  }
  context.parent = kRoot;
  if (parent) {
    while (!path_.empty() && int128{path_.back()} != *parent) {
      path_.pop_back();
    }
    if (path_.empty() || contexts_[path_.back()].part != context.part) {
      return fail(item_.member(item, "parent"),
                  "expected the previous context or one of its callers");
    }
    context.parent = path_.back();
  } else {
    path_.clear();
  }
  path_.push_back(static_cast<uint32_t>(contexts_.size()));
  context.frame.function = FunctionId(function);
  context.frame.file = sink_->symbols().names.intern(file);
  context.frame.is_symbol = !calls;
  context.calls = calls.value_or(1);
  context.frame.is_line = !calls && !offset && (line || !file.empty());
  if (offset && !address) {
    context.frame.start = Frame::kUnknownStart;
  } else if (offset) {
    const int128 start = *address - *offset;
    if (start < 0 || start > int128{UINT64_MAX}) {
      return lacks(item, "address", "that of a function of 64 bits and an offset");
    }
    context.frame.start = static_cast<uint64_t>(start);
  }
  if (position) {
    context.position = static_cast<int64_t>(*position);
  }
  parts_[context.part].has_contexts = true;
  is_used_[function] = true;
  contexts_.push_back(context);
  return true;
}

bool Reader::leak(Value item) {
  StoredLeak leak;
  const Value event = item_.member(item, "event");
  if (event == nullptr) {
    return lacks(item, "event", "the name of an event");
  }
  if (!index(item, "context", contexts_.size(), leak.context) || !event_named(event, leak.event) ||
      !count(item, "address", UINT64_MAX, leak.address) ||
      !count(item, "size", UINT64_MAX, leak.size)) {
    return false;
  }
  if (!leaks_.empty() && leaks_.back().context > leak.context) {
    return fail(item, "leaks must be in the order of their contexts");
  }
  leaks_.push_back(leak);
  return true;
}

}  // namespace quern::quern_json
