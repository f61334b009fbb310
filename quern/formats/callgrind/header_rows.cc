// SPDX-License-Identifier: MIT
//
// Header rows: `key: value`, anywhere in a part.
// Some keys begin a new part if records came before; `desc:`, `event:`, `summary:` and `totals:`
// never do, so that declared costs may stand in the middle or at the end of their part.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

namespace {

constexpr size_t kNamesTold = 16;
constexpr size_t kLongestTold = 40;

}  // namespace

bool Reader::header_row(const Row& row, const char* at, const char* colon) {
  const std::string_view key(at, colon);
  const char* const value = std::find_if_not(colon + 1, row.end, is_blank);
  if (is_ahead_ && key != "summary" && key != "totals") {
    error_.emplace();  // may end the part, or change what its rows mean: not to be read ahead
    return false;
  }
  if (first_key_.empty() && !any_row_) {
    first_key_ = key;
  }
  if (key == "desc" || key == "creator" || key == "cmd" || key == "arch" ||
      key == "timeframe (BB)") {
    text_header(row, key, {value, row.end});
    return true;
  }
  if (key == "pid" || key == "part" || key == "thread") {
    return number_header(row, at, key, value);
  }
  if (key == "events") {
    return events_header(row, at, value);
  }
  if (key == "summary" || key == "totals") {
    return declared_header(row, at, key, value);
  }
  return known_header(row, at, key, value);
}

/// A `version:` behind records begins another file that was glued to this one: it reads as it would
/// alone, with aliases and positions of its own.
bool Reader::known_header(const Row& row, const char* at, std::string_view key, const char* value) {
  if (key == "version") {
    if (auto error = parse_version(value, row.end)) {
      return fail(row, std::move(*error));
    }
    if (part_.has_body || part_.is_over()) {
      open_part_if_body();
      follows_xdebug_ = false;
      end_file();
    }
    signs_.version = trim({value, row.end});
    choose_dialect();
    return true;
  }
  if (key == "positions") {
    PositionKinds kinds;
    if (auto error = parse_positions_row(value, row.end, kinds)) {
      return fail(row, std::move(*error));
    }
    open_part_if_body();
    note_header_order(row.place(at), key);
    positions_.kinds = kinds;
    part_.has_positions_row = true;
    return true;
  }
  if (key == "event") {
    EventDefinition event;
    if (auto error = parse_event_row(value, row.end, event)) {
      return fail(row, std::move(*error));
    }
    define_event(std::move(event));
    return true;
  }
  note(kUnknownHeader, row.place(at),
       [key] { return fmt::format("unknown header `{}:` skipped", printable(key.substr(0, 40))); });
  return true;
}

/// The last definition of a name counts. The map keeps files with very many `event:` rows linear.
void Reader::define_event(EventDefinition event) {
  std::vector<EventDefinition>& known = reading_->info.definitions;
  const auto [found, is_new] = definition_of_.try_emplace(event.name, known.size());
  if (is_new) {
    known.push_back(std::move(event));
  } else {
    known[found->second] = std::move(event);
  }
}

/// The first creator and command of an input describe it; each part keeps the command of its own
/// header.
void Reader::text_header(const Row& row, std::string_view key, std::string_view value) {
  if (key == "creator") {
    open_part_if_body();
    signs_.creator = trim(value);
    signs_.has_creator = true;
    choose_dialect();
    if (!reading_->info.creator) {
      reading_->info.creator = signs_.creator;
    }
  } else if (key == "cmd") {
    open_part_if_body();
    signs_.has_command = true;
    choose_dialect();
    const std::string_view command = trim(value);
    part_.header.command = command;
    if (!reading_->info.command) {
      reading_->info.command = command;
    }
  } else if (key == "desc") {
    const std::string_view text = trim(value);
    part_.header.descriptions.emplace_back(text);
    constexpr std::string_view kTrigger = "Trigger:";
    if (text.starts_with(kTrigger)) {
      part_.header.trigger = trim(text.substr(kTrigger.size()));
    }
    // cg_diff writes this row, and its costs are differences: below zero is normal then.
    compares_files_ = compares_files_ || text.starts_with("Files compared:");
  } else {
    part_.header.descriptions.emplace_back(trim(row.text()));
  }
}

/// The first `pid:` takes part in recognizing Parrot's converter, which copied one certain number.
bool Reader::number_header(const Row& row, const char* at, std::string_view key,
                           const char* value) {
  uint64_t number = 0;
  if (auto error = parse_header_number(value, row.end, number)) {
    return fail(row, std::move(*error));
  }
  open_part_if_body();
  note_header_order(row.place(at), key);
  (key == "pid"    ? part_.header.pid
   : key == "part" ? part_.header.number
                   : part_.header.thread) = number;
  if (key == "pid" && !signs_.pid) {
    signs_.pid = number;
  }
  return true;
}

void Reader::note_header_order(Place place, std::string_view key) {
  if (part_.has_events) {
    note(kHeaderOrder, place, [key] {
      return fmt::format("`{}:` after `events:`: other readers begin a new part here", key);
    });
  }
}

/// "Ir, Dr and I1mr", or the first of many.
std::string Reader::told_events() const {
  const std::vector<std::string>& names = part_.told_names;
  std::string text;
  for (size_t at = 0; at < names.size(); ++at) {
    const bool is_last = at + 1 == part_.columns.size();
    text += fmt::format("{}{}", at == 0 ? "" : is_last ? " and " : ", ", printable(names[at]));
  }
  return names.size() < part_.columns.size() ? text + " …" : text;
}

NewEvent Reader::event_named(std::string_view name) const {
  const EventMeaning known = meaning_of(*dialect_, name);
  return {name, Combine::kSum, false, known.long_name, known.unit, known.scale};
}

/// The column of a cost is its place in this row, but the model keeps one cell for each event:
/// `columns` maps one to the other. The two differ only if a name is repeated.
bool Reader::events_header(const Row& row, const char* at, const char* value) {
  if (part_.has_events && !part_.has_body && !part_.is_over()) {
    return fail(row, {&kBadEvents, at, "a second `events:` row in the header of one part",
                      "name all events of a part in one row, in the order of their costs"});
  }
  Tokens tokens(value, row.end);
  if (tokens.done()) {
    return fail(row, {&kBadEvents, row.end, "`events:` names no event",
                      "name the costs of each row in their order, as in `events: Ir Dr`"});
  }
  look_for_joined_row(row, tokens);
  open_part_if_body();
  std::unordered_map<uint32_t, uint32_t> index_of;
  while (!tokens.done()) {
    const std::string_view name = tokens.next();
    const EventId event = sink_->event(event_named(name));
    const auto [found, is_new] =
        index_of.try_emplace(event.value, static_cast<uint32_t>(part_.events.size()));
    if (is_new) {
      part_.events.push_back(event);
    } else {
      note(kDuplicateEvent, row.place(name.data()), [name] {
        return fmt::format("the event {} occurs twice: its columns are added up",
                           quoted_start(name));
      });
    }
    part_.columns.push_back(found->second);
    if (part_.columns.size() <= kNamesTold) {
      part_.told_names.emplace_back(name.substr(0, kLongestTold));
    }
    if (signs_.first_event.empty()) {
      signs_.first_event = name;
    }
  }
  part_.has_events = any_events_ = true;
  choose_dialect();
  return true;
}

/// Declared costs are only kept here. They are compared when the part ends, since Xdebug 2 writes
/// `summary:` before the costs of `{main}`.
bool Reader::declared_header(const Row& row, const char* at, std::string_view key,
                             const char* value) {
  std::optional<DeclaredCosts> declared;
  if (auto error = parse_declared(row, value, declared)) {
    return fail(row, std::move(*error));
  }
  if (!declared) {
    part_.has_null_totals = part_.has_null_totals || key == "totals";
    return true;
  }
  const Place place = row.place(at);
  if (!part_.has_events) {
    note(kHeaderOrder, place, [key] {
      return fmt::format("`{}:` before `events:`: other readers cannot assign its columns", key);
    });
  }
  declared->place = place;
  if (key == "summary") {
    correct_summary(*declared);
  }
  for (const size_t index : declared->negative) {
    if (!compares_files_) {
      note(kNegativeCost, {place.line, declared->columns[index]},
           [key] { return fmt::format("a cost below zero in `{}:`", key); });
    }
  }
  if (key == "totals") {
    if (dialect_->is_subprof()) {
      other_output_.begin_behind();
    }
  } else if (!part_.summaries.empty()) {
    note_shared_file(*declared);
  }
  (key == "summary" ? part_.summaries : part_.totals).push_back(std::move(*declared));
  return true;
}

}  // namespace quern::callgrind
