// SPDX-License-Identifier: MIT
//
// quern-mpi: `quern merge` on a cluster. Rank 0 is the command that users know; the others help it.
#include <new>
#include <string>

#include "quern/cli/options/exit_code.h"
#include "quern/cli/report.h"
#include "quern/cli/run.h"
#include "quern/farm/merge.h"

namespace {

int run_command(int argc, char** argv, quern::farm::Ranks& ranks) {
  quern::farm::Farm farm(ranks);
  const int code = quern::cli::run(
      argc, argv,
      {.name = "quern-mpi", .command = "merge", .merge = [&farm](auto files, const auto& options) {
         return farm.merge(files, options);
       }});
  farm.close(code);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  quern::farm::Ranks ranks(argc, argv);
  if (ranks.number() == 0) {
    return run_command(argc, argv, ranks);
  }
  try {
    quern::farm::help(ranks, [&] { return quern::cli::asked_merge(argc, argv); });
  } catch (const std::bad_alloc&) {
    quern::Diagnostic error = quern::cli::out_of_memory();
    error.message = "rank " + std::to_string(ranks.number()) + ": " + error.message;
    quern::cli::Reporter({}).error(error);
    ranks.end_all(static_cast<int>(quern::cli::exit_code(error.fault)));
  }
  return 0;
}
