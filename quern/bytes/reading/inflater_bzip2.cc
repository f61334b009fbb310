// SPDX-License-Identifier: MIT
#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "quern/bytes/reading/inflater.h"

namespace quern {
namespace {

unsigned bzip2_length(size_t bytes) {
  return static_cast<unsigned>(std::min<size_t>(bytes, std::numeric_limits<unsigned>::max()));
}

std::string bzip2_damage(int code) {
  return code == BZ_DATA_ERROR_MAGIC ? "invalid header" : "invalid data or checksum";
}

class Bzip2Inflater final : public Inflater {
 public:
  Bzip2Inflater() = default;
  Bzip2Inflater(const Bzip2Inflater&) = delete;
  Bzip2Inflater& operator=(const Bzip2Inflater&) = delete;
  ~Bzip2Inflater() override { BZ2_bzDecompressEnd(&stream_); }  // harmless before start()

  void start() override {
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) {
      throw std::bad_alloc();
    }
  }

  Step step(std::span<const char> input, std::span<char> room) override {
    stream_.next_in = const_cast<char*>(input.data());  // read only, the interface predates const
    stream_.avail_in = bzip2_length(input.size());
    stream_.next_out = room.data();
    stream_.avail_out = bzip2_length(room.size());
    const unsigned input_length = stream_.avail_in;
    const unsigned room_length = stream_.avail_out;
    const int code = BZ2_bzDecompress(&stream_);
    Step step;
    step.taken = input_length - stream_.avail_in;
    step.given = room_length - stream_.avail_out;
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
