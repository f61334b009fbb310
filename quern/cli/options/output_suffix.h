// SPDX-License-Identifier: MIT
//
// What the suffix of `-o FILE` means: the format of an answer, the page of `view`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/cli/options/arguments.h"

namespace quern::cli {

/// "svg" of x.svg and of x.SVG; empty if the name has no suffix.
[[nodiscard]] std::string suffix_of(std::string_view file);

/// The format of answers that the suffix names; nothing if it names none. Reports for CI and
/// igprof-analyse's have no suffix.
[[nodiscard]] std::optional<std::string_view> suffix_format(std::string_view file);

/// `view -o PAGE` names the file that --html names otherwise. With both, the word behind --html is
/// a profile: `view --html FILE -o PAGE`.
[[nodiscard]] Result<void> take_page_file(Arguments& arguments);

/// The suffix of -o chooses the format of the answer, as if typed. Where -o names the profile that
/// is written and not the answer, --format does not change.
[[nodiscard]] Result<void> follow_suffix(Arguments& arguments);

}  // namespace quern::cli
