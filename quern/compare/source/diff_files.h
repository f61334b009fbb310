// SPDX-License-Identifier: MIT
//
// The files of source code of both sides of a comparison: which is which, found by the layers that
// functions are matched by, and what each side spent there. Of several runs the median counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/match/alignment.h"
#include "quern/base/result.h"
#include "quern/compare/match/diff_costs.h"
#include "quern/compare/match/diff_nodes.h"
#include "quern/compare/source/paired_objects.h"
#include "quern/source/source_places.h"
#include "quern/views/code/file_costs.h"
#include "quern/views/code/line_costs.h"

namespace quern {

/// Where the sources and objects of each side are looked for.
struct PlacesOfSides {
  SourcePlaces old_places = {}, new_places = {};
};

class DiffFiles {
 public:
  static constexpr uint32_t kNoFile = FileCosts::kNoFile;

  /// All files with a record, or with lines that code was inlined into. `places` say where the
  /// objects of each side are, if they are asked. Keeps a reference to the runs.
  DiffFiles(const DiffRuns& runs, const PlacesOfSides& places);

  [[nodiscard]] const DiffRuns& runs() const { return *runs_; }
  /// Files are numbered below this.
  [[nodiscard]] size_t size() const { return alignment_.size(); }
  /// Nothing where that side has no such file.
  [[nodiscard]] std::optional<std::string_view> name(uint32_t file, Version side) const;
  /// The new name, or the old one where it is gone.
  [[nodiscard]] std::string_view name(uint32_t file) const;
  [[nodiscard]] DiffStatus status(uint32_t file) const;
  [[nodiscard]] Match match(uint32_t file) const { return alignment_.match(file); }
  /// Error `no-lines` (Fault::kUsage) where no run knows any line; the hint ends with `otherwise`.
  [[nodiscard]] Result<void> check_lines(std::string_view otherwise) const;
  /// Whether costs with inlined code are compared.
  [[nodiscard]] bool knows_inlined() const;
  /// Why not, or not of all objects, if one side could have more.
  [[nodiscard]] const std::optional<MissingObject>& missing_object() const { return missing_; }
  /// Of a run, counted over the old ones and then the new ones; kNoFile where it has no record.
  [[nodiscard]] uint32_t file(size_t run, NameId name) const;
  /// A few objects that have code of it on that side.
  [[nodiscard]] std::vector<std::string> objects(uint32_t file, Version side) const;

  [[nodiscard]] const CodeCosts& code(size_t run) const { return code_[run]; }
  [[nodiscard]] const FileCosts& costs(size_t run) const { return costs_[run]; }

 private:
  const DiffRuns* runs_;
  std::vector<CodeCosts> code_;  ///< by run
  std::optional<MissingObject> missing_;
  std::vector<FileCosts> costs_;  ///< by run
  Alignment alignment_;
};

/// Which functions count, by run; empty: all.
using DiffScopes = std::vector<FunctionSet>;

class DiffFileCosts {
 public:
  /// What a file's costs are: those of its own lines, or each cost of the outermost line that is
  /// known, whatever file it was recorded in. Both are the total.
  enum class Of : uint8_t { kSelf, kOutermost };

  /// What the functions in scope spent. Keeps a reference to the files.
  DiffFileCosts(const DiffFiles& files, const DiffScopes& scopes, Of of);

  [[nodiscard]] const DiffFiles& files() const { return *files_; }
  /// Whether any run has a record of such a function there.
  [[nodiscard]] bool has(uint32_t file) const;
  /// Nothing where no run of that side has one: self, and outermost costs if these count.
  [[nodiscard]] std::optional<DiffSide> side(uint32_t file, Version side) const;
  /// By column: what counts, with medians of 0 for runs without a record.
  [[nodiscard]] std::vector<Amount> costs(uint32_t file, Version side) const;
  /// By column: without a file, and of functions that are not in scope.
  [[nodiscard]] std::vector<Amount> without_file(Version side) const;
  [[nodiscard]] std::vector<Amount> of_others(Version side) const;

  /// Adds up the lines of `wanted` files.
  [[nodiscard]] std::vector<LineCosts> lines(const std::vector<bool>& wanted) const;

 private:
  [[nodiscard]] const FileCosts& file_costs(size_t run) const;
  [[nodiscard]] uint32_t slot(size_t run, uint32_t file) const;
  [[nodiscard]] std::vector<Amount> costs_of(size_t run, uint32_t file, Of of) const;
  template <class Costs>
  [[nodiscard]] std::vector<Amount> medians(Version side, const Costs& costs_of) const;

  const DiffFiles* files_;
  Of of_;
  DiffScopes scopes_;
  std::vector<FileCosts> scoped_;             ///< by run; empty: those of all functions
  std::vector<std::vector<uint32_t>> slots_;  ///< by run and file
};

}  // namespace quern
