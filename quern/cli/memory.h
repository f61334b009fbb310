// SPDX-License-Identifier: MIT
//
// How the program, not the library, takes memory from the system.
#pragma once

#include <cstdint>

namespace quern::cli {

/// While one exists, malloc() uses pages of 2 MB, where the system has them, for about as many
/// bytes as are read: in virtual machines, the first use of a page of 4 kB takes up to 13 µs, and
/// 100 MB have 25,000. Memory beyond that is taken as before, and blocks from 4 MB on are given
/// back when they are freed. Changes nothing if a limit is set (ulimit), pages have another size,
/// or malloc() is another one; but all threads share one heap.
class LargePages {
 public:
  explicit LargePages(uint64_t bytes);
  ~LargePages();
  LargePages(const LargePages&) = delete;
  LargePages& operator=(const LargePages&) = delete;

 private:
  void* before_ = nullptr;  ///< fills the heap up to the first large page
};

/// Gives back what is free. To be called after a large profile was replaced.
void give_back_memory();

}  // namespace quern::cli
