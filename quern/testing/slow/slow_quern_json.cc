// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_quern_json.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "quern/testing/slow/slow_json.h"

namespace quern::testing {
namespace {

struct NoProfile {};

using Kind = SlowJson::Kind;

/// The first member of this name, whatever it is.
const SlowJson* first_of(const SlowJson& object, std::string_view name) {
  for (const auto& [key, value] : object.members) {
    if (key == name) {
      return &value;
    }
  }
  return nullptr;
}

bool is_null(const SlowJson* value) {
  return value == nullptr || (value->kind == Kind::kWord && value->text == "null");
}

std::optional<int128> integer_of(const SlowJson& value) {
  const bool is_negative = value.text.starts_with('-');
  const std::string digits = value.text.substr(is_negative ? 1 : 0);
  const bool is_text = value.kind == Kind::kText || value.kind == Kind::kNumber;
  if (!is_text || digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  int128 number = 0;
  for (const char digit : digits) {
    if (number > (int128{1} << 96) / 10) {
      return std::nullopt;
    }
    number = number * 10 + (digit - '0');
  }
  return is_negative ? -number : number;
}

int128 number_of(const SlowJson& object, std::string_view name, int128 least, int128 most) {
  const SlowJson* const found = first_of(object, name);
  const std::optional<int128> value = found == nullptr ? std::nullopt : integer_of(*found);
  if (!value || *value < least || *value > most) {
    throw NoProfile();
  }
  return *value;
}

std::optional<int128> known_number(const SlowJson& object, std::string_view name) {
  if (is_null(first_of(object, name))) {
    return std::nullopt;
  }
  return number_of(object, name, -(int128{1} << 80), int128{1} << 80);
}

std::optional<uint64_t> known_count(const SlowJson& object, std::string_view name) {
  if (is_null(first_of(object, name))) {
    return std::nullopt;
  }
  return static_cast<uint64_t>(number_of(object, name, 0, int128{UINT64_MAX}));
}

std::string text_in(const SlowJson& object, const std::string& name, bool is_needed = false) {
  const SlowJson* const found = first_of(object, name);
  if (is_null(found) && !is_needed) {
    return "";
  }
  if (found == nullptr || found->kind != Kind::kText) {
    throw NoProfile();
  }
  const SlowJson* const bytes = first_of(object, name + "_bytes");
  if (bytes == nullptr) {
    return found->text;
  }
  std::string out;
  if (bytes->kind != Kind::kText || bytes->text.size() % 2 != 0 ||
      bytes->text.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw NoProfile();
  }
  for (size_t at = 0; at < bytes->text.size(); at += 2) {
    out += static_cast<char>(std::stoi(bytes->text.substr(at, 2), nullptr, 16));
  }
  return out;
}

std::string name_in(const SlowJson& object, const std::string& name) {
  const std::string text = text_in(object, name);
  return text == "???" ? "" : text;
}

const std::vector<SlowJson>& items_in(const SlowJson& object, std::string_view name) {
  const SlowJson* const found = first_of(object, name);
  if (found == nullptr || found->kind != Kind::kList) {
    throw NoProfile();
  }
  return found->items;
}

class QuernJsonTwin {
 public:
  Meaning read(const SlowJson& file) {
    if (file.kind != Kind::kObject) {
      throw NoProfile();
    }
    bool has_schema = false;
    std::set<std::string> seen;
    for (const auto& [key, value] : file.members) {
      static const std::set<std::string> kLists = {
          "events", "event_definitions", "parts", "functions", "lines", "calls",
          "jumps",  "contexts",          "leaks", "warnings"};
      if (key == "schema") {
        has_schema = value.kind == Kind::kText && value.text == "quern.profile/1";
        demand(has_schema);
      } else if (!kLists.contains(key)) {
        head(key, value);
      } else {
        demand(value.kind == Kind::kList && seen.insert(key).second);
        for (const SlowJson& item : value.items) {
          demand(has_schema && item.kind == Kind::kObject);
          take(key, item);
        }
        last_part_ = 0;
      }
    }
    demand(has_schema);
    finish();
    return std::move(meaning_);
  }

 private:
  static void demand(bool is_so) {
    if (!is_so) {
      throw NoProfile();
    }
  }

  void head(const std::string& key, const SlowJson& value) {
    if (value.kind != Kind::kText || value.text.empty()) {
      return;
    }
    if (key == "creator") {
      meaning_.creator = value.text;
    } else if (key == "command") {
      meaning_.cmd = value.text;
    } else if (key == "base_rule") {
      meaning_.base_rule = value.text;
    }
  }

  void take(const std::string& list, const SlowJson& item) {
    if (list == "events") {
      event(item);
    } else if (list == "event_definitions") {
      definition(item);
    } else if (list == "parts") {
      part(item);
    } else if (list == "functions") {
      functions_.push_back({name_in(item, "name"), name_in(item, "file"), name_in(item, "object")});
      is_used_.push_back(false);
    } else if (list == "lines") {
      line(item);
    } else if (list == "calls") {
      call(item);
    } else if (list == "jumps") {
      jump(item);
    } else if (list == "contexts") {
      context(item);
    } else if (list == "leaks") {
      leak(item);
    } else if (list == "warnings") {
      text_in(item, "code", true);
      text_in(item, "message", true);
      number_of(item, "count", 1, int128{UINT64_MAX});
      number_of(item, "line", 0, int128{UINT64_MAX});
      number_of(item, "column", 0, int128{UINT64_MAX});
    }
  }

  void event(const SlowJson& item) {
    const std::string name = text_in(item, "name", true);
    text_in(item, "long_name");
    text_in(item, "unit");
    number_of(item, "scale", 1, int128{UINT64_MAX});
    const std::string combine = text_in(item, "combine", true);
    demand((combine == "sum" || combine == "max") &&
           std::count(meaning_.events.begin(), meaning_.events.end(), name) == 0);
    meaning_.events.push_back(name);
    told_.push_back(first_of(item, "name")->text);
  }

  void definition(const SlowJson& item) {
    Meaning::EventDefinition definition;
    definition.name = text_in(item, "name", true);
    const std::string formula = text_in(item, "formula");
    const std::string long_name = text_in(item, "long_name");
    definition.formula = formula.empty() ? std::nullopt : std::optional(formula);
    definition.long_name = long_name.empty() ? std::nullopt : std::optional(long_name);
    meaning_.event_definitions.push_back(definition);
  }

  std::vector<int128> numbers(const SlowJson& list, size_t count) {
    demand(list.kind == Kind::kList);
    std::vector<int128> values;
    for (const SlowJson& item : list.items) {
      const std::optional<int128> value = integer_of(item);
      demand(value.has_value());
      values.push_back(*value);
    }
    demand(values.size() == count);
    return values;
  }

  void part(const SlowJson& item) {
    Meaning::Part part;
    part.number = known_count(item, "number");
    part.pid = known_count(item, "pid");
    part.thread = known_count(item, "thread");
    const std::string command = text_in(item, "command");
    const std::string trigger = text_in(item, "trigger");
    part.cmd = command.empty() ? std::nullopt : std::optional(command);
    part.trigger = trigger.empty() ? std::nullopt : std::optional(trigger);
    std::set<std::string> positions;
    for (const SlowJson& position : items_in(item, "positions")) {
      positions.insert(position.text);
    }
    part.positions.clear();
    for (const char* kind : {"instr", "bb", "line"}) {
      if (positions.contains(kind)) {
        part.positions.emplace_back(kind);
      }
    }
    for (const SlowJson& event : items_in(item, "events")) {
      const auto found = std::find(told_.begin(), told_.end(), event.text);
      demand(event.kind == Kind::kText && found != told_.end());
      const std::string& name = meaning_.events[static_cast<size_t>(found - told_.begin())];
      demand(std::count(part.events.begin(), part.events.end(), name) == 0);
      part.events.push_back(name);
    }
    for (const SlowJson& summary : items_in(item, "summaries")) {
      part.summaries.push_back(numbers(summary, part.events.size()));
    }
    const SlowJson* const declared = first_of(item, "declared_totals");
    if (!is_null(declared)) {
      part.declared_totals = numbers(*declared, part.events.size());
    }
    for (const SlowJson& description : items_in(item, "descriptions")) {
      demand(description.kind == Kind::kText);
      part.descriptions.push_back(description.text);
    }
    meaning_.parts.push_back(part);
  }

  size_t part_of(const SlowJson& item) {
    const int128 part = number_of(item, "part", 0, static_cast<int128>(meaning_.parts.size()) - 1);
    demand(part >= last_part_);
    last_part_ = part;
    return static_cast<size_t>(part);
  }

  size_t function_of(const SlowJson& item, std::string_view name, bool is_use = true) {
    const auto at =
        static_cast<size_t>(number_of(item, name, 0, static_cast<int128>(functions_.size()) - 1));
    is_used_[at] = is_used_[at] || is_use;
    return at;
  }

  /// A position as the part knows such.
  Meaning::Position place_of(const SlowJson& item, size_t part) {
    text_in(item, "file");
    const std::optional<uint64_t> line = known_count(item, "line");
    const std::optional<uint64_t> address = known_count(item, "address");
    Meaning::Position place;
    if (has(part, "line")) {
      place.line = line;
    }
    if (has(part, "instr")) {
      place.address = address.value_or(0);
    }
    return place;
  }

  [[nodiscard]] bool has(size_t part, std::string_view kind) const {
    const std::vector<std::string>& kinds = meaning_.parts[part].positions;
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  }

  std::vector<int128> costs_of(const SlowJson& item, const char* name, size_t part) {
    std::vector<int128> costs(meaning_.events.size());
    const std::vector<SlowJson>& items = items_in(item, name);
    for (size_t at = 0; at < items.size(); ++at) {
      const std::optional<int128> cost = integer_of(items[at]);
      demand(cost.has_value());
      if (*cost == 0) {
        continue;
      }
      const std::vector<std::string>& events = meaning_.parts[part].events;
      demand(at < costs.size() &&
             std::find(events.begin(), events.end(), meaning_.events[at]) != events.end());
      costs[at] = *cost;
    }
    return costs;
  }

  void line(const SlowJson& item) {
    Meaning::SelfLine line;
    line.part = part_of(item);
    line.function = functions_[function_of(item, "function")];
    line.at = place_of(item, line.part);
    line.file = name_in(item, "file");
    line.self = costs_of(item, "self", line.part);
    add(line.function, line.self);
    meaning_.lines.push_back(line);
  }

  void add(const Meaning::Function& function, const std::vector<int128>& costs) {
    std::vector<int128>& sum = sums_[function];
    sum.resize(meaning_.events.size());
    for (size_t at = 0; at < costs.size(); ++at) {
      sum[at] += costs[at];
    }
  }

  void call(const SlowJson& item) {
    Meaning::Call call;
    call.part = part_of(item);
    call.caller = functions_[function_of(item, "caller")];
    call.callee = functions_[function_of(item, "callee")];
    call.at = place_of(item, call.part);
    call.file = name_in(item, "file");
    call.count = static_cast<uint64_t>(number_of(item, "count", 0, int128{UINT64_MAX}));
    call.inclusive = costs_of(item, "inclusive", call.part);
    const SlowJson* const target = first_of(item, "target");
    demand(target != nullptr && target->kind == Kind::kObject);
    const Meaning::Position at = place_of(*target, call.part);
    const bool has_target = known_count(*target, "line") || !is_null(first_of(*target, "address"));
    if (has_target) {
      call.target = at;
      if (has(call.part, "line") && !at.line) {
        call.target.line = 0;
      }
    }
    meaning_.calls.push_back(call);
  }

  void jump(const SlowJson& item) {
    Meaning::Jump jump;
    const SlowJson* const from = first_of(item, "from");
    const SlowJson* const to = first_of(item, "to");
    demand(from != nullptr && from->kind == Kind::kObject && to != nullptr &&
           to->kind == Kind::kObject);
    jump.part = part_of(item);
    const std::string kind = text_in(item, "kind", true);
    jump.from = functions_[function_of(*from, "function")];
    const size_t target = function_of(*to, "function", false);
    targets_.insert(target);
    jump.to = functions_[target];
    jump.from_at = place_of(*from, jump.part);
    jump.to_at = place_of(*to, jump.part);
    jump.from_file = name_in(*from, "file");
    jump.to_file = name_in(*to, "file");
    jump.executed = static_cast<uint64_t>(number_of(item, "executed", 0, int128{UINT64_MAX}));
    jump.followed = static_cast<uint64_t>(number_of(item, "followed", 0, int128{UINT64_MAX}));
    demand(kind == "jump" || kind == "jcnd");
    jump.conditional = kind == "jcnd";
    jump.followed = jump.conditional ? jump.followed : jump.executed;
    meaning_.jumps.push_back(jump);
  }

  void context(const SlowJson& item) {
    Meaning::Context context;
    context.part = part_of(item);
    context.function = functions_[function_of(item, "function")];
    const std::optional<int128> parent = known_number(item, "parent");
    const std::optional<int128> offset = known_number(item, "offset");
    const std::optional<int128> address = known_number(item, "address");
    const std::optional<int128> line = known_number(item, "line");
    known_number(item, "calls");
    const std::string file = name_in(item, "file");
    context.self = costs_of(item, "self", context.part);
    const std::optional<int128> position = offset ? offset : line;
    demand(!position || (*position <= kInt64Max && *position >= kInt64Min));
    if (offset && address) {
      demand(*address >= *offset && *address - *offset <= int128{UINT64_MAX});
    }
    if (parent) {
      while (!path_.empty() && static_cast<int128>(path_.back()) != *parent) {
        path_.pop_back();
      }
      demand(!path_.empty() && meaning_.contexts[path_.back()].part == context.part);
      context.parent = path_.back();
    } else {
      path_.clear();
    }
    path_.push_back(meaning_.contexts.size());
    context.file = file;
    context.line = position ? std::optional(static_cast<int64_t>(*position)) : std::nullopt;
    meaning_.contexts.push_back(context);
  }

  void leak(const SlowJson& item) {
    const SlowJson* const event = first_of(item, "event");
    demand(event != nullptr && event->kind == Kind::kText &&
           std::find(told_.begin(), told_.end(), event->text) != told_.end());
    const int128 context =
        number_of(item, "context", 0, static_cast<int128>(meaning_.contexts.size()) - 1);
    number_of(item, "address", 0, int128{UINT64_MAX});
    number_of(item, "size", 0, int128{UINT64_MAX});
    demand(context >= last_leak_);
    last_leak_ = context;
  }

  void finish() {
    const size_t width = meaning_.events.size();
    size_t listed = functions_.size();
    while (listed != 0 && targets_.contains(listed - 1) && !is_used_[listed - 1]) {
      --listed;
    }
    for (size_t at = 0; at < listed; ++at) {
      if (!meaning_.functions.contains(functions_[at])) {
        meaning_.functions[functions_[at]].resize(width);
        meaning_.function_order.push_back(functions_[at]);
      }
    }
    forget_lines_beyond_all();
    add_lone_contexts();
    meaning_.totals.resize(width);
    for (const auto& [function, costs] : sums_) {
      for (size_t at = 0; at < width; ++at) {
        meaning_.functions[function][at] += costs[at];
        meaning_.totals[at] += costs[at];
      }
    }
  }

  /// Where a part's lines are known of some records alone, its largest number stands for unknown.
  void forget_lines_beyond_all() {
    std::vector<std::pair<size_t, Meaning::Position*>> places;  // with their parts
    std::set<size_t> lacking;
    const auto add_place = [&](size_t part, Meaning::Position& at, bool may_lack) {
      places.emplace_back(part, &at);
      if (may_lack && has(part, "line") && !at.line) {
        lacking.insert(part);
      }
    };
    for (Meaning::SelfLine& each : meaning_.lines) {
      add_place(each.part, each.at, true);
    }
    for (Meaning::Call& each : meaning_.calls) {
      add_place(each.part, each.at, true);
      add_place(each.part, each.target, false);
    }
    for (Meaning::Jump& each : meaning_.jumps) {
      add_place(each.part, each.from_at, true);
      add_place(each.part, each.to_at, true);
    }
    for (const auto& [part, at] : places) {
      if (lacking.contains(part) && at->line == UINT64_MAX) {
        at->line.reset();
      }
    }
  }

  /// Contexts of parts without records are what their functions cost.
  void add_lone_contexts() {
    std::set<size_t> with_records;
    for (const auto& each : meaning_.lines) {
      with_records.insert(each.part);
    }
    for (const auto& each : meaning_.calls) {
      with_records.insert(each.part);
    }
    for (const auto& each : meaning_.jumps) {
      with_records.insert(each.part);
    }
    for (const Meaning::Context& context : meaning_.contexts) {
      if (!with_records.contains(context.part)) {
        add(context.function, context.self);
      }
    }
  }

  Meaning meaning_;
  std::vector<std::string> told_;  ///< names of events as the document repeats them
  std::vector<Meaning::Function> functions_;
  std::vector<bool> is_used_;
  std::set<size_t> targets_;
  std::map<Meaning::Function, std::vector<int128>> sums_;
  std::vector<size_t> path_;
  int128 last_part_ = 0;
  int128 last_leak_ = 0;
};

}  // namespace

Meaning slow_read_quern_json(std::string_view bytes) {
  const std::optional<SlowJson> file = slow_parse_json(bytes);
  try {
    if (file) {
      return QuernJsonTwin().read(*file);
    }
  } catch (const NoProfile&) {
  }
  Meaning meaning;
  meaning.valid = false;
  return meaning;
}

}  // namespace quern::testing
