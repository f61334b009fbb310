// SPDX-License-Identifier: MIT
#include "quern/compare/match/diff_nodes.h"

#include <algorithm>
#include <tuple>

#include "quern/analysis/costs/context_walk.h"
#include "quern/views/lists/lazy_order.h"

namespace quern {

namespace {

bool is_path(GroupBy by) {
  return by == GroupBy::kFile || by == GroupBy::kDir || by == GroupBy::kObject;
}

MatchLayers layers_of(const DiffRuns& runs) {
  MatchLayers layers = runs.layers;
  layers.names_are_paths = is_path(runs.selection().group_by);
  return layers;
}

std::deque<Nodes> nodes_of(const DiffRuns& runs) {
  std::deque<Nodes> nodes;
  for (const DiffRun* const run : runs.all()) {
    nodes.emplace_back(*run->profile, run->selection);
  }
  return nodes;
}

/// Of functions all three texts; groups are known by their name alone.
AlignedInput aligned_input(const DiffRun& run, const Nodes& nodes, Version side) {
  AlignedInput input{.side = side, .identities = {}, .is_listed = {}, .renamed = {}};
  const bool is_by_function = nodes.group_by() == GroupBy::kFunction;
  input.identities.reserve(nodes.size());
  for (uint32_t node = 0; node < nodes.size(); ++node) {
    const RowName name = nodes.name(node);
    input.identities.push_back(is_by_function ? Identity{name.name, name.file, name.object}
                                              : Identity{name.name, {}, {}});
    input.is_listed.push_back(nodes.is_listed(node));
  }
  if (is_by_function) {
    input.renamed = run.renamed;
  }
  return input;
}

std::vector<AlignedInput> aligned_inputs(const DiffRuns& runs, const std::deque<Nodes>& nodes) {
  std::vector<AlignedInput> inputs;
  for (size_t run = 0; run < runs.count(); ++run) {
    inputs.push_back(aligned_input(runs.run(run), nodes[run], runs.side_of(run)));
  }
  return inputs;
}

}  // namespace

namespace {

template <class Run, class Runs>
std::vector<Run*> pointers_to(Runs& runs) {
  std::vector<Run*> all;
  for (auto* side : {&runs.old_runs, &runs.new_runs}) {
    for (Run& run : *side) {
      all.push_back(&run);
    }
  }
  return all;
}

}  // namespace

std::vector<const DiffRun*> DiffRuns::all() const {
  return pointers_to<const DiffRun>(*this);
}

std::vector<DiffRun*> DiffRuns::all() {
  return pointers_to<DiffRun>(*this);
}

bool has_estimated_totals(const std::vector<DiffRun>& runs) {
  return std::ranges::any_of(runs,
                             [](const DiffRun& run) { return run.selection.has_estimated_totals; });
}

std::string_view to_string(DiffStatus status) {
  constexpr std::string_view kWords[] = {"both", "added", "removed", "renamed"};
  return kWords[static_cast<size_t>(status)];
}

DiffNodes::DiffNodes(const DiffRuns& runs)
    : nodes_(nodes_of(runs)), alignment_(aligned_inputs(runs, nodes_), layers_of(runs)) {
  make_maps();
  const bool is_open = runs.layers.guess && alignment_.has_unmatched(Version::kOld) &&
                       alignment_.has_unmatched(Version::kNew);
  if (!is_open) {
    return;
  }
  const CallGraph old_calls = calls_of(runs, Version::kOld);
  const CallGraph new_calls = calls_of(runs, Version::kNew);
  if (old_calls.edge_count() != 0 && new_calls.edge_count() != 0) {
    alignment_.guess(old_calls, new_calls);
    make_maps();
  }
}

/// Who calls whom in any run of a side.
CallGraph DiffNodes::calls_of(const DiffRuns& runs, Version side) const {
  CallGraphBuilder builder(size() + 1, 0);
  size_t at = runs.range(side).first;
  for (const DiffRun& run : runs.of(side)) {
    const CallGraph calls = profile_graph(*run.profile, run.selection.parts,
                                          std::span<const EventSum>(), map(at++), EdgesFrom::kAll);
    for (uint32_t edge = 0; edge < calls.edge_count(); ++edge) {
      builder.add_call(calls.caller(edge), calls.callee(edge), int128{1}, {});
    }
  }
  return builder.build();
}

void DiffNodes::make_maps() {
  maps_.clear();
  for (size_t run = 0; run < nodes_.size(); ++run) {
    const NodeMap own = nodes_[run].map();
    const std::span<const uint32_t> aligned = alignment_.nodes_of(run);
    std::vector<uint32_t>& map = maps_.emplace_back();
    if (own.node_of.empty()) {
      map.assign(aligned.begin(), aligned.end());
      continue;
    }
    map.reserve(own.node_of.size());
    for (const uint32_t node : own.node_of) {
      map.push_back(aligned[node]);
    }
  }
}

std::optional<RowName> DiffNodes::name(uint32_t node, Version side) const {
  const std::optional<Alignment::Carrier> carrier = alignment_.carrier(node, side);
  return carrier ? std::optional(nodes_[carrier->input].name(carrier->own)) : std::nullopt;
}

RowName DiffNodes::name(uint32_t node) const {
  if (node == size()) {
    return {.name = {}, .file = {}, .object = {}, .is_root = true};
  }
  for (const Version side : {Version::kNew, Version::kOld}) {
    if (const std::optional<RowName> name = this->name(node, side)) {
      return *name;
    }
  }
  return {};
}

DiffStatus DiffNodes::status(uint32_t node) const {
  const std::optional<RowName> was = name(node, Version::kOld);
  const std::optional<RowName> is = name(node, Version::kNew);
  if (!was || !is) {
    return status_of(was.has_value(), is.has_value());
  }
  const bool is_same =
      alignment_.match(node) == Match::kExact ||
      std::tie(was->name, was->file, was->object) == std::tie(is->name, is->file, is->object);
  return is_same ? DiffStatus::kBoth : DiffStatus::kRenamed;
}

bool DiffNodes::is_before(uint32_t left, uint32_t right) const {
  const auto order = compare(name(left), name(right));
  return order != 0 ? order < 0 : left < right;
}

NameOrder DiffNodes::order() const {
  return {.text = [this](uint32_t node) { return name(node).name; },
          .is_before = [this](uint32_t left, uint32_t right) { return is_before(left, right); }};
}

NamedItems DiffNodes::named() const {
  NamedItems all;
  for (uint32_t node = 0; node < size(); ++node) {
    if (!is_listed(node)) {
      continue;
    }
    const std::string_view own = name(node).name;
    all.add(own, node);
    const std::optional<RowName> was = name(node, Version::kOld);
    if (was && was->name != own) {
      all.add(was->name, node);
    }
  }
  return all;
}

}  // namespace quern
