// SPDX-License-Identifier: MIT
//
// gzip with Intel's ISA-L at its first level: ten times as fast as zlib's, for a few percent more
// bytes. What it writes may differ between kinds of processors; what that unpacks to does not.
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <vector>

#include "quern/bytes/reading/library_stream.h"
#include "quern/bytes/writing/deflater.h"

namespace quern {
namespace {

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
    Step step;
    call_library(stream_, input, room, step, [&](bool is_all) {
      stream_.end_of_stream = is_end && is_all ? 1 : 0;
      return isal_deflate(&stream_);
    });
    step.ended = stream_.internal_state.state == ZSTATE_END;
    return step;
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
