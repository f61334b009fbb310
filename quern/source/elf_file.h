// SPDX-License-Identifier: MIT
//
// An ELF file on disk, opened for its names: symbol tables, and what leads to a separate file of
// debug information. Any bytes may stand in it. It is read, never mapped: a file that is cut
// meanwhile must not end the process.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/bytes/files/handles.h"
#include "quern/source/function_ranges.h"

struct Elf;
struct Elf_Scn;

namespace quern {

/// Calls visit(name, section) for each section until that says false. False: their names cannot be
/// read.
bool each_section(Elf* elf, const std::function<bool(std::string_view, Elf_Scn*)>& visit);

/// `.gnu_debuglink`: the name of a file with debug information, and its checksum.
struct DebugLink {
  std::string name;
  uint32_t checksum = 0;
};

/// First … last address of it, both included.
struct AddressRange {
  uint64_t first = 0;
  uint64_t last = 0;
  [[nodiscard]] bool contains(uint64_t address) const {
    return first <= address && address <= last;
  }
};

class ElfFile {
 public:
  /// Regular files only. An error is a phrase: "no such file", "no ELF file".
  static std::expected<ElfFile, std::string> open(const std::string& path);

  [[nodiscard]] Elf* elf() const { return elf_.get(); }
  /// As it was opened.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The address that the first byte of its first segment wants: what the dynamic linker adds to
  /// for every address, and profilers take off again.
  [[nodiscard]] uint64_t base() const;
  /// The addresses that have instructions, as segments say, ascending; empty where there are none.
  [[nodiscard]] std::vector<AddressRange> code() const;
  /// Where the byte at this place of the file is loaded; nothing: nowhere.
  [[nodiscard]] std::optional<uint64_t> address_of(uint64_t offset) const;
  /// In hexadecimal digits; empty: none.
  [[nodiscard]] std::string build_id() const;
  [[nodiscard]] std::optional<DebugLink> debug_link() const;
  /// What `.symtab` calls functions; empty in a stripped file. Names are the file's.
  [[nodiscard]] std::vector<FunctionRange> functions() const;
  /// The functions of `.dynsym`.
  [[nodiscard]] std::vector<FunctionRange> dynamic_functions() const;
  /// The checksum of debug links over the whole file.
  [[nodiscard]] uint32_t checksum() const;

 private:
  struct CloseElf {
    void operator()(Elf* elf) const;
  };
  ElfFile(std::string path, Descriptor descriptor, Elf* elf);
  /// Calls visit(segment) for each one that is loaded.
  template <class Visit>
  void each_segment(const Visit& visit) const;
  [[nodiscard]] std::vector<FunctionRange> functions_in(uint32_t section_type) const;

  std::string path_;
  Descriptor descriptor_;
  std::unique_ptr<Elf, CloseElf> elf_;
};

}  // namespace quern
