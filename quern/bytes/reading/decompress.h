// SPDX-License-Identifier: MIT
//
// The plain bytes of a compressed source: stream after stream (gzip members, zstd frames and so
// on), with zero padding between and behind them. A cut or damaged stream gives what was whole,
// then the error `compressed-stream` with the offset in the stored bytes. For this room.
#pragma once

#include <memory>

#include "quern/bytes/reading/inflater.h"
#include "quern/bytes/reading/source.h"

namespace quern {

/// `stored` begins with a stream of `compression` and must outlive the answer. Compressed data
/// inside compressed data stays as it is. Not for kNone.
[[nodiscard]] std::unique_ptr<ByteSource> decompressed(ByteSource& stored, Compression compression);

/// The same with a library of the caller's choice.
[[nodiscard]] std::unique_ptr<ByteSource> decompressed(ByteSource& stored, Compression compression,
                                                       std::unique_ptr<Inflater> inflater);

}  // namespace quern
