// SPDX-License-Identifier: MIT
//
// One record of a dump: `C2 FN1=(F0=(/bin/p)+10 N=(work))+8 V0=(PERF_TICKS):(1,1,1)`. Each function
// reads one piece and returns where it ends, or null after it has reported an error. `kHex` is the
// dialect: code for both is made at compile time, since dumps can have gigabytes of numbers.
// No context goes to the sink before its whole row is read: a bad row leaves no half of a record.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "quern/base/text.h"
#include "quern/formats/igprof/codes.h"
#include "quern/formats/igprof/reader.h"

namespace quern::igprof {

namespace {

/// May read a few bytes behind the row's end: Window::kPadding makes that safe.
template <size_t kSize>
[[gnu::always_inline]] inline bool is_at(const char* at, const char (&text)[kSize]) {
  return std::memcmp(at, text, kSize - 1) == 0;
}

}  // namespace

template <bool kHex, bool kIsAddress>
const char* Reader::number(const char* at, uint64_t& value, std::string_view what) {
  const char* const start = at;
  const NumberFault fault = read_number<kHex, kIsAddress>(at, value);
  return fault == NumberFault::kNone ? at : bad_number(start, fault, what);
}

/// `+` and a number, perhaps with a `-`. The start of a function is an address of up to 64 bits; an
/// offset in a function has to fit a signed number.
template <bool kHex>
const char* Reader::offset(const char* at, bool is_address, uint64_t& value) {
  if (*at != '+') [[unlikely]] {
    return expected(at, "`+` and an offset");
  }
  const bool is_negative = *++at == '-';
  at += is_negative ? 1 : 0;
  const char* const start = at;
  if ((at = number<kHex>(at, value, "an offset")) == nullptr) [[unlikely]] {
    return nullptr;
  }
  const uint64_t limit = uint64_t{INT64_MAX} + (is_negative ? 1 : 0);
  if (value > limit && (is_negative || !is_address)) [[unlikely]] {
    return bad_number(start, NumberFault::kTooLarge, "an offset");
  }
  value = is_negative ? 0 - value : value;
  return at;
}

/// `F0` or `F0=(path)`; `at` is behind `F`.
/// The same number cannot be defined twice: that happens only if dumps were appended or a part of
/// one was lost.
template <bool kHex>
const char* Reader::file(const char* at, NameId& file) {
  const char* const start = at - 1;
  uint64_t id = 0;
  if ((at = number<kHex>(at, id, "the number of a file")) == nullptr) {
    return nullptr;
  }
  const NameId* const known = files_.find(id);
  if (*at != '=') {
    if (known == nullptr) {
      return undefined(kUndefinedFile, {start, at}, "file", "F0=(path)");
    }
    file = *known;
    return at;
  }
  if (known != nullptr) {
    return duplicate(kDuplicateFile, {start, at}, "file");
  }
  if (at[1] != '(') {
    return expected(at + 1, "`(` and a path");
  }
  const char* const path = at + 2;
  const char* const end = path_end(kHex, path, row_end());
  if (end == nullptr) {
    return endless_name(path, ")+", "path does, with `)+OFFSET N=(`", "` N=(` and a name");
  }
  file = symbols_->names.intern({path, end});
  files_.add(id, file);
  return end + 1;
}

/// `=(F0+10 N=(name))`
/// The key of a function is its name and object. Its start is that of the frame: two functions of
/// one name in one object stay two frames of one function.
template <bool kHex>
const char* Reader::define_function(const char* at, uint64_t id) {
  if (!is_at(at, "=(F")) {
    return expected(at, "`=(F` and the number of a file");
  }
  NewFunction defined;
  defined.id = id;
  if ((at = file<kHex>(at + 3, defined.key.object)) == nullptr) {
    return nullptr;
  }
  const bool is_below_zero = at[0] == '+' && at[1] == '-';
  if ((at = offset<kHex>(at, true, defined.start)) == nullptr) {
    return nullptr;
  }
  if (is_below_zero && defined.start != 0) {
    defined.start = Frame::kUnknownStart;
  }
  if (!is_at(at, " N=(")) {
    return expected(at, "` N=(` and a name");
  }
  const char* const name = at + 4;
  const char* const end = function_name_end(kHex, name, row_end());
  if (end == nullptr) {
    return endless_name(name, "))+", "name does, with `))+OFFSET`",
                        "` V` and a counter, or the end of the row");
  }
  defined.key.name = symbols_->names.intern({name, end});
  new_function_ = defined;
  return end + 2;
}

/// Called once the whole row has been read. With keep_going a bad row is left out, and the function
/// that it defines with it: a later row may then define that number.
FrameId Reader::add_new_function() {
  Frame frame;
  frame.function = symbols_->functions.intern(new_function_->key);
  frame.start = new_function_->start;
  frame.is_symbol = true;
  const FrameId id = sink_->frame(frame);
  functions_.add(new_function_->id, id);
  return id;
}

/// `FN0` or its definition; `at` is behind `FN`.
template <bool kHex>
const char* Reader::function(const char* at, FrameId& frame) {
  const char* const start = at - 2;
  uint64_t id = 0;
  if ((at = number<kHex>(at, id, "the number of a function")) == nullptr) [[unlikely]] {
    return nullptr;
  }
  const FrameId* const known = functions_.find(id);
  if (*at == '=') [[unlikely]] {
    if (known != nullptr) {
      return duplicate(kDuplicateFunction, {start, at}, "function");
    }
    return define_function<kHex>(at, id);
  }
  if (known == nullptr) [[unlikely]] {
    return undefined(kUndefinedFunction, {start, at}, "function", "FN0=(F0=(path)+1 N=(name))");
  }
  frame = *known;
  return at;
}

/// `=(PERF_TICKS)`
const char* Reader::define_counter(const char* at, uint64_t id, Counter*& counter) {
  if (at[1] != '(') {
    return expected(at + 1, "`(` and the name of a counter");
  }
  const char* const name = at + 2;
  const char* const end = counter_name_end(name, row_end());
  if (end == nullptr) {
    return endless_name(name, "):(", "name of a counter does, with `):(`");
  }
  if (end == name) {
    return expected(name, "the name of a counter");
  }
  // A record that begins a stack is its own root, but it is not pushed yet.
  counter = &counters_.define(id, {name, end}, records_, open_.empty() ? records_ : root_record_);
  return end + 1;
}

/// The sink wants costs by ascending event. Nearly all records name their counters in that order;
/// sort_costs() is for the others.
void Reader::add_cost(EventId event, uint64_t cost) {
  if (cost == 0) {
    return;
  }
  costs_are_sorted_ =
      costs_are_sorted_ && (costs_.empty() || costs_.back().event.value < event.value);
  costs_.push_back({event, int128{cost}});
}

void Reader::sort_costs() {
  std::ranges::sort(costs_, {}, &EventCost::event);
  size_t kept = 0;
  for (size_t at = 1; at < costs_.size(); ++at) {
    if (costs_[at].event != costs_[kept].event) {
      costs_[++kept] = costs_[at];
    } else {
      int128& cost = costs_[kept].cost;
      cost = combined(counters_.combine(costs_[at].event), cost, costs_[at].cost);
    }
  }
  costs_.resize(kept + 1);
}

/// ` V0:(1,2,3)` or ` V0=(NAME):(1,2)`, and what it leaks.
template <bool kHex>
const char* Reader::costs(const char* at) {
  if (at[1] != 'V') [[unlikely]] {
    return expected(at, "` V` and a counter, or the end of the row");
  }
  const char* const start = at + 1;
  uint64_t id = 0;
  if ((at = number<kHex>(at + 2, id, "the number of a counter")) == nullptr) [[unlikely]] {
    return nullptr;
  }
  Counter* counter = counters_.find(id);
  if (*at == '=') [[unlikely]] {
    if (counter != nullptr) {
      return duplicate(kDuplicateCounter, {start, at}, "counter");
    }
    if ((at = define_counter(at, id, counter)) == nullptr) {
      return nullptr;
    }
  } else if (counter == nullptr) [[unlikely]] {
    return undefined(kUndefinedCounter, {start, at}, "counter", "V0=(NAME)");
  }
  if (!is_at(at, ":(")) [[unlikely]] {
    return expected(at, "`:(` and costs");
  }
  uint64_t count = 0;
  uint64_t value = 0;
  uint64_t peak = 0;
  if ((at = number<kHex>(at + 2, count, "a count")) == nullptr) [[unlikely]] {
    return nullptr;
  }
  if (*at != ',') [[unlikely]] {
    return expected(at, "`,` and a value");
  }
  if ((at = number<kHex>(at + 1, value, "a value")) == nullptr) [[unlikely]] {
    return nullptr;
  }
  if (*at == ',' && (at = number<kHex>(at + 1, peak, "a peak")) == nullptr) [[unlikely]] {
    return nullptr;
  }
  if (*at != ')') [[unlikely]] {
    return expected(at, "`)`");
  }
  // Only now the counter has a complete cost, so only now it takes part in the part at hand.
  counters_.use(*counter, records_);
  add_cost(counter->value, value);
  add_cost(counter->calls, count);
  add_cost(counter->peak, peak);
  const size_t first_leak = leaks_.size();
  if (*++at == ';' && (at = leaks<kHex>(at, counter->value)) == nullptr) [[unlikely]] {
    return nullptr;
  }
  if (counter->is_listed) {
    check_leaks(start, first_leak, count, value);
  }
  return at;
}

/// Any number of `;LK=(0x55f0,20)`. Addresses are hexadecimal in both dialects.
template <bool kHex>
const char* Reader::leaks(const char* at, EventId event) {
  Leak leak;
  leak.event = event;
  do {
    if (!is_at(at, ";LK=(")) [[unlikely]] {
      return expected(at, "`;LK=(`");
    }
    at += 5;
    if (is_at(at, "0x")) [[likely]] {
      if ((at = number<true, true>(at + 2, leak.address, "an address")) == nullptr) [[unlikely]] {
        return nullptr;
      }
    } else if (is_at(at, "(nil)")) {
      leak.address = 0;
      at += 5;
    } else {
      return expected(at, "an address");
    }
    if (*at != ',') [[unlikely]] {
      return expected(at, "`,` and a size");
    }
    if ((at = number<kHex>(at + 1, leak.size, "a size")) == nullptr) [[unlikely]] {
      return nullptr;
    }
    if (*at != ')') [[unlikely]] {
      return expected(at, "`)`");
    }
    leaks_.push_back(leak);
  } while (*++at == ';');
  return at;
}

/// Warns unless the leaks from `first` on add up to the count and value of the counter at `at`.
void Reader::check_leaks(const char* at, size_t first, uint64_t count, uint64_t value) {
  uint128 size = 0;
  for (size_t leak = first; leak < leaks_.size(); ++leak) {
    size += leaks_[leak].size;
  }
  const size_t entries = leaks_.size() - first;
  if (entries == count && size == value) [[likely]] {
    return;
  }
  findings_->set_row(row_number_, {begin_, row_end()});
  findings_->add(kLeaksMismatch, {row_number_, static_cast<uint64_t>(at - begin_) + 1}, [&] {
    return fmt::format("the record declares {} resources of {} in total, but lists {} of {}", count,
                       value, entries, to_decimal(static_cast<int128>(size)));
  });
  findings_->set_row(0, {});
}

/// Puts a context on the stack.
void Reader::push_context(uint64_t depth, const ContextRecord& context) {
  const bool is_root = open_.empty();
  const ContextId id = sink_->context(context);
  open_.push_back({depth, id});
  ++contexts_;
  if (is_root) {
    root_ = id;
    root_record_ = records_;
  }
}

/// Pushes one context for all missing callers of a record at `depth`. Not one for each: the depth
/// is any number of 64 bits, and a damaged one must not fill the memory.
void Reader::push_unknown(uint64_t depth) {
  tell_gap(depth);
  if (!unknown_) {
    Frame frame;
    frame.function = symbols_->functions.intern({kUnknownName, kUnknownName, kUnknownName});
    frame.start = Frame::kUnknownStart;
    frame.is_symbol = true;
    unknown_ = sink_->frame(frame);
  }
  push_context(depth - 1, {caller(), *unknown_, std::nullopt, {}});
}

/// Gives the complete record to the sink.
const char* Reader::push(const char* at, uint64_t depth, FrameId frame, int64_t offset) {
  if (contexts_ + 1 >= Contexts::kMax) [[unlikely]] {
    return fail(kTooManyRecords, begin_, "this is more than quern can count");
  }
  if (!costs_are_sorted_) [[unlikely]] {
    sort_costs();
  }
  counters_.keep_defined();
  push_context(depth, {caller(), frame, offset, costs_});
  for (Leak& leak : leaks_) {
    leak.context = open_.back().id;
    sink_->leak(leak);
  }
  if (counters_.take_section_start()) [[unlikely]] {
    sink_->end_part_before(root_, part_header(counters_.end_part_before(root_record_)));
  }
  ++records_;
  return at;
}

/// Depth, function and offset, then counters, up to the end of the row. Everything is gathered
/// first and pushed at the end.
template <bool kHex>
const char* Reader::record(const char* at) {
  row_depth_ = 0;
  costs_.clear();
  costs_are_sorted_ = true;
  leaks_.clear();
  new_function_.reset();
  uint64_t depth = 0;
  const char* const start = at + 1;
  if ((at = number<kHex>(start, depth, "a depth")) == nullptr) [[unlikely]] {
    return nullptr;
  }
  if (depth == 0) [[unlikely]] {
    return depth_zero(start);
  }
  row_depth_ = depth;
  close_from(depth);
  if (!is_at(at, " FN")) [[unlikely]] {
    return expected(at, "` FN` and the number of a function");
  }
  FrameId frame;
  uint64_t place = 0;
  if ((at = function<kHex>(at + 3, frame)) == nullptr ||
      (at = offset<kHex>(at, false, place)) == nullptr) [[unlikely]] {
    return nullptr;
  }
  while (*at == ' ') {
    if ((at = costs<kHex>(at)) == nullptr) [[unlikely]] {
      return nullptr;
    }
  }
  if (!is_row_end(at)) [[unlikely]] {
    return expected(at, "` V` and a counter, or the end of the row");
  }
  if (is_caller_missing(depth)) [[unlikely]] {
    push_unknown(depth);
  }
  if (new_function_) [[unlikely]] {
    frame = add_new_function();
  }
  return push(at, depth, frame, static_cast<int64_t>(place));
}

// reader.cc calls these.
template const char* Reader::record<false>(const char* at);
template const char* Reader::record<true>(const char* at);

}  // namespace quern::igprof
