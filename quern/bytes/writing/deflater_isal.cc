// SPDX-License-Identifier: MIT
//
// gzip with Intel's ISA-L at its first level: ten times as fast as zlib's, for a few percent more
// bytes. What it writes may differ between kinds of processors; what that unpacks to does not.
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <vector>

#include "quern/bytes/writing/deflater.h"

namespace quern {
namespace {

constexpr size_t kLongestDeflation = size_t{1} << 30;  // the library counts in 32 bits

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
    const size_t in = std::min(input.size(), kLongestDeflation);
    const size_t out = std::min(room.size(), kLongestDeflation);
    stream_.next_in = reinterpret_cast<uint8_t*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uint32_t>(in);
    stream_.next_out = reinterpret_cast<uint8_t*>(room.data());
    stream_.avail_out = static_cast<uint32_t>(out);
    stream_.end_of_stream = is_end && in == input.size() ? 1 : 0;
    isal_deflate(&stream_);
    return {in - stream_.avail_in, out - stream_.avail_out,
            stream_.internal_state.state == ZSTATE_END};
  }

 private:
  isal_zstream stream_{};
  std::vector<uint8_t> room_;
};

}  // namespace

std::unique_ptr<Deflater> fast_gzip_deflater() {
  return std::make_unique<IsalDeflater>();
}

}  // namespace quern
