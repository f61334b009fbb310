// SPDX-License-Identifier: MIT
//
// Names by GNU libiberty, the demangler of c++filt. It has no bounds of its own on what it writes
// and on the time it takes, so that each name is checked first: C++ by the tree that libiberty
// parses it into, Rust by measure_rust(), D by reads_d_quickly().
#include <libiberty/demangle.h>

#include <array>
#include <csetjmp>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "quern/base/text.h"
#include "quern/source/demanglers.h"
#include "quern/source/liberty/d_bounds.h"
#include "quern/source/liberty/itanium_tree.h"

namespace quern {

namespace {

constexpr int kOptions = DMGL_PARAMS | DMGL_ANSI;

struct Freed {
  void operator()(void* memory) const {
    std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc): it comes from malloc
  }
};

struct Output {
  std::string text;
  bool is_out_of_memory = false;
  std::jmp_buf end = {};

  bool append(const char* piece, size_t size) noexcept {
    try {
      text.append(piece, size);
    } catch (const std::bad_alloc&) {
      is_out_of_memory = true;
    }
    return !is_out_of_memory && text.size() <= kLongestDemangled;
  }
};

/// Leaves libiberty once its output is too long; a callback cannot make it stop. longjmp is sound
/// here: between print() and this function there are only frames of libiberty's printer, in C. They
/// own nothing: the printer allocates nothing and keeps its arrays on the stack. No object with a
/// destructor is skipped. An exception would need unwinding tables for those frames, which C
/// compilers write for some targets only.
void take_or_leave(const char* piece, size_t size, void* opaque) {
  auto& output = *static_cast<Output*>(opaque);
  if (!output.append(piece, size)) {
    std::longjmp(output.end, 1);  // NOLINT(cert-err52-cpp): see above
  }
}

/// No local variables: longjmp leaves their values undefined.
bool print(demangle_component* root, Output& output) {
  if (setjmp(output.end) != 0) {  // NOLINT(cert-err52-cpp): see above
    return false;
  }
  return cplus_demangle_print_callback(kOptions, root, take_or_leave, &output) != 0;
}

/// libiberty's parser reads a flag of its own frame that cplus_demangle_v3_components() never sets
/// (d_info::unresolved_name_state). Filling the stack beforehand gives it the value that c++filt
/// has, non-zero, and every run the same result.
[[gnu::noinline]] void fill_stack() {
  std::array<unsigned char, 4096> bytes;
  bytes.fill(1);
  asm volatile("" : : "r"(bytes.data()) : "memory");  // keeps the compiler from dropping it
}

/// In the type of a conversion operator (`cv`), the parser reads the template arguments of a
/// parameter (`T_I…`) twice, and again inside them: a name with 40 of these takes hours.
bool retries_too_often(std::string_view name) {
  constexpr size_t kMost = 8;
  size_t count = 0;
  for (size_t at = name.find("cv"); at < name.size(); ++at) {
    if (name[at] == 'T') {
      const size_t end = name.find_first_not_of("0123456789", at + 1);
      count += size_t{end != name.npos && name.substr(end).starts_with("_I")};
    }
  }
  return count > kMost;
}

std::optional<std::string> read_itanium(std::string_view name) {
  // The parser follows nesting on the stack, with up to 122 bytes for each character of the name.
  constexpr size_t kLongest = 8192;
  if (name.size() > kLongest || name.contains('\0') || retries_too_often(name)) {
    return std::nullopt;
  }
  const std::string text(name);  // the tree refers to it
  void* memory = nullptr;
  fill_stack();
  demangle_component* const root = cplus_demangle_v3_components(text.c_str(), kOptions, &memory);
  const std::unique_ptr<void, Freed> owner(memory);
  // libiberty allocates two nodes for each character.
  if (root == nullptr ||
      !can_print(root, {static_cast<const demangle_component*>(memory), 2 * name.size()}, name)) {
    return std::nullopt;
  }
  Output output;
  const bool is_all = print(root, output);
  if (output.is_out_of_memory) {
    throw std::bad_alloc();
  }
  return is_all ? std::optional(std::move(output.text)) : std::nullopt;
}

std::optional<std::string> read_rust(std::string_view name) {
  const std::optional<size_t> size = measure_rust(name);
  if (!size || *size > kLongestDemangled || name.contains('\0')) {
    return std::nullopt;
  }
  // This callback always returns: libiberty holds memory while it calls it.
  Output output;
  const bool is_all = rust_demangle_callback(
                          std::string(name).c_str(), kOptions,
                          [](const char* piece, size_t length, void* opaque) {
                            static_cast<Output*>(opaque)->append(piece, length);
                          },
                          &output) != 0;
  if (output.is_out_of_memory) {
    throw std::bad_alloc();
  }
  return is_all ? std::optional(std::move(output.text)) : std::nullopt;
}

std::optional<std::string> read_d(std::string_view name) {
  if (name.contains('\0') || !reads_d_quickly(name)) {
    return std::nullopt;
  }
  const std::unique_ptr<char, Freed> text(dlang_demangle(std::string(name).c_str(), kOptions));
  return text ? std::optional<std::string>(text.get()) : std::nullopt;
}

}  // namespace

const Demangler* liberty_demangler() {
  static constexpr Demangler kLiberty = {
      .description = "GNU libiberty (some names of C++20 and recent Clang stay mangled)",
      .itanium = read_itanium,
      .rust = read_rust,
      .d = read_d};
  return &kLiberty;
}

}  // namespace quern
