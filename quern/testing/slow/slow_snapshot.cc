// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_snapshot.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace quern::testing {

namespace {

struct NoSnapshot {};

/// Throws where a rule of the page is broken. Product code returns errors as values; here an
/// exception keeps each rule to one line, next to the field that it is about.
void demand(bool holds) {
  if (!holds) {
    throw NoSnapshot{};
  }
}

/// CRC-32 bit by bit, from its definition: also the checksum shares no code with the product.
uint32_t plain_crc(std::string_view bytes) {
  uint32_t crc = ~uint32_t{0};
  for (const char each : bytes) {
    crc ^= static_cast<uint8_t>(each);
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
    }
  }
  return ~crc;
}

/// Bytes that are taken from the front.
struct Bytes {
  std::string_view left;

  std::string_view take(uint64_t count) {
    demand(count <= left.size());
    const std::string_view taken = left.substr(0, count);
    left.remove_prefix(count);
    return taken;
  }
  uint64_t fixed(size_t bytes) {
    uint64_t value = 0;
    const std::string_view taken = take(bytes);
    for (size_t at = bytes; at-- != 0;) {
      value = value << 8 | static_cast<uint8_t>(taken[at]);
    }
    return value;
  }
  uint128 varint(unsigned bits) {
    uint128 value = 0;
    for (unsigned shift = 0;; shift += 7) {
      demand(shift < bits);
      const auto next = static_cast<uint8_t>(take(1)[0]);
      const uint128 seven = next & 0x7f;
      demand(bits - shift >= 7 || seven >> (bits - shift) == 0);
      value |= seven << shift;
      if (next < 0x80) {
        return value;
      }
    }
  }
  uint64_t number() { return static_cast<uint64_t>(varint(64)); }
  uint64_t below(uint64_t end) {
    const uint64_t value = number();
    demand(value < end);
    return value;
  }
  static int128 unfolded(uint128 value) {
    const auto half = static_cast<int128>(value >> 1);
    return (value & 1) != 0 ? -half - 1 : half;
  }
  uint64_t signed_number() { return static_cast<uint64_t>(unfolded(number())); }
  int128 amount() {
    const int128 value = unfolded(varint(128));
    demand(value >= -(int128{1} << 96) && value <= int128{1} << 96);
    return value;
  }
  size_t count() {
    const uint64_t value = number();
    demand(value <= left.size());
    return value;
  }
  bool flag() { return below(2) == 1; }
  std::string text() { return std::string(take(count())); }
  std::optional<std::string> maybe_text() { return flag() ? std::optional(text()) : std::nullopt; }
  std::optional<uint64_t> maybe_number() { return flag() ? std::optional(number()) : std::nullopt; }
};

enum BlockKind : uint8_t {
  kMarks = 1,
  kEvents,
  kNames,
  kApart,
  kFunctions,
  kTargets,
  kFrames,
  kPart,
  kSelfSums,
  kCallSums,
  kContexts,
  kRecords,
  kLeaks,
  kInput,
  kEnd,
  kFolded,
  kCallCosts
};

class SnapshotTwin {
 public:
  Meaning read(std::string_view bytes) {
    Bytes file{bytes};
    demand(file.take(8) == "\x89QRN\r\n\x1a\n");
    const uint64_t version = file.fixed(4);
    tells_of_objects_ = version >= 3;
    const auto last = version == 1 ? kEnd : version < 4 ? kFolded : kCallCosts;
    demand(version >= 1 && version <= 4 && file.fixed(4) == plain_crc(bytes.substr(0, 12)));
    for (uint32_t number = 0;; ++number) {
      const std::string_view head = file.take(24);
      Bytes from{head};
      const uint64_t kind = from.fixed(4);
      demand(from.fixed(4) == number);
      const uint64_t length = from.fixed(8);
      const uint64_t crc = from.fixed(4);
      demand(from.fixed(4) == plain_crc(head.substr(0, 20)));
      demand(kind >= kMarks && kind <= last && length != 0);
      const std::string_view data = file.take(length);
      demand(crc == plain_crc(data));
      if (kind == kEnd) {
        demand(last_ == kInput && length == 8 && file.left.empty());
        demand(Bytes{data}.fixed(8) == bytes.size());
        return finish();
      }
      block(static_cast<BlockKind>(kind), Bytes{data});
    }
  }

 private:
  /// Sums by function (or caller and callee) and column, without zeros. A snapshot has both sums
  /// and records of a part; end_part() demands that they are equal.
  struct Sums {
    std::map<std::array<size_t, 3>, int128> costs;
    std::map<std::pair<size_t, size_t>, unsigned> marks;

    void add(const std::array<size_t, 3>& key, int128 cost) {
      int128& sum = costs[key];
      sum += cost;
      if (sum == 0) {
        costs.erase(key);
      }
    }
    void mark(const std::pair<size_t, size_t>& key, unsigned estimates) {
      if (estimates != 0) {
        marks[key] |= estimates;
      }
    }
    bool operator==(const Sums&) const = default;
  };

  struct Frame {
    size_t function = 0;
    std::string file;
  };

  /// The order of blocks, in which both kinds of names are one. Those of later versions have the
  /// last numbers, but kFolded follows the targets and kCallCosts the frames.
  static int rank(BlockKind kind) {
    switch (kind) {
      case kApart:
        return 2 * kNames;
      case kFolded:
        return 2 * kTargets + 1;
      case kCallCosts:
        return 2 * kFrames + 1;
      default:
        return 2 * kind;
    }
  }

  void block(BlockKind kind, Bytes from) {
    if (kind == kMarks) {
      demand(last_ == 0);
    } else if (kind < kPart || kind == kFolded || kind == kCallCosts) {
      demand(last_ != 0 && rank(last_) <= rank(kind));
    } else if (kind == kPart || kind == kInput) {
      demand(last_ != 0);
      end_part();
    } else {
      demand(has_part_ && rank(last_) <= rank(kind));
    }
    last_ = kind;
    last_function_ = 0;
    last_folded_ = 0;
    switch (kind) {
      case kNames:
      case kApart:
        return names(from);
      case kCallSums:
      case kRecords:
        return packed(from, kind == kCallSums);
      case kMarks:
        has_estimates_ = (from.below(8) & 2) != 0;
        return demand(from.left.empty());
      case kPart:
        part(from);
        return demand(from.left.empty());
      case kInput:
        input(from);
        return demand(from.left.empty());
      default:
        while (!from.left.empty()) {
          item(kind, from);
        }
    }
  }

  void item(BlockKind kind, Bytes& from) {
    switch (kind) {
      case kEvents:
        return event(from);
      case kFunctions:
        return function(from, functions_);
      case kTargets:
        return function(from, targets_);
      case kFolded:
        return folded(from);
      case kFrames:
        from.below(4);
        frames_.emplace_back();
        frames_.back().function = from.below(functions_.size());
        frames_.back().file = names_[from.below(names_.size())];
        from.number();
        return;
      case kCallCosts:
        return call_costs(from);
      case kSelfSums:
        return self_sum(from);
      case kContexts:
        return context(from);
      default:
        leak(from.below(meaning_.contexts.size()));
        from.below(meaning_.events.size());
        from.number();
        from.number();
    }
  }

  void event(Bytes& from) {
    const std::string name = from.text();
    from.text();
    from.text();
    from.number();
    is_max_.push_back(from.flag());
    demand(std::ranges::find(meaning_.events, name) == meaning_.events.end());
    meaning_.events.push_back(name);
    meaning_.totals.push_back(0);
  }

  void names(Bytes from) {
    std::vector<uint64_t> lengths(from.count());
    demand(!lengths.empty());
    for (uint64_t& length : lengths) {
      length = from.below(uint64_t{1} << 32);
    }
    for (const uint64_t length : lengths) {
      names_.emplace_back(from.take(length));
      demand(!names_.back().empty() && names_.back() != "???");
    }
    demand(from.left.empty());
  }

  void function(Bytes& from, std::vector<Meaning::Function>& into) {
    const size_t name = from.fixed(4);
    const size_t file = from.fixed(4);
    const size_t object = from.fixed(4);
    demand(std::max({name, file, object}) < names_.size());
    demand(met_.insert({&into == &functions_, name, file, object}).second);
    into.push_back({names_[name], names_[file], names_[object]});
    if (&into == &functions_) {
      meaning_.function_order.push_back(into.back());
      meaning_.functions[into.back()];
    }
  }

  /// The name of a function without its recursion level, as of f'2: up to the first apostrophe that
  /// is not the first byte.
  void folded(Bytes& from) {
    last_folded_ += from.below(functions_.size() + targets_.size());
    demand(last_folded_ < functions_.size() + targets_.size());
    demand(all_folded_.empty() || *all_folded_.rbegin() < last_folded_);
    all_folded_.insert(last_folded_);
    const size_t of = last_folded_;
    const std::string own =
        (of < functions_.size() ? functions_[of] : targets_[of - functions_.size()]).name;
    const size_t length = own.find('\'', 1);
    demand(length != std::string::npos);
    const size_t name = from.below(names_.size() + folded_names_.size() + 1);
    const std::string base = own.substr(0, length);
    demand(name != 0 && base != "???");
    if (name == names_.size() + folded_names_.size()) {
      folded_names_.push_back(base);
    } else {
      demand((name < names_.size() ? names_[name] : folded_names_[name - names_.size()]) == base);
    }
  }

  /// What calls come to by function: first which functions are one when names are folded, then the
  /// functions, then those that are parts of others.
  void call_costs(Bytes& from) {
    const uint64_t head = from.number();
    const uint64_t kind = head & 3;
    last_function_ += static_cast<int64_t>(Bytes::unfolded(head >> 2));
    const auto function = static_cast<uint64_t>(last_function_);
    demand(function < functions_.size());
    const uint64_t stage = kind == 0 ? 0 : kind == 3 ? 2 : 1;
    demand(stage > call_stage_ || (stage == call_stage_ && call_function_ < last_function_));
    call_stage_ = stage;
    call_function_ = last_function_;
    const size_t events = meaning_.events.size();
    demand(!has_estimates_ && events <= 32);
    has_call_costs_ = true;
    if (kind == 0) {
      from.below(function);
    } else if (kind == 3) {
      amounts(from, 2 * events);
    } else {
      const uint64_t cycle = from.below(functions_.size() + 1);
      from.amount();
      amounts(from, events);
      if (kind == 2) {
        demand(cycle != 0);
        amounts(from, 2 * events);
      }
    }
  }

  std::vector<int128> amounts(Bytes& from, size_t most) {
    std::vector<int128> values(from.count());
    demand(values.size() <= most);
    for (int128& value : values) {
      value = from.amount();
    }
    return values;
  }

  void part(Bytes& from) {
    Meaning::Part part;
    part.number = from.maybe_number();
    part.pid = from.maybe_number();
    part.thread = from.maybe_number();
    part.cmd = from.maybe_text();
    part.trigger = from.maybe_text();
    if (from.flag()) {
      from.fixed(8);
    }
    const uint64_t bits = from.below(64);
    part.positions.clear();
    const char* const kinds[] = {"instr", "bb", "line"};
    for (size_t kind = 0; kind < 3; ++kind) {
      if ((bits >> kind & 1) != 0) {
        part.positions.emplace_back(kinds[kind]);
      }
    }
    bits_ = bits;
    use_ = from.below(3);
    demand(use_ == 0 || !has_call_costs_);
    for (uint64_t& wanted : wanted_) {
      wanted = from.number();
    }
    columns_.clear();
    for (size_t left = from.count(); left != 0; --left) {
      const size_t event = from.below(meaning_.events.size());
      demand(std::ranges::find(columns_, event) == columns_.end());
      columns_.push_back(event);
      part.events.push_back(meaning_.events[event]);
    }
    for (size_t left = from.count(); left != 0; --left) {
      part.summaries.push_back(amounts(from, columns_.size()));
      part.summaries.back().resize(columns_.size());
    }
    if (from.flag()) {
      part.declared_totals = amounts(from, columns_.size());
      demand(part.declared_totals->size() == columns_.size());
    }
    for (size_t left = from.count(); left != 0; --left) {
      part.descriptions.push_back(from.text());
    }
    meaning_.parts.push_back(std::move(part));
    has_part_ = true;
    width_ = use_ == 1 ? 0 : columns_.size();
    for (Sums* const sums : {&self_sums_, &self_records_, &call_sums_, &call_records_}) {
      *sums = {};
    }
    std::fill_n(got_, 3, 0);
    first_context_ = meaning_.contexts.size();
    path_.clear();
    raised_.clear();
  }

  void add(const Meaning::Function& function, size_t event, int128 cost) {
    std::vector<int128>& self = meaning_.functions[function];
    self.resize(meaning_.events.size());
    self[event] += cost;
    meaning_.totals[event] += cost;
  }

  void self_sum(Bytes& from) {
    const uint64_t step = from.number();
    last_function_ += static_cast<int64_t>(Bytes::unfolded(step >> 1));
    demand(last_function_ >= 0 && last_function_ < static_cast<int64_t>(functions_.size()));
    const size_t given = from.count();
    demand(given <= width_);
    self_sums_.mark({static_cast<size_t>(last_function_), 0}, step & 1);
    for (size_t at = 0; at < given; ++at) {
      const int128 cost = from.amount();
      self_sums_.add({static_cast<size_t>(last_function_), 0, at}, cost);
      add(functions_[static_cast<size_t>(last_function_)], columns_[at], cost);
    }
  }

  void context(Bytes& from) {
    const uint64_t first = from.number();
    const uint64_t up = from.number();
    const size_t number = meaning_.contexts.size();
    demand(use_ != 0 && first >> 3 < frames_.size() && up <= number - first_context_);
    Meaning::Context added;
    const Frame& frame = frames_[first >> 3];
    added.function = functions_[frame.function];
    added.file = frame.file;
    added.part = meaning_.parts.size() - 1;
    if ((first & 2) != 0) {
      added.line = static_cast<int64_t>(from.signed_number());
    }
    if ((first & 4) != 0) {
      from.number();
    }
    added.self.resize(meaning_.events.size());
    size_t next = 0;
    for (size_t left = (first & 1) != 0 ? from.count() : 0; left != 0; --left) {
      const size_t event = next + from.below(meaning_.events.size() - next);
      added.self[event] = from.amount();
      own_cost(frame.function, event, added.self[event]);
      next = event + 1;
    }
    while (!path_.empty() && (up == 0 || path_.back() != number - up)) {
      path_.pop_back();
    }
    demand(up == 0 || !path_.empty());
    if (up != 0) {
      added.parent = path_.back();
    }
    path_.push_back(number);
    meaning_.contexts.push_back(std::move(added));
  }

  /// Where contexts are alone, their costs are those of the functions.
  void own_cost(size_t function, size_t event, int128 cost) {
    if (use_ != 1 || std::ranges::find(columns_, event) == columns_.end()) {
      return;
    }
    if (!is_max_[event]) {
      return add(functions_[function], event, cost);
    }
    raised_[{function, event}] = std::max(raised_[{function, event}], cost);
  }

  void end_part() {
    if (!std::exchange(has_part_, false)) {
      return;
    }
    demand(self_sums_ == self_records_ && std::equal(got_, got_ + 3, wanted_));
    demand(use_ != 0 || call_sums_ == call_records_);
    std::map<size_t, int128> highest;
    for (const auto& [place, cost] : raised_) {
      std::vector<int128>& self = meaning_.functions[functions_[place.first]];
      self.resize(meaning_.events.size());
      self[place.second] += cost;
      highest[place.second] = std::max(highest[place.second], cost);
    }
    for (const auto& [event, cost] : highest) {
      meaning_.totals[event] += cost;
    }
  }

  struct Place {
    uint64_t address = 0, line = 0;
  };

  [[nodiscard]] Meaning::Position position(const Place& place) const {
    Meaning::Position position;
    if ((bits_ & 4) != 0 && !((bits_ & 8) != 0 && place.line == UINT64_MAX)) {
      position.line = place.line;
    }
    if ((bits_ & 1) != 0) {
      position.address = place.address;
    }
    return position;
  }

  void leak(uint64_t context) {
    demand(context >= last_leak_);
    last_leak_ = context;
  }

  void packed(Bytes from, bool are_sums) {
    demand(!are_sums || use_ == 0);
    demand(from.take(1)[0] == 5 && from.number() == width_);
    std::optional<size_t> function;
    size_t file = 0;
    Place last;
    while (!from.left.empty()) {
      auto control = static_cast<uint8_t>(from.take(1)[0]);
      if (control == 4) {
        const auto next = static_cast<size_t>(from.varint(32));
        demand(next < functions_.size());
        last = function == next ? last : Place{};
        function = next;
        file = static_cast<size_t>(from.varint(32));
        demand(file < names_.size());
        continue;
      }
      unsigned estimates = 0;
      if ((control & 7) == 7) {
        demand(control > 7 && control < 32);
        estimates = control >> 3;
        control = static_cast<uint8_t>(from.take(1)[0]);
      }
      const bool is_wide = control == 6;
      if (is_wide) {
        control = static_cast<uint8_t>(from.take(1)[0]);
      }
      demand(function.has_value());
      constexpr size_t kBytes[] = {0, 1, 2, 8};
      const uint64_t address = from.fixed(kBytes[control >> 3 & 3]);
      const uint64_t line = from.fixed(kBytes[control >> 5 & 3]);
      last.address += static_cast<uint64_t>(Bytes::unfolded(address));
      last.line += static_cast<uint64_t>(Bytes::unfolded(line));
      const unsigned mark = control & 7;
      demand(mark < 4 && (mark == 1 || (!are_sums && control < 128)));
      demand(mark == 1 || (mark == 0 ? estimates < 2 : estimates == 0));
      demand(mark < 2 || !is_wide);
      record(from,
             {mark, is_wide, are_sums, control >= 128, *function, names_[file], last, estimates});
    }
  }

  struct Head {
    unsigned mark;
    bool is_wide, are_sums, has_target;
    size_t function;
    std::string file;
    Place at;
    unsigned estimates;  ///< 1: of the cost, 2: of the count
  };

  void record(Bytes& from, const Head& head) {
    const size_t part = meaning_.parts.size() - 1;
    if (!head.are_sums) {
      ++got_[std::min(head.mark, 2U)];
    }
    Place target;
    if (head.has_target || head.mark > 1) {
      target.address = head.at.address + from.signed_number();
      target.line = head.at.line + from.signed_number();
    }
    const Meaning::Function& own = functions_[head.function];
    if (head.mark == 0) {
      self_records_.mark({head.function, 0}, head.estimates);
      meaning_.lines.push_back(
          {own, head.file, position(head.at), part, costs(from, head, self_records_, 0)});
    } else if (head.mark == 1) {
      const auto callee = static_cast<size_t>(from.varint(32));
      demand(callee < functions_.size());
      const uint64_t count = from.number();
      Sums& sums = head.are_sums ? call_sums_ : call_records_;
      sums.mark({head.function, callee}, head.estimates);
      sums.add({head.function, callee, ~size_t{0}}, int128{count});
      const std::vector<int128> inclusive = costs(from, head, sums, callee);
      if (!head.are_sums) {
        meaning_.calls.push_back({own, functions_[callee], head.file, position(head.at),
                                  head.has_target ? position(target) : Meaning::Position{}, part,
                                  count, inclusive});
      }
    } else {
      jump(from, head, target);
    }
  }

  void jump(Bytes& from, const Head& head, const Place& target) {
    constexpr uint32_t kTarget = uint32_t{1} << 31;
    const auto to = static_cast<uint32_t>(from.varint(32));
    const bool is_target = (to & kTarget) != 0;
    demand((to & ~kTarget) < (is_target ? targets_ : functions_).size());
    const auto file = static_cast<size_t>(from.varint(32));
    demand(file < names_.size());
    const uint64_t executed = from.number();
    const uint64_t followed = head.mark == 3 ? from.number() : executed;
    meaning_.jumps.push_back({head.mark == 3, functions_[head.function], head.file,
                              position(head.at), (is_target ? targets_ : functions_)[to & ~kTarget],
                              names_[file], position(target), meaning_.parts.size() - 1, executed,
                              followed});
  }

  std::vector<int128> costs(Bytes& from, const Head& head, Sums& sums, size_t callee) {
    std::vector<int128> all(meaning_.events.size());
    const uint64_t given = head.is_wide || width_ != 1 ? from.number() : 1;
    demand(given <= width_);
    for (size_t at = 0; at < given; ++at) {
      int128 cost = 0;
      if (!head.is_wide) {
        cost = from.number();
      } else {
        cost = from.amount();
      }
      all[columns_[at]] = cost;
      sums.add({head.function, callee, at}, cost);
    }
    return all;
  }

  void input(Bytes& from) {
    const bool is_first = !std::exchange(has_input_, true);
    for (int text = 0; text < 3; ++text) {
      from.text();
    }
    const std::optional<std::string> creator = from.maybe_text();
    const std::optional<std::string> command = from.maybe_text();
    const std::optional<std::string> rule = from.maybe_text();
    if (is_first) {
      meaning_.creator = creator;
      meaning_.cmd = command;
      meaning_.base_rule = rule.value_or("");
    }
    from.number();
    from.number();
    for (size_t left = from.count(); left != 0; --left) {
      Meaning::EventDefinition definition;
      definition.name = from.text();
      definition.formula = from.maybe_text();
      definition.long_name = from.maybe_text();
      if (is_first) {
        meaning_.event_definitions.push_back(std::move(definition));
      }
    }
    for (size_t left = from.count(); left != 0; --left) {
      from.text();
      const uint64_t times = from.number();
      const size_t kept = from.count();
      demand(kept != 0 && kept <= 1000 && kept <= times);
      for (size_t at = 0; at < kept; ++at) {
        from.number();
        from.number();
        from.text();
        from.text();
        from.maybe_text();
      }
    }
    for (size_t left = tells_of_objects_ ? from.count() : 0; left != 0; --left) {
      from.text();
      from.text();
      demand(from.number() <= 1);
    }
  }

  Meaning finish() {
    for (auto& [function, self] : meaning_.functions) {
      self.resize(meaning_.events.size());
    }
    return std::move(meaning_);
  }

  Meaning meaning_;
  BlockKind last_{};
  std::vector<bool> is_max_;
  std::vector<std::string> names_ = {""};
  std::vector<Meaning::Function> functions_, targets_;
  std::set<std::tuple<bool, size_t, size_t, size_t>> met_;
  std::vector<Frame> frames_;
  bool has_input_ = false;
  bool tells_of_objects_ = false;
  // the open part
  bool has_part_ = false;
  uint64_t bits_ = 0, use_ = 0;
  uint64_t wanted_[3] = {}, got_[3] = {};  ///< self costs, calls, jumps
  std::vector<size_t> columns_;
  size_t width_ = 0;
  Sums self_sums_, self_records_, call_sums_, call_records_;  ///< of the part
  int64_t last_function_ = 0;
  size_t last_folded_ = 0;
  bool has_estimates_ = false;
  bool has_call_costs_ = false;
  uint64_t call_stage_ = 0;     ///< of the item of call costs that was read last
  int64_t call_function_ = -1;  ///< its function
  std::set<size_t> all_folded_;
  std::vector<std::string> folded_names_;  ///< numbered behind the names
  size_t first_context_ = 0;
  uint64_t last_leak_ = 0;
  std::vector<size_t> path_;
  std::map<std::pair<size_t, size_t>, int128> raised_;
};

}  // namespace

Meaning slow_read_snapshot(std::string_view bytes) {
  try {
    return SnapshotTwin().read(bytes);
  } catch (const NoSnapshot&) {
    Meaning meaning;
    meaning.valid = false;
    return meaning;
  }
}

std::string sealed_snapshot(std::string bytes) {
  const auto put = [&bytes](size_t at, uint32_t value) {
    for (size_t byte = 0; byte < 4; ++byte) {
      bytes[at + byte] = static_cast<char>(value >> (8 * byte));
    }
  };
  const std::string_view all = bytes;
  if (bytes.size() >= 16) {
    put(12, plain_crc(all.substr(0, 12)));
  }
  for (size_t at = 16; at + 24 <= bytes.size();) {
    const uint64_t length = Bytes{all.substr(at + 8)}.fixed(8);
    const bool is_whole = length <= bytes.size() - at - 24;
    if (is_whole) {
      put(at + 16, plain_crc(all.substr(at + 24, length)));
    }
    put(at + 20, plain_crc(all.substr(at, 20)));
    at = is_whole ? at + 24 + length : bytes.size();
  }
  return bytes;
}

}  // namespace quern::testing
