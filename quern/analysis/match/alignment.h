// SPDX-License-Identifier: MIT
//
// Which function (or group) of one side is which of the other, so that costs can be compared. Works
// in layers, each on what the ones before left: equal identities; names without hashes and the like
// (stable_names.h); and, as a guess, functions of one name that stand elsewhere, or that have the
// same callers and callees. Never joins two functions of one side that differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/analysis/graph/call_graph.h"
#include "quern/model/records/symbols.h"

namespace quern {

enum class Version : uint8_t { kOld, kNew };

/// By which layer a node's two sides were found to be one.
enum class Match : uint8_t { kNone, kExact, kRule, kNormalised, kGuess };
/// "exact", "rule", "normalised", "guess"; "" for kNone.
[[nodiscard]] std::string_view to_string(Match match);

/// The layers beyond equal identities.
struct MatchLayers {
  bool normalised = true;
  bool guess = true;
  bool names_are_paths = false;  ///< groups by file, folder or object
};

/// A profile's functions or groups in its own numbering.
struct AlignedInput {
  Version side = Version::kOld;
  /// By own number. What is not listed has no place in any answer.
  std::vector<Identity> identities;
  std::vector<bool> is_listed;
  /// What to look for instead, where a rule renames it; empty: nothing is renamed.
  std::vector<Identity> renamed = {};

  [[nodiscard]] const std::vector<Identity>& compared() const {
    return renamed.empty() ? identities : renamed;
  }
};

class Alignment {
 public:
  /// An own number of an input.
  struct Carrier {
    uint32_t input = 0;
    uint32_t own = 0;
  };

  /// All layers but the guesses that need calls. The texts must stay.
  Alignment(std::vector<AlignedInput> inputs, const MatchLayers& layers);

  /// How many nodes both sides together have.
  [[nodiscard]] size_t size() const { return nodes_.size(); }
  [[nodiscard]] uint32_t node(size_t input, uint32_t own) const { return node_of_[input][own]; }
  /// By own number: for NodeMap.
  [[nodiscard]] std::span<const uint32_t> nodes_of(size_t input) const { return node_of_[input]; }
  [[nodiscard]] Match match(uint32_t node) const { return nodes_[node].match; }
  /// Who stands for the node on that side: the first of its inputs that lists it. Nothing where
  /// none does.
  [[nodiscard]] std::optional<Carrier> carrier(uint32_t node, Version side) const {
    return nodes_[node].carriers[static_cast<size_t>(side)];
  }
  [[nodiscard]] bool has_unmatched(Version side) const;

  /// Guesses by callers and callees: graphs over the nodes as they are now. Numbers change.
  void guess(const CallGraph& old_calls, const CallGraph& new_calls);

 private:
  struct Node {
    std::optional<Carrier> carriers[2];
    Match match = Match::kNone;
  };
  /// Two nodes that are the same function.
  struct Pair {
    uint32_t old_node, new_node;
    Match match;
  };
  friend class Pairing;
  void join_equal();
  void join_alike(const MatchLayers& layers);
  /// Makes one node of each pair; its second half disappears.
  void apply(std::span<const Pair> pairs);
  [[nodiscard]] std::vector<uint32_t> unmatched(Version side) const;
  [[nodiscard]] const Identity& identity(uint32_t node, Version side) const;

  std::vector<AlignedInput> inputs_;
  std::vector<std::vector<uint32_t>> node_of_;
  std::vector<Node> nodes_;
};

}  // namespace quern
