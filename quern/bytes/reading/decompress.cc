// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/decompress.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

namespace quern {
namespace {

using namespace std::string_view_literals;

constexpr size_t kInputSize = size_t{1} << 16;
constexpr std::string_view kGzipMagic = "\x1F\x8B"sv;
constexpr std::string_view kBzip2Magic = "BZh"sv;  // and a digit, 1 to 9
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD"sv;
constexpr std::string_view kZstdSkippable = "\x2A\x4D\x18"sv;  // behind 0x50 to 0x5F
constexpr std::string_view kXzMagic =
    "\xFD"
    "7zXZ\0"sv;
constexpr size_t kLongestMagic = 6;

struct Scheme {
  std::string_view name;
  std::string_view magic;
  std::unique_ptr<Inflater> (*inflater)();
};

/// By Compression.
constexpr std::array<Scheme, 5> kSchemes = {{{"none", {}, nullptr},
                                             {"gzip", kGzipMagic, gzip_inflater},
                                             {"bzip2", kBzip2Magic, bzip2_inflater},
                                             {"zstd", kZstdMagic, zstd_inflater},
                                             {"xz", kXzMagic, xz_inflater}}};

const Scheme& scheme_of(Compression compression) {
  return kSchemes[static_cast<size_t>(compression)];
}

class Decompressor final : public ByteSource {
 public:
  Decompressor(ByteSource& stored, Compression compression, std::unique_ptr<Inflater> inflater)
      : stored_(&stored),
        compression_(compression),
        inflater_(std::move(inflater)),
        input_(std::make_unique_for_overwrite<char[]>(kInputSize)) {}

  Result<size_t> read(std::span<char> room) override;

 private:
  [[nodiscard]] std::string_view rest() const { return {input_.get() + begin_, end_ - begin_}; }
  void take(size_t bytes) {
    begin_ += bytes;
    offset_ += bytes;
  }
  size_t inflate(std::span<char> room);
  void seek_stream();
  void skip_zeros();
  bool refill();
  void fail(std::string message, std::string hint);

  ByteSource* stored_;
  Compression compression_;
  std::unique_ptr<Inflater> inflater_;
  std::unique_ptr<char[]> input_;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t offset_ = 0;  ///< of begin_, in the stored bytes
  bool in_stream_ = false;
  bool ended_ = false;
  std::optional<Diagnostic> error_;
};

Result<size_t> Decompressor::read(std::span<char> room) {
  size_t given = 0;
  while (given < room.size() && !ended_ && !error_) {
    if (in_stream_) {
      given += inflate(room.subspan(given));
    } else {
      seek_stream();
    }
  }
  if (given == 0 && error_) {
    return failure(*error_);
  }
  return given;
}

/// One step inside a stream, its input fetched when the library has used up what there is.
size_t Decompressor::inflate(std::span<char> room) {
  const std::string_view input = rest();
  Inflater::Step step = inflater_->step(input, room);
  take(step.taken);
  if (!step.damage.empty()) {
    fail(fmt::format("{} stream is damaged: {}", to_string(compression_), step.damage),
         "download or write the file again; the data before this byte may be intact");
  } else if (step.ended) {
    in_stream_ = false;
  } else if (step.taken == 0 && step.given == 0) {
    if (!input.empty()) {
      fail(fmt::format("{} stream is damaged: it makes no progress", to_string(compression_)), {});
    } else if (!refill() && !error_) {
      fail(fmt::format("{} stream ends early", to_string(compression_)),
           "the file may have been copied before it was complete; copy or record it again");
      error_->is_cut = true;
    }
  }
  return step.given;
}

/// Between streams: the next one, or the end, or what belongs to neither.
void Decompressor::seek_stream() {
  skip_zeros();
  while (rest().size() < kLongestMagic && refill()) {
  }
  if (error_) {
    return;
  }
  const std::string_view next = rest();
  if (next.empty()) {
    ended_ = true;
  } else if (compression_of(next) == compression_) {
    inflater_->start();
    in_stream_ = true;
  } else if (scheme_of(compression_).magic.starts_with(next)) {
    fail(fmt::format("{} stream ends early", to_string(compression_)),
         "the file contains several streams, and the last one is cut in its first bytes");
    error_->is_cut = true;
  } else {
    fail(fmt::format("bytes that are not {0} data follow the {0} stream", to_string(compression_)),
         "the data before them is complete; remove what was appended to the file");
  }
}

/// Padding, as tapes and block copies leave it, is no error.
void Decompressor::skip_zeros() {
  do {
    const std::string_view next = rest();
    take(std::min(next.find_first_not_of('\0'), next.size()));
  } while (rest().empty() && refill());
}

/// Adds stored bytes behind rest(), which is less than a magic; false at their end.
bool Decompressor::refill() {
  std::memmove(input_.get(), input_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  Result<size_t> got = stored_->read({input_.get() + end_, kInputSize - end_});
  if (!got) {
    error_ = std::move(got.error());
    return false;
  }
  end_ += *got;
  return *got != 0;
}

void Decompressor::fail(std::string message, std::string hint) {
  Diagnostic error;
  error.code = "compressed-stream";
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.offset = offset_;
  error_ = std::move(error);
}

}  // namespace

std::string_view to_string(Compression compression) {
  return scheme_of(compression).name;
}

Compression compression_of(std::string_view first_bytes) {
  if (first_bytes.starts_with(kGzipMagic)) {
    return Compression::kGzip;
  }
  if (first_bytes.starts_with(kBzip2Magic) && first_bytes.size() > 3 && first_bytes[3] >= '1' &&
      first_bytes[3] <= '9') {
    return Compression::kBzip2;
  }
  const bool is_skippable = first_bytes.size() > 3 && (first_bytes[0] & 0xF0) == 0x50 &&
                            first_bytes.substr(1).starts_with(kZstdSkippable);
  if (first_bytes.starts_with(kZstdMagic) || is_skippable) {
    return Compression::kZstd;
  }
  return first_bytes.starts_with(kXzMagic) ? Compression::kXz : Compression::kNone;
}

std::unique_ptr<ByteSource> decompressed(ByteSource& stored, Compression compression) {
  return decompressed(stored, compression, scheme_of(compression).inflater());
}

std::unique_ptr<ByteSource> decompressed(ByteSource& stored, Compression compression,
                                         std::unique_ptr<Inflater> inflater) {
  return std::make_unique<Decompressor>(stored, compression, std::move(inflater));
}

}  // namespace quern
