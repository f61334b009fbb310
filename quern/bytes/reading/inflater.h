// SPDX-License-Identifier: MIT
//
// What decompress.cc asks of a compression library: one stream at a time, step by step, from and
// into somebody else's memory. One file a library; none of them knows where bytes come from.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace quern {

class Inflater {
 public:
  struct Step {
    size_t taken = 0;    ///< of the input
    size_t given = 0;    ///< into the room
    bool ended = false;  ///< the stream is complete, its checksum right, its bytes all given
    std::string damage;  ///< what is wrong with it, or empty
  };

  Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  virtual ~Inflater() = default;
  /// Makes ready for the first byte of a stream; called before the first step as well.
  virtual void start() = 0;
  /// Takes input and fills room as far as either goes; both zero: more input is needed.
  virtual Step step(std::span<const char> input, std::span<char> room) = 0;
};

/// More than this a stream's own window may not ask for; xz and zstd streams say what they need.
inline constexpr size_t kInflaterMemory = size_t{512} << 20;

[[nodiscard]] std::unique_ptr<Inflater> zlib_inflater();  // gzip
/// gzip by ISA-L, or by zlib where a program is linked without it (folder gzip).
[[nodiscard]] std::unique_ptr<Inflater> gzip_inflater();
/// "ISA-L" or "zlib".
[[nodiscard]] std::string_view gzip_library();
[[nodiscard]] std::unique_ptr<Inflater> bzip2_inflater();
[[nodiscard]] std::unique_ptr<Inflater> zstd_inflater();
[[nodiscard]] std::unique_ptr<Inflater> xz_inflater();

}  // namespace quern
