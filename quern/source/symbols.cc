// SPDX-License-Identifier: MIT
#include "quern/source/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <expected>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/source/debug_info.h"
#include "quern/source/elf_file.h"

namespace quern {

namespace {

/// Looks through PATH for a program's file that was named without a folder.
std::expected<ElfFile, std::string> open_program(const std::string& name) {
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  std::string_view left = path != nullptr ? path : "";
  while (!left.empty()) {
    const size_t colon = std::min(left.find(':'), left.size());
    const std::string_view folder = left.substr(0, colon);
    if (!folder.empty()) {
      if (auto file = ElfFile::open(fmt::format("{}/{}", folder, name))) {
        return file;
      }
    }
    left.remove_prefix(std::min(colon + 1, left.size()));
  }
  return std::unexpected("no such file, nor in PATH");
}

std::expected<ElfFile, std::string> open_object(const std::string& path) {
  std::expected<ElfFile, std::string> file = ElfFile::open(path);
  const bool is_bare = path.find('/') == std::string::npos;
  return file || !is_bare ? std::move(file) : open_program(path);
}

/// The separate file of debug information: by build id, else by the link's name. It counts only if
/// its build id or checksum matches: that of another build would give wrong names.
std::optional<ElfFile> open_debug_file(const ElfFile& file, const std::string& path,
                                       const std::string& folder) {
  const std::string id = file.build_id();
  if (id.size() > 2) {
    auto debug = ElfFile::open(
        fmt::format("{}/.build-id/{}/{}.debug", folder, id.substr(0, 2), id.substr(2)));
    if (debug && debug->build_id() == id) {
      return std::move(*debug);
    }
  }
  const std::optional<DebugLink> link = file.debug_link();
  const std::string place = resolve_links(path).value_or("");
  if (!link || place.empty() || link->name.find('/') != std::string::npos) {
    return std::nullopt;
  }
  auto debug =
      ElfFile::open(fmt::format("{}{}/{}", folder, place.substr(0, place.rfind('/')), link->name));
  const bool is_meant =
      debug && (id.empty() ? debug->checksum() == link->checksum : debug->build_id() == id);
  return is_meant ? std::optional(std::move(*debug)) : std::nullopt;
}

}  // namespace

/// One object file with what belongs to it.
class SymbolFinder::Object {
 public:
  Object(ElfFile file, const std::string& path, const std::string& debug_folder)
      : file_(std::move(file)),
        debug_file_(open_debug_file(file_, path, debug_folder)),
        info_(debug_file_ ? *debug_file_ : file_),
        base_(file_.base()),
        table_(own_functions()),
        dynamic_(file_.dynamic_functions()) {}

  std::optional<Symbol> find(uint64_t address) {
    if (address > UINT64_MAX - base_) {
      return std::nullopt;
    }
    address += base_;
    const FunctionRange* found = table_.find(address);
    found = found != nullptr ? found : dynamic_.find(address);
    found = found != nullptr ? found : info_.functions().find(address);
    if (found == nullptr || found->start < base_) {  // a hostile table may start anywhere
      return std::nullopt;
    }
    Symbol symbol{std::string(name_of(*found)), found->start - base_, {}, 0};
    if (std::optional<SourceLine> line = info_.line(address)) {
      symbol.file = std::move(line->file);
      symbol.line = line->line;
    }
    return symbol;
  }

  std::vector<std::string> sources() { return info_.sources(); }
  std::vector<uint64_t> declared_lines(std::span<const NamedFunction> wanted) {
    return info_.declared_lines(wanted);
  }

 private:
  /// Stripped files have no symbol table; their separate file may have it.
  [[nodiscard]] FunctionRanges own_functions() const {
    std::vector<FunctionRange> functions = file_.functions();
    if (functions.empty() && debug_file_) {
      functions = debug_file_->functions();
    }
    return FunctionRanges(std::move(functions));
  }

  ElfFile file_;
  std::optional<ElfFile> debug_file_;
  DebugInfo info_;
  uint64_t base_;
  FunctionRanges table_;
  FunctionRanges dynamic_;
};

bool can_read_objects() {
  return true;
}

SymbolFinder::SymbolFinder(std::string debug_folder) : debug_folder_(std::move(debug_folder)) {}
SymbolFinder::SymbolFinder(SymbolFinder&&) noexcept = default;
SymbolFinder& SymbolFinder::operator=(SymbolFinder&&) noexcept = default;
SymbolFinder::~SymbolFinder() = default;

SymbolFinder::Object* SymbolFinder::opened(const std::string& path) {
  if (path == path_ && !path.empty()) {
    return object_.get();
  }
  path_ = path;
  object_.reset();
  if (!unreadable_.contains(path)) {
    std::expected<ElfFile, std::string> file = open_object(path);
    if (file) {
      object_ = std::make_unique<Object>(std::move(*file), path, debug_folder_);
    } else {
      unreadable_.emplace(path, std::move(file.error()));
    }
  }
  return object_.get();
}

std::vector<std::string> SymbolFinder::sources(const std::string& object) {
  Object* const file = opened(object);
  return file != nullptr ? file->sources() : std::vector<std::string>();
}

std::vector<uint64_t> SymbolFinder::declared_lines(const std::string& object,
                                                   std::span<const NamedFunction> wanted) {
  Object* const file = opened(object);
  return file != nullptr ? file->declared_lines(wanted) : std::vector<uint64_t>(wanted.size());
}

std::optional<Symbol> SymbolFinder::find(const std::string& object, uint64_t address) {
  Object* const file = opened(object);
  return file != nullptr ? file->find(address) : std::nullopt;
}

}  // namespace quern
