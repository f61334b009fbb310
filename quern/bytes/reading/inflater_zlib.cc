// SPDX-License-Identifier: MIT
//
// gzip with zlib: everywhere at hand, half as fast as ISA-L.
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string_view>

#include "quern/bytes/reading/inflater.h"
#include "quern/bytes/reading/library_stream.h"

namespace quern {
namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;

class ZlibInflater final : public Inflater {
 public:
  ZlibInflater() {
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~ZlibInflater() override { inflateEnd(&stream_); }

  void start() override { inflateReset(&stream_); }

  Step step(std::span<const char> input, std::span<char> room) override {
    Step step;
    const int code = call_library(stream_, input, room, step,
                                  [this](bool) { return ::inflate(&stream_, Z_NO_FLUSH); });
    step.ended = code == Z_STREAM_END;
    if (code == Z_MEM_ERROR) {
      throw std::bad_alloc();
    }
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      step.damage = damage();
    }
    return step;
  }

 private:
  [[nodiscard]] std::string damage() const {
    const std::string_view words = stream_.msg != nullptr ? stream_.msg : "invalid data";
    if (words == "incorrect data check" || words == "incorrect length check") {
      return "checksum differs";
    }
    return std::string(words);
  }

  z_stream stream_{};
};

}  // namespace

std::unique_ptr<Inflater> zlib_inflater() {
  return std::make_unique<ZlibInflater>();
}

}  // namespace quern
