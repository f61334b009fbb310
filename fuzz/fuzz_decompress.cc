// SPDX-License-Identifier: MIT
//
// Any bytes behind the first bytes of each compression: no crash, no endless loop, bounded output.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "quern/bytes/reading/source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  using namespace std::string_view_literals;
  constexpr std::array kStarts = {""sv, "\x1f\x8b\x08\x00"sv, "BZh9"sv, "\x28\xb5\x2f\xfd"sv,
                                  "\xfd"
                                  "7zXZ\x00"sv};
  if (size == 0) {
    return 0;
  }
  std::string bytes(kStarts[data[0] % kStarts.size()]);
  bytes.append(reinterpret_cast<const char*>(data) + 1, size - 1);
  Input input = memory_input("input", std::move(bytes));
  std::array<char, 4096> room{};
  constexpr uint64_t kEnough = uint64_t{1} << 24;
  for (uint64_t total = 0; total < kEnough;) {
    const auto got = input.read(room);
    if (!got || *got == 0) {
      break;
    }
    total += *got;
  }
  return 0;
}
