// SPDX-License-Identifier: MIT
#include "quern/analysis/match/alignment.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "quern/analysis/match/identity_table.h"
#include "quern/analysis/match/neighbour_guess.h"
#include "quern/analysis/match/stable_names.h"
#include "quern/base/text.h"

namespace quern {

namespace {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

bool is_before(const Identity& left, const Identity& right) {
  return std::tie(left.name, left.file, left.object) <
         std::tie(right.name, right.file, right.object);
}

/// Names that are addresses alone tell functions of two builds apart no better than "unknown".
bool tells_something(std::string_view name) {
  return !name.empty() && name != "0x" && name != "@?0x";
}

/// A text of several that no single one of them can imitate.
std::string joined(std::string_view first, std::string_view second, std::string_view third) {
  std::string text(first);
  text.append(1, '\0').append(second).append(1, '\0').append(third);
  return text;
}

}  // namespace

/// Unmatched nodes by a text: those that share it on both sides are pairs.
class Pairing {
 public:
  explicit Pairing(const Alignment& alignment) : alignment_(&alignment) {}

  void add(Version side, uint32_t node, std::string key) {
    by_key_[std::move(key)].nodes[static_cast<size_t>(side)].push_back(node);
  }

  /// Where both sides have as many nodes of a text, up to `most`, they pair in order of their
  /// identities; where the numbers differ nothing tells who is who.
  [[nodiscard]] Pairs pairs(size_t most) {
    Pairs found;
    for (auto& [key, both] : by_key_) {
      auto& [old_nodes, new_nodes] = both.nodes;
      if (old_nodes.size() != new_nodes.size() || old_nodes.size() > most) {
        continue;
      }
      sort(old_nodes, Version::kOld);
      sort(new_nodes, Version::kNew);
      for (size_t at = 0; at < old_nodes.size(); ++at) {
        found.emplace_back(old_nodes[at], new_nodes[at]);
      }
    }
    std::ranges::sort(found);
    return found;
  }

 private:
  struct Both {
    std::vector<uint32_t> nodes[2];
  };
  void sort(std::vector<uint32_t>& nodes, Version side) const {
    std::ranges::sort(nodes, [&](uint32_t left, uint32_t right) {
      const Identity& a = alignment_->identity(left, side);
      const Identity& b = alignment_->identity(right, side);
      return a == b ? left < right : is_before(a, b);
    });
  }

  const Alignment* alignment_;
  std::unordered_map<std::string, Both> by_key_;
};

std::string_view to_string(Match match) {
  constexpr std::string_view kWords[] = {"", "exact", "rule", "normalised", "guess"};
  return kWords[static_cast<size_t>(match)];
}

Alignment::Alignment(std::vector<AlignedInput> inputs, const MatchLayers& layers)
    : names_are_paths_(layers.names_are_paths), inputs_(std::move(inputs)) {
  join_equal();
  if (layers.normalised) {
    join_normalised();
  }
  if (layers.guess) {
    join_moved();
  }
}

std::string Alignment::stable(std::string_view name) const {
  return names_are_paths_ ? stable_path(name) : stable_name(name);
}

const Identity& Alignment::identity(uint32_t node, Version side) const {
  const Carrier& carrier = *nodes_[node].carriers[static_cast<size_t>(side)];
  return inputs_[carrier.input].compared()[carrier.own];
}

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

/// First with folders, then by the files' own names.
void Alignment::join_normalised() {
  for (const bool with_folders : {true, false}) {
    Pairing pairing(*this);
    for (const Version side : {Version::kOld, Version::kNew}) {
      for (const uint32_t node : unmatched(side)) {
        const Identity& own = identity(node, side);
        const std::string name = stable(own.name);
        if (!tells_something(name)) {
          continue;
        }
        const std::string file = stable_path(own.file);
        const std::string object = stable_path(own.object);
        pairing.add(side, node,
                    with_folders ? joined(name, file, object)
                                 : joined(name, base_name(file), base_name(object)));
      }
    }
    apply(pairing.pairs(~size_t{0}), Match::kNormalised);
  }
}

/// A name that either side has once is the same function in another file or object.
void Alignment::join_moved() {
  Pairing pairing(*this);
  for (const Version side : {Version::kOld, Version::kNew}) {
    for (const uint32_t node : unmatched(side)) {
      std::string name = stable(identity(node, side).name);
      if (names_are_paths_) {
        name = base_name(name);
      }
      if (tells_something(name)) {
        pairing.add(side, node, std::move(name));
      }
    }
  }
  apply(pairing.pairs(1), Match::kGuess);
}

void Alignment::guess(const CallGraph& old_calls, const CallGraph& new_calls) {
  const auto name_of = [this](uint32_t node, Version side) { return identity(node, side).name; };
  apply(guess_by_neighbours({&old_calls, unmatched(Version::kOld)},
                            {&new_calls, unmatched(Version::kNew)}, name_of),
        Match::kGuess);
}

void Alignment::apply(std::span<const std::pair<uint32_t, uint32_t>> pairs, Match match) {
  if (pairs.empty()) {
    return;
  }
  std::vector<uint32_t> becomes(nodes_.size());
  std::vector<bool> is_gone(nodes_.size());
  for (const auto& [old_node, new_node] : pairs) {
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
