// SPDX-License-Identifier: MIT
//
// quern-mpi: `quern merge` on a cluster. Rank 0 is the command that users know; the others help it.
#include <unistd.h>

#include <filesystem>
#include <new>
#include <span>
#include <string>
#include <system_error>

#include "quern/cli/options/exit_code.h"
#include "quern/cli/report.h"
#include "quern/cli/run.h"
#include "quern/farm/merge.h"

namespace {

using namespace quern;

/// mpirun reads standard error of what it starts from a pipe: what counts is where its own goes.
bool is_relayed_to_terminal() {
  std::error_code unknown;
  const std::string to =
      std::filesystem::read_symlink("/proc/" + std::to_string(::getppid()) + "/fd/2", unknown);
  return to.starts_with("/dev/pts/") || to.starts_with("/dev/tty");
}

int run_command(int argc, char** argv, farm::Ranks& ranks) {
  farm::Farm farm(ranks);
  const cli::Program program{
      .name = "quern-mpi",
      .command = "merge",
      .merge = [&farm](std::span<const std::string> files,
                       const MergeOptions& options) { return farm.merge(files, options); },
      .is_relayed_to_terminal = is_relayed_to_terminal()};
  const int code = cli::run(argc, argv, program);
  farm.close(code);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  farm::Ranks ranks(argc, argv);
  if (ranks.number() == 0) {
    return run_command(argc, argv, ranks);
  }
  try {
    farm::help(ranks, [&] { return cli::asked_merge(argc, argv); });
  } catch (const std::bad_alloc&) {
    Diagnostic error = cli::out_of_memory();
    error.message = "rank " + std::to_string(ranks.number()) + ": " + error.message;
    cli::Reporter({}).error(error);
    ranks.end_all(static_cast<int>(cli::exit_code(error.fault)));
  }
  return 0;
}
