// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/temporary_files.h"

#include <fcntl.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>

#include "quern/bytes/writing/file_tree.h"
#include "quern/bytes/writing/output.h"

namespace quern {
namespace {

enum class Use : int { kFree, kClaimed, kOpen };

struct Slot {
  std::atomic<Use> use = Use::kFree;
  std::array<char, PATH_MAX> path{};
};
static_assert(std::atomic<Use>::is_always_lock_free, "a signal handler reads it");

constexpr size_t kSlots = 64;
constinit std::array<Slot, kSlots> slots;

}  // namespace

size_t remember_temporary(const std::string& path) noexcept {
  if (path.size() >= PATH_MAX) {
    return kNotRemembered;
  }
  for (size_t at = 0; at < kSlots; ++at) {
    Use expected = Use::kFree;
    if (slots[at].use.compare_exchange_strong(expected, Use::kClaimed)) {
      std::memcpy(slots[at].path.data(), path.c_str(), path.size() + 1);
      slots[at].use.store(Use::kOpen);
      return at;
    }
  }
  return kNotRemembered;
}

void forget_temporary(size_t place) noexcept {
  if (place != kNotRemembered) {
    slots[place].use.store(Use::kFree);
  }
}

void remove_temporary_files() noexcept {
  const int before = errno;  // a handler leaves no trace in the code it interrupts
  for (const Slot& slot : slots) {
    if (slot.use.load() == Use::kOpen) {
      (void)remove_tree(AT_FDCWD, slot.path.data());
    }
  }
  errno = before;
}

}  // namespace quern
