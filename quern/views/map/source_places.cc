// SPDX-License-Identifier: MIT
//
// Objects or folders, files, functions and lines as a tree of places, from sums of functions and,
// for lines, from records. A path is split into folders, and each prefix is one place; folders that
// have one entry only are merged with it in the end.
#include "quern/views/map/source_places.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "quern/base/text_hash.h"
#include "quern/views/code/code_costs.h"
#include "quern/views/lists/node_costs.h"
#include "quern/views/map/place_tree.h"

namespace quern {

namespace {

/// A node that others may be below.
struct PlaceKey {
  uint32_t parent = PlaceNode::kNone;
  TileKind kind = TileKind::kFolder;
  std::string_view name;
  bool operator==(const PlaceKey&) const = default;
};

struct PlaceKeyHash {
  uint64_t seed;
  size_t operator()(const PlaceKey& key) const {
    const uint64_t place = uint64_t{key.parent} << 8U | static_cast<uint64_t>(key.kind);
    return hash_of_text(key.name, mixed(seed, place));
  }
};

/// A folder that has nothing but another folder becomes one node with it.
void merge_folders(PlaceNodes& nodes) {
  std::vector<uint32_t> children(nodes.size());
  for (const PlaceNode& node : nodes) {
    if (node.parent != PlaceNode::kNone) {
      ++children[node.parent];
    }
  }
  struct Merged {
    uint32_t node = 0;   ///< its new place
    uint32_t level = 0;  ///< of nodes before they were merged
    uint32_t first = 0;  ///< the level of the first that it is merged with
  };
  std::vector<Merged> merged(nodes.size());
  uint32_t kept = 0;  // nodes move to the front
  for (uint32_t at = 0; at < nodes.size(); ++at) {
    PlaceNode node = nodes[at];
    const bool is_root = node.parent == PlaceNode::kNone;
    const Merged parent = is_root ? Merged() : merged[node.parent];
    const uint32_t level = is_root ? 0 : parent.level + 1;
    if (!is_root && node.kind == TileKind::kFolder && children[node.parent] == 1) {
      nodes[parent.node].text = node.text;
      nodes[parent.node].name_at = path_parts(node.text)[parent.first].begin;
      merged[at] = {.node = parent.node, .level = level, .first = parent.first};
      continue;
    }
    merged[at] = {.node = kept, .level = level, .first = level};
    node.parent = is_root ? PlaceNode::kNone : parent.node;
    nodes[kept++] = node;
  }
  nodes.resize(kept);
}

/// Makes a node for each place with a cost, parents first.
class SourceTree {
 public:
  SourceTree(const Profile& profile, const NodeCosts& costs, const CostMap& map)
      : profile_(profile),
        costs_(costs),
        map_(map),
        by_object_(map.request.of == MapOf::kObject),
        node_of_(0, PlaceKeyHash{seed_of(this)}),
        file_of_(profile.symbols().names.size(), PlaceNode::kNone) {}

  PlaceNodes make() {
    add_functions();
    if (!by_object_ && map_.request.has_lines && profile_.has_records() && !map_.is_peak) {
      add_lines();
    }
    merge_folders(nodes_);
    return std::move(nodes_);
  }

 private:
  void add_functions() {
    const Symbols& symbols = profile_.symbols();
    const std::vector<bool> fits = fitting_functions(profile_, map_.selection, costs_);
    function_node_.assign(symbols.functions.size(), PlaceNode::kNone);
    for (const uint32_t function : costs_.nodes().listed()) {
      const Amount self = costs_.self_amount(function, 0);
      if (lower_of(self) == 0) {
        continue;
      }
      const uint32_t parent = file_of(FunctionId(function));
      const bool is_estimated = certainty_of(self) != Certainty::kExact;
      function_node_[function] = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back({.kind = TileKind::kFunction,
                        .parent = parent,
                        .id = function,
                        .text = symbols.name(FunctionId(function)),
                        .own = lower_of(self),
                        .is_own_estimated = is_estimated,
                        .is_estimated = is_estimated,
                        .fits = fits[function]});
    }
  }

  /// The node that a function is below.
  uint32_t file_of(FunctionId function) {
    if (profile_.not_in_profile() == function) {
      return PlaceNode::kNone;
    }
    const Symbols& symbols = profile_.symbols();
    const FunctionKey& key = symbols.functions[function];
    const NameId file = symbols.names.canonical(key.file);
    const std::string_view path = symbols.names.text(file);
    if (by_object_) {
      const uint32_t object =
          node_of(PlaceNode::kNone, TileKind::kObject, symbols.object(function), 0);
      return node_of(object, TileKind::kFile, path, 0);
    }
    uint32_t& known = file_of_[file.index()];
    if (known == PlaceNode::kNone) {
      known = file_of(path);
    }
    return known;
  }

  uint32_t file_of(std::string_view path) {
    const std::vector<PathPart> parts = path_parts(path);
    uint32_t node = PlaceNode::kNone;
    for (const PathPart& part : parts) {
      const bool is_file = &part == &parts.back();
      node = node_of(node, is_file ? TileKind::kFile : TileKind::kFolder,
                     is_file ? path : path.substr(0, part.end), part.begin);
    }
    return node;
  }

  /// The node, new or known, whose name is in `text` from `name_at` on.
  uint32_t node_of(uint32_t parent, TileKind kind, std::string_view text, uint32_t name_at) {
    const auto next = static_cast<uint32_t>(nodes_.size());
    const auto [known, is_new] = node_of_.try_emplace({parent, kind, text.substr(name_at)}, next);
    if (is_new) {
      nodes_.push_back({.kind = kind, .parent = parent, .text = text, .name_at = name_at});
    }
    return known->second;
  }

  /// What a function spends at a known line is no longer its own. Its cost stays as sure as it is,
  /// even if a filter has split single records by a guess.
  void add_lines() {
    const CodeCosts code(profile_, map_.selection, {.asks_objects = false});
    for (size_t row = 0; row < code.spots(); ++row) {
      const CodeSpot& spot = code.spot(row);
      const uint32_t function = function_node_[spot.function.index()];
      const NameId file = code.file(spot);
      const int128 self = code.self(row, 0);
      if (spot.line == 0 || file == kUnknownName || function == PlaceNode::kNone || self == 0) {
        continue;
      }
      nodes_[function].own -= self;
      nodes_[function].is_own_estimated |= code.is_self_estimated(row);
      nodes_.push_back({.kind = TileKind::kLine,
                        .parent = function,
                        .text = profile_.symbols().names.text(file),
                        .line = spot.line,
                        .own = self,
                        .is_own_estimated = code.is_self_estimated(row),
                        .is_estimated = code.is_self_estimated(row)});
    }
  }

  const Profile& profile_;
  const NodeCosts& costs_;
  const CostMap& map_;
  bool by_object_;
  PlaceNodes nodes_;
  std::unordered_map<PlaceKey, uint32_t, PlaceKeyHash> node_of_;
  std::vector<uint32_t> file_of_;        ///< the node, by id of its name
  std::vector<uint32_t> function_node_;  ///< by FunctionId
};

}  // namespace

std::vector<PathPart> path_parts(std::string_view path) {
  const char separator = path.contains('/') ? '/' : '\\';
  std::vector<PathPart> parts;
  const auto add = [&](size_t begin, size_t end) {
    parts.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  };
  if (path.size() > 1 && path.front() == separator) {
    add(0, 1);
  }
  for (size_t at = 0; at < path.size();) {
    const size_t end = std::min(path.find(separator, at), path.size());
    const std::string_view name = path.substr(at, end - at);
    if (parts.size() == MapRequest::kMostFolders) {
      add(at, path.size());
      break;
    }
    if (!name.empty() && name != ".") {
      add(at, end);
    }
    at = end + 1;
  }
  if (parts.empty()) {
    add(0, path.size());
  }
  return parts;
}

void add_sources(const Profile& profile, CostMap& map) {
  if (map.totals.empty()) {
    return;
  }
  Selection& selection = map.selection;
  selection.group_by = GroupBy::kFunction;
  const NodeCosts costs(profile, selection, NodeCosts::Edges::kNone);
  PlaceNodes nodes = SourceTree(profile, costs, map).make();
  sum_up(nodes, map.is_peak);
  add_places(profile, nodes, &costs, map);
}

}  // namespace quern
