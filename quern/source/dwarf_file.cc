// SPDX-License-Identifier: MIT
#include "quern/source/dwarf_file.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <fmt/format.h>
#include <gelf.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"

namespace quern {

namespace {

/// The file that several files share debug information in: by build id, else by its name.
std::optional<ElfFile> open_supplement(const std::string& name, const std::string& id,
                                       const std::string& user, const std::string& debug_folder,
                                       SeenFiles& seen) {
  const std::string place = resolve_links(user).value_or(user);
  const std::string beside = place.substr(0, place.rfind('/') + 1);
  for (const std::string& candidate :
       {fmt::format("{}/.build-id/{}/{}.debug", debug_folder, id.substr(0, 2), id.substr(2)),
        name.starts_with('/') ? name : beside + name}) {
    seen.see(candidate);
    std::expected<ElfFile, std::string> file = ElfFile::open(candidate);
    if (file && file->build_id() == id) {
      return std::move(*file);
    }
  }
  return std::nullopt;
}

/// Of the sections with debug information: of compressed ones what they have been unpacked to.
uint64_t loaded_bytes_of(Elf* elf) {
  static constexpr uint64_t kMost = uint64_t{1} << 40;  // of a hostile one
  uint64_t bytes = 0;
  (void)each_section(elf, [&bytes](std::string_view name, Elf_Scn* section) {
    GElf_Shdr header;
    const bool is_loaded = (name.starts_with(".debug") || name.starts_with(".zdebug")) &&
                           gelf_getshdr(section, &header) != nullptr &&
                           header.sh_type != SHT_NOBITS;
    bytes += is_loaded ? std::min<uint64_t>(header.sh_size, kMost) : 0;
    return true;
  });
  return bytes;
}

/// libdw loads and unpacks all sections that have data. Nobody asks where variables are, which is
/// a sixth of libc's: here these sections have none. Headers are copies, since ElfFile maps
/// nothing.
void leave_out_locations(Elf* elf) {
  (void)each_section(elf, [](std::string_view name, Elf_Scn* section) {
    GElf_Shdr header;
    if (name.starts_with(".debug_loc") && gelf_getshdr(section, &header) != nullptr) {
      header.sh_type = SHT_NOBITS;
      (void)gelf_update_shdr(section, &header);
    }
    return true;
  });
}

}  // namespace

bool has_whole_texts(Elf* elf) {
  bool are_whole = true;
  const bool are_read = each_section(elf, [&](std::string_view name, Elf_Scn* section) {
    if (name.starts_with(".debug_str") || name.starts_with(".debug_line_str")) {
      const bool is_table = !name.starts_with(".debug_str_offsets");
      const Elf_Data* const data = is_table ? elf_getdata(section, nullptr) : nullptr;
      are_whole = data == nullptr || data->d_buf == nullptr || data->d_size == 0 ||
                  static_cast<const char*>(data->d_buf)[data->d_size - 1] == '\0';
    }
    return are_whole;
  });
  return are_read && are_whole;
}

bool is_safe_to_read(Dwarf* dwarf) {
  const char* name = nullptr;
  const void* id = nullptr;
  return has_whole_texts(dwarf_getelf(dwarf)) &&
         dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id) <= 0;
}

uint64_t described_bytes(Elf* elf) {
  uint64_t bytes = 0;
  (void)each_section(elf, [&bytes](std::string_view name, Elf_Scn* section) {
    const Elf_Data* const data =
        name.starts_with(".debug_info") || name.starts_with(".debug_line") ||
                name.starts_with(".debug_rnglists") || name.starts_with(".debug_ranges")
            ? elf_getdata(section, nullptr)
            : nullptr;
    bytes += data != nullptr ? data->d_size : 0;
    return true;
  });
  return bytes;
}

void DwarfFile::CloseDwarf::operator()(Dwarf* dwarf) const {
  dwarf_end(dwarf);
}

DwarfFile::Handle DwarfFile::open(const ElfFile& file) {
  leave_out_locations(file.elf());
  return Handle(dwarf_begin_elf(file.elf(), DWARF_C_READ, nullptr));
}

void DwarfFile::count_bytes(const ElfFile& file) {
  bytes_ += described_bytes(file.elf());
  loaded_bytes_ += loaded_bytes_of(file.elf());
}

DwarfFile::DwarfFile(const ElfFile& file, const std::string& debug_folder) : dwarf_(open(file)) {
  if (dwarf_ == nullptr) {
    return;
  }
  if (!has_whole_texts(file.elf())) {
    problem_ = "its debug information is damaged: a table of texts has no end";
    dwarf_.reset();
    return;
  }
  count_bytes(file);
  const char* name = nullptr;
  const void* id = nullptr;
  const ssize_t length = dwelf_dwarf_gnu_debugaltlink(dwarf_.get(), &name, &id);
  if (length <= 0) {
    return;
  }
  // libdw would open it by itself, and wait for a pipe of this name.
  const std::string wanted = to_hex({static_cast<const char*>(id), static_cast<size_t>(length)});
  supplement_file_ = open_supplement(name, wanted, file.path(), debug_folder, seen_);
  if (supplement_file_) {
    supplement_ = open(*supplement_file_);
  }
  if (supplement_ != nullptr && !is_safe_to_read(supplement_.get())) {
    supplement_.reset();
  }
  if (supplement_ == nullptr) {
    problem_ = fmt::format("its debug information needs {}, which is not here", name);
    dwarf_.reset();
    return;
  }
  count_bytes(*supplement_file_);
  dwarf_setalt(dwarf_.get(), supplement_.get());
}

const char* text_attribute(Dwarf_Die& entry, unsigned kind) {
  Dwarf_Attribute attribute;
  return dwarf_attr(&entry, kind, &attribute) != nullptr ? dwarf_formstring(&attribute) : nullptr;
}

const char* linkage_name(Dwarf_Die* function) {
  Dwarf_Attribute attribute;
  for (const unsigned kind : {unsigned{DW_AT_linkage_name}, unsigned{DW_AT_MIPS_linkage_name}}) {
    if (dwarf_attr_integrate(function, kind, &attribute) != nullptr) {
      if (const char* const name = dwarf_formstring(&attribute)) {
        return name;
      }
    }
  }
  return dwarf_diename(function);
}

}  // namespace quern
