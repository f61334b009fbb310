// SPDX-License-Identifier: MIT
//
// Writes snapshots, for the cache and for whoever asks for one.
#pragma once

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/formats/shared/writer.h"
#include "quern/model/profile.h"

namespace quern {

/// Writes a fully loaded profile, and what its names are once they are folded and what its calls
/// come to by function: whoever reads the snapshot need not work this out again.
[[nodiscard]] Result<void> write_snapshot(const Profile& profile, const WriteOptions& options,
                                          ByteSink& out);

}  // namespace quern
