// SPDX-License-Identifier: MIT
#include <lzma.h>

#include <new>

#include "quern/bytes/reading/library_stream.h"
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
  ~XzDeflater() override { lzma_end(&stream_); }

  Step step(std::span<const char> input, std::span<char> room, bool is_end) override {
    Step step;
    const lzma_ret code = call_library(stream_, input, room, step, [&](bool is_all) {
      return lzma_code(&stream_, is_end && is_all ? LZMA_FINISH : LZMA_RUN);
    });
    if (code == LZMA_MEM_ERROR) {
      throw std::bad_alloc();
    }
    step.ended = code == LZMA_STREAM_END;
    return step;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<Deflater> xz_deflater() {
  return std::make_unique<XzDeflater>();
}

}  // namespace quern
