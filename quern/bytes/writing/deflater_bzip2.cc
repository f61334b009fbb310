// SPDX-License-Identifier: MIT
#include <bzlib.h>

#include <algorithm>
#include <climits>
#include <new>

#include "quern/bytes/reading/library_stream.h"
#include "quern/bytes/writing/deflater.h"

namespace quern {
namespace {

class Bzip2Deflater final : public Deflater {
 public:
  Bzip2Deflater() {
    constexpr int kBlock = 9;
    if (BZ2_bzCompressInit(&stream_, kBlock, 0, 0) != BZ_OK) {
      throw std::bad_alloc();
    }
  }
  ~Bzip2Deflater() override { BZ2_bzCompressEnd(&stream_); }

  Step step(std::span<const char> input, std::span<char> room, bool is_end) override {
    if (input.empty() && !is_end) {
      return {};
    }
    Step step;
    const int code = call_library(stream_, input, room, step, [&](bool is_all) {
      // After BZ_FINISH it accepts no more input.
      return BZ2_bzCompress(&stream_, is_end && is_all ? BZ_FINISH : BZ_RUN);
    });
    step.ended = code == BZ_STREAM_END;
    return step;
  }

 private:
  bz_stream stream_{};
};

}  // namespace

std::unique_ptr<Deflater> bzip2_deflater() {
  return std::make_unique<Bzip2Deflater>();
}

}  // namespace quern
