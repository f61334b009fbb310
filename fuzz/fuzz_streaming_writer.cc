// SPDX-License-Identifier: MIT
//
// The streaming writer, called in any order with any arguments: what it takes is a file that the
// reader takes too, with the same sums for each function and call; what it refuses is an error and
// leaves no trace.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "quern/formats/callgrind/streaming_writer.h"
#include "quern/load/open.h"
#include "quern/model/records/record_cursor.h"

namespace {

using namespace quern;

/// Numbers and texts out of the input; zeros behind its end.
class Draws {
 public:
  explicit Draws(std::string_view bytes) : left_(bytes) {}
  [[nodiscard]] bool empty() const { return left_.empty(); }
  uint8_t byte() {
    if (left_.empty()) {
      return 0;
    }
    const auto taken = static_cast<uint8_t>(left_.front());
    left_.remove_prefix(1);
    return taken;
  }
  uint32_t below(uint32_t end) { return byte() % end; }
  /// Mostly small, sometimes of any size.
  uint64_t number() {
    uint64_t value = byte();
    for (size_t more = value >= 0xf0 ? value - 0xef : 0; more != 0; --more) {
      value = value << 8 | byte();
    }
    return value;
  }
  std::string text() {
    constexpr const char* kTexts[] = {"",    "f",   "g",     "a.c", "b.c",
                                      "???", "(1)", "(2) f", "+3",  "f'2"};
    const uint8_t first = byte();
    if (first < std::size(kTexts)) {
      return kTexts[first];
    }
    const std::string taken(left_.substr(0, first % 8));
    left_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view left_;
};

/// By names of functions and of the event.
using Named = std::tuple<std::string, std::string, std::string>;
struct Sums {
  std::map<std::tuple<Named, std::string>, int128> self;
  std::map<std::tuple<Named, Named, std::string>, int128> calls;
  uint64_t jumps = 0;
  bool operator==(const Sums&) const = default;

  template <class Key>
  static void add(std::map<Key, int128>& sums, const Key& key, int128 cost) {
    if (cost != 0 && (sums[key] += cost) == 0) {
      sums.erase(key);
    }
  }
};

std::string known(std::string_view text) {
  return NameTable::is_unknown(text) ? "" : std::string(text);
}

class Session {
 public:
  explicit Session(std::string_view bytes)
      : draws_(bytes), writer_(out_, {draws_.below(2) == 1, draws_.below(2) == 1, true}) {}

  void run() {
    while (!draws_.empty()) {
      step();
    }
    (void)end_part();
    if (writer_.finish()) {
      check();
    }
  }

 private:
  void step() {
    switch (draws_.below(12)) {
      case 0:
        return (void)writer_.begin(
            {draws_.text(), {{draws_.text(), draws_.text(), draws_.text()}}});
      case 1:
        return (void)writer_.begin({"sampler-1.0", {}});
      case 2:
        return begin_part();
      case 3:
        return (void)end_part();
      case 4:
        return name();
      case 5:
        return function();
      case 6:
        return enter();
      case 7:
        return jump();
      case 8:
      case 9:
        return call();
      default:
        return self_cost();
    }
  }

  void begin_part() {
    callgrind::PartHead head;
    head.number = draws_.below(2) == 1 ? std::optional(draws_.number()) : std::nullopt;
    head.thread = draws_.below(2) == 1 ? std::optional(draws_.number()) : std::nullopt;
    head.positions.instr = draws_.below(2) == 1;
    head.positions.line = draws_.below(2) == 1;
    if (draws_.below(4) == 0) {
      head.command = draws_.text();
      head.descriptions = {draws_.text()};
    }
    constexpr const char* kEvents[] = {"Ir", "Dr", "Cy", "Ge"};
    for (uint32_t left = draws_.below(4), first = draws_.below(3); left != 0; --left, ++first) {
      head.events.push_back(draws_.below(16) == 15 ? draws_.text() : kEvents[first % 4]);
    }
    if (writer_.begin_part(head)) {
      events_ = head.events;
      entered_.reset();
    }
  }

  Result<void> end_part() {
    std::vector<int128> summary;
    if (draws_.below(4) == 1) {
      summary = costs();
    }
    return writer_.end_part(summary);
  }

  void name() {
    if (const Result<NameId> made = writer_.name(draws_.text())) {
      names_.push_back(*made);
    }
  }

  void function() {
    const std::string name = draws_.text();
    const std::string file = draws_.text();
    const std::string object = draws_.text();
    if (const Result<FunctionId> made = writer_.function(name, file, object)) {
      functions_[made->value] = {known(name), known(file), known(object)};
    }
  }

  /// One that was given, or any other.
  FunctionId any_function() {
    const uint8_t drawn = draws_.byte();
    return FunctionId(uint32_t{drawn} % (static_cast<uint32_t>(functions_.size()) + 1));
  }
  NameId any_name() {
    const uint8_t drawn = draws_.byte();
    return drawn < names_.size() ? names_[drawn] : NameId(uint32_t{drawn} % 4);
  }
  Position place() { return {draws_.number(), draws_.number()}; }
  std::vector<int128> costs() {
    std::vector<int128> costs(draws_.below(5));
    for (int128& cost : costs) {
      cost = int128{draws_.number()} - (draws_.below(16) == 1 ? 1000 : 0);
    }
    return costs;
  }

  void enter() {
    const FunctionId function = any_function();
    if (writer_.enter(function)) {
      entered_ = function;
    }
  }

  void self_cost() {
    const NameId file = any_name();
    const Position at = place();
    const std::vector<int128> row = costs();
    if (writer_.self_cost(file, at, row)) {
      for (size_t event = 0; event < row.size(); ++event) {
        Sums::add(told_.self, {functions_.at(entered_->value), events_[event]}, row[event]);
      }
    }
  }

  void call() {
    callgrind::WrittenCall call;
    call.callee = any_function();
    call.file = any_name();
    call.at = place();
    if (draws_.below(2) == 1) {
      call.target = place();
    }
    call.count = draws_.number();
    const std::vector<int128> row = costs();
    if (!writer_.call(call, row)) {
      return;
    }
    const Named& caller = functions_.at(entered_->value);
    const Named& callee = functions_.at(call.callee.value);
    Sums::add(told_.calls, {caller, callee, "calls"}, int128{call.count});
    for (size_t event = 0; event < row.size(); ++event) {
      Sums::add(told_.calls, {caller, callee, events_[event]}, row[event]);
    }
  }

  void jump() {
    const callgrind::WrittenJump jump{draws_.below(2) == 1, any_name(),     place(),
                                      any_function(),       any_name(),     place(),
                                      draws_.number(),      draws_.number()};
    told_.jumps += writer_.jump(jump) ? 1U : 0U;
  }

  void check() {
    OpenOptions options;
    options.keep = Keep::kAll;
    options.dialect = "callgrind";
    const Result<Opened> opened = open_bytes("written", out_.text(), options);
    if (!opened || !(sums_of(*opened->profile) == told_)) {
      std::fprintf(stderr, "%s\n%s\n", opened ? "sums differ" : opened.error().message.c_str(),
                   out_.text().c_str());
      std::abort();
    }
  }

  static Sums sums_of(const Profile& profile) {
    Sums sums;
    const auto named = [&profile](FunctionId recorded) {
      const FunctionId id = profile.function(recorded);
      const Symbols& symbols = profile.symbols();
      return Named(symbols.name(id), symbols.file(id), symbols.object(id));
    };
    RecordCursor cursor(profile.records());
    while (const Record* record = cursor.next()) {
      const std::vector<EventId>& events = profile.parts()[record->part].header.events;
      const bool is_call = record->kind == RecordKind::kCall;
      sums.jumps += record->kind >= RecordKind::kJump ? 1U : 0U;
      if (is_call) {
        Sums::add(sums.calls, {named(record->function), named(record->other), "calls"},
                  int128{record->count});
      }
      for (size_t at = 0; at < record->costs.size(); ++at) {
        const std::string& event = profile.events()[events[at].index()].name;
        if (is_call) {
          Sums::add(sums.calls, {named(record->function), named(record->other), event},
                    record->costs[at]);
        } else {
          Sums::add(sums.self, {named(record->function), event}, record->costs[at]);
        }
      }
    }
    return sums;
  }

  Draws draws_;
  StringSink out_;
  callgrind::StreamingWriter writer_;
  std::vector<NameId> names_;
  std::map<uint32_t, Named> functions_;
  std::vector<std::string> events_;
  std::optional<FunctionId> entered_;
  Sums told_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMost = 4096;
  if (size <= kMost) {
    Session(std::string_view(reinterpret_cast<const char*>(data), size)).run();
  }
  return 0;
}
