// SPDX-License-Identifier: MIT
#include "quern/cli/options/recorders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "quern/base/text.h"

namespace quern::cli {
namespace {

/// What --for adds.
struct Extra {
  std::string_view name;
  std::array<std::string_view, 2> options;
};

enum class Naming : uint8_t { kValgrind, kXdebug, kIgprof };

struct Recorder {
  std::string_view name;
  std::string_view package;
  std::string_view file;  ///< of the profile, in front of the number of the process
  Naming naming;
  std::span<const std::string_view> first;  ///< words in front of the program
  std::span<const Extra> extras;
};

constexpr Extra kCaches{"caches", {"--cache-sim=yes", "--branch-sim=yes"}};
constexpr auto kCallgrindExtras =
    std::to_array<Extra>({{"callers", {"--separate-callers=3", "--separate-recs=3"}},
                          {"jumps", {"--collect-jumps=yes", ""}},
                          kCaches});
constexpr auto kCachegrindExtras = std::to_array<Extra>({kCaches});
constexpr auto kIgprofExtras =
    std::to_array<Extra>({{"memory", {"-mp", ""}}, {"files", {"-fd", ""}}});

// Addresses tell what was inlined where. They take at most a tenth more time to record, and files
// are 2 to 2.6 times as large (measured with four programs).
constexpr auto kCallgrind = std::to_array<std::string_view>(
    {"valgrind", "--tool=callgrind", "--quiet", "--dump-instr=yes"});
constexpr auto kCachegrind =
    std::to_array<std::string_view>({"valgrind", "--tool=cachegrind", "--quiet"});
constexpr auto kIgprof = std::to_array<std::string_view>({"igprof", "-d", "-z"});

constexpr auto kRecorders = std::to_array<Recorder>({
    {"callgrind", "valgrind", "callgrind.out", Naming::kValgrind, kCallgrind, kCallgrindExtras},
    {"cachegrind", "valgrind", "cachegrind.out", Naming::kValgrind, kCachegrind, kCachegrindExtras},
    {"xdebug", "php-xdebug", "cachegrind.out", Naming::kXdebug, {}, {}},
    {"igprof", "", "igprof.gz", Naming::kIgprof, kIgprof, kIgprofExtras},
});

/// `php`, `php8.2`, `php-cgi8.2`: not phpunit, nor any other program that happens to begin so.
bool is_php(std::string_view file) {
  if (!file.starts_with("php")) {
    return false;
  }
  const size_t version = file.substr(3).starts_with("-cgi") ? 7 : 3;
  return file.find_first_not_of("0123456789.", version) == file.npos;
}

/// PHP's programs are recorded by Xdebug, all others by Callgrind.
const Recorder& recorder_for(const std::string& name, const std::string& program) {
  const std::string file = std::filesystem::path(program).filename();
  const std::string_view wanted = !name.empty()  ? std::string_view(name)
                                  : is_php(file) ? "xdebug"
                                                 : "callgrind";
  return *std::ranges::find(kRecorders, wanted, &Recorder::name);
}

/// `name` and the number of the process, as profilers take it that give `%` a meaning. Each process
/// writes: those that the program starts must not write over its profile.
std::string with_process(std::string_view name) {
  std::string out;
  for (const char c : name) {
    out.append(c == '%' ? 2 : 1, c);
  }
  return out + ".%p";
}

/// "cpu.out" is "cpu.out.2" in the second run, and "cpu.gz" is "cpu.2.gz".
std::string numbered(std::string_view name, uint64_t run) {
  const std::string_view end = name.ends_with(".gz") ? name.substr(name.size() - 3) : "";
  return fmt::format("{}.{}{}", name.substr(0, name.size() - end.size()), run, end);
}

/// Options that name the file.
std::vector<std::string> naming_options(const Recorder& recorder, const std::string& name) {
  switch (recorder.naming) {
    case Naming::kValgrind:
      return {fmt::format("--{}-out-file={}", recorder.name, with_process(name))};
    case Naming::kXdebug: {
      const std::filesystem::path path(name);
      std::error_code problem;  // a missing folder is an error when the name is used
      const std::filesystem::path folder =
          std::filesystem::absolute(path.has_parent_path() ? path.parent_path() : ".", problem);
      std::vector<std::string> words;
      for (const std::string& setting :
           {std::string("mode=profile"), std::string("start_with_request=yes"),
            std::string("use_compression=0"), "output_dir=" + folder.lexically_normal().string(),
            "profiler_output_name=" + with_process(path.filename().string())}) {
        words.emplace_back("-d");
        words.push_back("xdebug." + setting);
      }
      return words;
    }
    case Naming::kIgprof:
      break;
  }
  return {"-o", name};
}

Result<std::vector<std::string>> extra_options(const Recorder& recorder,
                                               const std::vector<std::string>& things) {
  std::vector<std::string> words;
  for (const std::string& thing : things) {
    const auto extra = std::ranges::find(recorder.extras, thing, &Extra::name);
    if (extra == recorder.extras.end()) {
      std::vector<std::string_view> known;
      for (const Extra& each : recorder.extras) {
        known.push_back(each.name);
      }
      return failure(
          usage_error("bad-value", fmt::format("{1} does not know --for {0}", thing, recorder.name),
                      known.empty() ? fmt::format("it needs no --for")
                                    : fmt::format("it takes --for {}", fmt::join(known, ", "))));
    }
    for (const std::string_view option : extra->options) {
      if (!option.empty()) {
        words.emplace_back(option);
      }
    }
  }
  if (recorder.naming == Naming::kIgprof && words.empty()) {
    words.emplace_back("-pp");  // time of the processor
  }
  return words;
}

}  // namespace

Result<Recording> recording_of(const RecordArguments& how, const std::vector<std::string>& program,
                               uint64_t run) {
  if (program.empty()) {
    return failure(usage_error("missing-argument", "no program to record",
                               "e.g. quern record -- ./program arguments"));
  }
  const std::string named = how.profile.value_or("");
  for (const std::string& name : {program.front(), named}) {
    if (name.starts_with('-')) {
      return failure(
          usage_error("bad-value", fmt::format("'{}' looks like an option", printable(name)),
                      fmt::format("write ./{} for a file of this name", printable(name))));
    }
  }
  const Recorder& recorder = recorder_for(how.with, program.front());
  Result<std::vector<std::string>> extras = extra_options(recorder, how.things);
  if (!extras) {
    return failure(extras.error());
  }
  Recording recording;
  recording.package = recorder.package;
  recording.is_php = recorder.naming == Naming::kXdebug;
  recording.written = named.empty() ? std::string(recorder.file) : named;
  // IgProf starts the program from a script, whose number is another.
  recording.has_process = recorder.naming != Naming::kIgprof;
  if (run != 0 && (!named.empty() || !recording.has_process)) {
    recording.written = numbered(recording.written, run);
  }
  if (recording.is_php) {
    recording.words.push_back(program.front());
  } else {
    recording.words.assign(recorder.first.begin(), recorder.first.end());
  }
  for (std::string& word : naming_options(recorder, recording.written)) {
    recording.words.push_back(std::move(word));
  }
  for (std::string& word : *extras) {
    recording.words.push_back(std::move(word));
  }
  recording.words.insert(recording.words.end(), program.begin() + (recording.is_php ? 1 : 0),
                         program.end());
  return recording;
}

}  // namespace quern::cli
