// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/signals.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "quern/bytes/writing/output.h"

namespace quern::cli {
namespace {

// The one global state of this room: a signal handler can be told nothing otherwise.
constinit std::atomic<bool> progress_drawn = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler reads it");

/// Cleans up and lets the signal do what it would have done without us: SA_RESETHAND has restored
/// its default, and it is delivered when this handler returns.
void end_by_signal(int number) {
  remove_temporary_files();
  if (progress_drawn.load()) {
    constexpr std::string_view kErase = "\r\x1b[K";
    // Nothing can be done about a failure here.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kErase.data(), kErase.size());
  }
  ::raise(number);
}

void handle(int number) noexcept {
  struct sigaction before{};
  if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) {
    return;  // nohup, or a job in the background
  }
  struct sigaction action{};
  action.sa_handler = end_by_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigemptyset(&action.sa_mask);
  ::sigaction(number, &action, nullptr);
}

}  // namespace

void install_signal_handlers() noexcept {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    handle(number);
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is an error of write()
}

void set_progress_drawn(bool is_drawn) noexcept {
  progress_drawn.store(is_drawn);
}

}  // namespace quern::cli
