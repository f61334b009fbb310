// SPDX-License-Identifier: MIT
#include "quern/bytes/files/checksum.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace quern {
namespace {

uint32_t crc_of(std::string_view text) {
  return crc32_of({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

TEST(Checksum, IsTheOneOfGzip) {
  EXPECT_EQ(crc_of(""), 0U);
  EXPECT_EQ(crc_of("123456789"), 0xcbf43926U) << "the check value of the published catalogue";
}

/// Bit by bit.
uint32_t slow_crc(const std::vector<uint8_t>& bytes) {
  uint32_t crc = ~uint32_t{0};
  for (const uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
    }
  }
  return ~crc;
}

TEST(Checksum, IsTheSameForAnyLength) {
  std::vector<uint8_t> bytes;
  for (uint32_t at = 0; at < 700; ++at) {
    ASSERT_EQ(crc32_of(bytes), slow_crc(bytes)) << bytes.size();
    bytes.push_back(static_cast<uint8_t>(at * at * 2654435761U >> 24));
  }
}

}  // namespace
}  // namespace quern
