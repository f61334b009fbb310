// SPDX-License-Identifier: MIT
//
// Positions and costs for generated Callgrind profiles, in every form the format has. Positions are
// chosen so that relative ones rarely leave the range of 64 bits.
#pragma once

#include <string>

#include "quern/base/int128.h"
#include "quern/testing/generators/random_choice.h"

namespace quern::testing {

class GeneratedNumbers {
 public:
  explicit GeneratedNumbers(RandomChoice& random) : random_(&random) {}

  void begin_part();
  /// A row that moves the base was written.
  void set_base() { has_base_ = true; }
  std::string position();
  /// A cost, which is added to `sum`.
  std::string cost(int128& sum);

 private:
  RandomChoice* random_;
  bool has_base_ = false;
  bool can_subtract_ = true;  ///< without falling below 0
  bool can_add_ = true;
};

}  // namespace quern::testing
