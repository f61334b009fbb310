// SPDX-License-Identifier: MIT
//
// The options that the short help (`-h`) of each command shows, the most used first: at most 15, so
// that the page fits one screen. `--help` lists all options.
#pragma once

#include <array>
#include <string_view>

namespace quern::cli {

inline constexpr std::array<std::string_view, 14> kSummaryOptions = {
    "event", "sort",   "limit", "group-by", "where", "part",   "thread",
    "focus", "ignore", "hide",  "siblings", "unit",  "format", "output"};
inline constexpr std::array<std::string_view, 7> kInfoOptions = {
    "siblings", "dialect", "format", "output", "force", "width", "quiet"};
inline constexpr std::array<std::string_view, 11> kCheckOptions = {
    "strict",   "repair",  "output", "to",    "force", "list-codes",
    "siblings", "dialect", "format", "width", "quiet"};
inline constexpr std::array<std::string_view, 15> kTopOptions = {
    "event", "sort",   "limit", "group-by", "where", "min",    "running", "each",
    "focus", "ignore", "hide",  "part",     "unit",  "format", "output"};
inline constexpr std::array<std::string_view, 15> kCallsOptions = {
    "event",         "sort",  "limit",  "group-by", "where", "min",    "each",  "of",
    "chronological", "focus", "ignore", "hide",     "unit",  "format", "output"};
inline constexpr std::array<std::string_view, 14> kPeekOptions = {
    "event", "sort",  "limit",  "group-by", "where", "percent", "min",
    "part",  "focus", "ignore", "hide",     "unit",  "format",  "output"};
inline constexpr std::array<std::string_view, 14> kCallersOptions = {
    "all", "event", "sort",   "limit", "group-by", "where",  "percent",
    "min", "focus", "ignore", "hide",  "unit",     "format", "output"};
inline constexpr std::array<std::string_view, 14> kCalleesOptions = {
    "all", "event", "sort",   "limit", "group-by", "where",  "percent",
    "min", "focus", "ignore", "hide",  "unit",     "format", "output"};
inline constexpr std::array<std::string_view, 15> kAnnotateOptions = {
    "event",    "limit",       "context", "lines", "whole",  "min",    "edit", "source-path",
    "map-path", "object-path", "part",    "sort",  "format", "output", "force"};
inline constexpr std::array<std::string_view, 15> kTreeOptions = {
    "bottom-up", "depth",  "limit", "min",       "heaviest", "event",  "percent", "where",
    "focus",     "ignore", "hide",  "show-from", "unit",     "format", "output"};
inline constexpr std::array<std::string_view, 15> kFlameOptions = {
    "bottom-up", "of",    "event",  "depth", "min",    "color-by", "roots", "pixels",
    "where",     "focus", "ignore", "hide",  "format", "output",   "force"};
inline constexpr std::array<std::string_view, 14> kLeaksOptions = {
    "by",    "order",  "limit",    "where", "min",     "event",  "hide",
    "focus", "ignore", "group-by", "unit",  "symbols", "format", "output"};
inline constexpr std::array<std::string_view, 15> kDiffOptions = {
    "view", "sort",      "event", "limit",     "group-by",  "where",  "min-change", "kinds",
    "of",   "normalize", "base",  "unchanged", "exit-code", "format", "output"};
inline constexpr std::array<std::string_view, 14> kTrendOptions = {
    "sort",   "event", "limit",  "group-by", "match",  "drop-outliers", "focus",
    "ignore", "hide",  "rename", "unit",     "format", "output",        "force"};
inline constexpr std::array<std::string_view, 15> kGateOptions = {
    "max",           "against",   "save-baseline",
    "base",          "ratchet",   "groups",
    "require-match", "baselines", "allow-incomplete",
    "limit",         "define",    "drop-outliers",
    "format",        "output",    "force"};
inline constexpr std::array<std::string_view, 15> kViewOptions = {
    "base",     "html",  "html-size", "force", "port",    "no-browser", "idle-exit", "source-path",
    "map-path", "focus", "ignore",    "hide",  "symbols", "siblings",   "cache"};
inline constexpr std::array<std::string_view, 14> kConvertOptions = {
    "to",    "output", "force", "check",  "event",   "part",     "thread",
    "focus", "ignore", "hide",  "rename", "symbols", "siblings", "quiet"};
inline constexpr std::array<std::string_view, 14> kExportOptions = {
    "to",    "output", "force", "check",  "event",   "part",     "thread",
    "focus", "ignore", "hide",  "rename", "symbols", "siblings", "quiet"};
inline constexpr std::array<std::string_view, 11> kMergeOptions = {
    "to",      "output",   "force",   "files-from", "skip-bad", "keep-parts",
    "symbols", "demangle", "threads", "timings",    "quiet"};
inline constexpr std::array<std::string_view, 5> kSymbolsOptions = {"output", "force", "siblings",
                                                                    "format", "quiet"};
inline constexpr std::array<std::string_view, 13> kRecordOptions = {
    "for",      "with",    "runs",     "profile", "force",  "dry-run", "exit-zero",
    "siblings", "symbols", "demangle", "format",  "output", "quiet"};
inline constexpr std::array<std::string_view, 5> kCacheOptions = {"clear", "cache-size", "format",
                                                                  "output", "force"};
inline constexpr std::array<std::string_view, 4> kConfigOptions = {"config", "no-config", "format",
                                                                   "output"};
inline constexpr std::array<std::string_view, 5> kHelpOptions = {"no-pager", "width", "color",
                                                                 "format", "output"};
inline constexpr std::array<std::string_view, 2> kCompletionOptions = {"output", "force"};

}  // namespace quern::cli
