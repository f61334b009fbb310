// SPDX-License-Identifier: MIT
//
// Recognizes and registers the format. The schema may follow megabytes of frames, so its
// absence from the first bytes proves nothing.
#include "quern/formats/speedscope/speedscope.h"

#include "quern/formats/shared/first_bytes.h"
#include "quern/formats/speedscope/codes.h"
#include "quern/formats/speedscope/reader.h"
#include "quern/formats/speedscope/shape.h"

namespace quern::speedscope {

namespace {

/// An object that names the format's schema, or has its shape.
Probe probe(std::string_view first_bytes) {
  const std::string_view text = without_byte_order_mark(first_bytes);
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || text[begin] != '{') {
    return {};
  }
  if (text.contains("www.speedscope.app/file-format-schema.json")) {
    return {Likeness::kSure, "speedscope's schema"};
  }
  return has_shape(text) ? Probe{Likeness::kMaybe, "members of a speedscope file"} : Probe{};
}

}  // namespace

const Format kFormat = {
    "speedscope", "speedscope's JSON", {}, kCodes, probe, read_by<Reader>,
};

}  // namespace quern::speedscope
