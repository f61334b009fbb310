// SPDX-License-Identifier: MIT
#include "quern/cli/options/output_suffix.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"

namespace quern::cli {
namespace {

/// Formats of answers that a file's suffix names. Reports for CI and igprof-analyse's have none.
constexpr std::array<std::string_view, 8> kSuffixes = {"json", "csv",  "tsv",    "md",
                                                       "svg",  "html", "folded", "dot"};

Diagnostic compressed_answer(std::string_view file) {
  return usage_error("bad-value",
                     fmt::format("'-o {}' names a compressed file, and answers are written "
                                 "uncompressed",
                                 printable(file)),
                     "leave out the last suffix, and compress the file afterwards");
}

Diagnostic unwritable_suffix(const Arguments& arguments, std::string_view suffix) {
  const Command& command = *arguments.command;
  std::vector<std::string> others;
  for (const Command& other : commands()) {
    if (std::ranges::find(other.formats, suffix) != other.formats.end()) {
      others.push_back(fmt::format("'quern {}'", other.name));
    }
  }
  return usage_error(
      "bad-value",
      fmt::format("'-o {}' names the format {}, which 'quern {}' does not write",
                  printable(*arguments.output), suffix, command.name),
      fmt::format("{}'quern {}' writes {}",
                  others.empty() ? "" : fmt::format("use {}; ", fmt::join(others, " or ")),
                  command.name, fmt::join(command.formats, ", ")));
}

}  // namespace

std::string suffix_of(std::string_view file) {
  const size_t dot = file.rfind('.');
  if (dot == std::string_view::npos || file.find('/', dot) != std::string_view::npos) {
    return {};
  }
  std::string suffix(file.substr(dot + 1));
  std::ranges::transform(suffix, suffix.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return suffix;
}

std::optional<std::string_view> suffix_format(std::string_view file) {
  const std::string suffix = suffix_of(file);
  const auto* found = suffix == "markdown" ? std::ranges::find(kSuffixes, "md")
                      : suffix == "htm"    ? std::ranges::find(kSuffixes, "html")
                                           : std::ranges::find(kSuffixes, suffix);
  return found != kSuffixes.end() ? std::optional(*found) : std::nullopt;
}

Result<void> take_page_file(Arguments& arguments) {
  if (!takes(*arguments.command, *find_option("html")) || !arguments.output) {
    return {};
  }
  std::optional<std::string>& page = arguments.view.html;
  if (page && *page != *arguments.output) {
    arguments.words.insert(arguments.words.begin(), *std::move(page));
  }
  page = std::move(arguments.output);
  arguments.output.reset();
  const std::optional<std::string_view> format = suffix_format(*page);
  return !format || format == "html"
             ? Result<void>()
             : failure(usage_error("bad-value",
                                   fmt::format("'-o {}' names the format {}, and 'quern view' "
                                               "writes only html",
                                               printable(*page), *format),
                                   "end the name with .html"));
}

Result<void> follow_suffix(Arguments& arguments) {
  const Command& command = *arguments.command;
  const Option& format = *find_option("format");
  if (!arguments.output || arguments.is_repair || !takes(command, format) ||
      command.abilities.writes_profiles) {
    return {};
  }
  static constexpr std::array<std::string_view, 5> kCompressed = {"gz", "xz", "bz2", "zst", "zip"};
  if (std::ranges::find(kCompressed, suffix_of(*arguments.output)) != kCompressed.end()) {
    return failure(compressed_answer(*arguments.output));
  }
  const std::optional<std::string_view> suffix = suffix_format(*arguments.output);
  if (!suffix) {
    return {};
  }
  if (is_typed(arguments, format.name)) {
    const bool has_suffix = arguments.format == "text" ||
                            std::ranges::find(kSuffixes, arguments.format) != kSuffixes.end();
    return arguments.format == *suffix || !has_suffix
               ? Result<void>()
               : failure(usage_error("conflicting-options",
                                     fmt::format("--format {} contradicts '-o {}'",
                                                 arguments.format, printable(*arguments.output)),
                                     "leave out --format, or give the file another suffix"));
  }
  if (std::ranges::find(command.formats, *suffix) == command.formats.end()) {
    return failure(unwritable_suffix(arguments, *suffix));
  }
  Setting setting;
  setting.option = &format;
  setting.values = {std::string(*suffix)};
  arguments.settings.push_back(std::move(setting));
  return store_value(arguments, format, std::string(*suffix));
}

}  // namespace quern::cli
