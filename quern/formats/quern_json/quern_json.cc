// SPDX-License-Identifier: MIT
//
// Recognizes documents of quern. Other documents than complete profiles are recognized too, so that
// the reader can say which one it is and how to write one that can be read.
#include "quern/formats/quern_json/quern_json.h"

#include "quern/formats/quern_json/codes.h"
#include "quern/formats/quern_json/reader.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern::quern_json {

namespace {

/// The first member of every document of quern is its schema.
Probe probe(std::string_view first_bytes) {
  first_bytes = without_byte_order_mark(first_bytes);
  const auto take = [&first_bytes](std::string_view wanted) {
    const size_t text = first_bytes.find_first_not_of(" \t\r\n");
    first_bytes.remove_prefix(std::min(text, first_bytes.size()));
    const bool is_there = first_bytes.starts_with(wanted);
    first_bytes.remove_prefix(is_there ? wanted.size() : 0);
    return is_there;
  };
  if (take("{") && take("\"schema\"") && take(":") && take("\"quern.")) {
    return {Likeness::kSure, "a schema of quern"};
  }
  return {};
}

}  // namespace

const Format kFormat = {
    "quern-json", "quern's own JSON (convert --to json)", {}, kCodes, probe, read_by<Reader>,
};

}  // namespace quern::quern_json
