// SPDX-License-Identifier: MIT
#include "quern/source/source_files.h"

#include <algorithm>
#include <expected>
#include <utility>

#include "quern/base/paths.h"
#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"

namespace quern {

namespace {

/// Longer ones name no file on any system: an end of such a path may.
constexpr size_t kLongestPath = 4096;

/// "a/" + "b", "a" + "b" and "a" + "/b" are all "a/b".
std::string joined(std::string_view folder, std::string_view rest) {
  while (rest.starts_with('/')) {
    rest.remove_prefix(1);
  }
  std::string path(folder);
  if (!path.empty() && !rest.empty() && !path.ends_with('/')) {
    path.push_back('/');
  }
  return path.append(rest);
}

/// Where files that were not found may lie: in the folders that the user named, and here.
std::vector<std::string> folders_to_walk(const SourcePlaces& places) {
  std::vector<std::string> folders = places.folders;
  folders.insert(folders.end(), places.first_folders.begin(), places.first_folders.end());
  for (const ObjectFolder& each : places.object_folders) {
    folders.push_back(each.folder);
  }
  folders.emplace_back(".");
  return folders;
}

}  // namespace

SourceText::SourceText(std::string bytes) : bytes_(std::move(bytes)) {
  size_t at = 0;
  while (at < bytes_.size()) {
    starts_.push_back(at);
    const size_t end = bytes_.find('\n', at);
    at = end == std::string::npos ? bytes_.size() : end + 1;
  }
}

std::string_view SourceText::line(uint64_t number) const {
  if (number == 0 || number > starts_.size()) {
    return {};
  }
  const size_t start = starts_[number - 1];
  const size_t end = number < starts_.size() ? starts_[number] : bytes_.size();
  std::string_view line = std::string_view(bytes_).substr(start, end - start);
  for (const char c : {'\n', '\r'}) {
    if (line.ends_with(c)) {
      line.remove_suffix(1);
    }
  }
  return line;
}

/// One file being looked for.
class SourceFiles::Search {
 public:
  Search(SourceFiles& files, std::string_view recorded, std::span<const std::string> objects)
      : files_(files),
        recorded_(recorded),
        objects_(files.places_.asks_objects ? objects : std::span<const std::string>()) {}

  /// `objects`: all that hold code of the file.
  SourceFile run(std::span<const std::string> objects) {
    const SourcePlaces& places = files_.places_;
    const bool found = below_any(folders_of(objects)) || below_any(places.first_folders) ||
                       as_recorded(recorded_) || below_any(places.folders) || beside_inputs() ||
                       as_compiled();
    if (found) {
      file_.refused_folder.clear();
      file_.is_newer = files_.oldest_input_ns_ && modified_ns_ > *files_.oldest_input_ns_;
    } else if (places.proposes) {
      file_.proposals = files_.proposals_.for_path(recorded_);
    }
    return std::move(file_);
  }

 private:
  bool attempt(const std::string& with_dots) {
    const std::string path = without_dot_folders(with_dots);
    if (file_.tried.size() == kMostTried ||
        std::ranges::find(file_.tried, path, &TriedPath::path) != file_.tried.end()) {
      return false;
    }
    std::expected<std::string, std::string> real = resolve_links(path);
    if (real && !may_read(path, *real)) {
      return false;
    }
    std::expected<RegularFile, std::string> file =
        real ? read_resolved_file(*real, kMostBytes) : std::unexpected(std::move(real.error()));
    if (!file) {
      file_.tried.push_back({path, std::move(file.error())});
      return false;
    }
    file_.path = path;
    file_.real_path = std::move(*real);
    file_.text = SourceText(std::move(file->bytes));
    modified_ns_ = file->modified_ns;
    return true;
  }

  /// Notes why not. `path` leads to `real`.
  bool may_read(const std::string& path, const std::string& real) {
    if (files_.roots_.hold(real)) {
      return true;
    }
    const bool is_compiled =
        can_be_compiled(real) && std::ranges::any_of(objects_, [&](const std::string& object) {
          return files_.places_.objects->names(object, path);
        });
    if (!is_compiled) {
      file_.tried.push_back({path, has_hidden_name(real)
                                       ? "hidden files are not read"
                                       : "outside the folders that quern reads sources from"});
      if (file_.refused_folder.empty() && is_regular_file(real)) {
        file_.refused_folder = real.substr(0, real.rfind('/'));
      }
    }
    return is_compiled;
  }

  /// With its prefix mapped, then as it is.
  bool as_recorded(std::string_view path) {
    const SourcePlaces& places = files_.places_;
    const PathMap* const longest =
        longest_map(places.posted_maps ? *places.posted_maps : places.maps, path);
    return (longest != nullptr &&
            attempt(joined(longest->to, path.substr(longest->from.size())))) ||
           attempt(std::string(path));
  }

  /// The folders that are for one of these objects.
  [[nodiscard]] std::vector<std::string> folders_of(std::span<const std::string> objects) const {
    std::vector<std::string> folders;
    for (const ObjectFolder& each : files_.places_.object_folders) {
      if (std::ranges::any_of(
              objects, [&each](const std::string& object) { return is_for(each, object); })) {
        folders.push_back(each.folder);
      }
    }
    return folders;
  }

  bool below_any(const std::vector<std::string>& folders) {
    return std::ranges::any_of(folders, [this](const std::string& folder) {
      std::string_view rest = recorded_;
      for (;;) {
        if (folder.size() + rest.size() < kLongestPath && attempt(joined(folder, rest))) {
          return true;
        }
        const size_t slash = rest.find('/', rest.starts_with('/') ? 1 : 0);
        if (slash == std::string_view::npos || file_.tried.size() == kMostTried) {
          return false;
        }
        rest.remove_prefix(slash + 1);
      }
    });
  }

  bool beside_inputs() {
    return !recorded_.starts_with('/') &&
           std::ranges::any_of(files_.input_folders_, [this](const std::string& folder) {
             return attempt(joined(folder, recorded_));
           });
  }

  bool as_compiled() {
    return std::ranges::any_of(objects_, [this](const std::string& object) {
      return std::ranges::any_of(files_.places_.objects->paths(object, recorded_),
                                 [this](const std::string& path) { return as_recorded(path); });
    });
  }

  SourceFiles& files_;
  std::string_view recorded_;
  std::span<const std::string> objects_;  ///< to ask for debug information
  SourceFile file_;
  int64_t modified_ns_ = 0;
};

SourceFiles::SourceFiles(SourcePlaces places)
    : places_(std::move(places)), roots_(places_), proposals_(folders_to_walk(places_)) {
  for (const std::string& input : places_.inputs) {
    if (input == "<stdin>") {
      continue;
    }
    std::string folder(containing_folder(input));
    if (!folder.empty() && std::ranges::find(input_folders_, folder) == input_folders_.end()) {
      input_folders_.push_back(std::move(folder));
    }
    if (const std::optional<int64_t> written = modified_ns(input)) {
      oldest_input_ns_ = std::min(oldest_input_ns_.value_or(*written), *written);
    }
  }
}

SourceFile SourceFiles::find(std::string_view recorded, std::span<const std::string> objects) {
  return Search(*this, recorded, objects).run(objects);
}

SourceText SourceFiles::read(const SourceFile& file) {
  std::expected<RegularFile, std::string> now = read_resolved_file(file.real_path, kMostBytes);
  return now ? SourceText(std::move(now->bytes)) : SourceText();
}

bool SourceFiles::may_look_below(const std::string& folder) const {
  const std::expected<std::string, std::string> real = resolve_links(folder);
  return !real || roots_.hold(*real);
}

}  // namespace quern
