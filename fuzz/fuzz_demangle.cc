// SPDX-License-Identifier: MIT
//
// Any bytes as a mangled name, alone and behind the head of each scheme, read by each demangler
// that is built in: the output is bounded, and a Rust name is never written longer than it was
// measured.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "quern/source/demanglers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace quern;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string_view head : {"", "_Z", "_ZN", "_Z1fI", "_ZNK1aMUl", "_Z1fIJiEJEEvDp", "_R",
                                      "_RINvC1a1b", "_D", "_D1aF"}) {
    const std::string name = std::string(head) + bytes;
    const size_t measured = measure_rust(name).value_or(kLongestDemangled);
    const bool has_suffix = name.find_first_of(".@'") != std::string::npos;
    for (const Demangler* demangler : {llvm_demangler(), liberty_demangler()}) {
      const std::string out = demangle_with(demangler, name).value_or("");
      if (out.size() > kLongestDemangled + name.size() + 16 ||
          (head.starts_with("_R") && !has_suffix && out.size() > measured)) {
        std::abort();
      }
    }
  }
  return 0;
}
