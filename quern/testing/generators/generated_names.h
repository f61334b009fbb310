// SPDX-License-Identifier: MIT
//
// Names for generated Callgrind profiles as they stand behind `=`: plain, defined, referred to
// before or after (or without) a definition, nested, odd or empty.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>

#include "quern/testing/generators/random_choice.h"

namespace quern::testing {

class GeneratedNames {
 public:
  enum Table : uint8_t { kObjects, kFiles, kFunctions };

  explicit GeneratedNames(RandomChoice& random) : random_(&random) {}

  /// No alias is defined any more.
  void begin_file();
  /// `often_nested`: definitions such as `(3) (1)'2'(2)`, which Valgrind writes.
  std::string next(Table table, bool often_nested);

 private:
  std::string nested();

  RandomChoice* random_;
  std::array<std::set<uint64_t>, 3> defined_;
};

}  // namespace quern::testing
