// SPDX-License-Identifier: MIT
//
// What is written of an input: for tests of formats that give everything back.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "quern/base/byte_sink.h"
#include "quern/load/open.h"
#include "quern/save/convert.h"

namespace quern::testing {

/// The profile in the format `target`, or why it cannot be read. Without a `dialect` it is
/// recognized. `seed` picks the buffer's size.
inline Result<std::string> written_as(const std::string& target, const std::string& bytes,
                                      const char* dialect, uint64_t seed = 0) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {4096, 1, 7, 64, 300};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.keep = Keep::kAll;
  if (*dialect != '\0') {
    options.dialect = dialect;
  }
  const Result<Opened> opened = open_bytes("input", bytes, options);
  if (!opened) {
    return failure(opened.error());
  }
  StringSink sink;
  EXPECT_TRUE(convert(*opened->profile, target, std::nullopt, {}, sink));
  return std::move(sink.text());
}

}  // namespace quern::testing
