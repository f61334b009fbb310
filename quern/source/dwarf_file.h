// SPDX-License-Identifier: MIT
//
// The debug information (DWARF) of an ELF file, opened with libdw. libdw trusts some bytes of a
// file, and opens the files that a file names: what it would trust or open is checked before.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "quern/source/elf_file.h"
#include "quern/source/object_file.h"

namespace quern {

class DwarfFile {
 public:
  /// `file` must outlive this. If it has no debug information, or none that can be read, there are
  /// no units.
  explicit DwarfFile(const ElfFile& file, const std::string& debug_folder = kDebugFolder);

  /// Null: there is none.
  [[nodiscard]] Dwarf* get() const { return dwarf_.get(); }
  /// Why debug information that is there cannot be used: a phrase; empty if it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// The files besides its own that were looked at.
  [[nodiscard]] const SeenFiles& seen() const { return seen_; }
  /// Of all sections that describe functions, as they are in memory: what bounds work.
  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  /// Of all sections that libdw loads, at least one: what memory an open file takes.
  [[nodiscard]] uint64_t loaded_bytes() const { return loaded_bytes_; }

 private:
  struct CloseDwarf {
    void operator()(Dwarf* dwarf) const;
  };
  using Handle = std::unique_ptr<Dwarf, CloseDwarf>;
  static Handle open(const ElfFile& file);
  void count_bytes(const ElfFile& file);

  std::optional<ElfFile> supplement_file_;
  Handle supplement_;
  Handle dwarf_;
  std::string problem_;
  SeenFiles seen_;
  uint64_t bytes_ = 0, loaded_bytes_ = 1;
};

/// Whether the last text of each table of texts ends with NUL. libdw reads names up to a NUL
/// without a check, so that a hostile file could make it read beyond the table. Compressed tables
/// must have been unpacked, as dwarf_begin() does.
[[nodiscard]] bool has_whole_texts(Elf* elf);

/// Whether libdw may read it: it has_whole_texts(), and names no file that libdw would open by
/// itself.
[[nodiscard]] bool is_safe_to_read(Dwarf* dwarf);

/// The bytes of all sections that describe functions, unpacked.
[[nodiscard]] uint64_t described_bytes(Elf* elf);

/// An attribute of the entry itself; null: it has none of this kind that is a text.
[[nodiscard]] const char* text_attribute(Dwarf_Die& entry, unsigned kind);

/// The mangled name of a function, which symbol tables have too; C functions have only a plain one.
/// Old compilers used the MIPS attribute for it. Null: it has none.
[[nodiscard]] const char* linkage_name(Dwarf_Die* function);

}  // namespace quern
