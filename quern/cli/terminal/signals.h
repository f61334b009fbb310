// SPDX-License-Identifier: MIT
//
// What signals do: Ctrl-C, SIGTERM and SIGHUP leave nothing half-written behind and end the process
// as the shell expects (128+N); a closed pipe is reported by the write that meets it, not by a
// signal.
#pragma once

namespace quern::cli {

/// Once, at the start of the process. A signal that was ignored before stays ignored.
void install_signal_handlers() noexcept;

/// Whether a line on the terminal has to be erased should a signal end the process.
void set_progress_drawn(bool is_drawn) noexcept;

}  // namespace quern::cli
