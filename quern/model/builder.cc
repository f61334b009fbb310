// SPDX-License-Identifier: MIT
#include "quern/model/builder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "quern/model/call_costs.h"
#include "quern/model/completeness.h"
#include "quern/model/declared_costs.h"
#include "quern/model/run_statistics.h"
#include "quern/model/stack_sums.h"

namespace quern {

namespace {

/// The list of events as bytes: a key for tables_by_events_.
std::string key_of(std::span<const EventId> events) {
  return {reinterpret_cast<const char*>(events.data()), events.size_bytes()};
}

}  // namespace

ProfileBuilder::ProfileBuilder(Keep keep) : keep_(keep), profile_(new Profile) {
  profile_->symbols_ = std::make_unique<Symbols>();
  profile_->has_records_ = keep == Keep::kAll;
  if (keep == Keep::kAll) {
    profile_->records_.expect_all_kinds();
  }
}

ProfileBuilder::~ProfileBuilder() = default;

EventId ProfileBuilder::event(const NewEvent& event) {
  const size_t known = profile_->events_.size();
  const EventId id = event_ids_.add(event, profile_->tables_.empty(), profile_->events_);
  if (stack_sums_ && id.index() == known) {
    stack_sums_->add_event(event.combine);
  }
  may_vanish_.resize(profile_->events_.size(), 1);
  if (!event.may_vanish) {
    may_vanish_[id.index()] = 0;
  }
  told_.add(id, event);
  return id;
}

std::vector<Event> ProfileBuilder::take_told_events() {
  return told_.take([this](EventId id) { return may_vanish_[id.index()] == 0; });
}

void ProfileBuilder::set_unit(std::string_view event, std::string_view unit, uint64_t scale) {
  Event& known = profile_->events_[event_ids_.at(event).index()];
  known.unit = unit;
  known.scale = scale;
}

size_t ProfileBuilder::table_for(std::span<const EventId> events) {
  const auto [found, is_new] =
      tables_by_events_.try_emplace(key_of(events), profile_->tables_.size());
  if (is_new) {
    profile_->tables_.emplace_back(std::vector<EventId>(events.begin(), events.end()));
  }
  return found->second;
}

void ProfileBuilder::begin_part(const PositionKinds& positions, std::span<const EventId> events) {
  part_ = {};
  part_.header.positions = positions;
  part_.header.events.assign(events.begin(), events.end());
  part_.table = table_for(events);
  table_ = &profile_->tables_[part_.table];
  part_.first_self = table_->self.size();
  totals_ = CostRows(events.size());
  totals_.add_row();
  part_.first_context = profile_->contexts_.size();
  selfs_before_ = profile_->counts_.selfs;
  calls_.begin_part(events.size());
  profile_->records_.begin_part(events.size());
}

size_t ProfileBuilder::self_row(FunctionId function) {
  if (function.index() >= self_row_.size()) [[unlikely]] {
    self_row_.grow(function.index() + 1);
  }
  uint32_t& known = self_row_[function.index()];
  // A row number of an earlier part or table may stand here: it counts only if it is of this part
  // and names this function.
  if (known > part_.first_self && known <= table_->self.size() &&
      table_->owners[known - 1] == function) [[likely]] {
    return known - 1;
  }
  const size_t row = table_->self.add_row();
  table_->owners.push_back(function);
  known = static_cast<uint32_t>(row + 1);
  return row;
}

void ProfileBuilder::estimate_self(size_t row) {
  mark_selection({false, Estimates::kOfSums});
  if (keep_ != Keep::kTotals) {
    table_->estimated.resize(std::max(table_->estimated.size(), row + 1));
    table_->estimated[row] = true;
  }
}

void ProfileBuilder::self_costs(const SelfBatch& batch) {
  profile_->counts_.selfs += batch.at.size();
  const size_t width = table_->events.size();
  const size_t row = keep_ == Keep::kTotals ? 0 : self_row(batch.function);
  if (batch.is_estimated) [[unlikely]] {
    estimate_self(row);
  }
  for (size_t event = 0; event < width; ++event) {
    // Sums of a batch fit 64 bits unless a cost is near the edge itself.
    int128 sum = 0;
    const int64_t* cost = batch.costs + event;
    for (size_t left = batch.at.size(); left != 0; --left, cost += width) {
      sum += *cost;
    }
    totals_.add(0, event, sum);
    if (keep_ != Keep::kTotals) {
      table_->self.add(row, event, sum);
    }
  }
  if (keep_ == Keep::kAll) {
    profile_->records_.self_costs(batch);
  }
}

void ProfileBuilder::self_cost(const WideSelf& record) {
  ++profile_->counts_.selfs;
  self_sum(record);
  if (keep_ == Keep::kAll) {
    profile_->records_.self_cost(record);
  }
}

void ProfileBuilder::self_sum(const WideSelf& record) {
  const size_t row = keep_ == Keep::kTotals ? 0 : self_row(record.function);
  if (record.is_estimated) [[unlikely]] {
    estimate_self(row);
  }
  for (size_t event = 0; event < record.costs.size(); ++event) {
    totals_.add(0, event, record.costs[event]);
    if (keep_ != Keep::kTotals) {
      table_->self.add(row, event, record.costs[event]);
    }
  }
}

void ProfileBuilder::adopt_call_costs(CallCosts&& costs) {
  profile_->call_costs_ = std::make_shared<CallCosts>(std::move(costs));
}

void ProfileBuilder::adopt_run_statistics(RunStatistics&& statistics) {
  run_statistics_ = std::make_unique<RunStatistics>(std::move(statistics));
}

/// Once functions have their final ids.
void ProfileBuilder::settle_run_statistics() {
  if (!run_statistics_ || profile_->inputs_.size() != 1) {
    return;
  }
  for (RunStatistics::Function& each : run_statistics_->functions) {
    each.function = profile_->function(each.function);
  }
  for (RunStatistics::Edge& each : run_statistics_->edges) {
    each.caller = profile_->function(each.caller);
    each.callee = profile_->function(each.callee);
  }
  run_statistics_->settle();
  profile_->run_statistics_ = std::move(run_statistics_);
}

void ProfileBuilder::adopt_records(RecordStore&& records, const std::shared_ptr<const IdMap>& ids) {
  calls_.end_block(profile_->records_);
  profile_->records_.adopt(std::move(records), ids);
}

void ProfileBuilder::call(const CallRecord& record) {
  ++profile_->counts_.calls;
  if (record.is_estimated || record.is_count_estimated) [[unlikely]] {
    mark_selection({false, Estimates::kOfSums});
  }
  if (keep_ == Keep::kSums) {
    if (part_.contexts == ContextUse::kNone || keeps_calls_of_stacks_) {
      calls_.add(record, profile_->records_);
    }
    return;
  }
  if (keep_ == Keep::kAll) {
    profile_->records_.call(record);
  }
}

void ProfileBuilder::jump(const JumpRecord& record) {
  ++profile_->counts_.jumps;
  if (keep_ == Keep::kAll) {
    profile_->records_.jump(record);
  }
}

void ProfileBuilder::sum_stacks() {
  stack_sums_ = std::make_unique<StackSums>();
}

void ProfileBuilder::expect_contexts(ContextUse use) {
  part_.contexts = use;
  if (stack_sums_) {
    stack_sums_->begin(use == ContextUse::kAlone);
  }
}

FrameId ProfileBuilder::frame(const Frame& frame) {
  const FrameId id = profile_->contexts_.frame(frame);
  if (stack_sums_) {
    stack_sums_->add_frame(id, frame);
  }
  return id;
}

ContextId ProfileBuilder::context(const ContextRecord& record) {
  for (const EventCost& each : record.costs) {
    if (each.cost != 0) {
      may_vanish_[each.event.index()] = 0;
    }
  }
  Contexts& contexts = profile_->contexts_;
  if (stack_sums_) {
    const ContextId id = contexts.skip();
    stack_sums_->enter(id, record);
    return id;
  }
  const ContextId id = contexts.add(record.parent, record.frame, record.position, record.calls);
  contexts.add_costs(record.costs);
  return id;
}

void ProfileBuilder::leak(const Leak& leak) {
  if (keep_ == Keep::kAll) {
    profile_->leaks_.push_back(leak);
  }
}

void ProfileBuilder::begin_late_contexts(size_t part) {
  late_part_ = first_part_ + part;
  profile_->parts_[late_part_].first_context = profile_->contexts_.size();
  if (stack_sums_) {
    stack_sums_->begin(profile_->parts_[late_part_].contexts == ContextUse::kAlone);
  }
}

void ProfileBuilder::end_late_contexts() {
  profile_->parts_[late_part_].end_context = profile_->contexts_.size();
  if (stack_sums_) {
    stack_sums_->take_totals();  // they are in no total
  }
  if (keep_ == Keep::kTotals) {
    profile_->contexts_.drop();
    untotalled_ = {};
  }
}

std::vector<int128> ProfileBuilder::part_totals() const {
  std::vector<int128> totals(table_->events.size());
  for (size_t event = 0; event < totals.size(); ++event) {
    totals[event] = totals_.at(0, event);
  }
  return totals;
}

std::unique_ptr<Sink> ProfileBuilder::fork() const {
  auto fork = std::make_unique<ProfileBuilder>(keep_);
  fork->symbols().names.continue_as(profile_->symbols_->names);
  std::vector<EventId> events;
  for (const EventId event : part_.header.events) {
    events.push_back(fork->event(profile_->events_[event.index()].name));
  }
  fork->begin_part(part_.header.positions, events);
  return fork;
}

void ProfileBuilder::adopt(Sink& fork, std::shared_ptr<const IdMap> ids) {
  auto& later = dynamic_cast<ProfileBuilder&>(fork);
  later.calls_.end_block(later.profile_->records_);
  calls_.end_block(profile_->records_);
  // Inputs with contexts are read by one thread: a fork never has any.
  const SumTable& rows = *later.table_;
  for (size_t event = 0; event < rows.events.size(); ++event) {
    totals_.add(0, event, later.totals_.at(0, event));
  }
  for (size_t row = 0; row < rows.self.size(); ++row) {
    const size_t own = self_row(ids->function(rows.owners[row]));
    for (size_t event = 0; event < rows.events.size(); ++event) {
      table_->self.add(own, event, rows.self.at(row, event));
    }
  }
  profile_->counts_ += later.profile_->counts_;
  profile_->records_.adopt(std::move(later.profile_->records_), ids);
}

/// Of the open part, whose header is complete.
void ProfileBuilder::add_costs_without_rows() {
  const std::vector<int128> missing =
      costs_without_rows(part_.header, part_totals(), profile_->events_);
  if (missing.empty()) {
    return;
  }
  const NameId name = symbols().names.intern(kNotInProfile);
  const WideSelf record{symbols().functions.intern({name, name, name}), name, {}, missing};
  self_sum(record);
  if (keep_ == Keep::kAll) {
    profile_->records_.self_cost(record);
  }
}

void ProfileBuilder::end_part(PartHeader header) {
  header.input = profile_->inputs_.size();
  const bool is_alone = part_.contexts == ContextUse::kAlone;
  header.positions = part_.header.positions;
  if (!is_alone) {
    header.events = std::move(part_.header.events);
  }
  part_.header = std::move(header);
  calls_.end_block(profile_->records_);
  part_.end_context = profile_->contexts_.size();
  take_stack_totals();
  if (is_alone) {
    total_contexts(part_.end_context);
  } else {
    if (adds_declared_ && keep_ != Keep::kTotals) {
      add_costs_without_rows();
    }
    part_.totals = part_totals();
    part_.end_self = table_->self.size();
  }
  RecordCounts& counts = profile_->counts_;
  counts.lines += part_.header.positions.line ? counts.selfs - selfs_before_ : 0;
  counts.instructions += part_.header.positions.instr ? counts.selfs - selfs_before_ : 0;
  profile_->parts_.push_back(std::move(part_));
  if (keep_ == Keep::kTotals) {
    profile_->contexts_.drop();
    untotalled_ = {};
  }
}

void ProfileBuilder::end_part_before(ContextId first, PartHeader header) {
  header.input = profile_->inputs_.size();
  header.positions = part_.header.positions;
  part_.header = std::move(header);
  part_.end_context = first.value;
  take_stack_totals(first);
  total_contexts(first.value);
  PositionKinds positions = part_.header.positions;
  profile_->parts_.push_back(std::move(part_));
  begin_part(positions, {});
  part_.contexts = ContextUse::kAlone;
  part_.first_context = first.value;
}

void ProfileBuilder::end_input(InputInfo info) {
  if (profile_->parts_.size() > first_part_) {
    describe_incompleteness(info, profile_->parts_.back().header);
  }
  profile_->inputs_.push_back(std::move(info));
  first_part_ = profile_->parts_.size();
}

/// Makes names and ids final; rows of functions that turned out equal stay apart, which is why a
/// function may have several.
void ProfileBuilder::settle() {
  profile_->ids_ = profile_->symbols_->settle();
  const std::vector<FunctionId>& final_ids = profile_->ids_.functions;
  if (final_ids.empty()) {
    return;
  }
  for (Frame& frame : profile_->contexts_.frames_) {
    frame.function = final_ids[frame.function.index()];
  }
  for (SumTable& table : profile_->tables_) {
    for (FunctionId& owner : table.owners) {
      owner = final_ids[owner.index()];
    }
  }
}

/// Counters define events on the way, before it is known whether they count anything.
void ProfileBuilder::drop_unused_events() {
  if (std::ranges::none_of(may_vanish_, [](uint8_t vanishes) { return vanishes != 0; })) {
    return;
  }
  std::vector<Event> kept;
  std::vector<EventId>& ids = profile_->contexts_.events_;
  for (size_t at = 0; at < profile_->events_.size(); ++at) {
    ids.push_back(EventId(kept.size()));
    if (may_vanish_[at] == 0) {
      kept.push_back(std::move(profile_->events_[at]));
    }
  }
  for (Part& part : profile_->parts_) {
    PartHeader& header = part.header;
    std::vector<EventId> events;
    std::vector<int128> totals;  // none yet where sum_contexts() will find them
    for (size_t cell = 0; cell < header.events.size(); ++cell) {
      if (may_vanish_[header.events[cell].index()] == 0) {
        events.push_back(ids[header.events[cell].index()]);
        if (cell < part.totals.size()) {
          totals.push_back(part.totals[cell]);
        }
      }
    }
    header.events = std::move(events);
    part.totals = std::move(totals);
  }
  for (SumTable& table : profile_->tables_) {
    for (EventId& event : table.events) {
      event = ids[event.index()];
    }
  }
  for (size_t at = profile_->leaks_.size(); at-- != 0;) {
    EventId& event = profile_->leaks_[at].event;
    event = ids[event.index()];
  }
  profile_->events_ = std::move(kept);
}

/// By name: filters copy it like other functions.
void ProfileBuilder::find_not_in_profile() {
  const Symbols& symbols = *profile_->symbols_;
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId function(at);
    const FunctionKey& key = symbols.functions[function];
    if (key.name == key.file && symbols.name(function) == kNotInProfile) {
      profile_->not_in_profile_ = function;
    }
  }
}

std::unique_ptr<const Profile> ProfileBuilder::finish(std::span<const Namer> namers) {
  self_row_.clear();  // of ids that may not be final; what follows can use the room
  calls_.forget_ids();
  settle();
  if (!namers.empty() && !profile_->symbols_->folded) {
    profile_->symbols_->names.index();
  }
  for (const Namer& namer : namers) {
    rename(namer(*profile_));
  }
  settle_run_statistics();
  if (keep_ != Keep::kTotals) {
    find_not_in_profile();
  }
  drop_unused_events();
  if (profile_->told_apart_) {
    tables_by_events_.clear();  // contexts have functions as they are now: in tables of their own
  }
  if (stack_sums_ && !profile_->contexts_.empty()) {
    tell_stack_costs();
  } else {
    sum_contexts();
  }
  profile_->counts_.contexts = profile_->contexts_.size();
  profile_->symbols_->freeze();
  return std::move(profile_);
}

}  // namespace quern
