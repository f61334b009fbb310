// SPDX-License-Identifier: MIT
//
// Protocol buffers as far as pprof's messages need them, read: the fields of one message, one after
// another. Nothing is copied; what a field says of lengths is checked against what is there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "quern/base/diagnostic.h"

namespace quern::pprof {

enum class WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

struct Field {
  uint64_t number = 0;
  WireType type = WireType::kVarint;
  uint64_t value = 0;        ///< of numbers
  std::string_view bytes;    ///< of texts, messages and packed numbers
  const char* at = nullptr;  ///< where the field begins
};

/// Why a message cannot be read, and where.
struct WireFault {
  const CodeInfo* code = nullptr;
  const char* at = nullptr;
  std::string message;
};

class WireReader {
 public:
  explicit WireReader(std::string_view message)
      : at_(message.data()), end_(message.data() + message.size()) {}

  /// The next field; false at the message's end, and where it is broken: see fault().
  bool next(Field& field);
  /// The next of packed numbers; false at the message's end, and where it is broken.
  bool next(uint64_t& number);
  [[nodiscard]] const std::optional<WireFault>& fault() const { return fault_; }

 private:
  bool varint(uint64_t& value);
  bool fail(const CodeInfo& code, const char* at, std::string message);

  const char* at_;
  const char* end_;
  std::optional<WireFault> fault_;
};

}  // namespace quern::pprof
