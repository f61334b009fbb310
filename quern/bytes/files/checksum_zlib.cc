// SPDX-License-Identifier: MIT
#include <zlib.h>

#include "quern/bytes/files/checksum.h"

namespace quern {

uint32_t crc32_of(std::span<const uint8_t> bytes, uint32_t before) {
  return static_cast<uint32_t>(::crc32_z(before, bytes.data(), bytes.size()));
}

}  // namespace quern
