// SPDX-License-Identifier: MIT
#include "quern/cli/options/output_suffix.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/options.h"
#include "quern/save/convert.h"

namespace quern::cli {
namespace {

struct Suffix {
  std::string_view suffix;
  std::string_view format;
};

/// Formats of answers that a file's suffix names. GitHub's and igprof-analyse's reports have none.
constexpr auto kSuffixes = std::to_array<Suffix>({{"json", "json"},
                                                  {"csv", "csv"},
                                                  {"tsv", "tsv"},
                                                  {"md", "md"},
                                                  {"markdown", "md"},
                                                  {"svg", "svg"},
                                                  {"html", "html"},
                                                  {"htm", "html"},
                                                  {"folded", "folded"},
                                                  {"dot", "dot"},
                                                  {"gv", "dot"},
                                                  {"mmd", "mermaid"},
                                                  {"sarif", "sarif"},
                                                  {"xml", "junit"}});

/// Answers are written uncompressed.
Result<void> refuse_compression(std::string_view file) {
  static constexpr std::array<std::string_view, 5> kCompressed = {"gz", "xz", "bz2", "zst", "zip"};
  if (std::ranges::find(kCompressed, suffix_of(file)) == kCompressed.end()) {
    return {};
  }
  return failure(usage_error("bad-value",
                             fmt::format("'-o {}' names a compressed file, and answers are written "
                                         "uncompressed",
                                         printable(file)),
                             "leave out the last suffix, and compress the file afterwards"));
}

/// Whether answers have this format, as profiles do.
bool is_of_answers(const FormatWriter& format) {
  return std::ranges::find(kSuffixes, format.name, &Suffix::format) != kSuffixes.end();
}

/// Programs look for a profile in a file of such a name. Xdebug's traces are only read.
Result<void> refuse_profile_name(const Arguments& arguments) {
  const std::string& file = *arguments.output;
  const Result<const FormatWriter*> written = target_format(std::nullopt, file);
  if (written ? is_of_answers(**written) : suffix_of(file) != "xt") {
    return {};
  }
  const bool records = takes(*arguments.command, *find_option("profile"));
  return failure(usage_error(
      "bad-value",
      fmt::format("'-o {}' is the name of a profile, and 'quern {}' writes an answer there",
                  printable(file), arguments.command->name),
      records   ? fmt::format("--profile {} names the profile", shell_quoted(file))
      : written ? fmt::format("'quern convert FILE -o {}' writes profiles", printable(file))
                : "choose another name for -o"));
}

/// JSON is what some reports for other programs are made of.
bool may_hold(std::string_view format, std::string_view typed) {
  return format == typed || (format == "json" && typed == "sarif");
}

Diagnostic unwritable_suffix(const Arguments& arguments, std::string_view suffix) {
  const Command& command = *arguments.command;
  std::vector<std::string> others;
  for (const Command& other : commands()) {
    if (std::ranges::find(other.formats, suffix) != other.formats.end() && !other.name.empty()) {
      others.push_back(fmt::format("'quern {}'", other.name));
    }
  }
  constexpr size_t kMostNamed = 4;
  const std::string asked =
      command.name.empty() ? "'quern FILE'" : fmt::format("'quern {}'", command.name);
  return usage_error("bad-value",
                     fmt::format("'-o {}' names the format {}, which {} does not write",
                                 printable(*arguments.output), suffix, asked),
                     fmt::format("{}{} writes {}",
                                 others.empty() || others.size() > kMostNamed
                                     ? ""
                                     : fmt::format("use {}; ", fmt::join(others, " or ")),
                                 asked, fmt::join(command.formats, ", ")));
}

}  // namespace

std::string suffix_of(std::string_view file) {
  const size_t dot = file.rfind('.');
  if (dot == std::string_view::npos || file.find('/', dot) != std::string_view::npos) {
    return {};
  }
  std::string suffix(file.substr(dot + 1));
  std::ranges::transform(suffix, suffix.begin(), lower);
  return suffix;
}

std::optional<std::string_view> suffix_format(std::string_view file) {
  const auto* found = std::ranges::find(kSuffixes, suffix_of(file), &Suffix::suffix);
  return found != kSuffixes.end() ? std::optional(found->format) : std::nullopt;
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
  if (Result<void> plain = refuse_compression(*page); !plain) {
    return plain;
  }
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
  if (Result<void> plain = refuse_compression(*arguments.output); !plain) {
    return plain;
  }
  if (Result<void> answer = refuse_profile_name(arguments); !answer) {
    return answer;
  }
  const std::optional<std::string_view> suffix = suffix_format(*arguments.output);
  if (!suffix) {
    return {};
  }
  if (is_typed(arguments, format.name)) {
    return may_hold(*suffix, arguments.format)
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
