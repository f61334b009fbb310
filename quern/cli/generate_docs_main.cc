// SPDX-License-Identifier: MIT
//
// quern-docs FOLDER: writes the manual pages (man/man1/, man5/, man7/) and the shells' completions
// into FOLDER, whose subfolders exist. Run by the build.
#include <cstdio>
#include <string>

#include "quern/bytes/writing/output.h"
#include "quern/cli/completion/scripts.h"
#include "quern/cli/help/manual.h"
#include "quern/cli/help/topics.h"
#include "quern/cli/options/commands.h"

namespace {

bool write_file(const std::string& path, std::string_view text) {
  quern::Result<quern::Output> output = quern::create_output(path, true);
  if (output) {
    output->write(text);
    if (output->commit()) {
      return true;
    }
  }
  std::fprintf(stderr, "quern-docs: cannot write %s\n", path.c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: quern-docs FOLDER\n", stderr);
    return 2;
  }
  const std::string folder = argv[1];
  bool is_done = true;
  for (const quern::cli::Command& command : quern::cli::commands()) {
    is_done &= write_file(folder + "/man/man1/" + quern::cli::manual_name(command) + ".1",
                          quern::cli::manual_page(command));
  }
  for (const quern::cli::Topic& topic : quern::cli::topics()) {
    const std::string section = std::to_string(topic.section);
    is_done &= write_file(
        folder + "/man/man" + section + "/" + quern::cli::manual_name(topic) + "." + section,
        quern::cli::manual_page(topic));
  }
  is_done &= write_file(folder + "/bash-completion/completions/quern",
                        quern::cli::completion_script("bash"));
  is_done &=
      write_file(folder + "/zsh/site-functions/_quern", quern::cli::completion_script("zsh"));
  is_done &= write_file(folder + "/fish/vendor_completions.d/quern.fish",
                        quern::cli::completion_script("fish"));
  return is_done ? 0 : 1;
}
