// SPDX-License-Identifier: MIT
//
// Collects the places of the calls that are shown, and of no others: a profile can have millions of
// places, but a list has few rows. Records and exact stacks are different passes, because a stack
// counts once for a site however often it passes there. Costs of one site from several parts add
// up.
#include "quern/views/calls/call_sites.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/costs/record_columns.h"
#include "quern/model/records/record_cursor.h"
#include "quern/query/columns.h"

namespace quern {

uint32_t CallSites::row_of(const Key& key) {
  const uint32_t row = keys_.of(key);
  if (row == costs_.size()) {
    costs_.add_row();
  }
  return row;
}

void CallSites::collect(const Profile& profile, const Selection& selection, const Wanted& wanted) {
  columns_ = selection.columns.size();
  costs_ = CostRows(columns_ + 1);
  collect_records(profile, selection, wanted);
  if (has_contexts(profile, selection.parts)) {
    collect_stacks(profile, selection, wanted);
  }
  sort(profile, wanted.ranks);
}

void CallSites::collect_records(const Profile& profile, const Selection& selection,
                                const Wanted& wanted) {
  RecordColumns columns(profile, shown_sums(selection));
  RecordCursor cursor(profile.records(), kCallRecords);
  while (const Record* record = cursor.next()) {
    if (!selection.parts.contains(record->part) ||
        profile.parts()[record->part].contexts != ContextUse::kNone) {
      continue;
    }
    const std::optional<uint32_t> edge =
        wanted.graph->find(wanted.nodes->node(profile.function(record->function)),
                           wanted.nodes->node(profile.function(record->other)));
    if (!edge || (*wanted.rank_of_edge)[*edge] == kNoRank) {
      continue;
    }
    const PositionKinds& kinds = profile.parts()[record->part].header.positions;
    Key key{(*wanted.rank_of_edge)[*edge], profile.symbols().names.canonical(record->file),
            std::nullopt, std::nullopt};
    if (kinds.knows(record->at.line)) {
      key.line = record->at.line;
    }
    if (kinds.instr) {
      key.address = record->at.address;
    }
    const uint32_t row = row_of(key);
    costs_.add(row, 0, int128{record->count});
    // Where a filter left a part of some calls, which of their sites it left is a guess.
    if (record->is_estimated || record->is_count_estimated) [[unlikely]] {
      estimated_.mark(row);
    }
    const std::span<const int128> costs = columns.of(*record);
    for (size_t column = 0; column < costs.size(); ++column) {
      costs_.add(row, column + 1, costs[column]);
    }
  }
}

/// Where the caller stood when it called: a line of a site, or the address in the caller's symbol.
class CallSites::StackVisitor : public ColumnVisitor {
 public:
  StackVisitor(const Profile& profile, const Wanted& wanted, CallSites& sites)
      : profile_(&profile),
        wanted_(&wanted),
        sites_(&sites),
        node_of_(nodes_of_frames(profile, wanted.nodes->map())) {}

  void enter(ContextId id) {
    const Contexts& contexts = profile_->contexts();
    const ContextId parent = contexts.parent(id);
    const uint32_t caller = parent == kNoContext ? static_cast<uint32_t>(wanted_->nodes->size())
                                                 : node_of_[contexts.frame_id(parent).index()];
    const auto edge = wanted_->graph->find(caller, node_of_[contexts.frame_id(id).index()]);
    const uint32_t rank = edge ? (*wanted_->rank_of_edge)[*edge] : kNoRank;
    if (rank == kNoRank) {
      path_.enter(RowsOnPath::kNone);
      return;
    }
    const uint32_t row = sites_->row_of(key_of(rank, id));
    path_.enter(row);
    if (is_first_walk()) {
      sites_->costs_.add(row, 0, int128{contexts.calls(id)});
    }
  }
  void leave(ContextId, std::span<const int128>, std::span<const int128> inclusive) {
    if (const uint32_t row = path_.leave(); row != RowsOnPath::kNone) {
      combine_into_row(sites_->costs_, row, 1, inclusive);
    }
  }

 private:
  /// Frames of calls know the line that called them; frames of symbols have it at the caller.
  [[nodiscard]] Key key_of(uint32_t rank, ContextId id) const {
    const Contexts& contexts = profile_->contexts();
    const Frame& frame = contexts.frame(id);
    Key key{rank, kUnknownName, std::nullopt, std::nullopt};
    if (!frame.is_symbol) {
      key.file = profile_->symbols().names.canonical(frame.file);
      if (const auto line = contexts.position(id)) {
        key.line = static_cast<uint64_t>(*line);
      }
      return key;
    }
    const ContextId parent = contexts.parent(id);
    if (parent != kNoContext && contexts.frame(parent).is_symbol) {
      const std::optional<int64_t> offset = contexts.position(parent);
      if (contexts.frame(parent).is_line) {
        key.file = profile_->symbols().names.canonical(contexts.frame(parent).file);
        key.line = static_cast<uint64_t>(offset.value_or(0));
      } else {
        key.address = contexts.address(parent);
      }
    }
    return key;
  }

  const Profile* profile_;
  const Wanted* wanted_;
  CallSites* sites_;
  std::vector<uint32_t> node_of_;
  RowsOnPath path_;  ///< rows of sites
};

void CallSites::collect_stacks(const Profile& profile, const Selection& selection,
                               const Wanted& wanted) {
  walk_in_blocks(profile, selection.parts, shown_sums(selection),
                 StackVisitor(profile, wanted, *this));
}

void CallSites::sort(const Profile& profile, size_t ranks) {
  sites_ = OwnedRows(keys_.size(), ranks, [this](uint32_t row) { return keys_[row].rank; });
  for (size_t rank = 0; rank < ranks; ++rank) {
    std::ranges::sort(sites_.of(rank), {}, [&](uint32_t row) {
      const Key& key = keys_[row];
      return std::tuple(profile.symbols().names.text(key.file), key.line, key.address);
    });
  }
}

std::vector<CallSite> CallSites::of(const Profile& profile, size_t rank) const {
  std::vector<CallSite> sites;
  if (rank >= sites_.owners()) {
    return sites;
  }
  for (const uint32_t row : sites_.of(rank)) {
    const Key& key = keys_[row];
    CallSite& site = sites.emplace_back();
    site.file = profile.symbols().names.text(key.file);
    site.line = key.line;
    site.address = key.address;
    const bool is_estimated = estimated_.has(row);
    site.count = amount_of(costs_.at(row, 0), is_estimated);
    for (size_t column = 0; column < columns_; ++column) {
      site.inclusive.push_back(amount_of(costs_.at(row, column + 1), is_estimated));
    }
  }
  return sites;
}

}  // namespace quern
