// SPDX-License-Identifier: MIT
#include "quern/source/elf_file.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/files/checksum.h"

namespace quern {

namespace {

std::string phrase_of(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return "no such file";
    case EACCES:
    case EPERM:
      return "no permission to read it";
    default:
      return "it cannot be opened";
  }
}

std::optional<Binding> binding_of(const GElf_Sym& symbol) {
  switch (GELF_ST_BIND(symbol.st_info)) {
    case STB_GLOBAL:
    case STB_GNU_UNIQUE:
      return Binding::kGlobal;
    case STB_WEAK:
      return Binding::kWeak;
    case STB_LOCAL:
      return Binding::kLocal;
    default:
      return std::nullopt;
  }
}

/// Where the section ends that a symbol is in.
uint64_t section_end(Elf* elf, const GElf_Sym& symbol) {
  GElf_Shdr header;
  Elf_Scn* const section =
      symbol.st_shndx < SHN_LORESERVE ? elf_getscn(elf, symbol.st_shndx) : nullptr;
  if (section == nullptr || gelf_getshdr(section, &header) == nullptr ||
      header.sh_addr > symbol.st_value || header.sh_size > UINT64_MAX - header.sh_addr) {
    return symbol.st_value;
  }
  return header.sh_addr + header.sh_size;
}

/// A symbol that is a function of this file.
std::optional<FunctionRange> function_of(Elf* elf, const GElf_Shdr& table, const GElf_Sym& symbol) {
  const auto type = GELF_ST_TYPE(symbol.st_info);
  const std::optional<Binding> binding = binding_of(symbol);
  if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF ||
      symbol.st_value == 0 || !binding || symbol.st_size > UINT64_MAX - symbol.st_value) {
    return std::nullopt;
  }
  const char* const name = elf_strptr(elf, table.sh_link, symbol.st_name);
  if (name == nullptr || *name == '\0') {
    return std::nullopt;
  }
  const uint64_t end = symbol.st_value + symbol.st_size;
  return FunctionRange{symbol.st_value, end, symbol.st_size == 0 ? section_end(elf, symbol) : end,
                       *binding, name};
}

std::optional<Elf_Data*> section_named(Elf* elf, std::string_view wanted) {
  Elf_Data* data = nullptr;
  (void)each_section(elf, [&](std::string_view name, Elf_Scn* section) {
    data = name == wanted ? elf_getdata(section, nullptr) : nullptr;
    return name != wanted;
  });
  return data != nullptr && data->d_buf != nullptr ? std::optional(data) : std::nullopt;
}

/// The build id among the notes of a section or segment.
std::string build_id_in(Elf_Data* data) {
  size_t at = 0;
  GElf_Nhdr note;
  size_t name = 0;
  size_t bytes = 0;
  while ((at = gelf_getnote(data, at, &note, &name, &bytes)) > 0) {
    const char* const start = static_cast<const char*>(data->d_buf);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
        std::memcmp(start + name, "GNU", sizeof("GNU")) == 0) {
      return to_hex({start + bytes, note.n_descsz});
    }
  }
  return {};
}

}  // namespace

bool each_section(Elf* elf, const std::function<bool(std::string_view, Elf_Scn*)>& visit) {
  size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) {
    return false;
  }
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    const char* const name = gelf_getshdr(section, &header) != nullptr
                                 ? elf_strptr(elf, names, header.sh_name)
                                 : nullptr;
    if (name != nullptr && !visit(name, section)) {
      break;
    }
  }
  return true;
}

void ElfFile::CloseElf::operator()(Elf* elf) const {
  elf_end(elf);
}

ElfFile::ElfFile(std::string path, Descriptor descriptor, Elf* elf)
    : path_(std::move(path)), descriptor_(std::move(descriptor)), elf_(elf) {}

std::expected<ElfFile, std::string> ElfFile::open(const std::string& path) {
  // A profile names the files: a pipe must not block, a device must not answer.
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!descriptor.is_open()) {
    return std::unexpected(phrase_of(errno));
  }
  struct stat status{};
  if (::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::unexpected("not a regular file");
  }
  elf_version(EV_CURRENT);
  Elf* const elf = elf_begin(descriptor.number(), ELF_C_READ, nullptr);
  ElfFile file(path, std::move(descriptor), elf);
  if (elf == nullptr || elf_kind(elf) != ELF_K_ELF) {
    return std::unexpected("not an ELF file");
  }
  return file;
}

template <class Visit>
void ElfFile::each_segment(const Visit& visit) const {
  size_t count = 0;
  if (elf_getphdrnum(elf(), &count) != 0) {
    return;
  }
  for (size_t at = 0; at < count; ++at) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf(), static_cast<int>(at), &segment) != nullptr &&
        segment.p_type == PT_LOAD) {
      visit(segment);
    }
  }
}

uint64_t ElfFile::base() const {
  constexpr uint64_t kPage = 4096;
  uint64_t lowest = UINT64_MAX;
  each_segment([&](const GElf_Phdr& segment) { lowest = std::min(lowest, segment.p_vaddr); });
  return lowest == UINT64_MAX ? 0 : lowest / kPage * kPage;
}

std::vector<AddressRange> ElfFile::code() const {
  std::vector<AddressRange> code;
  each_segment([&](const GElf_Phdr& segment) {
    if ((segment.p_flags & PF_X) != 0 && segment.p_memsz != 0 &&
        segment.p_memsz - 1 <= UINT64_MAX - segment.p_vaddr) {
      code.push_back({segment.p_vaddr, segment.p_vaddr + (segment.p_memsz - 1)});
    }
  });
  std::ranges::sort(code, {}, &AddressRange::first);
  std::vector<AddressRange> joined;
  for (const AddressRange& range : code) {
    if (!joined.empty() && range.first <= joined.back().last) {
      joined.back().last = std::max(joined.back().last, range.last);
    } else {
      joined.push_back(range);
    }
  }
  return joined;
}

std::optional<uint64_t> ElfFile::address_of(uint64_t offset) const {
  std::optional<uint64_t> address;
  each_segment([&](const GElf_Phdr& segment) {
    if (offset >= segment.p_offset && offset - segment.p_offset < segment.p_filesz) {
      address = segment.p_vaddr + (offset - segment.p_offset);
    }
  });
  return address;
}

std::string ElfFile::build_id() const {
  const std::optional<Elf_Data*> notes = section_named(elf(), ".note.gnu.build-id");
  return notes ? build_id_in(*notes) : std::string();
}

std::optional<DebugLink> ElfFile::debug_link() const {
  const std::optional<Elf_Data*> data = section_named(elf(), ".gnu_debuglink");
  if (!data) {
    return std::nullopt;
  }
  const std::string_view bytes(static_cast<const char*>((*data)->d_buf), (*data)->d_size);
  const size_t end = bytes.find('\0');
  const size_t checksum_at = end / 4 * 4 + 4;
  if (end == std::string_view::npos || end == 0 || checksum_at + 4 > bytes.size()) {
    return std::nullopt;
  }
  DebugLink link{std::string(bytes.substr(0, end))};
  std::memcpy(&link.checksum, bytes.data() + checksum_at, sizeof(link.checksum));
  return link;
}

std::vector<FunctionRange> ElfFile::functions() const {
  return functions_in(SHT_SYMTAB);
}

std::vector<FunctionRange> ElfFile::dynamic_functions() const {
  return functions_in(SHT_DYNSYM);
}

std::vector<FunctionRange> ElfFile::functions_in(uint32_t section_type) const {
  std::vector<FunctionRange> found;
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf(), section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != section_type ||
        header.sh_entsize == 0) {
      continue;
    }
    Elf_Data* const data = elf_getdata(section, nullptr);
    if (data == nullptr) {
      continue;
    }
    const size_t count = std::min<size_t>(data->d_size / header.sh_entsize, INT32_MAX);
    for (size_t at = 0; at < count; ++at) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(at), &symbol) == nullptr) {
        break;
      }
      if (const std::optional<FunctionRange> function = function_of(elf(), header, symbol)) {
        found.push_back(*function);
      }
    }
  }
  return found;
}

uint32_t ElfFile::checksum() const {
  std::array<uint8_t, 65536> room{};
  uint32_t sum = 0;
  off_t offset = 0;
  for (;;) {
    const ssize_t got = ::pread(descriptor_.number(), room.data(), room.size(), offset);
    if (got <= 0) {
      return sum;
    }
    sum = crc32_of(std::span(room).first(static_cast<size_t>(got)), sum);
    offset += got;
  }
}

}  // namespace quern
