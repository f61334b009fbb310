// SPDX-License-Identifier: MIT
//
// Reads one opened input: recognizes it, has it read into a sink, and says what was found out.
#pragma once

#include <cstdint>

#include "quern/base/result.h"
#include "quern/bytes/reading/source.h"
#include "quern/bytes/reading/window.h"
#include "quern/formats/shared/format.h"
#include "quern/model/profile.h"
#include "quern/model/records/sink.h"
#include "quern/workspace/workspace.h"

namespace quern {

/// Where an input comes from: what the user named, or its snapshot in the cache.
enum class Origin : uint8_t { kItself, kCache };

struct InputReading {
  Origin origin = Origin::kItself;
  const bool* is_stopped = nullptr;  ///< see read_into()
};

/// The format of an input that nothing was read of yet; null: none.
[[nodiscard]] const Format* recognised(Window& window);

/// See read_into(); a sink that can be forked may be filled by several threads.
[[nodiscard]] Result<InputInfo> read_input(Input input, const OpenOptions& options, Sink& sink,
                                           const InputReading& reading = {});

}  // namespace quern
