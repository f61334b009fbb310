// SPDX-License-Identifier: MIT
#include <zlib.h>

#include <algorithm>
#include <climits>
#include <new>

#include "quern/bytes/reading/library_stream.h"
#include "quern/bytes/writing/deflater.h"

namespace quern {
namespace {

class ZlibDeflater final : public Deflater {
 public:
  explicit ZlibDeflater(int level) {
    constexpr int kGzip = 16 + MAX_WBITS;
    if (deflateInit2(&stream_, level, Z_DEFLATED, kGzip, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~ZlibDeflater() override { deflateEnd(&stream_); }

  Step step(std::span<const char> input, std::span<char> room, bool is_end) override {
    Step step;
    const int code = call_library(stream_, input, room, step, [&](bool is_all) {
      return ::deflate(&stream_, is_end && is_all ? Z_FINISH : Z_NO_FLUSH);
    });
    step.ended = code == Z_STREAM_END;
    return step;
  }

 private:
  z_stream stream_{};
};

}  // namespace

std::unique_ptr<Deflater> zlib_deflater(int level) {
  return std::make_unique<ZlibDeflater>(level);
}

}  // namespace quern
