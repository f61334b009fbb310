// SPDX-License-Identifier: MIT
#include "quern/cli/memory.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>

namespace quern::cli {

// Sanitizers and other C libraries have an allocator of their own.
#if defined(QUERN_LARGE_PAGES) && defined(M_ARENA_MAX)

namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

bool is_unlimited(__rlimit_resource_t resource) {
  rlimit limit{};
  return ::getrlimit(resource, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

/// With others, a large page has up to 512 MB.
bool has_usual_pages() {
  return ::sysconf(_SC_PAGESIZE) == 4096;
}

/// Extends the heap by addresses without memory, and asks for large pages there. Returns a block
/// that fills the heap up to the first of them; null if the heap could not be extended.
void* extend_heap(std::size_t range) {
  constexpr std::size_t kLargePage = 2 * kMegabyte;
  constexpr int kUsualPad = 128 << 10;
  ::mallopt(M_TOP_PAD, static_cast<int>(range));
  auto* const block = static_cast<char*>(std::malloc(kMegabyte));  // NOLINT
  ::mallopt(M_TOP_PAD, kUsualPad);
  const auto* const end = static_cast<const char*>(::sbrk(0));
  if (block == nullptr || !std::less<>()(block, end) ||
      static_cast<std::size_t>(end - block) < range) {
    std::free(block);  // NOLINT
    return nullptr;
  }
  const std::size_t before = kLargePage - reinterpret_cast<std::uintptr_t>(block) % kLargePage;
  ::madvise(block + before, static_cast<std::size_t>(end - block) - before, MADV_HUGEPAGE);
  constexpr std::size_t kHead = 2 * sizeof(std::size_t);         // of the next block
  return std::realloc(block, before - std::min(kHead, before));  // NOLINT
}

}  // namespace

LargePages::LargePages(uint64_t bytes) {
  ::mallopt(M_ARENA_MAX, 1);  // a heap of another thread is not extended like this
  if (!is_unlimited(RLIMIT_AS) || !is_unlimited(RLIMIT_DATA) || !has_usual_pages()) {
    return;
  }
  constexpr uint64_t kLeast = 8 * kMegabyte;
  constexpr uint64_t kMost = 2040 * kMegabyte;  // mallopt takes an int
  const uint64_t range = std::clamp(bytes, kLeast, kMost);
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(range + 4 * kMegabyte));  // stays when it is free
  // What a large array leaves when it grows goes back at once: the heap would keep it. What is
  // large depends on the input; from 4 MB on, an array of its own hardly costs time.
  const uint64_t large = std::clamp<uint64_t>(bytes, kMegabyte / 2, 4 * kMegabyte);
  ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(large));
  before_ = extend_heap(range);
}

LargePages::~LargePages() {
  std::free(before_);  // NOLINT
}

void give_back_memory() {
  ::malloc_trim(0);
}

#else

LargePages::LargePages(uint64_t /*bytes*/) {}
LargePages::~LargePages() = default;

void give_back_memory() {}

#endif

}  // namespace quern::cli
