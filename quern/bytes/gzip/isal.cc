// SPDX-License-Identifier: MIT
//
// gzip with Intel's ISA-L, for x86-64 and arm64. It unpacks two to three times as fast as zlib;
// packs, at its first level, ten times as fast for a few percent more bytes; and sums up six times
// as fast. What it packs may differ between kinds of processors; what that unpacks to does not.
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <vector>

#include "quern/bytes/files/checksum.h"
#include "quern/bytes/reading/gzip_header.h"
#include "quern/bytes/reading/inflater.h"
#include "quern/bytes/reading/library_stream.h"
#include "quern/bytes/writing/deflater.h"

namespace quern {
namespace {

std::string isal_damage(int code) {
  switch (code) {
    case ISAL_INVALID_BLOCK:
      return "invalid block";
    case ISAL_INVALID_SYMBOL:
      return "invalid symbol";
    case ISAL_INVALID_LOOKBACK:
      return "invalid distance too far back";
    case ISAL_INCORRECT_CHECKSUM:
      return "checksum differs";
    default:
      return "invalid data";
  }
}

class IsalInflater final : public Inflater {
 public:
  void start() override {
    header_ = {};
    isal_inflate_init(&state_);
    state_.crc_flag = ISAL_GZIP_NO_HDR_VER;  // no header, but check what stands behind the data
  }

  Step step(std::span<const char> input, std::span<char> room) override {
    if (header_.is_complete()) {
      return inflate(input, room);
    }
    Step step;
    step.taken = header_.take(input);
    step.damage = header_.damage();
    return step;
  }

 private:
  Step inflate(std::span<const char> input, std::span<char> room) {
    Step step;
    const int code =
        call_library(state_, input, room, step, [this](bool) { return isal_inflate(&state_); });
    step.ended = code == ISAL_DECOMP_OK && state_.block_state == ISAL_BLOCK_FINISH;
    if (code != ISAL_DECOMP_OK && code != ISAL_END_INPUT && code != ISAL_OUT_OVERFLOW) {
      step.damage = isal_damage(code);
    }
    return step;
  }

  GzipHeader header_;
  inflate_state state_{};
};

class IsalDeflater final : public Deflater {
 public:
  IsalDeflater() : room_(ISAL_DEF_LVL1_DEFAULT) {
    isal_deflate_init(&stream_);
    stream_.level = 1;
    stream_.level_buf = room_.data();
    stream_.level_buf_size = static_cast<uint32_t>(room_.size());
    stream_.gzip_flag = IGZIP_GZIP;
    stream_.flush = NO_FLUSH;
  }

  Step step(std::span<const char> input, std::span<char> room, bool is_end) override {
    Step step;
    call_library(stream_, input, room, step, [&](bool is_all) {
      stream_.end_of_stream = is_end && is_all ? 1 : 0;
      return isal_deflate(&stream_);
    });
    step.ended = stream_.internal_state.state == ZSTATE_END;
    return step;
  }

 private:
  isal_zstream stream_{};
  std::vector<uint8_t> room_;
};

}  // namespace

std::string_view gzip_library() {
  return "ISA-L";
}

std::unique_ptr<Inflater> gzip_inflater() {
  return std::make_unique<IsalInflater>();
}

std::unique_ptr<Deflater> fast_gzip_deflater() {
  return std::make_unique<IsalDeflater>();
}

uint32_t crc32_of(std::span<const uint8_t> bytes, uint32_t before) {
  return crc32_gzip_refl(before, bytes.data(), bytes.size());
}

}  // namespace quern
