// SPDX-License-Identifier: MIT
//
// What a format is to the rest of quern: a plain struct of functions. Registering one is a row in
// registry.cc; recognizing an input and reading it is all that is asked of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/bytes/reading/source.h"
#include "quern/bytes/reading/window.h"
#include "quern/formats/shared/reading_options.h"
#include "quern/model/profile.h"
#include "quern/model/records/sink.h"

namespace quern {

/// kMagic: bytes that a text of another format may have later, but never first.
enum class Likeness : uint8_t { kNo, kMaybe, kSure, kMagic };

/// What a format says to the first bytes of an input.
struct Probe {
  Likeness likeness = Likeness::kNo;
  std::string reason;  ///< one phrase for the user: "an `events:` row"
};

/// What a reader works on: the bytes, where its records go, and what it finds out about the input.
struct Reading {
  Window& window;
  /// The input behind the window, for reading at several places at once; null: not possible.
  const Input* input = nullptr;
  Sink& sink;
  const ReadOptions& options;
  InputInfo& info;  ///< its name is set; the reader fills in the rest, but for the byte counts
  /// Sizes that the reader knows better: those of what a snapshot was made of, or of a file that
  /// was read at several places.
  std::optional<SourceCounts> sizes = {};
  /// A finding of any format by its name, for one that repeats what was found before; null: none.
  const CodeInfo* (*code_named)(std::string_view name) = nullptr;
};

struct Format {
  std::string_view name;
  std::string_view summary;
  std::span<const std::string_view> dialects;  ///< names that --dialect takes besides `name`
  std::span<const CodeInfo* const> codes;      ///< what its reader may find
  Probe (*probe)(std::string_view first_bytes);
  /// Pushes the whole input into the sink. An error is the first one in the input.
  Result<void> (*read)(Reading& reading);
};

/// Format::read of a format that a class reads.
template <class Reader>
[[nodiscard]] Result<void> read_by(Reading& reading) {
  return Reader(reading).read();
}

}  // namespace quern
