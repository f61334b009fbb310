// SPDX-License-Identifier: MIT
#include <zlib.h>

#include <algorithm>
#include <climits>
#include <new>

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
  ZlibDeflater(const ZlibDeflater&) = delete;
  ZlibDeflater& operator=(const ZlibDeflater&) = delete;
  ~ZlibDeflater() override { deflateEnd(&stream_); }

  Step step(std::span<const char> input, std::span<char> room, bool is_end) override {
    const size_t in = std::min<size_t>(input.size(), UINT_MAX);
    const size_t out = std::min<size_t>(room.size(), UINT_MAX);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(in);
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    stream_.avail_out = static_cast<uInt>(out);
    const bool is_last = is_end && in == input.size();
    const int code = deflate(&stream_, is_last ? Z_FINISH : Z_NO_FLUSH);
    return {in - stream_.avail_in, out - stream_.avail_out, code == Z_STREAM_END};
  }

 private:
  z_stream stream_{};
};

}  // namespace

std::unique_ptr<Deflater> zlib_deflater(int level) {
  return std::make_unique<ZlibDeflater>(level);
}

}  // namespace quern
