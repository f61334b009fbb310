// SPDX-License-Identifier: MIT
//
// Where the source code of a recorded path lies on this machine. Tried in this order, the first
// file that can be read is taken: below each folder of an object that holds its code, the whole
// path and then ever shorter ends of it; below each folder that comes first, likewise; the path
// with its prefix replaced by a path map; the path as recorded; below each source folder, likewise;
// a relative path in the folders of the inputs; and what the debug information of its objects knows
// under this name, with the folder in which they were compiled. Paths are taken as hostile.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/source/path_map.h"
#include "quern/source/source_proposals.h"
#include "quern/source/symbols.h"

namespace quern {

/// A file's bytes, cut into lines.
class SourceText {
 public:
  SourceText() = default;
  explicit SourceText(std::string bytes);
  [[nodiscard]] uint64_t lines() const { return starts_.size(); }
  /// Line `number`, from 1, without its end; empty beyond the last.
  [[nodiscard]] std::string_view line(uint64_t number) const;

 private:
  std::string bytes_;
  std::vector<size_t> starts_;
};

/// Where sources of an object's code are looked for first: `object` is its path, or an end of it
/// behind a slash ("libfoo.so").
struct ObjectFolder {
  std::string object;
  std::string folder;
};

struct SourcePlaces {
  std::vector<PathMap> maps = {};         ///< of several that fit, the longest `from` counts
  std::vector<std::string> folders = {};  ///< in order
  /// Likewise, but before the recorded path: of a version that does not lie where it was compiled.
  std::vector<std::string> first_folders = {};
  /// Before these, of the objects that hold a file's code; in order.
  std::vector<ObjectFolder> object_folders = {};
  std::vector<std::string> inputs = {};  ///< the profile's files; "<stdin>" has no folder
  bool asks_objects = true;              ///< whether debug information is read
  /// Nothing is read but what lies, links resolved, below a folder, a map's `to`, an input's folder
  /// or the current one: for whoever asks without being the user.
  bool stays_inside = false;
  /// Whether path maps are proposed for what is not found (SourceFile::proposals).
  bool proposes = false;
};

struct TriedPath {
  std::string path;
  std::string problem;  ///< "no such file"
};

struct SourceFile {
  std::string path;       ///< that was read; empty: none could be
  bool is_newer = false;  ///< changed after the oldest of the inputs was written
  SourceText text;
  std::vector<TriedPath> tried;  ///< what could not be read, in order
  /// Of a file that was not found: maps that would find one of its name, the best first.
  std::vector<PathMap> proposals = {};
  [[nodiscard]] bool is_found() const { return !path.empty(); }
};

class SourceFiles {
 public:
  /// Larger files are no source code.
  static constexpr uint64_t kMostBytes = uint64_t{64} << 20;
  /// Paths tried for one file.
  static constexpr size_t kMostTried = 256;

  explicit SourceFiles(SourcePlaces places);

  /// `objects` hold code of this file.
  [[nodiscard]] SourceFile find(std::string_view recorded, std::span<const std::string> objects);
  /// A file that was found before; without lines where it is gone.
  [[nodiscard]] static SourceText read(const std::string& path);

 private:
  class Search;
  [[nodiscard]] bool may_read(const std::string& path) const;

  SourcePlaces places_;
  std::vector<std::string> input_folders_;  ///< each with a slash at its end
  std::optional<int64_t> oldest_input_ns_;
  SymbolFinder objects_;
  SourceProposals proposals_;
};

}  // namespace quern
