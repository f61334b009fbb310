// SPDX-License-Identifier: MIT
#include "quern/testing/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace quern::testing {
namespace {

std::string_view first_line(std::string_view text) {
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

std::string first_difference(std::string_view expected, std::string_view actual) {
  size_t line = 1;
  while (!expected.empty() && !actual.empty() && first_line(expected) == first_line(actual)) {
    expected.remove_prefix(std::min(first_line(expected).size() + 1, expected.size()));
    actual.remove_prefix(std::min(first_line(actual).size() + 1, actual.size()));
    ++line;
  }
  return fmt::format("line {} is\n  {}\nexpected\n  {}", line, first_line(actual),
                     first_line(expected));
}

}  // namespace

std::optional<std::string> golden_difference(const std::string& path, std::string_view actual) {
  const char* const update = std::getenv("QUERN_UPDATE_GOLDENS");
  if (update != nullptr && std::string_view(update) == "1") {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << actual;
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fmt::format("there is no {}; QUERN_UPDATE_GOLDENS=1 writes it", path);
  }
  const std::string expected((std::istreambuf_iterator<char>(file)), {});
  if (expected == actual) {
    return std::nullopt;
  }
  return fmt::format("{}: {}", path, first_difference(expected, actual));
}

}  // namespace quern::testing
