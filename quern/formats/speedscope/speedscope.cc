// SPDX-License-Identifier: MIT
#include "quern/formats/speedscope/speedscope.h"

#include "quern/formats/speedscope/codes.h"
#include "quern/formats/speedscope/reader.h"

namespace quern::speedscope {

namespace {

/// An object that names the format's schema, or has its members among the first bytes.
Probe probe(std::string_view first_bytes) {
  const size_t text = first_bytes.find_first_not_of(" \t\r\n");
  if (text == std::string_view::npos || first_bytes[text] != '{') {
    return {};
  }
  if (first_bytes.contains("www.speedscope.app/file-format-schema.json")) {
    return {Likeness::kSure, "speedscope's schema"};
  }
  const auto has = [first_bytes](std::string_view member) { return first_bytes.contains(member); };
  if (has("\"profiles\"") &&
      ((has("\"shared\"") && has("\"frames\"")) || has("\"sampled\"") || has("\"evented\""))) {
    return {Likeness::kMaybe, "members of a speedscope file"};
  }
  return {};
}

Result<void> read(Reading& reading) {
  return Reader(reading).read();
}

}  // namespace

const Format kFormat = {
    "speedscope", "speedscope's JSON", {}, kCodes, probe, read,
};

}  // namespace quern::speedscope
