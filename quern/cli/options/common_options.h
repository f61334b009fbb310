// SPDX-License-Identifier: MIT
//
// The options that the short help (`-h`) of each command shows, the most used first: at most 15, so
// that the page fits one screen. `--help` lists all options.
#pragma once

#include <array>
#include <string_view>

namespace quern::cli {

inline constexpr std::array<std::string_view, 14> kCommonToSummary = {
    "event", "sort",   "limit", "group-by", "where", "part",   "thread",
    "focus", "ignore", "hide",  "siblings", "unit",  "format", "output"};
inline constexpr std::array<std::string_view, 12> kCommonToCheck = {
    "head",       "strict",   "repair",  "output", "to",    "force",
    "list-codes", "siblings", "dialect", "format", "width", "quiet"};
inline constexpr std::array<std::string_view, 15> kCommonToTop = {
    "event", "sort",   "limit", "group-by", "where", "min",    "running", "each",
    "focus", "ignore", "hide",  "part",     "unit",  "format", "output"};
inline constexpr std::array<std::string_view, 15> kCommonToCalls = {
    "event",         "sort",  "limit",  "group-by", "where", "min",    "each",  "of",
    "chronological", "focus", "ignore", "hide",     "unit",  "format", "output"};
inline constexpr std::array<std::string_view, 15> kCommonToPeek = {
    "callers", "callees", "all",    "event", "sort", "limit",  "group-by", "where",
    "percent", "focus",   "ignore", "hide",  "unit", "format", "output"};
inline constexpr std::array<std::string_view, 15> kCommonToAnnotate = {
    "event",    "limit",       "context", "lines", "whole",  "min",    "edit", "source-path",
    "map-path", "object-path", "part",    "sort",  "format", "output", "force"};
inline constexpr std::array<std::string_view, 15> kCommonToTree = {
    "bottom-up", "depth",  "limit", "min",       "heaviest", "event",  "percent", "where",
    "focus",     "ignore", "hide",  "show-from", "unit",     "format", "output"};
inline constexpr std::array<std::string_view, 15> kCommonToFlame = {
    "bottom-up", "of",    "event",  "depth", "min",    "color-by", "roots", "pixels",
    "where",     "focus", "ignore", "hide",  "format", "output",   "force"};
inline constexpr std::array<std::string_view, 15> kCommonToGraph = {
    "up",    "down",  "min",   "min-call", "limit", "cluster-by", "open-cycles", "direction",
    "event", "where", "focus", "ignore",   "hide",  "format",     "output"};
inline constexpr std::array<std::string_view, 14> kCommonToMap = {
    "tiles", "depth", "min",    "limit", "merge-recursion", "pixels", "height",
    "event", "where", "ignore", "hide",  "group-by",        "format", "output"};
inline constexpr std::array<std::string_view, 14> kCommonToLeaks = {
    "by",    "order",  "limit",    "where", "min",     "event",  "hide",
    "focus", "ignore", "group-by", "unit",  "symbols", "format", "output"};
inline constexpr std::array<std::string_view, 15> kCommonToDiff = {
    "view", "sort",      "event", "limit",     "group-by",  "where",  "min-change", "kinds",
    "of",   "normalize", "base",  "unchanged", "exit-code", "format", "output"};
inline constexpr std::array<std::string_view, 14> kCommonToTrend = {
    "sort",   "event", "limit",  "group-by", "match",  "drop-outliers", "focus",
    "ignore", "hide",  "rename", "unit",     "format", "output",        "force"};
inline constexpr std::array<std::string_view, 15> kCommonToGate = {
    "max",           "against",   "save-baseline",
    "base",          "ratchet",   "groups",
    "require-match", "baselines", "allow-incomplete",
    "limit",         "define",    "drop-outliers",
    "format",        "output",    "force"};
inline constexpr std::array<std::string_view, 15> kCommonToView = {
    "base",     "html",  "html-size", "force", "port",    "no-browser", "idle-exit", "source-path",
    "map-path", "focus", "ignore",    "hide",  "symbols", "siblings",   "cache"};
inline constexpr std::array<std::string_view, 14> kCommonToConvert = {
    "to",    "output", "force", "check",  "event",   "part",     "thread",
    "focus", "ignore", "hide",  "rename", "symbols", "siblings", "quiet"};
inline constexpr std::array<std::string_view, 13> kCommonToMerge = {
    "to",         "output",  "force",    "files-from", "skip-bad", "no-lines", "stats",
    "keep-parts", "symbols", "demangle", "threads",    "timings",  "quiet"};
inline constexpr std::array<std::string_view, 5> kCommonToSymbols = {"output", "force", "siblings",
                                                                     "format", "quiet"};
inline constexpr std::array<std::string_view, 13> kCommonToRecord = {
    "for",      "with",    "runs",     "profile", "force",  "dry-run", "exit-zero",
    "siblings", "symbols", "demangle", "format",  "output", "quiet"};
inline constexpr std::array<std::string_view, 5> kCommonToCache = {"clear", "cache-size", "format",
                                                                   "output", "force"};
inline constexpr std::array<std::string_view, 4> kCommonToConfig = {"config", "no-config", "format",
                                                                    "output"};
inline constexpr std::array<std::string_view, 5> kCommonToHelp = {"no-pager", "width", "color",
                                                                  "format", "output"};
inline constexpr std::array<std::string_view, 2> kCommonToCompletion = {"output", "force"};

}  // namespace quern::cli
