// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/compress.h"

#include <array>
#include <utility>

namespace quern {
namespace {

constexpr size_t kRoom = size_t{1} << 16;

constexpr std::array<std::pair<std::string_view, Compression>, 4> kCompressedNames = {{
    {".gz", Compression::kGzip},
    {".bz2", Compression::kBzip2},
    {".zst", Compression::kZstd},
    {".xz", Compression::kXz},
}};

std::unique_ptr<Deflater> deflater_for(Compression compression, Effort effort) {
  switch (compression) {
    case Compression::kGzip:
      return effort == Effort::kLeast ? fast_gzip_deflater() : zlib_deflater();
    case Compression::kBzip2:
      return bzip2_deflater();
    case Compression::kZstd:
      return zstd_deflater();
    case Compression::kXz:
      return xz_deflater();
    case Compression::kNone:
      break;
  }
  return nullptr;
}

}  // namespace

Compression compression_named_by(std::string_view path) {
  for (const auto& [suffix, compression] : kCompressedNames) {
    if (path.ends_with(suffix)) {
      return compression;
    }
  }
  return Compression::kNone;
}

std::string_view without_compression(std::string_view path) {
  for (const auto& [suffix, compression] : kCompressedNames) {
    if (path.ends_with(suffix)) {
      return path.substr(0, path.size() - suffix.size());
    }
  }
  return path;
}

CompressedSink::CompressedSink(ByteSink& out, Compression compression, Effort effort)
    : out_(&out), deflater_(deflater_for(compression, effort)) {
  if (deflater_) {
    room_.resize(kRoom);
  }
}

void CompressedSink::write(std::string_view bytes) {
  if (!deflater_) {
    out_->write(bytes);
  } else if (!bytes.empty()) {
    deflate(bytes, false);
  }
}

void CompressedSink::finish() {
  if (deflater_) {
    deflate({}, true);
  }
}

void CompressedSink::deflate(std::string_view bytes, bool is_end) {
  for (bool is_done = false; !is_done && !out_->failed();) {
    const Deflater::Step step = deflater_->step(bytes, room_, is_end);
    bytes.remove_prefix(step.taken);
    out_->write(std::string_view(room_).substr(0, step.given));
    is_done = is_end ? step.ended : bytes.empty() && step.given < room_.size();
  }
}

}  // namespace quern
