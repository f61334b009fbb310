// SPDX-License-Identifier: MIT
#include "quern/source/source_roots.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <expected>

#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"

namespace quern {
namespace {

/// Headers and library sources that compilers and interpreters install.
constexpr auto kSystemFolders = std::to_array<const char*>(
    {"/usr/include", "/usr/lib/gcc", "/usr/lib/go/src", "/usr/local/go/src", "/usr/local/include",
     "/usr/share/php", "/usr/src"});

/// The kernel makes their files up: environments, memory and open files of processes.
constexpr auto kKernelFolders = std::to_array<std::string_view>({"/proc", "/sys"});

/// Configuration and state of the system.
constexpr auto kStateFolders = std::to_array<std::string_view>({"/dev", "/etc", "/run"});

/// Hidden folders into which package managers unpack the sources that they compile.
constexpr auto kPackageFolders =
    std::to_array<std::string_view>({"/.cargo/registry/src/", "/.cargo/git/checkouts/",
                                     "/.rustup/toolchains/", "/.cache/bazel/", "/.conan2/p/"});

/// Proposed for a file in them, but not because files lie somewhere below them.
constexpr auto kBroadFolders = std::to_array<std::string_view>(
    {"", "/Users", "/home", "/mnt", "/opt", "/root", "/srv", "/tmp", "/usr", "/var"});

bool is_below_any(std::string_view path, std::span<const std::string_view> folders) {
  return std::ranges::any_of(folders,
                             [path](std::string_view folder) { return is_below(path, folder); });
}

/// Whether all users may create files there, each their own: the sticky bit, as of /tmp.
bool is_shared_by_all(const std::string& folder) {
  struct stat status{};
  return ::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_IWOTH) != 0 &&
         (status.st_mode & S_ISVTX) != 0;
}

/// Whether `folder` can be a root and is not hidden.
bool can_be_proposed(std::string_view folder) {
  return folder.size() > 1 && !has_hidden_name(folder) && !is_below_any(folder, kKernelFolders);
}

/// Whether the folder holds more than one project: a home, all homes, or a part of the system.
bool is_broad(std::string_view folder) {
  const std::string_view parent = folder.substr(0, folder.rfind('/'));
  return parent == "/home" || parent == "/Users" ||
         std::ranges::find(kBroadFolders, folder) != kBroadFolders.end();
}

std::string_view common_folder(std::string_view left, std::string_view right) {
  while (!is_below(right, left)) {
    left = left.substr(0, left.rfind('/'));
  }
  return left;
}

}  // namespace

SourceRoots::SourceRoots(const SourcePlaces& places) {
  add(".");
  for (const std::string& input : places.inputs) {
    std::string folder(containing_folder(input));
    if (input != "<stdin>" && !folder.empty() && !is_shared_by_all(folder)) {
      add(folder);
    }
  }
  std::ranges::for_each(places.folders, [this](const auto& folder) { add(folder); });
  std::ranges::for_each(places.first_folders, [this](const auto& folder) { add(folder); });
  std::ranges::for_each(places.object_folders, [this](const auto& each) { add(each.folder); });
  std::ranges::for_each(places.maps, [this](const auto& map) { add(map.to); });
  std::ranges::for_each(kSystemFolders, [this](const char* folder) { add(folder); });
}

void SourceRoots::add(const std::string& folder) {
  std::expected<std::string, std::string> real = resolve_links(folder);
  if (real && *real != "/" && !is_below_any(*real, kKernelFolders) &&
      std::ranges::find(roots_, *real) == roots_.end()) {
    roots_.push_back(std::move(*real));
  }
}

bool SourceRoots::hold(std::string_view real) const {
  return std::ranges::any_of(roots_, [real](const std::string& root) {
    return is_below(real, root) && !has_hidden_name(real.substr(root.size()));
  });
}

bool is_below(std::string_view path, std::string_view prefix) {
  return path.starts_with(prefix) &&
         (path.size() == prefix.size() || prefix.ends_with('/') || path[prefix.size()] == '/');
}

const PathMap* longest_map(std::span<const PathMap> maps, std::string_view path) {
  const PathMap* longest = nullptr;
  for (const PathMap& map : maps) {
    if (is_below(path, map.from) &&
        (longest == nullptr || map.from.size() > longest->from.size())) {
      longest = &map;
    }
  }
  return longest;
}

bool is_for(const ObjectFolder& folder, std::string_view object) {
  return object == folder.object || object.ends_with("/" + folder.object);
}

bool has_hidden_name(std::string_view path) {
  return path.find("/.") != std::string_view::npos;
}

bool can_be_compiled(std::string_view real) {
  if (is_below_any(real, kKernelFolders) || is_below_any(real, kStateFolders)) {
    return false;
  }
  for (const std::string_view folder : kPackageFolders) {
    if (const size_t at = real.find(folder); at != std::string_view::npos) {
      return !has_hidden_name(real.substr(0, at)) &&
             !has_hidden_name(real.substr(at + folder.size() - 1));
    }
  }
  return !has_hidden_name(real);
}

std::string folder_to_propose(std::span<const std::string> folders) {
  const auto first = std::ranges::find_if(folders, can_be_proposed);
  if (first == folders.end()) {
    return {};
  }
  std::string_view common = *first;
  for (const std::string& folder : folders) {
    common = can_be_proposed(folder) ? common_folder(common, folder) : common;
  }
  return std::string(is_broad(common) ? *first : common);
}

}  // namespace quern
