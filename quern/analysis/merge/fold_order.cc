// SPDX-License-Identifier: MIT
#include "quern/analysis/merge/fold_order.h"

#include <array>
#include <tuple>

namespace quern::merge {

namespace {

/// Puts rows under their owners, then sorts those of each by what `order_of` gives for a key.
template <class Key, class OwnerOf, class OrderOf>
OwnedRows ordered(const KeyRows<Key>& keys, size_t owners, OwnerOf owner_of, OrderOf order_of) {
  OwnedRows ordered(keys.size(), owners, [&](uint32_t row) { return owner_of(keys[row]); });
  for (size_t owner = 0; owner < owners; ++owner) {
    std::ranges::sort(ordered.of(owner), {}, [&](uint32_t row) { return order_of(keys[row]); });
  }
  return ordered;
}

}  // namespace

FoldOrder::FoldOrder(const Symbols& symbols) : symbols_(&symbols) {
  std::vector<NameId> names;
  for (size_t at = 0; at < symbols.names.size(); ++at) {
    names.emplace_back(at);
  }
  std::ranges::sort(names, {}, [&](NameId id) { return symbols.names.text(id); });
  name_ranks_.resize(names.size());
  for (size_t at = 0; at < names.size(); ++at) {
    name_ranks_[names[at].index()] = static_cast<uint32_t>(at);
  }
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    functions_.emplace_back(at);
  }
  std::ranges::sort(functions_, {}, [&](FunctionId id) {
    const FunctionKey& key = symbols.functions[id];
    return std::tuple(rank(key.object), rank(key.file), rank(key.name));
  });
  function_ranks_.resize(functions_.size());
  for (size_t at = 0; at < functions_.size(); ++at) {
    function_ranks_[functions_[at].index()] = static_cast<uint32_t>(at);
  }
}

uint64_t FoldOrder::file_rank(FunctionId function, NameId file) const {
  return file == symbols_->functions[function].file ? 0 : uint64_t{rank(file)} + 1;
}

OwnedRows FoldOrder::selfs(const KeyRows<SelfKey>& rows) const {
  return ordered(
      rows, functions_.size(), [this](const SelfKey& key) { return size_t{rank(key.function)}; },
      [this](const SelfKey& key) {
        return std::tuple(file_rank(key.function, key.file), key.at.address, key.at.line);
      });
}

OwnedRows FoldOrder::calls(const KeyRows<CallKey>& rows) const {
  return ordered(
      rows, functions_.size(), [this](const CallKey& key) { return size_t{rank(key.caller)}; },
      [this](const CallKey& key) {
        return std::tuple(file_rank(key.caller, key.file), key.at.address, key.at.line,
                          rank(key.callee), key.has_target, key.target.address, key.target.line);
      });
}

OwnedRows FoldOrder::jumps(const KeyRows<JumpKey>& rows) const {
  return ordered(
      rows, functions_.size(), [this](const JumpKey& key) { return size_t{rank(key.from)}; },
      [this](const JumpKey& key) {
        return std::tuple(file_rank(key.from, key.from_file), key.at.address, key.at.line,
                          rank(key.to), file_rank(key.to, key.to_file), key.target.address,
                          key.target.line, key.is_conditional);
      });
}

OwnedRows FoldOrder::contexts(const KeyRows<ContextKey>& rows,
                              const KeyRows<FrameKey>& frames) const {
  return ordered(
      rows, rows.size() + 1,
      [](const ContextKey& key) {
        return key.parent == kNoContext.value ? size_t{0} : size_t{key.parent} + 1;
      },
      [this, &frames](const ContextKey& key) {
        const Frame& frame = frames[key.frame].frame;
        return std::tuple(rank(frame.function), rank(frame.file), frame.start, frame.is_symbol,
                          frame.is_line, key.has_position, key.position);
      });
}

OwnedRows FoldOrder::leaks(const KeyRows<LeakKey>& rows, size_t contexts,
                           std::span<const uint32_t> event_ranks) {
  return ordered(
      rows, contexts, [](const LeakKey& key) { return size_t{key.context}; },
      [event_ranks](const LeakKey& key) {
        return std::tuple(event_ranks[key.cell], key.address, key.size);
      });
}

}  // namespace quern::merge
