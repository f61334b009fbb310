// SPDX-License-Identifier: MIT
#include <zstd.h>
#include <zstd_errors.h>

#include <bit>
#include <new>

#include "quern/bytes/reading/inflater.h"

namespace quern {
namespace {

std::string zstd_damage(size_t code) {
  switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_memory_allocation:
      throw std::bad_alloc();
    case ZSTD_error_checksum_wrong:
      return "checksum differs";
    case ZSTD_error_frameParameter_windowTooLarge:
      return "its window needs more than 512 MiB of memory";
    case ZSTD_error_dictionary_wrong:
      return "it needs a dictionary, which is not in the file";
    case ZSTD_error_prefix_unknown:
      return "invalid header";
    default:
      return "invalid data";
  }
}

class ZstdInflater final : public Inflater {
 public:
  ZstdInflater() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) {
      throw std::bad_alloc();
    }
    constexpr int kWindowLog = std::bit_width(kInflaterMemory) - 1;
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kWindowLog);
  }
  ~ZstdInflater() override { ZSTD_freeDCtx(context_); }

  void start() override { ZSTD_DCtx_reset(context_, ZSTD_reset_session_only); }

  Step step(std::span<const char> input, std::span<char> room) override {
    ZSTD_inBuffer in{.src = input.data(), .size = input.size(), .pos = 0};
    ZSTD_outBuffer out{.dst = room.data(), .size = room.size(), .pos = 0};
    const size_t code = ZSTD_decompressStream(context_, &out, &in);
    Step step;
    step.taken = in.pos;
    step.given = out.pos;
    step.ended = code == 0;
    if (ZSTD_isError(code) != 0U) {
      step.damage = zstd_damage(code);
    }
    return step;
  }

 private:
  ZSTD_DCtx* context_;
};

}  // namespace

std::unique_ptr<Inflater> zstd_inflater() {
  return std::make_unique<ZstdInflater>();
}

}  // namespace quern
