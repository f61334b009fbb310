// SPDX-License-Identifier: MIT
#include "quern/views/calls.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "quern/analysis/cycles.h"
#include "quern/views/columns.h"
#include "quern/views/nodes.h"
#include "quern/views/ranking.h"

namespace quern {

namespace {

constexpr uint32_t kNoRank = std::numeric_limits<uint32_t>::max();

/// A call site of a shown row.
struct SiteKey {
  uint32_t rank = 0;
  NameId file;
  std::optional<uint64_t> line;
  std::optional<uint64_t> address;
  bool operator==(const SiteKey&) const = default;
};

struct SiteHash {
  size_t operator()(const SiteKey& key) const {
    uint64_t mixed = (uint64_t{key.rank} << 32 | key.file.value) * 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ mixed >> 29 ^ key.line.value_or(0)) * 0xd6e8feb86659fd93U;
    mixed = (mixed ^ mixed >> 29 ^ key.address.value_or(0)) * 0x9e3779b97f4a7c15U;
    return mixed ^ mixed >> 32;
  }
};

/// The call sites of the shown rows, from one pass over all records.
class Sites {
 public:
  Sites() : costs_(1) {}

  void collect(const Profile& profile, const Selection& selection, const Nodes& nodes,
               const CallGraph& graph, const std::vector<uint32_t>& rank_of_edge, size_t ranks) {
    columns_ = selection.columns.size();
    costs_ = CostRows(columns_ + 1);
    RecordColumns columns(profile, selection);
    RecordCursor cursor(profile.records());
    while (const Record* record = cursor.next()) {
      if (record->kind != RecordKind::kCall || !selection.parts.contains(record->part)) {
        continue;
      }
      const std::optional<uint32_t> edge =
          graph.find(nodes.node(profile.function(record->function)),
                     nodes.node(profile.function(record->other)));
      if (edge && rank_of_edge[*edge] != kNoRank) {
        add(profile, *record, rank_of_edge[*edge], columns.of(*record));
      }
    }
    sort(profile, ranks);
  }

  [[nodiscard]] std::vector<CallSite> of(const Profile& profile, size_t rank) const {
    std::vector<CallSite> sites;
    if (first_.empty()) {
      return sites;
    }
    for (size_t at = first_[rank]; at < first_[rank + 1]; ++at) {
      const uint32_t row = order_[at];
      const SiteKey& key = keys_[row];
      CallSite& site = sites.emplace_back();
      site.file = profile.symbols().names.text(key.file);
      site.line = key.line;
      site.address = key.address;
      site.count = costs_.at(row, 0);
      for (size_t column = 0; column < columns_; ++column) {
        site.inclusive.push_back(costs_.at(row, column + 1));
      }
    }
    return sites;
  }

 private:
  void add(const Profile& profile, const Record& record, uint32_t rank,
           std::span<const int128> costs) {
    const PositionKinds& kinds = profile.parts()[record.part].header.positions;
    SiteKey key{rank, profile.symbols().names.canonical(record.file), std::nullopt, std::nullopt};
    if (kinds.knows(record.at.line)) {
      key.line = record.at.line;
    }
    if (kinds.instr) {
      key.address = record.at.address;
    }
    const auto [found, is_new] = rows_.try_emplace(key, static_cast<uint32_t>(keys_.size()));
    if (is_new) {
      keys_.push_back(key);
      costs_.add_row();
    }
    costs_.add(found->second, 0, int128{record.count});
    for (size_t column = 0; column < costs.size(); ++column) {
      costs_.add(found->second, column + 1, costs[column]);
    }
  }

  void sort(const Profile& profile, size_t ranks) {
    rows_.clear();
    order_.resize(keys_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::sort(order_, {}, [&](uint32_t row) {
      const SiteKey& key = keys_[row];
      return std::tuple(key.rank, profile.symbols().names.text(key.file), key.line, key.address);
    });
    first_.assign(ranks + 1, 0);
    for (const SiteKey& key : keys_) {
      ++first_[key.rank + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
  }

  size_t columns_ = 0;
  std::vector<SiteKey> keys_;
  CostRows costs_;  ///< by key: the count, then the columns
  std::unordered_map<SiteKey, uint32_t, SiteHash> rows_;
  std::vector<uint32_t> order_;  ///< of keys_: by rank, file, line, address
  std::vector<size_t> first_;    ///< by rank, and one more, into order_; empty without records
};

}  // namespace

struct Calls::State {
  State(const Profile& from, const Selection& chosen)
      : profile(&from),
        selection(chosen),
        nodes(from, chosen.group_by),
        graph(profile_graph(from, chosen.parts, column_sums(chosen), nodes.map())),
        cycles(find_cycles(graph)),
        totals(quern::totals(from, chosen.parts, column_sums(chosen))),
        order(graph.edge_count()),
        shown(within_limit(chosen.limit, order.size())) {
    std::iota(order.begin(), order.end(), 0U);
    rank_edges(order, shown);
    if (from.has_records()) {
      collect_sites();
    }
  }

  void rank_edges(std::vector<uint32_t>& edges, size_t count) const {
    rank(
        edges, count,
        [this](uint32_t edge) {
          return selection.columns.empty() ? 0 : graph.inclusive(edge, selection.sort_column);
        },
        [this](uint32_t left, uint32_t right) {
          const uint32_t a = graph.caller(left);
          const uint32_t b = graph.caller(right);
          return a != b ? nodes.is_before(a, b)
                        : nodes.is_before(graph.callee(left), graph.callee(right));
        });
  }

  void collect_sites() {
    std::vector<uint32_t> rank_of_edge(graph.edge_count(), kNoRank);
    for (size_t at = 0; at < shown; ++at) {
      rank_of_edge[order[at]] = static_cast<uint32_t>(at);
    }
    sites.collect(*profile, selection, nodes, graph, rank_of_edge, shown);
  }

  const Profile* profile;
  Selection selection;
  Nodes nodes;
  CallGraph graph;
  Cycles cycles;
  std::vector<int128> totals;
  std::vector<uint32_t> order;  ///< edges by rank; beyond `shown` in no order
  size_t shown;
  Sites sites;
};

Calls::Calls(const Profile& profile, const Selection& selection)
    : state_(std::make_unique<State>(profile, selection)) {}
Calls::Calls(Calls&&) noexcept = default;
Calls::~Calls() = default;

const Selection& Calls::selection() const {
  return state_->selection;
}

const std::vector<int128>& Calls::totals() const {
  return state_->totals;
}

size_t Calls::of() const {
  return state_->order.size();
}

size_t Calls::shown() const {
  return state_->shown;
}

CallRow Calls::row(size_t rank) const {
  const CallGraph& graph = state_->graph;
  const uint32_t edge = state_->order[rank];
  const uint32_t caller = graph.caller(edge);
  const uint32_t callee = graph.callee(edge);
  CallRow row;
  row.caller = state_->nodes.name(caller);
  row.callee = state_->nodes.name(callee);
  row.count = graph.count(edge);
  for (size_t column = 0; column < graph.event_count(); ++column) {
    row.inclusive.push_back(graph.inclusive(edge, column));
  }
  row.sites = state_->sites.of(*state_->profile, rank);
  row.is_recursive = state_->cycles.component(caller) == state_->cycles.component(callee);
  return row;
}

int128 Calls::count_not_shown() const {
  int128 count = 0;
  for (size_t rank = state_->shown; rank < state_->order.size(); ++rank) {
    count += state_->graph.count(state_->order[rank]);
  }
  return count;
}

std::vector<int128> Calls::highest_not_shown() const {
  std::vector<int128> highest;
  if (state_->shown == state_->order.size()) {
    return highest;
  }
  const CallGraph& graph = state_->graph;
  for (size_t column = 0; column < graph.event_count(); ++column) {
    int128 most = graph.inclusive(state_->order[state_->shown], column);
    for (size_t rank = state_->shown + 1; rank < state_->order.size(); ++rank) {
      most = std::max(most, graph.inclusive(state_->order[rank], column));
    }
    highest.push_back(most);
  }
  return highest;
}

}  // namespace quern
