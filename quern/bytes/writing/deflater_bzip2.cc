// SPDX-License-Identifier: MIT
#include <bzlib.h>

#include <algorithm>
#include <climits>
#include <new>

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
  Bzip2Deflater(const Bzip2Deflater&) = delete;
  Bzip2Deflater& operator=(const Bzip2Deflater&) = delete;
  ~Bzip2Deflater() override { BZ2_bzCompressEnd(&stream_); }

  Step step(std::span<const char> input, std::span<char> room, bool is_end) override {
    const size_t in = std::min<size_t>(input.size(), UINT_MAX);
    const size_t out = std::min<size_t>(room.size(), UINT_MAX);
    if (in == 0 && !is_end) {
      return {};
    }
    stream_.next_in = const_cast<char*>(input.data());
    stream_.avail_in = static_cast<unsigned>(in);
    stream_.next_out = room.data();
    stream_.avail_out = static_cast<unsigned>(out);
    // Once it is told of the end it takes nothing more.
    const bool is_last = is_end && in == input.size();
    const int code = BZ2_bzCompress(&stream_, is_last ? BZ_FINISH : BZ_RUN);
    return {in - stream_.avail_in, out - stream_.avail_out, code == BZ_STREAM_END};
  }

 private:
  bz_stream stream_{};
};

}  // namespace

std::unique_ptr<Deflater> bzip2_deflater() {
  return std::make_unique<Bzip2Deflater>();
}

}  // namespace quern
