// SPDX-License-Identifier: MIT
#include "quern/workspace/load/first_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "quern/base/text.h"
#include "quern/formats/folded/row.h"
#include "quern/formats/registry.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern {

namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::string_view what;
};

constexpr std::array kMagics = {
    Magic{"\x7f"
          "ELF"sv,
          "an ELF program or library"},
    Magic{"\x89PNG"sv, "a PNG picture"},
    Magic{"\xff\xd8\xff"sv, "a JPEG picture"},
    Magic{"%PDF"sv, "a PDF document"},
    Magic{"PK\x03\x04"sv, "a zip archive"},
    Magic{"SQLite format 3"sv, "an SQLite database"},
    Magic{"PERFILE2"sv, "a perf.data file"},
    Magic{"gmon"sv, "a gmon.out file of gprof"},
    Magic{"VERSION:2\n"sv, "a raw Parrot profile"},
    Magic{"desc: --"sv, "a Massif profile"},
    Magic{"{"sv, "a JSON document of another program"},
    Magic{"["sv, "a JSON document of another program"},
    Magic{"<?xml"sv, "an XML document"},
    Magic{"<"sv, "an HTML or XML document"},
    Magic{"#!"sv, "a script"},
};

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
  for (const Magic& magic : kMagics) {
    if (first_bytes.starts_with(magic.bytes)) {
      return fmt::format("this looks like {}, which quern does not read", magic.what);
    }
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

std::string hint_for_unrecognised(std::string_view first_bytes) {
  if (are_names_with_counts(first_bytes)) {
    return "if these are folded stacks of one function each, use --dialect folded";
  }
  std::string list;
  for (const Format* format : formats()) {
    list += fmt::format("{}{} ({})", list.empty() ? "" : "; ", format->name, format->summary);
  }
  return fmt::format("quern reads {}; plain or compressed with gzip, bzip2, zstd or xz", list);
}

std::string empty_file_hint(std::string_view name) {
  if (name.find("grind.out") == std::string_view::npos) {
    return "check that the profiled program has ended and written its profile";
  }
  return "with --separate-threads=yes, Callgrind leaves this file empty: open NAME-01, NAME-02, … "
         "or use --siblings";
}

}  // namespace quern
