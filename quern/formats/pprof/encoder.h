// SPDX-License-Identifier: MIT
//
// Protocol buffers as far as pprof's messages need them: numbers, texts and messages in messages.
// A message is put together in a string of its own and then appended with its length.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "quern/base/varint.h"

namespace quern::pprof {

class Encoder {
 public:
  explicit Encoder(std::string& out) : out_(&out) {}

  void varint(uint64_t value) { append_varint(*out_, value); }
  /// A number; 0 is what a missing field says.
  void number(uint32_t field, uint64_t value) {
    if (value != 0) {
      varint(uint64_t{field} << 3);
      varint(value);
    }
  }
  /// A text, a message or packed numbers, empty ones too.
  void bytes(uint32_t field, std::string_view bytes) {
    varint(uint64_t{field} << 3 | 2);
    varint(bytes.size());
    out_->append(bytes);
  }

 private:
  std::string* out_;
};

}  // namespace quern::pprof
