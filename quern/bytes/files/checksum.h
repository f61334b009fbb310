// SPDX-License-Identifier: MIT
//
// The CRC-32 of gzip, PNG and zlib (polynomial 0x04C11DB7, reflected): guards what quern keeps for
// itself against damage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace quern {

/// `before`: of what stands in front of them.
[[nodiscard]] uint32_t crc32_of(std::span<const uint8_t> bytes, uint32_t before = 0);

}  // namespace quern
