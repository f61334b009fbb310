// SPDX-License-Identifier: MIT
//
// Recognizes the protocol buffers of pprof, which have no magic number. The fields of the first
// bytes must all be fields of profile.proto with their types, and one must say what was counted.
// Producers write that field first, so in most files the first one settles it.
#include "quern/formats/pprof/pprof.h"

#include "quern/formats/pprof/codes.h"
#include "quern/formats/pprof/reader.h"
#include "quern/formats/pprof/wire.h"

namespace quern::pprof {

namespace {

/// Whether a field of the outermost message is of the kind it has there.
bool is_profile_field(const Field& field) {
  constexpr uint64_t kPeriodType = 11;
  constexpr uint64_t kComment = 13;
  constexpr uint64_t kNewest = 15;
  if (field.number > kNewest) {
    return false;
  }
  const bool is_bytes = field.number < 7 || field.number == kPeriodType;
  const bool is_either = field.number == kComment;
  return is_either  ? field.type == WireType::kVarint || field.type == WireType::kBytes
         : is_bytes ? field.type == WireType::kBytes
                    : field.type == WireType::kVarint;
}

/// { type, unit }, or less of it.
bool is_value_type(std::string_view message) {
  constexpr size_t kLongest = 22;
  WireReader reader(message);
  Field field;
  bool has_type = false;
  while (reader.next(field)) {
    if (field.number > 2 || field.type != WireType::kVarint) {
      return false;
    }
    has_type = has_type || (field.number == 1 && field.value != 0);
  }
  return has_type && message.size() <= kLongest && !reader.fault();
}

/// It begins by saying what was counted, or all fields at hand are the format's and one says it.
Probe probe(std::string_view first_bytes) {
  Probe sure{Likeness::kSure, "messages of pprof, and what was counted"};
  WireReader reader(first_bytes);
  Field field;
  bool has_type = false;
  for (bool is_first = true; reader.next(field); is_first = false) {
    if (!is_profile_field(field) || (field.number == 1 && !is_value_type(field.bytes))) {
      return {};
    }
    has_type = has_type || field.number == 1;
    if (is_first && has_type) {
      return sure;
    }
  }
  const bool is_broken = reader.fault() && reader.fault()->code != &kCutMessage;
  return is_broken || !has_type ? Probe{} : sure;
}

}  // namespace

const Format kFormat = {
    "pprof", "pprof's protocol buffers", {}, kCodes, probe, read_by<Reader>,
};

}  // namespace quern::pprof
