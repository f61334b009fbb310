// SPDX-License-Identifier: MIT
//
// The header of a gzip member (RFC 1952), byte by byte: what stands before the deflated data. ISA-L
// has a reader of its own, which loses its place when a header comes in pieces. For this room.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace quern {

class GzipHeader {
 public:
  /// Takes what belongs to the header, and nothing behind it; stops at damage.
  size_t take(std::span<const char> input);

  [[nodiscard]] bool is_complete() const { return field_ == Field::kComplete; }
  /// What is wrong with it, or empty.
  [[nodiscard]] std::string_view damage() const { return damage_; }

 private:
  enum class Field : uint8_t {
    kFixed,
    kExtraLength,
    kExtra,
    kName,
    kComment,
    kChecksum,
    kComplete
  };

  void take_byte(unsigned char byte);
  bool is_last(unsigned char byte);
  void check_fixed();
  [[nodiscard]] bool has(Field field) const;
  void next_field();

  Field field_ = Field::kFixed;
  size_t at_ = 0;  // bytes of this field so far
  std::array<unsigned char, 10> bytes_{};
  unsigned flags_ = 0;
  size_t extra_length_ = 0;
  uint32_t checksum_ = 0;  // of all before the field of that name
  std::string_view damage_;
};

}  // namespace quern
