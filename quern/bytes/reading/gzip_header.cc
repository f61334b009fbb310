// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/gzip_header.h"

#include <zlib.h>

namespace quern {
namespace {

constexpr unsigned kDeflate = 8;
constexpr unsigned kHasChecksum = 2;
constexpr unsigned kHasExtra = 4;
constexpr unsigned kHasName = 8;
constexpr unsigned kHasComment = 16;
constexpr unsigned kReserved = 0xE0;

}  // namespace

size_t GzipHeader::take(std::span<const char> input) {
  size_t taken = 0;
  while (taken < input.size() && !is_complete() && damage_.empty()) {
    take_byte(static_cast<unsigned char>(input[taken]));
    ++taken;
  }
  return taken;
}

void GzipHeader::take_byte(unsigned char byte) {
  if (at_ < bytes_.size()) {
    bytes_[at_] = byte;
  }
  ++at_;
  if (field_ != Field::kChecksum) {
    checksum_ = static_cast<uint32_t>(crc32(checksum_, &byte, 1));
  }
  if (is_last(byte)) {
    next_field();
  }
}

/// Whether `byte` ends its field.
bool GzipHeader::is_last(unsigned char byte) {
  const auto number = static_cast<unsigned>(bytes_[0] | bytes_[1] << 8U);
  switch (field_) {
    case Field::kFixed:
      check_fixed();
      return at_ == 10;
    case Field::kExtraLength:
      extra_length_ = number;
      return at_ == 2;
    case Field::kExtra:
      return at_ == extra_length_;
    case Field::kName:
    case Field::kComment:
      return byte == 0;
    case Field::kChecksum:
      if (at_ == 2 && number != (checksum_ & 0xFFFFU)) {
        damage_ = "the checksum of its header is wrong";
      }
      return at_ == 2;
    case Field::kComplete:
      break;
  }
  return false;
}

void GzipHeader::check_fixed() {
  if (at_ == 2 && (bytes_[0] != 0x1F || bytes_[1] != 0x8B)) {
    damage_ = "incorrect header check";
  } else if (at_ == 3 && bytes_[2] != kDeflate) {
    damage_ = "unknown compression method";
  } else if (at_ == 4 && (bytes_[3] & kReserved) != 0) {
    damage_ = "unknown header flags set";
  }
  if (at_ == 4) {
    flags_ = bytes_[3];
  }
}

bool GzipHeader::has(Field field) const {
  constexpr std::array<unsigned, 7> kFlags = {0,           kHasExtra,    kHasExtra, kHasName,
                                              kHasComment, kHasChecksum, 0};  // by Field
  const unsigned flag = kFlags[static_cast<size_t>(field)];
  const bool is_said = flag == 0 || (flags_ & flag) != 0;
  return is_said && (field != Field::kExtra || extra_length_ != 0);
}

void GzipHeader::next_field() {
  at_ = 0;
  do {
    field_ = static_cast<Field>(static_cast<uint8_t>(field_) + 1);
  } while (!has(field_));
}

}  // namespace quern
