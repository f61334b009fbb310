// SPDX-License-Identifier: MIT
//
// What compress.cc asks of a compression library: one stream, step by step, from and into somebody
// else's memory. One file a library. The same input gives the same bytes: no time, no name.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace quern {

class Deflater {
 public:
  struct Step {
    size_t taken = 0;    ///< of the input
    size_t given = 0;    ///< into the room
    bool ended = false;  ///< after `is_end`: the stream is complete
  };

  Deflater() = default;
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  virtual ~Deflater() = default;
  /// Takes input and fills room as far as either goes. `is_end`: nothing follows `input`.
  virtual Step step(std::span<const char> input, std::span<char> room, bool is_end) = 0;
};

/// gzip; `level` is zlib's: 1 to 9, or -1 for what it does unless told.
[[nodiscard]] std::unique_ptr<Deflater> zlib_deflater(int level = -1);
/// gzip, larger by a fifth in a fraction of the time (folder gzip).
[[nodiscard]] std::unique_ptr<Deflater> fast_gzip_deflater();
[[nodiscard]] std::unique_ptr<Deflater> bzip2_deflater();
[[nodiscard]] std::unique_ptr<Deflater> zstd_deflater();
[[nodiscard]] std::unique_ptr<Deflater> xz_deflater();

}  // namespace quern
