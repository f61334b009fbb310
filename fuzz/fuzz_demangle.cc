// SPDX-License-Identifier: MIT
//
// Any bytes as a mangled name, alone and behind the head of each scheme: what comes out is bounded,
// and a Rust name is never written longer than it was measured.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "quern/source/demangle.h"
#include "quern/source/demangle_schemes.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string_view head : {"", "_Z", "_ZN", "_Z1fI", "_R", "_RINvC1a1b", "_D"}) {
    const std::string name = std::string(head) + bytes;
    const std::string out = demangle(name).value_or("");
    const size_t measured = measure_rust(name).value_or(kLongestDemangled);
    const bool has_suffix = name.find_first_of(".@'") != std::string::npos;
    if (out.size() > kLongestDemangled + name.size() + 16 ||
        (head.starts_with("_R") && !has_suffix && out.size() > measured)) {
      std::abort();
    }
  }
  return 0;
}
