// SPDX-License-Identifier: MIT
#include "quern/cli/processes.h"

#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <csignal>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX wants it declared

namespace quern::cli {
namespace {

/// While it lives, this process ignores Ctrl-C, which is for the program in the foreground, and the
/// signals that end others wait until wait_for() passes them on.
class ForegroundSignals {
 public:
  ForegroundSignals() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    for (size_t at = 0; at < kIgnored.size(); ++at) {
      ::sigaction(kIgnored[at], &ignore, &before_[at]);
    }
    // Where its caller ignores that children end, nobody would be told.
    struct sigaction heed = {};
    heed.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &heed, &child_before_);
    ::sigemptyset(&held_);
    for (const int number : {SIGCHLD, SIGTERM, SIGHUP}) {
      ::sigaddset(&held_, number);
    }
    ::sigprocmask(SIG_BLOCK, &held_, &mask_before_);
  }
  ForegroundSignals(const ForegroundSignals&) = delete;
  ForegroundSignals& operator=(const ForegroundSignals&) = delete;
  ~ForegroundSignals() {
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    ::sigaction(SIGCHLD, &child_before_, nullptr);
    for (size_t at = 0; at < kIgnored.size(); ++at) {
      ::sigaction(kIgnored[at], &before_[at], nullptr);
    }
  }

  /// What quern alone ignores must not be ignored by the program; what its caller ignores must.
  void give_to(posix_spawnattr_t& attributes) const {
    sigset_t defaults;
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGPIPE);
    for (size_t at = 0; at < kIgnored.size(); ++at) {
      if (before_[at].sa_handler != SIG_IGN) {
        ::sigaddset(&defaults, kIgnored[at]);
      }
    }
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    ::posix_spawnattr_setsigmask(&attributes, &mask_before_);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }

  /// Its status, once it has ended.
  [[nodiscard]] int wait_for(pid_t process) const {
    int status = 0;
    while (::waitpid(process, &status, WNOHANG) == 0) {
      const int number = ::sigwaitinfo(&held_, nullptr);
      if (number == SIGTERM || number == SIGHUP) {
        ::kill(process, number);
      }
    }
    return status;
  }

 private:
  static constexpr std::array kIgnored = {SIGINT, SIGQUIT};
  std::array<struct sigaction, kIgnored.size()> before_ = {};
  struct sigaction child_before_ = {};
  sigset_t held_ = {}, mask_before_ = {};
};

}  // namespace

std::optional<EndedProgram> run_program(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  const ForegroundSignals signals;
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  signals.give_to(attributes);
  EndedProgram ended;
  const int problem = ::posix_spawnp(&ended.process, words[0].c_str(), nullptr, &attributes,
                                     pointers.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  if (problem != 0) {
    return std::nullopt;
  }
  constexpr int kBySignal = 128;
  const int status = signals.wait_for(ended.process);
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : kBySignal + WTERMSIG(status);
  return ended;
}

}  // namespace quern::cli
