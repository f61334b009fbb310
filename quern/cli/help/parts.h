// SPDX-License-Identifier: MIT
//
// `quern --version --verbose`: what a build contains, since libraries can be left out.
#pragma once

#include <string>

namespace quern::cli {

/// The version, and a line for each part that a build can lack or replace.
[[nodiscard]] std::string parts_of_build();

}  // namespace quern::cli
