// SPDX-License-Identifier: MIT
#include "quern/cli/processes.h"

#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX wants it declared

namespace quern::cli {
namespace {

/// While it lives, this process ignores what is meant for the program in the foreground.
class IgnoredSignals {
 public:
  IgnoredSignals() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    for (size_t at = 0; at < kSignals.size(); ++at) {
      ::sigaction(kSignals[at], &ignore, &before_[at]);
    }
  }
  IgnoredSignals(const IgnoredSignals&) = delete;
  IgnoredSignals& operator=(const IgnoredSignals&) = delete;
  ~IgnoredSignals() {
    for (size_t at = 0; at < kSignals.size(); ++at) {
      ::sigaction(kSignals[at], &before_[at], nullptr);
    }
  }

 private:
  static constexpr std::array kSignals = {SIGINT, SIGQUIT};
  std::array<struct sigaction, kSignals.size()> before_ = {};
};

}  // namespace

std::optional<EndedProgram> run_program(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  // What this process ignores must not be ignored there.
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int number : {SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
    ::sigaddset(&signals, number);
  }
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const IgnoredSignals ignored;
  EndedProgram ended;
  const int problem = ::posix_spawnp(&ended.process, words[0].c_str(), nullptr, &attributes,
                                     pointers.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  if (problem != 0) {
    return std::nullopt;
  }
  int status = 0;
  while (::waitpid(ended.process, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kBySignal = 128;
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : kBySignal + WTERMSIG(status);
  return ended;
}

}  // namespace quern::cli
