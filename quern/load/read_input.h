// SPDX-License-Identifier: MIT
//
// Reads one opened input: recognizes it, has it read into a sink, and says what was found out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "quern/base/result.h"
#include "quern/bytes/reading/source.h"
#include "quern/load/open_options.h"
#include "quern/model/profile.h"
#include "quern/model/records/sink.h"

namespace quern {

/// Where an input comes from: what the user named, or its snapshot in the cache.
enum class Origin : uint8_t { kItself, kCache };

struct InputReading {
  Origin origin = Origin::kItself;
  const bool* is_stopped = nullptr;  ///< see read_into()
};

/// See read_into(); a sink that can be forked may be filled by several threads.
[[nodiscard]] Result<InputInfo> read_input(Input input, const OpenOptions& options, Sink& sink,
                                           const InputReading& reading = {});

/// Has the builder keep what the options ask for; before the first input.
void prepare(ProfileBuilder& builder, const OpenOptions& options);

/// Reads one input into `builder`.
[[nodiscard]] Result<void> add_input(Input input, const OpenOptions& options,
                                     ProfileBuilder& builder, Origin origin = Origin::kItself);

/// A profile of one input alone. `names`: see namers_for().
[[nodiscard]] Result<std::unique_ptr<const Profile>> read_profile(
    Input input, const OpenOptions& options, std::span<const Namer> names = {});

/// Reads one input into a sink of the caller's own (StreamingSink is one to begin with): no profile
/// is made, and nothing is kept but what the sink keeps and what the format needs to be read;
/// quern's own JSON, speedscope's and pprof's files are collected, packed, before they are pushed.
/// The sink is called on this thread. Of `options`, keep, names, siblings and threads mean nothing
/// here. `is_stopped`: once it is true, reading ends soon, with the error `stopped`; null: never.
/// Other errors: those of open_profile(); with keep_going they are findings of the result.
[[nodiscard]] Result<InputInfo> read_into(const std::string& path, Sink& sink,
                                          const OpenOptions& options,
                                          const bool* is_stopped = nullptr);

}  // namespace quern
