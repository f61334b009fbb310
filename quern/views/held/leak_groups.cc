// SPDX-License-Identifier: MIT
//
// Groups of blocks that were still held. Blocks are sorted by address first, so that pages are
// counted in one pass: a page that several blocks lie on counts once for a group. Blocks without an
// address count their bytes, but take part in no page.
#include "quern/views/held/leak_groups.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

namespace quern {

namespace {

constexpr uint64_t kPage = Leaks::kPageSize;

/// The address of a block's last byte; its own where it has none.
uint64_t last_byte(const Leak& leak) {
  const uint64_t more = leak.size == 0 ? 0 : leak.size - 1;
  return more > UINT64_MAX - leak.address ? UINT64_MAX : leak.address + more;
}

/// 0: 0, 1: 1, 2: 2 and 3, 3: 4 to 7 …
uint64_t size_class(uint64_t size) {
  return static_cast<uint64_t>(std::bit_width(size));
}

void add_to(Held& held, const Leak& leak) {
  ++held.blocks;
  held.size += leak.size;
  held.largest = std::max(held.largest, leak.size);
}

/// Counts the pages of a block from `next_page` on, for blocks by ascending address.
void add_pages(Held& held, const Leak& leak, uint64_t& next_page) {
  if (leak.address == 0) {
    return;
  }
  held.placed += leak.size;
  const uint64_t first = std::max(leak.address / kPage, next_page);
  const uint64_t end = (last_byte(leak) / kPage) + 1;
  if (first < end) {
    held.pages += end - first;
    next_page = end;
  }
}

}  // namespace

LeakGroups::LeakGroups(const Profile& profile, const Nodes& nodes, LeaksBy by,
                       std::vector<Leak> leaks)
    : profile_(&profile), nodes_(&nodes), by_(by) {
  std::ranges::sort(leaks, {}, &Leak::address);
  uint64_t next_page = 0;
  for (const Leak& leak : leaks) {
    add_to(total_, leak);
    if (leak.address == 0) {
      add_to(unplaced_, leak);
    }
    add_pages(total_, leak, next_page);
  }
  if (by == LeaksBy::kPage) {
    group_by_range(leaks);
  } else {
    group_by_key(keyed(leaks));
  }
}

std::vector<LeakGroups::Block> LeakGroups::keyed(std::span<const Leak> leaks) const {
  const std::vector<uint32_t> stacks =
      by_ == LeaksBy::kStack ? distinct_stacks() : std::vector<uint32_t>();
  std::vector<Block> blocks;
  blocks.reserve(leaks.size());
  for (const Leak& leak : leaks) {
    uint64_t key = blocks.size();
    if (by_ == LeaksBy::kFunction) {
      key = nodes_->node(profile_->contexts().frame(leak.context).function);
    } else if (by_ == LeaksBy::kStack) {
      key = stacks[leak.context.index()];
    } else if (by_ == LeaksBy::kSize) {
      key = size_class(leak.size);
    }
    blocks.push_back({key, leak});
  }
  return blocks;
}

/// By context: a number that those of the same functions (or groups) all the way up share.
std::vector<uint32_t> LeakGroups::distinct_stacks() const {
  const Contexts& contexts = profile_->contexts();
  std::vector<uint32_t> numbers(contexts.size());
  std::unordered_map<uint64_t, uint32_t> known;
  for (size_t at = 0; at < contexts.size(); ++at) {
    const ContextId id(at);
    const ContextId parent = contexts.parent(id);
    const uint64_t above = parent == kNoContext ? 0 : uint64_t{numbers[parent.index()]} + 1;
    const uint64_t key = (above << 32U) | nodes_->node(contexts.frame(id).function);
    numbers[at] = known.try_emplace(key, static_cast<uint32_t>(known.size())).first->second;
  }
  return numbers;
}

/// Sorted by key and then by address, since pages are counted by ascending address.
void LeakGroups::group_by_key(std::vector<Block> blocks) {
  std::ranges::sort(blocks, {}, [](const Block& block) {
    return std::tie(block.key, block.leak.address, block.leak.size, block.leak.context);
  });
  uint64_t next_page = 0;
  const Block* before = nullptr;
  for (const Block& block : blocks) {
    if (before == nullptr || before->key != block.key) {
      groups_.push_back({block.leak.context, UINT64_MAX, 0, {}});
      next_page = 0;
    }
    add(groups_.back(), block.leak, next_page);
    before = &block;
  }
}

/// Blocks by ascending address; those on pages in a row, without a gap, are one group.
void LeakGroups::group_by_range(std::span<const Leak> leaks) {
  uint64_t next_page = 0;
  for (const Leak& leak : leaks) {
    if (leak.address == 0) {
      continue;
    }
    if (groups_.empty() || leak.address / kPage > next_page) {
      groups_.push_back({leak.context, UINT64_MAX, 0, {}});
    }
    add(groups_.back(), leak, next_page);
  }
}

void LeakGroups::add(Group& group, const Leak& leak, uint64_t& next_page) const {
  add_to(group.held, leak);
  add_pages(group.held, leak, next_page);
  const bool is_of_sizes = by_ == LeaksBy::kSize;
  group.first = std::min(group.first, is_of_sizes ? leak.size : leak.address);
  group.last = std::max(group.last, is_of_sizes ? leak.size : last_byte(leak));
}

std::vector<uint32_t> LeakGroups::ranked(std::vector<uint32_t> ranks, LeakOrder order,
                                         size_t count) const {
  const auto is_before = [&](uint32_t left, uint32_t right) {
    const Group& a = groups_[left];
    const Group& b = groups_[right];
    if (order == LeakOrder::kBytes && a.held.size != b.held.size) {
      return a.held.size > b.held.size;
    }
    if (order == LeakOrder::kBlocks && a.held.blocks != b.held.blocks) {
      return a.held.blocks > b.held.blocks;
    }
    return std::tie(a.first, a.last, left) < std::tie(b.first, b.last, right);
  };
  std::ranges::partial_sort(ranks, ranks.begin() + static_cast<std::ptrdiff_t>(count), is_before);
  ranks.resize(count);
  return ranks;
}

LeakRow LeakGroups::row(uint32_t group) const {
  LeakRow row;
  row.first = groups_[group].first;
  row.last = groups_[group].last;
  if (by_ == LeaksBy::kPage) {
    row.first -= row.first % kPage;
    row.last |= kPage - 1;
  }
  row.held = groups_[group].held;
  return row;
}

}  // namespace quern
