// SPDX-License-Identifier: MIT
//
// Reading one large plain file with several threads. The file is cut at `fn=` rows; the first
// stretch is read in order, the others meanwhile ahead; then they are joined in order. A stretch
// that cannot be joined is read again, so that the result never differs from one thread's.
#pragma once

#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

/// Reads everything behind `reading` through `reader`.
Result<void> read_in_stretches(Reader& reader, Reading& reading);

}  // namespace quern::callgrind
