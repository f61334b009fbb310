// SPDX-License-Identifier: MIT
//
// gzip with Intel's ISA-L, for x86-64 and arm64: two to three times as fast as zlib.
#include <isa-l/igzip_lib.h>

#include <algorithm>

#include "quern/bytes/reading/gzip_header.h"
#include "quern/bytes/reading/inflater.h"
#include "quern/bytes/reading/library_stream.h"

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

}  // namespace

std::unique_ptr<Inflater> isal_inflater() {
  return std::make_unique<IsalInflater>();
}

}  // namespace quern
