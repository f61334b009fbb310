// SPDX-License-Identifier: MIT
//
// What the targets of readers share: an input's first byte picks how it is read, the rest goes to
// the reader and to its slow twin, and the two have to agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "quern/bytes/reading/source.h"
#include "quern/testing/meaning/profile_meaning.h"

namespace quern::fuzzing {

struct TwinInput {
  std::string bytes;
  OpenOptions options;
};

/// The input in `data`, read as `dialect` (nothing: as what it is recognised as). Nothing where the
/// twin cannot follow: it is slow on purpose, and reads plain bytes alone.
inline std::optional<TwinInput> twin_input(const uint8_t* data, size_t size,
                                           std::optional<std::string> dialect) {
  constexpr size_t kMostForTheTwin = 4096;
  if (size < 2 || size > kMostForTheTwin) {
    return std::nullopt;
  }
  TwinInput input;
  input.options.buffer_bytes = size_t{1} << (data[0] % 13);
  input.options.dialect = std::move(dialect);
  input.bytes.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (compression_of(input.bytes) != Compression::kNone) {
    return std::nullopt;
  }
  return input;
}

/// Ends the process where the two differ.
inline void expect_equal(const std::string& difference) {
  if (!difference.empty()) {
    std::fprintf(stderr, "%s\n", difference.c_str());
    std::abort();
  }
}

/// The same where the twin knows no places of findings, nor which of several errors comes first.
inline void expect_equal_if_sound(testing::Meaning slow, testing::Meaning fast) {
  slow.lints.clear();
  fast.lints.clear();
  if (slow.valid || fast.valid) {
    expect_equal(testing::difference(slow, fast));
  }
}

}  // namespace quern::fuzzing
