// SPDX-License-Identifier: MIT
//
// Header rows, and where parts and glued files begin and end.
#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "quern/formats/callgrind/codes.h"
#include "quern/formats/callgrind/reader.h"
#include "quern/model/records/cost_rows.h"

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
    version_ = trim({value, row.end});
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
    positions_ = kinds;
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
  note(kUnknownHeader, row.place(at), [key] {
    return fmt::format("the header `{}:` is not known and skipped", printable(key.substr(0, 40)));
  });
  return true;
}

void Reader::define_event(EventDefinition event) {
  std::vector<EventDefinition>& known = reading_->info.definitions;
  const auto [found, is_new] = definition_of_.try_emplace(event.name, known.size());
  if (is_new) {
    known.push_back(std::move(event));
  } else {
    known[found->second] = std::move(event);
  }
}

void Reader::text_header(const Row& row, std::string_view key, std::string_view value) {
  if (key == "creator") {
    open_part_if_body();
    creator_ = trim(value);
    has_creator_ = true;
    choose_dialect();
    if (!reading_->info.creator) {
      reading_->info.creator = creator_;
    }
  } else if (key == "cmd") {
    open_part_if_body();
    has_command_ = true;
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
    compares_files_ = compares_files_ || text.starts_with("Files compared:");
  } else {
    part_.header.descriptions.emplace_back(trim(row.text()));
  }
}

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

/// " Dr", of the part's events; nothing where it has but one, or where the name was not kept.
std::string Reader::of_event(size_t event) const {
  if (part_.events.size() < 2) {
    return {};
  }
  const auto column = std::ranges::find(part_.columns, event);
  const auto at = static_cast<size_t>(column - part_.columns.begin());
  return at < part_.told_names.size() ? " " + printable(part_.told_names[at])
                                      : fmt::format(" of event {}", event + 1);
}

NewEvent Reader::event_named(std::string_view name) const {
  const EventMeaning known = meaning_of(*dialect_, name);
  return {name, Combine::kSum, false, known.long_name, known.unit, known.scale};
}

bool Reader::events_header(const Row& row, const char* at, const char* value) {
  if (part_.has_events && !part_.has_body && !part_.is_over()) {
    return fail(row, {&kBadEvents, at, "a second `events:` row in the header of one part",
                      "one row names all events of a part, in the order of their costs"});
  }
  Tokens tokens(value, row.end);
  if (tokens.done()) {
    return fail(row, {&kBadEvents, row.end, "`events:` names no event",
                      "it names the costs of each row in their order, as in `events: Ir Dr`"});
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
        return fmt::format("the event {} twice: its columns are added up", quoted_start(name));
      });
    }
    part_.columns.push_back(found->second);
    if (part_.columns.size() <= kNamesTold) {
      part_.told_names.emplace_back(name.substr(0, kLongestTold));
    }
    if (signs_event_.empty()) {
      signs_event_ = name;
    }
  }
  part_.has_events = any_events_ = true;
  choose_dialect();
  return true;
}

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
      return fmt::format("`{}:` before `events:`: other readers cannot tell its columns", key);
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
    after_subprof_ = dialect_->is_subprof();
  } else if (!part_.summaries.empty()) {
    note_shared_file(*declared);
  }
  (key == "summary" ? part_.summaries : part_.totals).push_back(std::move(*declared));
  return true;
}

void Reader::separator_row(Place place) {
  if (is_ahead_) {
    error_.emplace();
    return;
  }
  note(kAppendMarker, place, [this] {
    return std::string(any_row_ ? "another run was appended: it is read as a part of its own"
                                : "the mark of an appended run, with nothing before it");
  });
  if (!version_.empty() && !is_cut_ && !part_.has_events && !part_.has_body) {
    note(kTruncated, place, "the run before this row ends before its `events:`");
  }
  if (any_row_) {
    follows_xdebug_ = runs_may_be_cut();
    end_part();
  }
  end_file();
}

void Reader::open_part_if_body() {
  if (part_.has_body || part_.is_over()) {
    end_part();
  }
}

/// Tells the sink about the part, at its first record.
void Reader::begin_records(Place place) {
  if (part_.has_records) {
    return;
  }
  part_.has_records = true;
  note_first_block();
  tell_base_rule();
  const bool lacks_lines = dialect_->is_subprof() && positions_.line;
  positions_.may_lack_lines = false;
  if (!part_.has_positions_row && positions_ != PositionKinds{}) {
    note(kPositionsInherited, place,
         "the part has no `positions:` row: those of the part before are used");
  }
  positions_.may_lack_lines = lacks_lines;
  sink_->begin_part(positions_, part_.events);
  part_is_open_ = true;
  width_ = part_.events.size();
  const bool columns_are_events = part_.columns.size() == width_;
  is_plain_ = columns_are_events && width_ <= CostRows::kDense && !positions_.bb && !lacks_lines;
  begin_tree();
}

/// The rule that the first records are read by; of several `creator:` rows in a header the last one
/// chose it.
void Reader::tell_base_rule() {
  if (!reading_->info.base_rule) {
    reading_->info.base_rule = rule_ == BaseRule::kSelf ? "self" : "cost";
  }
}

std::vector<int128> Reader::per_event(const DeclaredCosts& declared) {
  std::vector<int128> costs;  // as long as it has to be: there may be many such rows
  const size_t count = std::min(declared.costs.size(), part_.columns.size());
  for (size_t column = 0; column < count; ++column) {
    const size_t event = part_.columns[column];
    costs.resize(std::max(costs.size(), event + 1));
    costs[event] += declared.costs[column];
  }
  if (declared.costs.size() > count) {
    note(kSummaryCount, {declared.place.line, declared.columns[count]}, [&declared, this] {
      return fmt::format("{} costs, but {} declared: the rest is ignored", declared.costs.size(),
                         counted(part_.columns.size(), "event"));
    });
  }
  return costs;
}

void Reader::check_totals(const std::vector<int128>& sums) {
  const auto& summaries = part_.header.summaries;
  const bool is_xdebug = dialect_->is_xdebug();
  if (!summaries.empty() && !(is_xdebug && summaries.size() > 1)) {
    const std::vector<int128>& summary = summaries.back();
    const size_t compared = is_xdebug ? std::min<size_t>(1, sums.size()) : sums.size();
    const int128 allowance = is_xdebug ? int128{part_.blocks} + 1 : int128{0};
    for (size_t event = 0; event < compared; ++event) {
      const int128 said = event < summary.size() ? summary[event] : 0;
      if (sums[event] > said + allowance) {
        note(kSummaryMismatch, part_.summaries.back().place, [&, event] {
          return fmt::format("`summary:` says {}{}, but the self costs add up to {}", grouped(said),
                             of_event(event), grouped(sums[event]));
        });
        break;
      }
    }
  }
  if (part_.header.declared_totals && *part_.header.declared_totals != sums) {
    note(kTotalsMismatch, part_.totals.back().place, [&] {
      const auto [said, is] = std::ranges::mismatch(*part_.header.declared_totals, sums);
      return fmt::format("`totals:` says {}{}, but the self costs add up to {}{}", grouped(*said),
                         of_event(static_cast<size_t>(is - sums.begin())), grouped(*is),
                         dialect_->is_converter()
                             ? ": the converter hid the rest behind calls of the same line"
                             : "");
    });
  }
}

void Reader::end_part() {
  if (waiting_jump_) {
    finish_jump({base_[0], base_[2]});
  }
  drop_callee_group();
  if (invocations_.is_open()) {
    end_block();
  }
  flush();
  if (!part_is_open_) {
    choose_dialect();
    sink_->begin_part(positions_, part_.events);
    begin_tree();
  }
  for (const DeclaredCosts& summary : part_.summaries) {
    part_.header.summaries.push_back(per_event(summary));
  }
  for (const DeclaredCosts& totals : part_.totals) {
    part_.header.declared_totals = per_event(totals);
  }
  if (part_.header.declared_totals) {
    part_.header.declared_totals->resize(part_.events.size());
  }
  part_.header.has_summary_as_base = !dialect_->is_xdebug();
  const std::vector<int128> sums = sink_->part_totals();
  check_totals(sums);
  check_end(sums);
  invocations_.end_part();
  sink_->end_part(std::move(part_.header));
  part_is_open_ = false;
  ++parts_ended_;
  part_ = {};
  object_ = file_ = position_file_ = self_file_ = kUnknownName;
  has_file_ = has_position_file_ = after_association_ = false;
  block_ = {};
  callee_ = {};
  last_callee_.reset();
  jump_target_ = {};
  base_ = {};
  has_base_ = {};
}

/// The end of the input, or of a file that another is glued to.
void Reader::end_file() {
  aliases_.end_file();
  choose_dialect();
  if (reading_->info.format.empty() && any_events_) {
    reading_->info.format = dialect_->format;
    reading_->info.dialect = dialect_->name;
    tell_base_rule();
  }
  creator_.clear();
  version_.clear();
  compares_files_ = has_command_ = has_creator_ = false;
  signs_.has_positions = signs_.has_callees = false;
  signs_.pid.reset();
  signs_.first_file.clear();
  signs_.first_function.clear();
  has_first_block_ = false;
  positions_ = {};
  is_cut_ = is_rewritten_ = false;
  choose_dialect();
}

void Reader::choose_dialect() {
  signs_.creator = creator_;
  signs_.has_creator = has_creator_;
  signs_.version = version_;
  signs_.first_event = signs_event_;
  signs_.has_command = has_command_;
  signs_.has_positions = signs_.has_positions || part_.has_positions_row;
  signs_.starts_as_cachegrind = first_key_ == "desc" || first_key_ == "cmd";
  dialect_ = &dialect_of(signs_);
  rule_ = forced_rule_.value_or(dialect_->base_rule);
}

}  // namespace quern::callgrind
