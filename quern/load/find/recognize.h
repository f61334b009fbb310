// SPDX-License-Identifier: MIT
//
// Which format a file has, by its first bytes.
#pragma once

#include <optional>
#include <string>

#include "quern/base/result.h"
#include "quern/bytes/reading/window.h"
#include "quern/formats/shared/format.h"

namespace quern {

/// The format of an input that nothing was read of yet; null: none.
[[nodiscard]] const Format* recognised(Window& window);

/// The format that `dialect` names, or else the one recognized. Errors: `unknown-dialect`,
/// `empty-input`, `unrecognised`, of the input that is called `name`.
[[nodiscard]] Result<const Format*> choose_format(const std::string& name, Window& window,
                                                  const std::optional<std::string>& dialect);

/// Whether `path` is a file that open_profile() would read: one that a format recognizes or, with a
/// dialect named, any regular one. A pipe is taken for one, since its bytes can be read only once.
[[nodiscard]] bool is_profile(const std::string& path, const std::optional<std::string>& dialect);

/// Whether `path` is a snapshot, whose sums can be read without its records.
[[nodiscard]] bool is_snapshot(const std::string& path);

/// Whether `path` is a text in Callgrind's format that need not be unpacked: its sums are read in
/// less time than its records.
[[nodiscard]] bool is_plain_callgrind(const std::string& path);

}  // namespace quern
