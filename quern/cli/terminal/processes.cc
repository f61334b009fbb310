// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/processes.h"

#include <spawn.h>
#include <sys/wait.h>

#include <csignal>
#include <ctime>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX wants it declared

namespace quern::cli {
namespace {

/// While it lives, the signals that end processes wait until wait_for() takes them. Those that the
/// caller of this process ignores stay ignored, here and in the program.
class ForegroundSignals {
 public:
  ForegroundSignals() {
    struct sigaction quit = {};
    quit.sa_handler = SIG_IGN;  // Ctrl-\ is for the program in the foreground
    ::sigaction(SIGQUIT, &quit, &quit_before_);
    // Where its caller ignores that children end, nobody would be told.
    struct sigaction heed = {};
    heed.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &heed, &child_before_);
    ::sigemptyset(&held_);
    ::sigaddset(&held_, SIGCHLD);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction before = {};
      if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
        ::sigaddset(&held_, number);
      }
    }
    ::sigprocmask(SIG_BLOCK, &held_, &mask_before_);
  }
  ForegroundSignals(const ForegroundSignals&) = delete;
  ForegroundSignals& operator=(const ForegroundSignals&) = delete;
  ~ForegroundSignals() {
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    ::sigaction(SIGCHLD, &child_before_, nullptr);
    ::sigaction(SIGQUIT, &quit_before_, nullptr);
  }

  /// What quern alone ignores must not be ignored by the program; what its caller ignores must.
  void give_to(posix_spawnattr_t& attributes) const {
    sigset_t defaults;
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGPIPE);
    ::sigaddset(&defaults, SIGXFSZ);
    if (quit_before_.sa_handler != SIG_IGN) {
      ::sigaddset(&defaults, SIGQUIT);
    }
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    ::posix_spawnattr_setsigmask(&attributes, &mask_before_);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }

  void wait_for(EndedProgram& program) const {
    int status = 0;
    siginfo_t taken = {};
    while (::waitpid(program.process, &status, WNOHANG) == 0) {
      if (::sigwaitinfo(&held_, &taken) > 0 && is_termination(taken)) {
        ::kill(program.process, taken.si_signo);
        program.terminated = taken.si_signo;
      }
    }
    // One that came as the program ended would otherwise end this process before its answer.
    constexpr timespec kNow = {};
    while (::sigtimedwait(&held_, &taken, &kNow) > 0) {
      program.terminated = is_termination(taken) ? taken.si_signo : program.terminated;
    }
    program.ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    program.code = program.ended_by != 0 ? code_of_signal(program.ended_by) : WEXITSTATUS(status);
  }

 private:
  /// The terminal sends Ctrl-C to the program too.
  [[nodiscard]] static bool is_termination(const siginfo_t& taken) {
    const bool is_from_terminal = taken.si_signo == SIGINT && taken.si_code == SI_KERNEL;
    return taken.si_signo != SIGCHLD && !is_from_terminal;
  }

  struct sigaction quit_before_ = {}, child_before_ = {};
  sigset_t held_ = {}, mask_before_ = {};
};

}  // namespace

std::expected<EndedProgram, int> run_program(std::vector<std::string> words) {
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
    return std::unexpected(problem);
  }
  signals.wait_for(ended);
  return ended;
}

}  // namespace quern::cli
