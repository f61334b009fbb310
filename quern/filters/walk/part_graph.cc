// SPDX-License-Identifier: MIT
#include "quern/filters/walk/part_graph.h"

namespace quern {

PartGraphs::PartGraphs(const Profile& from)
    : from_(&from),
      numbering_(from),
      building_(from),
      node_of_(from.symbols().functions.size(), kNoNode),
      used_widths_(from) {}

void PartGraphs::add_node(FunctionId function) {
  uint32_t& node = node_of_[function.index()];
  if (node == kNoNode) {
    node = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back(function);
  }
}

void PartGraphs::number_nodes(size_t part) {
  for (const FunctionId function : nodes_) {
    node_of_[function.index()] = kNoNode;
  }
  nodes_.clear();
  const Part& of = from_->parts()[part];
  const SumTable& table = from_->tables()[of.table];
  for (size_t row = of.first_self; row < of.end_self; ++row) {
    add_node(table.function(row));
  }
  numbering_.each_call(part, [this](const Record& record) {
    add_node(from_->function(record.function));
    add_node(from_->function(record.other));
  });
}

void PartGraphs::add_selfs(size_t part, CallGraphBuilder& builder) {
  const Part& of = from_->parts()[part];
  const SumTable& table = from_->tables()[of.table];
  const size_t width = of.header.events.size();
  const bool is_wide = width > CostRows::kDense;
  for (size_t row = of.first_self; row < of.end_self; ++row) {
    const uint32_t of_row = node(table.function(row));
    for (size_t cell = 0; cell < (is_wide ? used_widths_.of(of.table)[row] : width); ++cell) {
      builder.add_self(of_row, cell, table.self.at(row, cell));
    }
    if (table.is_estimated(row)) {
      builder.estimate_self(of_row);
    }
  }
}

CallGraph PartGraphs::take(size_t part) {
  number_nodes(part);
  CallGraphBuilder builder(nodes_.size(), from_->parts()[part].header.events.size());
  add_selfs(part, builder);
  building_.each_call(part, [&](const Record& record) {
    const uint32_t caller = node(from_->function(record.function));
    const uint32_t callee = node(from_->function(record.other));
    builder.add_call(caller, callee, int128{record.count}, record.costs);
    if (record.is_estimated || record.is_count_estimated) {
      builder.estimate_call(caller, callee, record.is_estimated, record.is_count_estimated);
    }
  });
  return builder.build();
}

}  // namespace quern
