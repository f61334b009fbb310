// SPDX-License-Identifier: MIT
#include "quern/source/object_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "quern/bytes/files/regular_file.h"

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

/// Of the places where debuggers look for what a link names, the first with the same build.
std::optional<ElfFile> open_linked(const ElfFile& file, const std::string& path,
                                   const std::string& folder, const std::string& id,
                                   SeenFiles& seen) {
  const std::optional<DebugLink> link = file.debug_link();
  const std::string place = resolve_links(path).value_or("");
  if (!link || place.empty() || link->name.find('/') != std::string::npos) {
    return std::nullopt;
  }
  const std::string beside = place.substr(0, place.rfind('/'));
  for (const std::string& candidate :
       {fmt::format("{}/{}", beside, link->name), fmt::format("{}/.debug/{}", beside, link->name),
        fmt::format("{}{}/{}", folder, beside, link->name)}) {
    seen.see(candidate);
    std::expected<ElfFile, std::string> debug = ElfFile::open(candidate);
    const bool is_meant = debug && (id.empty() ? debug->checksum() == link->checksum
                                               : debug->build_id() == id && candidate != place);
    if (is_meant) {
      return std::move(*debug);
    }
  }
  return std::nullopt;
}

/// The separate file of debug information: by build id, else by the link's name. It counts only if
/// its build id or checksum matches: that of another build would give wrong names.
std::optional<ElfFile> open_debug_file(const ElfFile& file, const std::string& path,
                                       const std::string& folder, SeenFiles& seen) {
  const std::string id = file.build_id();
  if (id.size() > 2) {
    const std::string candidate =
        fmt::format("{}/.build-id/{}/{}.debug", folder, id.substr(0, 2), id.substr(2));
    seen.see(candidate);
    auto debug = ElfFile::open(candidate);
    if (debug && debug->build_id() == id) {
      return std::move(*debug);
    }
  }
  return open_linked(file, path, folder, id, seen);
}

}  // namespace

std::expected<ObjectFile, std::string> ObjectFile::open(const std::string& path,
                                                        const std::string& debug_folder) {
  SeenFiles seen;
  seen.see(path);
  std::expected<ElfFile, std::string> file = ElfFile::open(path);
  if (!file && path.find('/') == std::string::npos) {
    file = open_program(path);
  }
  if (!file) {
    return std::unexpected(std::move(file.error()));
  }
  std::optional<ElfFile> debug_file = open_debug_file(*file, path, debug_folder, seen);
  return ObjectFile{std::move(*file), std::move(debug_file), std::move(seen)};
}

}  // namespace quern
