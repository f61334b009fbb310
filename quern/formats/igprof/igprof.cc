// SPDX-License-Identifier: MIT
//
// Recognizes the format. A dump without its header cannot be read, since nobody knows whether its
// numbers are hexadecimal, but it is recognized, so that the error says what is missing.
#include "quern/formats/igprof/igprof.h"

#include <algorithm>

#include "quern/base/text.h"
#include "quern/formats/igprof/codes.h"
#include "quern/formats/igprof/lexer.h"
#include "quern/formats/igprof/reader.h"

namespace quern::igprof {

namespace {

/// `C1 FN`: a dump whose header is lost.
bool begins_like_record(std::string_view row) {
  if (!row.starts_with('C')) {
    return false;
  }
  row.remove_prefix(1);
  const auto digits =
      std::ranges::find_if_not(row, [](char c) { return digit_value(c) < 16; }) - row.begin();
  return digits != 0 && row.substr(static_cast<size_t>(digits)).starts_with(" FN");
}

Probe probe(std::string_view first_bytes) {
  if (first_bytes.starts_with("P=(HEX ID=") || first_bytes.starts_with("P=(ID=")) {
    return {Likeness::kSure, "a `P=(` header"};
  }
  const size_t text = first_bytes.find_first_not_of(" \t\r\n");
  first_bytes.remove_prefix(std::min(text, first_bytes.size()));
  if (first_bytes.starts_with("P=(")) {
    return {Likeness::kMaybe, "the start of a `P=(` header"};
  }
  if (begins_like_record(first_bytes)) {
    return {Likeness::kMaybe, "a record such as `C1 FN`"};
  }
  return {};
}

}  // namespace

const Format kFormat = {
    "igprof", "IgProf dumps, hexadecimal and decimal", {}, kCodes, probe, read_by<Reader>,
};

}  // namespace quern::igprof
