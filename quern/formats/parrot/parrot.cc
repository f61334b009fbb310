// SPDX-License-Identifier: MIT
//
// Recognizes Parrot's raw profiles by their first row. Their rows look like no other format's.
#include "quern/formats/parrot/parrot.h"

#include <algorithm>
#include <array>

#include "quern/base/text.h"
#include "quern/formats/parrot/codes.h"
#include "quern/formats/parrot/reader.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern::parrot {

namespace {

/// The first row that is neither blank nor a comment decides.
Probe probe(std::string_view first_bytes) {
  while (!first_bytes.empty()) {
    const std::string_view row = take_row(first_bytes);
    if (row.starts_with('#') || trim(row).empty()) {
      continue;
    }
    for (const std::string_view first : {"CLI:", "VERSION:", "CS:{x{"}) {
      if (row.starts_with(first)) {
        return {Likeness::kSure, "a row of Parrot's profiling runcore"};
      }
    }
    break;
  }
  return {};
}

constexpr std::array<std::string_view, 1> kDialectNames = {"parrot-raw"};

}  // namespace

const Format kFormat = {
    "parrot",      "Parrot's raw profiles (its writers of Callgrind's format are dialects of that)",
    kDialectNames, kCodes,
    probe,         read_by<Reader>,
};

}  // namespace quern::parrot
