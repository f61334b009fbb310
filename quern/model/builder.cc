// SPDX-License-Identifier: MIT
#include "quern/model/builder.h"

#include <algorithm>
#include <string>
#include <utility>

namespace quern {

namespace {

/// The list of events as bytes: a key for tables_by_events_.
std::string key_of(std::span<const EventId> events) {
  return {reinterpret_cast<const char*>(events.data()), events.size_bytes()};
}

/// Makes `table` long enough for `id` and returns its entry; grows by half, not one by one.
template <class T>
T& entry(std::vector<T>& table, FunctionId id) {
  if (id.index() >= table.size()) [[unlikely]] {
    table.resize(id.index() + 1 + table.size() / 2);
  }
  return table[id.index()];
}

}  // namespace

ProfileBuilder::ProfileBuilder(Keep keep) : keep_(keep), profile_(new Profile) {
  profile_->symbols_ = std::make_unique<Symbols>();
  if (keep == Keep::kAll) {
    profile_->records_ = std::make_unique<RecordStore>();
  }
}

ProfileBuilder::~ProfileBuilder() = default;

EventId ProfileBuilder::event(std::string_view name) {
  const auto [found, is_new] =
      event_ids_.try_emplace(std::string(name), EventId(profile_->events_.size()));
  if (is_new) {
    profile_->events_.emplace_back().name = name;
  }
  return found->second;
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
  part_.first_edge = table_->calls.size();
  totals_ = CostRows(events.size());
  totals_.add_row();
  part_epoch_ = ++epoch_;
  block_caller_ = FunctionId(~uint32_t{0});
  recurring_edges_.clear();
  if (profile_->records_) {
    profile_->records_->begin_part(events.size());
  }
}

void ProfileBuilder::list(FunctionId function) {
  if (function.index() >= profile_->listed_.size()) [[unlikely]] {
    profile_->listed_.resize(function.index() + 1 + profile_->listed_.size() / 2);
  }
  profile_->listed_[function.index()] = true;
}

size_t ProfileBuilder::self_row(FunctionId function) {
  uint32_t& known = entry(self_rows_, function);
  // A row number of an earlier part or table may stand here: it counts only if it is of this part
  // and names this function.
  if (known > part_.first_self && known <= table_->self.size() &&
      table_->functions[known - 1] == function) [[likely]] {
    return known - 1;
  }
  const size_t row = table_->self.add_row();
  table_->functions.push_back(function);
  known = static_cast<uint32_t>(row + 1);
  list(function);
  return row;
}

void ProfileBuilder::self_costs(const SelfBatch& batch) {
  profile_->counts_.self_lines += batch.at.size();
  const size_t width = table_->events.size();
  const int64_t* cost = batch.costs;
  if (keep_ == Keep::kTotals) {
    list(batch.function);
    for (size_t left = batch.at.size(); left != 0; --left) {
      for (size_t event = 0; event < width; ++event) {
        totals_.add_dense(0, event, *cost++);
      }
    }
    return;
  }
  const size_t row = self_row(batch.function);
  for (size_t left = batch.at.size(); left != 0; --left) {
    for (size_t event = 0; event < width; ++event) {
      table_->self.add_dense(row, event, *cost++);
    }
  }
  if (profile_->records_) {
    profile_->records_->self_costs(batch);
  }
}

void ProfileBuilder::self_cost(const WideSelf& record) {
  ++profile_->counts_.self_lines;
  if (keep_ == Keep::kTotals) {
    list(record.function);
    for (size_t event = 0; event < record.costs.size(); ++event) {
      totals_.add(0, event, record.costs[event]);
    }
    return;
  }
  const size_t row = self_row(record.function);
  for (size_t event = 0; event < record.costs.size(); ++event) {
    table_->self.add(row, event, record.costs[event]);
  }
  if (profile_->records_) {
    profile_->records_->self_cost(record);
  }
}

void ProfileBuilder::begin_block(FunctionId caller) {
  block_caller_ = caller;
  ++epoch_;
  uint32_t& last = entry(last_block_, caller);
  block_recurs_ = last >= part_epoch_;
  last = epoch_;
}

size_t ProfileBuilder::edge_row(FunctionId caller, FunctionId callee) {
  if (caller != block_caller_) {
    begin_block(caller);
  }
  Stamp& stamp = entry(stamps_, callee);
  if (stamp.epoch == epoch_) {
    return stamp.edge;
  }
  stamp.epoch = epoch_;
  if (block_recurs_) {
    const uint64_t key = uint64_t{caller.value} << 32 | callee.value;
    const auto [found, is_new] = recurring_edges_.try_emplace(key, table_->calls.size());
    stamp.edge = found->second;
    if (!is_new) {
      return stamp.edge;
    }
  }
  stamp.edge = static_cast<uint32_t>(table_->calls.add_row());
  table_->edges.push_back({caller, callee});
  list(caller);
  list(callee);
  return stamp.edge;
}

void ProfileBuilder::call(const CallRecord& record) {
  ++profile_->counts_.calls;
  if (keep_ != Keep::kSums) {
    list(record.caller);
    list(record.callee);
    if (profile_->records_) {
      profile_->records_->call(record);
    }
    return;
  }
  const size_t row = edge_row(record.caller, record.callee);
  if (record.count <= INT64_MAX) [[likely]] {
    table_->calls.add_dense(row, 0, static_cast<int64_t>(record.count));
  } else {
    table_->calls.add(row, 0, int128{record.count});
  }
  for (size_t event = 0; event < record.wide_inclusive.size(); ++event) {
    table_->calls.add(row, event + 1, record.wide_inclusive[event]);
  }
  for (size_t event = 0; event < record.inclusive.size(); ++event) {
    table_->calls.add(row, event + 1, record.inclusive[event]);
  }
}

void ProfileBuilder::jump(const JumpRecord& record) {
  ++profile_->counts_.jumps;
  list(record.from);
  if (profile_->records_) {
    profile_->records_->jump(record);
  }
}

std::vector<int128> ProfileBuilder::part_totals() const {
  const size_t width = table_->events.size();
  std::vector<int128> totals(width);
  for (size_t event = 0; event < width; ++event) {
    totals[event] = totals_.at(0, event);
    for (size_t row = part_.first_self; row < table_->self.size(); ++row) {
      totals[event] += table_->self.at(row, event);
    }
  }
  return totals;
}

void ProfileBuilder::end_part(PartHeader header) {
  header.input = profile_->inputs_.size();
  header.positions = part_.header.positions;
  header.events = std::move(part_.header.events);
  part_.header = std::move(header);
  part_.totals = part_totals();
  part_.end_self = table_->self.size();
  part_.end_edge = table_->calls.size();
  profile_->parts_.push_back(std::move(part_));
}

void ProfileBuilder::end_input(InputInfo info) {
  profile_->inputs_.push_back(std::move(info));
}

/// Makes provisional names final; rows of functions that turned out equal stay apart, which is why
/// a function may have several.
void ProfileBuilder::settle() {
  std::vector<FunctionId> final_ids = profile_->symbols_->settle();
  profile_->listed_.resize(std::max(final_ids.size(), profile_->symbols_->functions.size()));
  if (final_ids.empty()) {
    return;
  }
  std::vector<bool> listed(profile_->symbols_->functions.size());
  for (size_t id = 0; id < final_ids.size(); ++id) {
    listed[final_ids[id].index()] = listed[final_ids[id].index()] || profile_->listed_[id];
  }
  profile_->listed_ = std::move(listed);
  for (SumTable& table : profile_->tables_) {
    for (size_t row = 0; row < table.functions.size(); ++row) {
      table.functions[row] = final_ids[table.functions[row].index()];
    }
    for (size_t row = 0; row < table.edges.size(); ++row) {
      CallEdge& edge = table.edges[row];
      edge = {final_ids[edge.caller.index()], final_ids[edge.callee.index()]};
    }
  }
  profile_->final_ids_ = std::move(final_ids);
}

std::unique_ptr<const Profile> ProfileBuilder::finish() {
  settle();
  return std::move(profile_);
}

}  // namespace quern
