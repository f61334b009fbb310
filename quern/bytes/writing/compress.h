// SPDX-License-Identifier: MIT
//
// Compresses what is written: a sink in front of another one. The counterpart of decompress.h, and
// as there files tell themselves by their first bytes; only writing goes by the name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "quern/base/byte_sink.h"
#include "quern/bytes/reading/source.h"
#include "quern/bytes/writing/deflater.h"

namespace quern {

/// By the end of a file's name: ".gz", ".bz2", ".zst", ".xz".
[[nodiscard]] Compression compression_named_by(std::string_view path);

/// `path` without that end.
[[nodiscard]] std::string_view without_compression(std::string_view path);

/// How hard to try. kLeast is much faster, and larger by a fifth; of gzip alone.
enum class Effort : uint8_t { kUsual, kLeast };

class CompressedSink final : public ByteSink {
 public:
  /// With kNone, bytes pass as they are. `out` must outlive the sink.
  CompressedSink(ByteSink& out, Compression compression, Effort effort = Effort::kUsual);

  void write(std::string_view bytes) override;
  [[nodiscard]] bool failed() const override { return out_->failed(); }
  /// Ends the stream: without it the output is cut. Nothing may be written afterwards.
  void finish();

 private:
  void deflate(std::string_view bytes, bool is_end);

  ByteSink* out_;
  std::unique_ptr<Deflater> deflater_;  ///< null: none is needed
  std::string room_;
};

}  // namespace quern
