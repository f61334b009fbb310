// SPDX-License-Identifier: MIT
#include <lzma.h>

#include <new>

#include "quern/bytes/writing/deflater.h"

namespace quern {
namespace {

class XzDeflater final : public Deflater {
 public:
  XzDeflater() {
    if (lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) != LZMA_OK) {
      throw std::bad_alloc();
    }
  }
  XzDeflater(const XzDeflater&) = delete;
  XzDeflater& operator=(const XzDeflater&) = delete;
  ~XzDeflater() override { lzma_end(&stream_); }

  Step step(std::span<const char> input, std::span<char> room, bool is_end) override {
    stream_.next_in = reinterpret_cast<const uint8_t*>(input.data());
    stream_.avail_in = input.size();
    stream_.next_out = reinterpret_cast<uint8_t*>(room.data());
    stream_.avail_out = room.size();
    const lzma_ret code = lzma_code(&stream_, is_end ? LZMA_FINISH : LZMA_RUN);
    if (code == LZMA_MEM_ERROR) {
      throw std::bad_alloc();
    }
    return {input.size() - stream_.avail_in, room.size() - stream_.avail_out,
            code == LZMA_STREAM_END};
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<Deflater> xz_deflater() {
  return std::make_unique<XzDeflater>();
}

}  // namespace quern
