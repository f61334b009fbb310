// SPDX-License-Identifier: MIT
#include "quern/cli/memory.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace quern::cli {
namespace {

#if defined(M_ARENA_MAX) && defined(QUERN_LARGE_PAGES)

/// What the heap may keep at its end, and its range: more cannot be said to mallopt.
constexpr int kKept = std::numeric_limits<int>::max();
constexpr std::size_t kRange = std::size_t{kKept} / 4096 * 4096 - (std::size_t{1} << 20);

constexpr std::uintptr_t kLargePage = std::uintptr_t{2} << 20;

/// Extends the heap by addresses without memory, and asks for large pages there.
void reserve_range() {
  // A block of this size extends the heap only if none may be mapped.
  ::mallopt(M_MMAP_MAX, 0);
  if (void* const block = std::malloc(kRange); block != nullptr) {  // NOLINT
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(block) + page - 1) & ~(page - 1);
    ::madvise(reinterpret_cast<void*>(first), kRange - page, MADV_HUGEPAGE);
    std::free(block);  // NOLINT
    // What is needed first begins a large page: this stays, and is never used.
    const std::uintptr_t large = (first + kLargePage - 1) & ~(kLargePage - 1);
    [[maybe_unused]] void* const before = std::malloc(large - first);  // NOLINT
  }
  constexpr int kMapped = 65536;  // as before: blocks behind the range
  ::mallopt(M_MMAP_MAX, kMapped);
}

}  // namespace

void use_large_pages() {
  ::mallopt(M_ARENA_MAX, 1);  // heaps of threads would lie elsewhere
  ::mallopt(M_TRIM_THRESHOLD, kKept);
  reserve_range();
}

void give_back_memory() {
  ::malloc_trim(0);
  reserve_range();
}

#else  // another allocator

}  // namespace

void use_large_pages() {}

void give_back_memory() {}

#endif

}  // namespace quern::cli
