// SPDX-License-Identifier: MIT
//
// What has to hold of any answer of the command, whatever the profile. Each check ends the process
// through CommandProcess::fail() where something does not.
#pragma once

#include <string_view>

#include "fuzz/command_process.h"

namespace quern::fuzzing {

/// The exit code is one of 0 to 4, a refusal gives a reason, JSON and CSV are well formed, and a
/// profile has no changes against its copy.
void check_answer(const CommandProcess& process, std::string_view line, const Ended& ended);

/// `top` and `info` accept `profile`, which is @in, where its slow twin does, with the totals that
/// the twin added up; the rows of `top` are its totals; `info` and `top` agree.
void check_totals(CommandProcess& process, std::string_view profile);

/// @out, which `line` converted from @in, can be read again. It has the totals of @in where it can
/// hold everything, else those that `convert --check` predicts.
void check_written(CommandProcess& process, std::string_view line);

}  // namespace quern::fuzzing
