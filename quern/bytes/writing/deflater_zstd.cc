// SPDX-License-Identifier: MIT
#include <zstd.h>

#include <new>

#include "quern/bytes/writing/deflater.h"

namespace quern {
namespace {

class ZstdDeflater final : public Deflater {
 public:
  ZstdDeflater() : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) {
      throw std::bad_alloc();
    }
    ZSTD_CCtx_setParameter(context_, ZSTD_c_checksumFlag, 1);
  }
  ~ZstdDeflater() override { ZSTD_freeCCtx(context_); }

  Step step(std::span<const char> input, std::span<char> room, bool is_end) override {
    ZSTD_inBuffer in{.src = input.data(), .size = input.size(), .pos = 0};
    ZSTD_outBuffer out{.dst = room.data(), .size = room.size(), .pos = 0};
    const size_t left =
        ZSTD_compressStream2(context_, &out, &in, is_end ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left) != 0U) {
      throw std::bad_alloc();  // the only error there is with sound arguments
    }
    return {in.pos, out.pos, is_end && left == 0};
  }

 private:
  ZSTD_CCtx* context_;
};

}  // namespace

std::unique_ptr<Deflater> zstd_deflater() {
  return std::make_unique<ZstdDeflater>();
}

}  // namespace quern
