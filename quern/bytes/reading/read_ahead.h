// SPDX-License-Identifier: MIT
//
// A second thread that reads a source ahead of its user, through a ring of buffers: decompressing
// and parsing then share the time instead of adding it up. The same bytes, the same error, as
// without. Destroying it early waits for the read that is under way.
#pragma once

#include <cstddef>
#include <memory>

#include "quern/bytes/reading/source.h"

namespace quern {

/// Reads `source` ahead by up to `buffers` pieces of `buffer_bytes`; at least two pieces of one
/// byte. Where the system gives no thread, it is read when asked. The source stays its owner's,
/// such as an Input whose counts are wanted: it must outlive the answer, and nobody else may read
/// from it.
[[nodiscard]] std::unique_ptr<ByteSource> read_ahead(ByteSource& source, size_t buffer_bytes,
                                                     size_t buffers);

}  // namespace quern
