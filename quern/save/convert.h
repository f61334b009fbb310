// SPDX-License-Identifier: MIT
//
// Writes a profile in any format that quern writes: chooses it by name, makes what the format needs
// and the profile lacks, and compresses as the output's name says.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/formats/shared/writer.h"
#include "quern/model/profile.h"
#include "quern/views/input/conversion.h"

namespace quern {

/// What quern can write, by name. What fills a file by itself is written by write_database().
[[nodiscard]] std::vector<const FormatWriter*> writable_formats();
/// The one of this name; null where there is none.
[[nodiscard]] const FormatWriter* writer_named(std::string_view name);

/// The format that `to` names or else the end of `path` (before that of a compression) says. Errors
/// (Fault::kUsage): `bad-value`, `unknown-suffix`.
[[nodiscard]] Result<const FormatWriter*> target_format(const std::optional<std::string>& to,
                                                        const std::optional<std::string>& path);

/// Writes `profile` (a full load) in the format of this name, compressed as the end of `path` says,
/// and adds what was lost to `losses`, unless that is null. Error `cannot-hold`, always of what
/// fills a file by itself.
[[nodiscard]] Result<void> convert(const Profile& profile, std::string_view format,
                                   const std::optional<std::string>& path,
                                   const WriteOptions& options, ByteSink& out,
                                   std::vector<Loss>* losses = nullptr);

/// What that would lose. Errors are convert()'s: it writes, but nowhere.
[[nodiscard]] Result<Conversion> check_conversion(const Profile& profile, std::string_view format,
                                                  const WriteOptions& options);

/// Streams `profile` (a full load) as quern.profile/1 into `out`.
void write_profile_json(const Profile& profile, ByteSink& out);

}  // namespace quern
