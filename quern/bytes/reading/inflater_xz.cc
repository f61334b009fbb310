// SPDX-License-Identifier: MIT
#include <lzma.h>

#include <new>

#include "quern/bytes/reading/inflater.h"

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
      return "it uses options that are not known";
    default:
      return "invalid data or checksum";
  }
}

class XzInflater final : public Inflater {
 public:
  XzInflater() = default;
  XzInflater(const XzInflater&) = delete;
  XzInflater& operator=(const XzInflater&) = delete;
  ~XzInflater() override { lzma_end(&stream_); }

  void start() override {
    if (lzma_stream_decoder(&stream_, kInflaterMemory, 0) != LZMA_OK) {
      throw std::bad_alloc();
    }
  }

  Step step(std::span<const char> input, std::span<char> room) override {
    stream_.next_in = reinterpret_cast<const uint8_t*>(input.data());
    stream_.avail_in = input.size();
    stream_.next_out = reinterpret_cast<uint8_t*>(room.data());
    stream_.avail_out = room.size();
    const lzma_ret code = lzma_code(&stream_, LZMA_RUN);
    Step step;
    step.taken = input.size() - stream_.avail_in;
    step.given = room.size() - stream_.avail_out;
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
