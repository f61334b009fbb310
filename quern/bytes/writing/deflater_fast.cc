// SPDX-License-Identifier: MIT
//
// Where ISA-L is missing, the least that zlib does.
#include <zlib.h>

#include "quern/bytes/writing/deflater.h"

namespace quern {

std::unique_ptr<Deflater> fast_gzip_deflater() {
  return zlib_deflater(Z_BEST_SPEED);
}

}  // namespace quern
