// SPDX-License-Identifier: MIT
//
// gzip with zlib alone: where ISA-L is missing, and in programs that load no shared library.
#include <zlib.h>

#include "quern/bytes/files/checksum.h"
#include "quern/bytes/reading/inflater.h"
#include "quern/bytes/writing/deflater.h"

namespace quern {

std::string_view gzip_library() {
  return "zlib";
}

std::unique_ptr<Inflater> gzip_inflater() {
  return zlib_inflater();
}

std::unique_ptr<Deflater> fast_gzip_deflater() {
  return zlib_deflater(Z_BEST_SPEED);
}

uint32_t crc32_of(std::span<const uint8_t> bytes, uint32_t before) {
  return static_cast<uint32_t>(::crc32_z(before, bytes.data(), bytes.size()));
}

}  // namespace quern
