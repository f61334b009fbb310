// SPDX-License-Identifier: MIT
#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "quern/bytes/reading/inflater.h"
#include "quern/bytes/reading/library_stream.h"

namespace quern {
namespace {

std::string bzip2_damage(int code) {
  return code == BZ_DATA_ERROR_MAGIC ? "invalid header" : "invalid data or checksum";
}

class Bzip2Inflater final : public Inflater {
 public:
  ~Bzip2Inflater() override { BZ2_bzDecompressEnd(&stream_); }  // harmless before start()

  void start() override {
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) {
      throw std::bad_alloc();
    }
  }

  Step step(std::span<const char> input, std::span<char> room) override {
    Step step;
    const int code = call_library(stream_, input, room, step,
                                  [this](bool) { return BZ2_bzDecompress(&stream_); });
    step.ended = code == BZ_STREAM_END;
    if (code == BZ_MEM_ERROR) {
      throw std::bad_alloc();
    }
    if (code != BZ_OK && code != BZ_STREAM_END) {
      step.damage = bzip2_damage(code);
    }
    return step;
  }

 private:
  bz_stream stream_{};
};

}  // namespace

std::unique_ptr<Inflater> bzip2_inflater() {
  return std::make_unique<Bzip2Inflater>();
}

}  // namespace quern
