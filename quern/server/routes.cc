// SPDX-License-Identifier: MIT
#include "quern/server/routes.h"

#include <array>

namespace quern::server {
namespace {

constexpr auto kOneProfile = std::to_array<std::string_view>({"p"});
constexpr auto kSentName = std::to_array<std::string_view>({"name"});
constexpr auto kListNames = std::to_array<std::string_view>(
    {"p",        "base",   "e",       "e2",     "define*",   "parts",       "threads",
     "q",        "group",  "sort",    "offset", "limit",     "in",          "by",
     "cycle_of", "row_of", "changed", "kinds",  "highlight", "match_after", "match_before",
     "running",  "paths",  "stats"});
constexpr auto kFileNames = std::to_array<std::string_view>(
    {"p", "e", "e2", "define*", "parts", "threads", "q", "sort", "offset", "limit"});
constexpr auto kCallNames = std::to_array<std::string_view>(
    {"p", "e", "e2", "define*", "parts", "threads", "q", "group", "offset", "limit"});
constexpr auto kFunctionNames = std::to_array<std::string_view>(
    {"p", "base", "e", "e2", "define*", "parts", "threads", "group", "limit"});
constexpr auto kReachNames = std::to_array<std::string_view>(
    {"p", "e", "e2", "define*", "parts", "threads", "group", "of", "offset", "limit"});
constexpr auto kInvocationNames = std::to_array<std::string_view>(
    {"p", "e", "e2", "define*", "parts", "threads", "order", "limit"});
constexpr auto kTreeNames =
    std::to_array<std::string_view>({"p", "base", "changed", "e", "e2", "define*", "parts",
                                     "threads", "group", "inv", "path", "offset", "limit"});
constexpr auto kFlameNames = std::to_array<std::string_view>(
    {"p", "base", "widths", "e", "define*", "parts", "threads", "group", "q", "inv",
     "merge_recursion", "px", "depth", "path", "of"});
constexpr auto kGraphNames = std::to_array<std::string_view>(
    {"p", "base", "e", "define*", "parts", "threads", "group", "q", "of", "up", "down", "min",
     "min_call", "nodes", "open_cycles", "cluster_by", "direction", "boxes"});
constexpr auto kMapNames = std::to_array<std::string_view>(
    {"p", "e", "define*", "parts", "threads", "group", "q", "of", "by", "depth", "min", "small",
     "tiles", "merge_recursion", "w", "h"});
constexpr auto kSourceNames = std::to_array<std::string_view>(
    {"p", "base", "e", "e2", "define*", "parts", "threads", "from", "to", "fn", "full_path"});
constexpr auto kSearchNames =
    std::to_array<std::string_view>({"p", "e", "parts", "threads", "s", "limit"});
constexpr auto kCompareNames = std::to_array<std::string_view>(
    {"base", "e", "e2", "define*", "parts", "threads", "q", "group", "sort", "kinds"});
constexpr auto kGateNames = std::to_array<std::string_view>({"rules*", "parts", "threads"});
constexpr auto kExportNames = std::to_array<std::string_view>({"p",
                                                               "e",
                                                               "e2",
                                                               "define*",
                                                               "parts",
                                                               "threads",
                                                               "q",
                                                               "group",
                                                               "sort",
                                                               "limit",
                                                               "view",
                                                               "format",
                                                               "base",
                                                               "changed",
                                                               "widths",
                                                               "inv",
                                                               "merge_recursion",
                                                               "px",
                                                               "depth",
                                                               "id",
                                                               "kinds",
                                                               "running",
                                                               "paths",
                                                               "stats",
                                                               "of",
                                                               "up",
                                                               "down",
                                                               "min",
                                                               "min_call",
                                                               "nodes",
                                                               "open_cycles",
                                                               "cluster_by",
                                                               "direction",
                                                               "boxes",
                                                               "by",
                                                               "tiles",
                                                               "w",
                                                               "h"});

/// Parameters that mean nothing without `base`.
constexpr auto kOfChanges = std::to_array<std::string_view>({"changed", "kinds"});
constexpr auto kOfChangedTrees = std::to_array<std::string_view>({"changed"});
constexpr auto kOfComparedPictures = std::to_array<std::string_view>({"widths"});

constexpr SelectionKind kList{.takes_order = true, .takes_running = true, .takes_paths = true};
constexpr SelectionKind kLoops{
    .is_grouped = false, .takes_order = true, .group_by = GroupBy::kLoop, .has_all_rows = true};
constexpr SelectionKind kCalls{.rows = RowKind::kCalls, .default_sort = SortBy::kInclusive};
constexpr SelectionKind kReached{
    .rows = RowKind::kCalls, .default_sort = SortBy::kInclusive, .takes_ratios = false};
constexpr SelectionKind kInvocations{.rows = RowKind::kCalls,
                                     .default_sort = SortBy::kInclusive,
                                     .takes_ratios = false,
                                     .is_grouped = false};
constexpr SelectionKind kTree{
    .rows = RowKind::kBranches, .default_sort = SortBy::kInclusive, .takes_ratios = false};
constexpr SelectionKind kFlame{.rows = RowKind::kBranches,
                               .default_sort = SortBy::kInclusive,
                               .takes_ratios = false,
                               .is_of_one_event = true};
constexpr SelectionKind kLines{.takes_ratios = false, .has_sums = true, .is_grouped = false};
constexpr SelectionKind kNames{.default_sort = SortBy::kInclusive, .is_grouped = false};

constexpr auto kRoutes = std::to_array<Route>({
    {"/api/meta", {}, kNothing, answer_meta},
    {"/api/info", kOneProfile, kRecords, answer_info},
    {"/api/check", kOneProfile, kRecords, answer_check},
    {"/api/filters", kOneProfile, kFilters, answer_filters},
    {"/api/functions", kListNames, kFilters, answer_functions, &kList, answer_changes, kOfChanges},
    {"/api/files", kFileNames, kFilters | kRecords, answer_files},
    {"/api/loops", kFileNames, kFilters | kRecords, answer_loops, &kLoops},
    {"/api/calls", kCallNames, kFilters, answer_calls, &kCalls},
    {"/api/fn/*", kFunctionNames, kFilters, answer_function, &kCalls, answer_changed_function},
    {"/api/fn/*/all", kReachNames, kFilters, answer_reach, &kReached},
    {"/api/fn/*/calls", kInvocationNames, kFilters, answer_invocations, &kInvocations},
    {"/api/tree", kTreeNames, kFilters, answer_tree, &kTree, answer_compared_tree, kOfChangedTrees},
    {"/api/flame", kFlameNames, kFilters, answer_flame, &kFlame, answer_compared_flame,
     kOfComparedPictures},
    {"/api/graph", kGraphNames, kFilters, answer_graph, &kFlame, answer_compared_graph},
    {"/api/map", kMapNames, kFilters, answer_map, &kFlame},
    {"/api/source/*", kSourceNames, kFilters | kRecords | kSources, answer_source, &kLines,
     answer_compared_source},
    {"/api/search", kSearchNames, kFilters | kRecords, answer_search, &kNames},
    {"/api/compare", kCompareNames, kFilters, nullptr, nullptr, answer_compare},
    {"/api/gate", kGateNames, kFilters | kRecords, nullptr, nullptr, answer_gate},
    {"/api/export", kExportNames, kFilters | kRecords, answer_export},
    {"/api/bases", {}, kNothing, answer_bases},
    {"/api/base", {}, kPost, answer_base},
    {"/api/profile", {}, kPost, answer_profile},
    {kFilePath, kSentName, kFile, answer_file},
    {"/api/reload", {}, kPost, answer_reload},
    {"/api/formula", {}, kPost | kProfile, answer_formula},
    {"/api/pathmap", {}, kPost | kRecords, answer_pathmap},
});

}  // namespace

std::span<const Route> routes() {
  return kRoutes;
}

}  // namespace quern::server
