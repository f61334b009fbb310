// SPDX-License-Identifier: MIT
#include "quern/cli/memory.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>

// Sanitizers and other systems bring an allocator of their own.
#if defined(QUERN_LARGE_PAGES) && defined(M_ARENA_MAX)
#define QUERN_HAS_LARGE_PAGES
#endif

namespace quern::cli {

#ifdef QUERN_HAS_LARGE_PAGES
namespace {

/// What the heap may keep at its end, and its range: more cannot be said to mallopt.
constexpr int kKept = std::numeric_limits<int>::max();
constexpr std::size_t kRange = std::size_t{kKept} / 4096 * 4096 - (std::size_t{1} << 20);

/// From a place to the next multiple of `unit`.
std::size_t room_before(const char* place, std::size_t unit) {
  return (unit - reinterpret_cast<std::uintptr_t>(place) % unit) % unit;
}

/// Extends the heap by addresses without memory, and asks for large pages there.
void reserve_range() {
  constexpr std::size_t kLargePage = std::size_t{2} << 20;
  // A block of this size extends the heap only if none may be mapped.
  ::mallopt(M_MMAP_MAX, 0);
  if (auto* const block = static_cast<char*>(std::malloc(kRange)); block != nullptr) {  // NOLINT
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    ::madvise(block + room_before(block, page), kRange - page, MADV_HUGEPAGE);
    const std::size_t before = room_before(block, kLargePage);
    std::free(block);  // NOLINT
    // What is needed first begins a large page: this stays, and is never used.
    [[maybe_unused]] const void* const unused = std::malloc(before);  // NOLINT
  }
  constexpr int kMapped = 65536;  // as before: blocks behind the range
  ::mallopt(M_MMAP_MAX, kMapped);
}

}  // namespace
#endif

void use_large_pages() {
#ifdef QUERN_HAS_LARGE_PAGES
  ::mallopt(M_ARENA_MAX, 1);  // heaps of threads would lie elsewhere
  ::mallopt(M_TRIM_THRESHOLD, kKept);
  reserve_range();
#endif
}

void give_back_memory() {
#ifdef QUERN_HAS_LARGE_PAGES
  ::malloc_trim(0);
  reserve_range();
#endif
}

}  // namespace quern::cli
