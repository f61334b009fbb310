// SPDX-License-Identifier: MIT
#include <lzma.h>

#include <new>

#include "quern/bytes/reading/inflater.h"
#include "quern/bytes/reading/library_stream.h"

namespace quern {
namespace {

std::string xz_damage(lzma_ret code) {
  switch (code) {
    case LZMA_MEM_ERROR:
      throw std::bad_alloc();
    case LZMA_MEMLIMIT_ERROR:
      return "its window needs more than 512 MiB of memory";
    case LZMA_FORMAT_ERROR:
      return "invalid header";
    case LZMA_OPTIONS_ERROR:
      return "it uses unknown options";
    default:
      return "invalid data or checksum";
  }
}

class XzInflater final : public Inflater {
 public:
  ~XzInflater() override { lzma_end(&stream_); }

  void start() override {
    if (lzma_stream_decoder(&stream_, kInflaterMemory, 0) != LZMA_OK) {
      throw std::bad_alloc();
    }
  }

  Step step(std::span<const char> input, std::span<char> room) override {
    Step step;
    const lzma_ret code = call_library(stream_, input, room, step,
                                       [this](bool) { return lzma_code(&stream_, LZMA_RUN); });
    step.ended = code == LZMA_STREAM_END;
    if (code != LZMA_OK && code != LZMA_STREAM_END && code != LZMA_BUF_ERROR) {
      step.damage = xz_damage(code);
    }
    return step;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<Inflater> xz_inflater() {
  return std::make_unique<XzInflater>();
}

}  // namespace quern
