// SPDX-License-Identifier: MIT
//
// Which tiles a map of costs shows (`quern map`): calls within calls, source files within folders,
// functions within objects, or functions within parts. The areas of the children of a tile are its
// area; those of all roots and CostMap::rest are the total. So what is drawn and what is cut is the
// total at every level. Positions are not decided here (quern/drawing/tiles). The same input gives
// the same answer, in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/groups/grouping.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/model/records/amount.h"
#include "quern/model/records/findings.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

enum class MapOf : uint8_t {
  kCallees,  ///< functions within those that call them, as `tree` has them
  kCallers,  ///< functions within those that they call, as `tree --bottom-up` has them
  /// Lines within functions, functions within files, files within folders. A function with all of
  /// its self cost is in its own file, as in `top`. Its lines may be those of other files, from
  /// which code was inlined: they stay within the function.
  kSource,
  kObject,  ///< functions within their files, files within objects
  kParts,   ///< functions within parts, parts within threads, threads within processes
};

struct MapRequest {
  MapOf of = MapOf::kCallees;
  /// Of kCallees and kCallers: only this function (FunctionId::value) or group, wherever it is
  /// called. Its inclusive cost is then the total.
  std::optional<uint32_t> around = {};
  bool merge_recursion = false;  ///< of these two, as TreeRequest
  bool has_lines = true;         ///< of kSource: functions have lines, if records are there
  size_t depth = 0;              ///< levels of tiles; 0: any
  uint32_t least_share = 0;      ///< of the total, in hundredths of a percent
  uint64_t least_part = 0;       ///< tiles below 1/N of the total are cut; 0: those without cost
  /// Tiles but for kSelf and kCut, of which each tile may have one. 0 or above kMostTiles:
  /// kMostTiles. The most expensive are kept.
  size_t most_tiles = 0;

  static constexpr size_t kMostTiles = 20'000;
  /// Further folders of a path count as part of the file's name.
  static constexpr size_t kMostFolders = 100;
};

enum class TileKind : uint8_t {
  kFunction,  ///< or a group
  kFolder,    ///< with those that have nothing but the next folder: "usr/include"
  kFile,
  kObject,
  kLine,
  kProcess,
  kThread,
  kPart,
  kSelf,  ///< what no other child of its parent costs; of kCallers: what nothing called
  /// Children that are too small, too deep or left out by the query, if they cost anything.
  kCut,
};

struct MapTile {
  TileKind kind = TileKind::kFunction;
  /// Of folders and files, RowName::file is the whole path. Of lines, `name` is "FILE:LINE". Of
  /// kSelf and kCut: empty.
  RowName name = {};
  /// Its function (FunctionId::value) or group. Of parts, and of threads and processes with only
  /// one part: that (PartId::value).
  std::optional<uint32_t> node = {};
  std::optional<uint32_t> parent = {};  ///< an earlier tile
  uint32_t depth = 0;                   ///< 0: a root
  Amount cost = Exact{0};               ///< with all below
  Amount own = Exact{0};                ///< of it, no child's, shown or cut
  std::optional<Bounded> bounds = {};   ///< of call graphs: where the truth of `cost` lies
  /// What it is drawn for: the cost, or less where children claim more than their parent has (see
  /// CostMap::squeezed). Costs below 0 are drawn as 0.
  int128 area = 0;
  std::optional<Amount> calls = {};  ///< of functions, where known
  bool is_recursive = false;         ///< its function is above it, too, and shows what it calls
  size_t count = 0;                  ///< of kCut: children without a tile
};

struct CostMap {
  Selection selection;
  MapRequest request;               ///< with the applied number of `most_tiles`
  std::vector<Amount> totals = {};  ///< of the only column; empty if the profile has no event
  /// Depth first. Siblings by descending cost, then by name; kCut and kSelf come last. A tile that
  /// has no other child has no kSelf.
  std::vector<MapTile> tiles = {};
  int128 total = 0;       ///< the area of all: what `around` costs, or the total; never below 0
  int128 rest = 0;        ///< of it: on no tile, because the roots cost less
  size_t squeezed = 0;    ///< tiles whose children claim more than they have; one for the roots
  size_t left_out = 0;    ///< tiles that the query left out
  bool is_exact = true;   ///< false: of kCallees and kCallers, from a call graph
  bool has_calls = true;  ///< false: of these two, without calls in the profile
  bool is_peak = false;   ///< the event holds highest costs, which do not add up
  Findings contradictions = {};                               ///< of kCallees and kCallers
  std::shared_ptr<const Grouping> grouping = {};              ///< keeps the texts of groups
  std::shared_ptr<const std::deque<std::string>> texts = {};  ///< keeps those of lines and parts
};

/// Groups of the selection count for kCallees and kCallers only, its limit for nothing. Its query
/// chooses branches of these two, and functions of the others. Errors (Fault::kUsage):
/// `one-event` where several events are chosen; of kCallees and kCallers those of tree().
[[nodiscard]] Result<CostMap> cost_map(const Profile& profile, const Selection& selection,
                                       const MapRequest& request);
/// Of kCallees or kCallers: around the function or group that a user's word means. Errors: those of
/// find_node() too.
[[nodiscard]] Result<CostMap> cost_map_around(const Profile& profile, const Selection& selection,
                                              MapRequest request, std::string_view wanted);

}  // namespace quern
