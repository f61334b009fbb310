// SPDX-License-Identifier: MIT
#include "quern/cli/run.h"

int main(int argc, char** argv) {
  return quern::cli::run(argc, argv);
}
