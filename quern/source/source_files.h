// SPDX-License-Identifier: MIT
//
// Where the source code of a recorded path lies on this machine, and its text: everything that
// shows source code reads it here. The places and their order are in docs/topics/source-lines.md.
//
// Paths are hostile. Links are resolved first; then a file is read only if it lies in a root
// (SourceRoots), or if the line table of an object that holds the code names exactly this file. The
// object need only be an ELF file at its recorded path: most formats do not identify the build, and
// a newer build names the same files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/source/path_map.h"
#include "quern/source/source_places.h"
#include "quern/source/source_proposals.h"
#include "quern/source/source_roots.h"

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

struct TriedPath {
  std::string path;
  std::string problem;  ///< "no such file"
};

struct SourceFile {
  std::string path;       ///< that was read; empty: none could be
  std::string real_path;  ///< the same without links
  bool is_newer = false;  ///< changed after the oldest of the inputs was written
  SourceText text;
  std::vector<TriedPath> tried;  ///< what could not be read, in order
  /// Of a file that was not found: maps that would find one of its name, the best first.
  std::vector<PathMap> proposals = {};
  /// Of a file that was not found: the folder, without links, of the first one tried that lies
  /// outside the roots; empty: none does. A source folder that would allow it to be read.
  std::string refused_folder = {};
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
  [[nodiscard]] static SourceText read(const SourceFile& file);
  /// Whether `folder` is a root or below one, or does not exist.
  [[nodiscard]] bool may_look_below(const std::string& folder) const;

 private:
  class Search;

  SourcePlaces places_;
  SourceRoots roots_;
  std::vector<std::string> input_folders_;  ///< each with a slash at its end
  std::optional<int64_t> oldest_input_ns_;
  SourceProposals proposals_;
};

}  // namespace quern
