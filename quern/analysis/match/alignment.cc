// SPDX-License-Identifier: MIT
//
// Layers from sure to doubtful. Each sees only what the ones before left over, so a doubtful layer
// never overrules a sure one. Texts are compared through hashes first: with 10^6 functions on each
// side, most that are left have no counterpart at all, and no text of them is made.
#include "quern/analysis/match/alignment.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "quern/analysis/match/identity_table.h"
#include "quern/analysis/match/neighbour_guess.h"
#include "quern/analysis/match/stable_texts.h"

namespace quern {

namespace {

bool is_before(const Identity& left, const Identity& right) {
  return std::tie(left.name, left.file, left.object) <
         std::tie(right.name, right.file, right.object);
}

/// A set of hashes, one bit each: it may say that it has one that was never added.
class SeenHashes {
 public:
  explicit SeenHashes(size_t most) : seen_(std::bit_ceil(16 * most + 1)) {}
  void add(uint32_t hash) { seen_[hash & (seen_.size() - 1)] = true; }
  [[nodiscard]] bool may_have(uint32_t hash) const { return seen_[hash & (seen_.size() - 1)]; }

 private:
  std::vector<bool> seen_;
};

}  // namespace

/// Pairs among unmatched nodes: those that share a text on both sides.
class Pairing {
 public:
  explicit Pairing(const Alignment& alignment, bool names_are_paths)
      : alignment_(&alignment), texts_(names_are_paths) {
    for (const Version side : {Version::kOld, Version::kNew}) {
      for (const uint32_t node : alignment.unmatched(side)) {
        left_.push_back({node, side, texts_.hashes(alignment.identity(node, side))});
      }
    }
  }

  /// Where both sides have as many nodes of a text, up to `most`, they pair in order of their
  /// identities. Where the numbers differ, nothing shows which belongs to which.
  void pair(Agreement agreement, size_t most, Match match) {
    std::unordered_map<std::string, Both> by_text;
    for (const Candidate* const each : with_counterparts(agreement)) {
      by_text[texts_.text(alignment_->identity(each->node, each->side), agreement)]
          .nodes[static_cast<size_t>(each->side)]
          .push_back(each->node);
    }
    const size_t before = pairs_.size();
    for (auto& [text, both] : by_text) {
      auto& [old_nodes, new_nodes] = both.nodes;
      if (old_nodes.size() != new_nodes.size() || old_nodes.size() > most) {
        continue;
      }
      sort(old_nodes, Version::kOld);
      sort(new_nodes, Version::kNew);
      for (size_t at = 0; at < old_nodes.size(); ++at) {
        pairs_.push_back({old_nodes[at], new_nodes[at], match});
      }
    }
    leave_out(std::span(pairs_).subspan(before));
  }

  [[nodiscard]] std::span<const Alignment::Pair> pairs() const { return pairs_; }

 private:
  struct Candidate {
    uint32_t node;
    Version side;
    std::array<uint32_t, kAgreements> hashes;
  };
  struct Both {
    std::vector<uint32_t> nodes[2];
  };

  /// Those whose hash the other side may have too.
  [[nodiscard]] std::vector<const Candidate*> with_counterparts(Agreement agreement) const {
    const auto own = static_cast<size_t>(agreement);
    SeenHashes seen[] = {SeenHashes(left_.size()), SeenHashes(left_.size())};
    for (const Candidate& each : left_) {
      seen[static_cast<size_t>(each.side)].add(each.hashes[own]);
    }
    std::vector<const Candidate*> found;
    for (const Candidate& each : left_) {
      if (each.hashes[own] != StableTexts::kTellsNothing &&
          seen[1 - static_cast<size_t>(each.side)].may_have(each.hashes[own])) {
        found.push_back(&each);
      }
    }
    return found;
  }

  void leave_out(std::span<const Alignment::Pair> pairs) {
    std::unordered_set<uint32_t> nodes;
    for (const Alignment::Pair& pair : pairs) {
      nodes.insert({pair.old_node, pair.new_node});
    }
    std::erase_if(left_, [&](const Candidate& each) { return nodes.contains(each.node); });
  }

  void sort(std::vector<uint32_t>& nodes, Version side) const {
    std::ranges::sort(nodes, [&](uint32_t left, uint32_t right) {
      const Identity& a = alignment_->identity(left, side);
      const Identity& b = alignment_->identity(right, side);
      return a == b ? left < right : is_before(a, b);
    });
  }

  const Alignment* alignment_;
  StableTexts texts_;
  std::vector<Candidate> left_;
  std::vector<Alignment::Pair> pairs_;
};

std::string_view to_string(Match match) {
  constexpr std::string_view kWords[] = {"", "exact", "rule", "normalised", "guess"};
  return kWords[static_cast<size_t>(match)];
}

Alignment::Alignment(std::vector<AlignedInput> inputs, const MatchLayers& layers)
    : inputs_(std::move(inputs)) {
  join_equal();
  if (layers.normalised || layers.guess) {
    join_alike(layers);
  }
}

const Identity& Alignment::identity(uint32_t node, Version side) const {
  const Carrier& carrier = *nodes_[node].carriers[static_cast<size_t>(side)];
  return inputs_[carrier.input].compared()[carrier.own];
}

/// One table numbers the identities of all inputs, in their order, so numbers do not depend on
/// hashes.
void Alignment::join_equal() {
  size_t most = 0;
  for (const AlignedInput& input : inputs_) {
    most += input.identities.size();
  }
  IdentityTable table(most);
  std::vector<bool> is_renamed;
  for (size_t at = 0; at < inputs_.size(); ++at) {
    const AlignedInput& input = inputs_[at];
    std::vector<uint32_t>& numbers = node_of_.emplace_back();
    numbers.reserve(input.identities.size());
    table.number_all(input.compared(), [&](size_t own, uint32_t node) {
      nodes_.resize(table.size());
      is_renamed.resize(table.size());
      numbers.push_back(node);
      std::optional<Carrier>& carrier = nodes_[node].carriers[static_cast<size_t>(input.side)];
      if (!carrier && input.is_listed[own]) {
        carrier = {static_cast<uint32_t>(at), static_cast<uint32_t>(own)};
      }
      if (!input.renamed.empty() && input.renamed[own] != input.identities[own]) {
        is_renamed[node] = true;
      }
    });
  }
  for (size_t node = 0; node < nodes_.size(); ++node) {
    if (nodes_[node].carriers[0] && nodes_[node].carriers[1]) {
      nodes_[node].match = is_renamed[node] ? Match::kRule : Match::kExact;
    }
  }
}

std::vector<uint32_t> Alignment::unmatched(Version side) const {
  const auto own = static_cast<size_t>(side);
  std::vector<uint32_t> found;
  for (uint32_t node = 0; node < nodes_.size(); ++node) {
    if (nodes_[node].carriers[own] && !nodes_[node].carriers[1 - own]) {
      found.push_back(node);
    }
  }
  return found;
}

bool Alignment::has_unmatched(Version side) const {
  const auto own = static_cast<size_t>(side);
  return std::ranges::any_of(
      nodes_, [own](const Node& node) { return node.carriers[own] && !node.carriers[1 - own]; });
}

void Alignment::join_alike(const MatchLayers& layers) {
  Pairing pairing(*this, layers.names_are_paths);
  if (layers.normalised) {
    pairing.pair(Agreement::kPaths, ~size_t{0}, Match::kNormalised);
    pairing.pair(Agreement::kFileNames, ~size_t{0}, Match::kNormalised);
  }
  if (layers.guess) {  // a name that either side has once is the same function in another place
    pairing.pair(Agreement::kName, 1, Match::kGuess);
  }
  apply(pairing.pairs());
}

void Alignment::guess(const CallGraph& old_calls, const CallGraph& new_calls) {
  const auto name_of = [this](uint32_t node, Version side) { return identity(node, side).name; };
  std::vector<Pair> pairs;
  for (const auto& [old_node, new_node] :
       guess_by_neighbours({&old_calls, unmatched(Version::kOld)},
                           {&new_calls, unmatched(Version::kNew)}, name_of)) {
    pairs.push_back({old_node, new_node, Match::kGuess});
  }
  apply(pairs);
}

/// Joins pairs: the new node becomes the old one, and numbers behind it move down, so that nodes
/// stay dense.
void Alignment::apply(std::span<const Pair> pairs) {
  if (pairs.empty()) {
    return;
  }
  std::vector<uint32_t> becomes(nodes_.size());
  std::vector<bool> is_gone(nodes_.size());
  for (const auto& [old_node, new_node, match] : pairs) {
    nodes_[old_node].carriers[1] = nodes_[new_node].carriers[1];
    nodes_[old_node].match = match;
    is_gone[new_node] = true;
    becomes[new_node] = old_node;
  }
  std::vector<Node> left;
  std::vector<uint32_t> place(nodes_.size());
  for (uint32_t node = 0; node < nodes_.size(); ++node) {
    if (!is_gone[node]) {
      place[node] = static_cast<uint32_t>(left.size());
      left.push_back(nodes_[node]);
    }
  }
  for (std::vector<uint32_t>& numbers : node_of_) {
    for (uint32_t& node : numbers) {
      node = place[is_gone[node] ? becomes[node] : node];
    }
  }
  nodes_ = std::move(left);
}

}  // namespace quern
