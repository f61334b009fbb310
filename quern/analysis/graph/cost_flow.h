// SPDX-License-Identifier: MIT
//
// How much of one event's costs lies on stacks through some chosen functions, as far as a call
// graph tells: what a function spends and passes on is taken to be the same whoever called it. Each
// cost is split in whole numbers that add up, functions of a cycle alike. Whether a number had to
// be split, or could only be so, is known of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/analysis/graph/cycles.h"
#include "quern/base/int128.h"

namespace quern {

/// How much of something is meant, whatever its number: by who calls whom alone.
enum class Share : uint8_t { kNone, kPart, kAll };

/// The self cost of a function, or the inclusive cost of its calls of another, of one event.
struct FlowCost {
  uint32_t at = 0;  ///< the node or edge
  bool is_call = false;
  bool is_estimated = false;  ///< `cost` is one
  int128 cost = 0;
  // The answer. Through the function that spends or calls, or any on the way to it:
  Share above_share = Share::kNone;
  bool is_above_sure = true;  ///< the number is no estimate
  int128 above = 0;           ///< between 0 and `cost`
  // Not so, but through a function that is called, at once or later:
  Share below_share = Share::kNone;
  bool is_below_sure = true;
  int128 below = 0;  ///< between 0 and `cost` - `above`
};

class CostFlow {
 public:
  /// Keeps references.
  CostFlow(const CallGraph& graph, const std::vector<bool>& chosen);
  /// Answers for the costs of an event: the self costs by node, then the calls by edge. What is 0
  /// is left away, but for estimates. Once `stop` asks for an end it ends, and nothing that it has
  /// answered holds.
  void run(std::span<FlowCost> costs, const std::stop_token& stop = {});
  /// Whether the sum over all chosen stacks is no estimate, even if its pieces are.
  [[nodiscard]] bool is_total_sure() const { return is_total_sure_; }

 private:
  /// A function, or some that call each other in a ring. In the order of calls: callers first.
  struct Station {
    uint128 whole = 0;     ///< self costs, and calls that leave it
    uint128 entering = 0;  ///< calls that reach it
    int128 balance = 0;    ///< the one less the other, with signs
    uint128 root = 0;      ///< what no call accounts for
    uint128 above = 0, below = 0;
    Share above_share = Share::kNone, below_share = Share::kNone;
    bool is_above_sure = true;
    bool is_chosen = false;
    bool fits = true;  ///< what comes in goes out, and is known
    bool has_estimates = false;
  };
  using Lists = std::vector<uint32_t>;
  [[nodiscard]] uint32_t& station(const FlowCost& cost, bool of_callee);
  [[nodiscard]] uint32_t node(const FlowCost& cost, bool of_callee) const;
  void make_stations();
  void sort_costs();
  void flow_down(size_t at);
  void arrive(Station& station, std::span<const uint32_t> entering);
  void flow_up(size_t at);
  void climb(const Station& station, std::span<const uint32_t> entering, bool is_sure);
  void share_inner();
  [[nodiscard]] std::span<const uint32_t> leaving(size_t at) const;
  [[nodiscard]] std::span<const uint32_t> entering(size_t at) const;

  const CallGraph* graph_;
  const std::vector<bool>* chosen_;
  Cycles order_;                  ///< of the graph without the calls of what is chosen
  std::vector<uint32_t> places_;  ///< by component: its station
  std::span<FlowCost> costs_;
  std::vector<uint32_t> components_;  ///< by station
  std::vector<Station> stations_;
  Lists leaving_, first_leaving_;    ///< costs by station: self, and calls to others
  Lists entering_, first_entering_;  ///< calls from others, but not those of what is chosen
  Lists inner_;                      ///< calls within a station
  bool is_total_sure_ = true;
};

}  // namespace quern
