// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/compress.h"

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/text.h"

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

/// The compression that the path's suffix names, in any case.
const std::pair<std::string_view, Compression>* compressed_name(std::string_view path) {
  const auto* const found = std::ranges::find_if(kCompressedNames, [path](const auto& name) {
    const std::string_view suffix = name.first;
    return path.size() >= suffix.size() &&
           std::ranges::equal(path.substr(path.size() - suffix.size()), suffix, {}, lower);
  });
  return found != kCompressedNames.end() ? found : nullptr;
}

}  // namespace

Compression compression_named_by(std::string_view path) {
  const auto* const name = compressed_name(path);
  return name != nullptr ? name->second : Compression::kNone;
}

std::string_view without_compression(std::string_view path) {
  const auto* const name = compressed_name(path);
  return name != nullptr ? path.substr(0, path.size() - name->first.size()) : path;
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
