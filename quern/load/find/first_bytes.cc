// SPDX-License-Identifier: MIT
#include "quern/load/find/first_bytes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/formats/folded/row.h"
#include "quern/formats/registry.h"
#include "quern/formats/shared/first_bytes.h"
#include "quern/load/find/foreign_files.h"

namespace quern {

namespace {

/// Rows such as `main 12`: folded stacks where no function calls another, or anything else.
bool are_names_with_counts(std::string_view first_bytes) {
  bool has_rows = false;
  for (std::string_view rest = folded::whole_rows(first_bytes); !rest.empty();) {
    const std::string_view text = take_row(rest);
    if (folded::is_comment(text)) {
      continue;
    }
    const folded::Row row = folded::split_row(text, 1);
    if (row.first.empty() || row.stack.empty()) {
      return false;
    }
    has_rows = true;
  }
  return has_rows;
}

}  // namespace

std::string describe_first_bytes(std::string_view first_bytes) {
  if (const std::optional<ForeignFile> foreign = foreign_file(first_bytes, {})) {
    return fmt::format("this looks like {}, which quern does not read", foreign->what);
  }
  constexpr size_t kShown = 48;
  const std::string_view row = first_bytes.substr(0, first_bytes.find('\n'));
  const bool is_text = row.find('\0') == std::string_view::npos && is_utf8(row.substr(0, kShown));
  if (!is_text) {
    return fmt::format("this is not a profile that quern reads: it begins with the bytes {}",
                       to_hex(first_bytes.substr(0, 8)));
  }
  return fmt::format("this is not a profile that quern reads: it begins with `{}{}`",
                     printable(row.substr(0, kShown)), row.size() > kShown ? "…" : "");
}

std::string hint_for_unrecognised(std::string_view first_bytes, std::string_view name) {
  if (are_names_with_counts(first_bytes)) {
    return "if these are folded stacks of one function each, use --dialect folded";
  }
  if (std::optional<ForeignFile> foreign = foreign_file(first_bytes, name);
      foreign && !foreign->next.empty()) {
    return std::move(foreign->next);
  }
  std::vector<std::string_view> names;
  for (const Format* format : formats()) {
    names.push_back(format->name);
  }
  return fmt::format("quern reads {}, plain or compressed: quern help formats",
                     fmt::join(names, ", "));
}

std::string empty_file_hint(std::string_view name) {
  if (name.find("grind.out") == std::string_view::npos) {
    return "check that the profiled program has ended and written its profile";
  }
  return "with --separate-threads=yes, Callgrind leaves this file empty: open NAME-01, NAME-02, … "
         "or use --siblings";
}

}  // namespace quern
