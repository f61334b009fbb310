// SPDX-License-Identifier: MIT
//
// gzip with zlib: everywhere at hand, half as fast as ISA-L.
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string_view>

#include "quern/bytes/reading/inflater.h"

namespace quern {
namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;

uInt zlib_length(size_t bytes) {
  return static_cast<uInt>(std::min<size_t>(bytes, std::numeric_limits<uInt>::max()));
}

class ZlibInflater final : public Inflater {
 public:
  ZlibInflater() {
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ZlibInflater(const ZlibInflater&) = delete;
  ZlibInflater& operator=(const ZlibInflater&) = delete;
  ~ZlibInflater() override { inflateEnd(&stream_); }

  void start() override { inflateReset(&stream_); }

  Step step(std::span<const char> input, std::span<char> room) override {
    // zlib's interface is older than const; it does not write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = zlib_length(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    stream_.avail_out = zlib_length(room.size());
    const uInt input_length = stream_.avail_in;
    const uInt room_length = stream_.avail_out;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    Step step;
    step.taken = input_length - stream_.avail_in;
    step.given = room_length - stream_.avail_out;
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
