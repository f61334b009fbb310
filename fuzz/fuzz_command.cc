// SPDX-License-Identifier: MIT
//
// The command as a whole: any bytes as the profile of one of many command lines (command_lines.h),
// run in this process as a user would run it. Whatever the profile, the command ends with 0 to 4,
// its JSON and CSV are well formed, what it writes can be read again, and its folder is clean. Its
// totals are those that the slow twin of the format adds up.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "fuzz/command_checks.h"
#include "fuzz/command_lines.h"
#include "fuzz/command_process.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/slow/slow_snapshot.h"

// Of libFuzzer: mutates in place, and returns the new size.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using namespace quern;
using fuzzing::CommandProcess;

CommandProcess& process() {
  static CommandProcess process;
  return process;
}

void run(const fuzzing::CommandInput& input) {
  const std::string base(fuzzing::kCommandLines.at(input.line));
  const std::string line =
      base + " --threads 1 " + std::string(fuzzing::kOptions.at(input.options));
  process().remove("out");
  process().set_profile(input.profile);
  const fuzzing::Ended ended = process().run(line);
  fuzzing::check_answer(process(), line, ended);
  if (input.options != 0) {
    return;
  }
  if (ended.code == 0 && base.contains("@out") && !base.contains("sqlite")) {
    fuzzing::check_written(process(), base);
  }
  if (base.starts_with("top") || base.starts_with("info")) {
    fuzzing::check_totals(process(), input.profile);
  }
}

/// Near valid profiles: tokens and rows are moved, doubled or replaced by what readers dislike.
std::string mutated_rows(std::string_view profile, std::mt19937& random) {
  return testing::mutate_callgrind(random(), profile);
}

std::string mutated_bytes(std::string_view profile, size_t most) {
  std::vector<uint8_t> bytes(profile.begin(), profile.end());
  bytes.resize(most);
  bytes.resize(LLVMFuzzerMutate(bytes.data(), std::min(profile.size(), most), most));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  (void)process();
  // libFuzzer then writes to a copy of standard error: the stream itself is the command's.
  static std::string option = "-close_fd_mask=3";
  static std::vector<char*> all(*arguments, *arguments + *count);
  all.push_back(option.data());
  *count = static_cast<int>(all.size());
  all.push_back(nullptr);
  *arguments = all.data();
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  std::mt19937 random(seed);
  const std::string input(reinterpret_cast<const char*>(data), size);
  const fuzzing::CommandInput old = fuzzing::command_input(input);
  std::string choice = fuzzing::has_choice(input) ? input.substr(0, 2) : std::string(2, '\0');
  if (choice[0] == '\0' || random() % 4 == 0) {
    choice[0] = static_cast<char>(fuzzing::kFirstChoice + random() % fuzzing::kCommandLines.size());
    choice[1] = static_cast<char>(random());
  }
  const size_t most = max_size - std::min<size_t>(max_size, 2);
  std::string profile =
      random() % 2 == 0 ? mutated_rows(old.profile, random) : mutated_bytes(old.profile, most);
  if (profile.starts_with("\x89QRN") && random() % 4 != 0) {
    profile = testing::sealed_snapshot(std::move(profile));  // else only checksums are tested
  }
  const std::string made = (choice + profile).substr(0, max_size);
  std::ranges::copy(made, data);
  return made.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const bool kBegun = [] {
    process().begin();
    return true;
  }();
  (void)kBegun;
  run(fuzzing::command_input({reinterpret_cast<const char*>(data), size}));
  return 0;
}
