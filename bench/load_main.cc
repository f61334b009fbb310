// SPDX-License-Identifier: MIT
//
// quern_load: reads a profile as the commands do and does nothing else, so that reading can be
// timed as a process. `--hash` also prints a hash over the sums of all functions: two ways of
// reading that print the same totals and hash understood the file alike.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/event_sum.h"
#include "quern/cli/memory.h"
#include "quern/load/open.h"

namespace quern {
namespace {

constexpr char kUsage[] =
    "usage: quern_load sums|all FILE [--threads N] [--buffer-size BYTES] [--hash]\n";

struct Wanted {
  std::string path;
  OpenOptions options;
  bool hash = false;
};

/// False: not understood.
bool read_arguments(const std::vector<std::string>& arguments, Wanted& wanted) {
  if (arguments.size() < 2 || (arguments[0] != "sums" && arguments[0] != "all")) {
    return false;
  }
  wanted.options.keep = arguments[0] == "all" ? Keep::kAll : Keep::kSums;
  wanted.path = arguments[1];
  for (size_t at = 2; at < arguments.size(); ++at) {
    if (arguments[at] == "--hash") {
      wanted.hash = true;
      continue;
    }
    if (at + 1 == arguments.size()) {
      return false;
    }
    const std::string& option = arguments[at++];
    const unsigned long number = std::strtoul(arguments[at].c_str(), nullptr, 10);
    if (option == "--threads") {
      wanted.options.threads = static_cast<unsigned>(number);
    } else if (option == "--buffer-size") {
      wanted.options.buffer_bytes = number;
    } else {
      return false;
    }
  }
  return true;
}

/// FNV-1a.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      add_byte(static_cast<unsigned char>(c));
    }
    add_byte(0);
  }
  [[nodiscard]] uint64_t value() const { return value_; }

 private:
  void add_byte(uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }
  uint64_t value_ = 0xcbf29ce484222325U;
};

/// Over the functions in the order of their names, so that ids do not matter.
void print_hash(const Profile& profile) {
  std::vector<EventSum> columns;
  for (size_t event = 0; event < profile.events().size(); ++event) {
    columns.push_back(event_sum(EventId(event)));
  }
  const CostRows sums = self_costs(profile, PartSet::all(profile), columns);
  const Symbols& symbols = profile.symbols();
  using Named = std::tuple<std::string_view, std::string_view, std::string_view, size_t>;
  std::vector<Named> functions;
  for (size_t at = 0; at < sums.size() && profile.is_listed(FunctionId(at)); ++at) {
    const FunctionId id(at);
    functions.emplace_back(symbols.name(id), symbols.file(id), symbols.object(id), at);
  }
  std::ranges::sort(functions);
  Hash hash;
  for (const auto& [name, file, object, row] : functions) {
    hash.add(name);
    hash.add(file);
    hash.add(object);
    for (size_t event = 0; event < columns.size(); ++event) {
      hash.add(to_decimal(sums.at(row, event)));
    }
  }
  std::printf("functions: %zu\nhash: %016llx\n", functions.size(),
              static_cast<unsigned long long>(hash.value()));
}

void print_totals(const Profile& profile) {
  std::vector<int128> sums(profile.events().size());
  for (const Part& part : profile.parts()) {
    for (size_t event = 0; event < part.totals.size(); ++event) {
      sums[part.header.events[event].index()] += part.totals[event];
    }
  }
  std::printf("totals:");
  for (const int128 sum : sums) {
    std::printf(" %s", to_decimal(sum).c_str());
  }
  std::printf("\nrecords: %llu\n", static_cast<unsigned long long>(profile.records().bytes()));
}

}  // namespace
}  // namespace quern

int main(int argc, char** argv) {
  quern::Wanted wanted;
  if (!quern::read_arguments({argv + 1, argv + argc}, wanted)) {
    std::fputs(quern::kUsage, stderr);
    return 2;
  }
  std::error_code unknown;
  const uint64_t size = std::filesystem::file_size(wanted.path, unknown);
  const quern::cli::LargePages pages(unknown ? 0 : size);  // as the program does
  const auto opened = quern::open_profile(std::vector{wanted.path}, wanted.options);
  if (!opened) {
    std::fprintf(stderr, "%s\n", opened.error().message.c_str());
    return 1;
  }
  quern::print_totals(*opened->profile);
  if (wanted.hash) {
    quern::print_hash(*opened->profile);
  }
  return 0;
}
