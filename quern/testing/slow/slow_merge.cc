// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/model/records/record_cursor.h"
#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

namespace {

class Adder {
 public:
  Adder(const Profile& profile, SlowSums& sums, std::map<std::string, size_t>& records,
        bool by_function)
      : profile_(&profile), sums_(&sums), records_(&records), by_function_(by_function) {}

  void add() {
    RecordCursor cursor(profile_->records());
    while (const Record* record = cursor.next()) {
      if (!by_function_ || record->kind == RecordKind::kSelf || record->kind == RecordKind::kCall) {
        add(*record);
      }
    }
    for (const Part& part : profile_->parts()) {
      add_contexts(part);
    }
    for (const Leak& leak : profile_->leaks()) {
      if (by_function_) {
        break;
      }
      const std::string key =
          fmt::format("leak {} {} {} {}", paths_[leak.context.index()],
                      profile_->events()[leak.event.index()].name, leak.address, leak.size);
      (*sums_)[key]["held"] += 1;
    }
  }

 private:
  [[nodiscard]] std::string name(NameId id) const {
    return quoted_text(profile_->symbols().names.text(id));
  }
  [[nodiscard]] std::string function(FunctionId id) const {
    const FunctionKey& key = profile_->symbols().functions[id];
    return fmt::format("{} {} {}", name(key.name), name(key.file), name(key.object));
  }
  [[nodiscard]] std::string position(size_t part, const Position& at) const {
    const PositionKinds& kinds = profile_->parts()[part].header.positions;
    // Beside lines that are unknown there is no line 2^64 - 1.
    return fmt::format("{} {}", kinds.instr ? at.address : 0,
                       kinds.line && at.line != kNoLine ? std::to_string(at.line) : "?");
  }

  void add(const Record& record) {
    const PositionKinds& kinds = profile_->parts()[record.part].header.positions;
    std::string key = function(profile_->function(record.function));
    if (!by_function_) {
      key += fmt::format(" {} {}", name(record.file), position(record.part, record.at));
    }
    if (record.kind == RecordKind::kSelf) {
      key = "self " + key;
    } else {
      key += " to " + function(profile_->function(record.other));
    }
    if (record.kind == RecordKind::kCall) {
      key = "call " + key;
      if (!by_function_ && record.target && (kinds.instr || kinds.line)) {
        key += fmt::format(" at {} {}", kinds.instr ? record.target->address : 0,
                           kinds.line ? record.target->line : 0);
      }
      (*sums_)[key]["count"] += int128{record.count};
    } else if (record.kind != RecordKind::kSelf) {
      key = fmt::format("{} {} {} {}", record.kind == RecordKind::kJump ? "jump" : "jcnd", key,
                        name(record.target_file), position(record.part, *record.target));
      (*sums_)[key]["executed"] += int128{record.count};
      (*sums_)[key]["followed"] += int128{record.followed};
    }
    ++(*records_)[key];
    std::map<std::string, int128>& sum = (*sums_)[key];
    const std::vector<EventId>& events = profile_->parts()[record.part].header.events;
    for (size_t at = 0; at < record.costs.size(); ++at) {
      add(sum, events[at], record.costs[at]);
    }
  }

  void add(std::map<std::string, int128>& sum, EventId event, int128 cost) const {
    const Event& counted = profile_->events()[event.index()];
    int128& known = sum[counted.name];
    known = counted.combine == Combine::kMax ? std::max(known, cost) : known + cost;
  }

  void add_contexts(const Part& part) {
    const Contexts& contexts = profile_->contexts();
    paths_.resize(contexts.size());
    for (uint64_t at = part.first_context; at < part.end_context; ++at) {
      const ContextId id(static_cast<uint32_t>(at));
      const Frame& frame = contexts.frame(id);
      const std::optional<int64_t> position = contexts.position(id);
      std::string& path = paths_[at];
      path =
          contexts.parent(id) == kNoContext
              ? (!by_function_ && part.contexts == ContextUse::kBeside ? "beside stack" : "stack")
              : paths_[contexts.parent(id).index()];
      path += fmt::format(" / {} {}", function(frame.function), frame.is_symbol ? "s" : "");
      if (!by_function_) {
        path += fmt::format(" {} {} {} {}", name(frame.file), frame.start, frame.is_line ? "l" : "",
                            position ? std::to_string(*position) : "?");
      }
      ++(*records_)[path];
      (*sums_)[path]["calls"] += int128{contexts.calls(id)};
      ContextCosts walk(contexts);
      while (walk.next() && walk.context() <= id) {
        if (walk.context() == id) {
          for (const EventCost& each : walk.costs()) {
            add((*sums_)[path], each.event, each.cost);
          }
        }
      }
    }
  }

  const Profile* profile_;
  SlowSums* sums_;
  std::map<std::string, size_t>* records_;
  bool by_function_;
  std::vector<std::string> paths_;  ///< by context
};

std::string described(const std::string& key, const std::map<std::string, int128>& sums) {
  std::string text = key + ":";
  for (const auto& [event, sum] : sums) {
    text += sum == 0 ? "" : fmt::format(" {} {}", event, to_decimal(sum));
  }
  return text + "\n";
}

}  // namespace

void slow_merge(const Profile& profile, SlowSums& sums, std::map<std::string, size_t>& records,
                bool by_function) {
  Adder(profile, sums, records, by_function).add();
}

std::string difference(const SlowSums& a, const SlowSums& b) {
  std::string texts[2];
  for (const auto& [key, sums] : a) {
    texts[0] += described(key, sums);
  }
  for (const auto& [key, sums] : b) {
    texts[1] += described(key, sums);
  }
  return first_difference(texts[0], texts[1]);
}

}  // namespace quern::testing
