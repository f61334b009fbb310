// SPDX-License-Identifier: MIT
//
// The encoding of protocol buffers, as far as pprof uses it: numbers of 7 bits a byte, and fields
// with a length. Groups, which are long obsolete, are an error. Every length is compared with what
// is left before it is used.
#include "quern/formats/pprof/wire.h"

#include <utility>

#include "quern/formats/pprof/codes.h"

namespace quern::pprof {

bool WireReader::fail(const CodeInfo& code, const char* at, std::string message) {
  fault_ = WireFault{&code, at, std::move(message)};
  at_ = end_;
  return false;
}

bool WireReader::varint(uint64_t& value) {
  const char* const start = at_;
  value = 0;
  for (unsigned shift = 0; at_ != end_; shift += 7) {
    const auto byte = static_cast<unsigned char>(*at_++);
    const uint64_t bits = byte & 0x7fU;
    if (shift > 63 || (shift == 63 && bits > 1)) {
      return fail(kBadMessage, start, "a number of more than 64 bits");
    }
    value |= bits << shift;
    if (byte < 0x80) {
      return true;
    }
  }
  return fail(kCutMessage, start, "the message ends in the middle of this number");
}

bool WireReader::next(uint64_t& number) {
  return at_ != end_ && varint(number);
}

/// Fixed-width fields are read as bytes: no table of pprof has any, but an unknown field may be one
/// and must be skipped.
bool WireReader::next(Field& field) {
  if (at_ == end_) {
    return false;
  }
  field = {};
  field.at = at_;
  uint64_t tag = 0;
  if (!varint(tag)) {
    return false;
  }
  field.number = tag >> 3;
  field.type = static_cast<WireType>(tag & 7);
  if (field.number == 0) {
    return fail(kBadMessage, field.at, "a field without a number");
  }
  uint64_t length = 0;
  switch (tag & 7) {
    case 0:
      return varint(field.value);
    case 1:
      length = 8;
      break;
    case 2:
      if (!varint(length)) {
        return false;
      }
      break;
    case 5:
      length = 4;
      break;
    default:
      return fail(kBadMessage, field.at, "a field of a type that pprof does not use");
  }
  if (length > static_cast<uint64_t>(end_ - at_)) {
    return fail(kCutMessage, field.at, "the message ends before this field does");
  }
  field.bytes = {at_, static_cast<size_t>(length)};
  at_ += length;
  return true;
}

}  // namespace quern::pprof
