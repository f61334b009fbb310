// SPDX-License-Identifier: MIT
//
// Errors that a configuration file causes are found where its values are used, which know nothing
// of files. Here they get the place of the setting that they are about.
#pragma once

#include "quern/base/diagnostic.h"
#include "quern/cli/options/arguments.h"

namespace quern::cli {

/// The error with file, line and column of the setting whose value it shows or quotes, or whose
/// option it names; as it is where that is typed, or where the error has a place already.
[[nodiscard]] Diagnostic with_place_of_setting(Diagnostic error, const Arguments& arguments);

}  // namespace quern::cli
