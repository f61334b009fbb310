// SPDX-License-Identifier: MIT
//
// How a snapshot is laid out: an opening, then blocks, each with its kind, number, length and
// checksums. docs/formats/snapshot.md has it byte for byte; both sides are here so that they cannot
// differ. All numbers are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quern::snapshot {

/// Grows whenever a reader of the last version would misread what is written now.
inline constexpr uint32_t kFormatVersion = 5;
/// What lacks all that later versions brought is written as this one: older querns read it.
inline constexpr uint32_t kFirstVersion = 1;
/// The first with folded names, the first whose inputs tell of objects, the first that tells what
/// calls come to by function, and the first that tells how costs are distributed over runs.
inline constexpr uint32_t kFoldingVersion = 2;
inline constexpr uint32_t kObjectsVersion = 3;
inline constexpr uint32_t kCallCostsVersion = 4;
inline constexpr uint32_t kRunsVersion = 5;

/// No text begins so, and neither newline conversion nor a stripped high bit leaves it alone.
inline constexpr std::string_view kMagic = "\x89QRN\r\n\x1a\n";
/// The magic, the version, the CRC-32 of both.
inline constexpr size_t kOpeningBytes = 16;
/// Kind, number, length (8 bytes), CRC-32 of the data, CRC-32 of all of these.
inline constexpr size_t kBlockHead = 24;
/// A block is closed by the first item that makes it so large.
inline constexpr size_t kFullBlock = size_t{1} << 19;

enum class Kind : uint32_t {
  kMarks = 1,
  kEvents,
  kNames,
  kNamesApart,
  kFunctions,
  kTargets,
  kFrames,
  kPart,
  kSelfSums,
  kCallSums,
  kContexts,
  kRecords,
  kLeaks,
  kInput,
  kEnd,
  kFoldedNames,  // since version 2
  kCallCosts,    // since version 4
  kRunNames,     // since version 5
  kRunCosts,
};

/// How many kinds a version has, the first of which is 1.
[[nodiscard]] constexpr uint32_t kinds_of_version(uint32_t version) {
  return static_cast<uint32_t>(version == kFirstVersion      ? Kind::kEnd
                               : version < kCallCostsVersion ? Kind::kFoldedNames
                               : version < kRunsVersion      ? Kind::kCallCosts
                                                             : Kind::kRunCosts);
}

/// Grows in the order in which kinds stand: folded names are the last of what functions are, and
/// what calls come to and runs are in front of the parts.
[[nodiscard]] constexpr uint32_t place_of(Kind kind) {
  constexpr uint32_t kBetween = 4;
  const auto behind = [](Kind other, uint32_t by) {
    return kBetween * static_cast<uint32_t>(other) + by;
  };
  return kind == Kind::kFoldedNames ? behind(Kind::kTargets, 1)
         : kind == Kind::kCallCosts ? behind(Kind::kFrames, 1)
         : kind == Kind::kRunNames  ? behind(Kind::kFrames, 2)
         : kind == Kind::kRunCosts  ? behind(Kind::kFrames, 3)
                                    : behind(kind, 0);
}

/// For messages: "the block of ... ".
inline constexpr std::array<std::string_view, 20> kKindNames = {
    "",         "marks",   "events",       "names",      "names apart", "functions",    "targets",
    "frames",   "a part",  "self sums",    "call sums",  "contexts",    "records",      "leaks",
    "an input", "the end", "folded names", "call costs", "runs",        "costs of runs"};

/// What an item of call costs is: the low bits of its first number.
enum class CallItem : uint8_t { kJoined, kFunction, kMember, kPiece };
inline constexpr unsigned kCallItemBits = 2;

// Bits of the first number of a context.
inline constexpr unsigned kHasCosts = 1;
inline constexpr unsigned kHasPosition = 2;
inline constexpr unsigned kHasCalls = 4;
inline constexpr unsigned kContextBits = 3;
// Bits of marks, positions and frames.
inline constexpr uint64_t kSelected = 1;
inline constexpr uint64_t kEstimates = 2;  ///< from here on the bits of Estimates
inline constexpr uint64_t kInstr = 1;
inline constexpr uint64_t kBasicBlock = 2;
inline constexpr uint64_t kLine = 4;
inline constexpr uint64_t kMayLackLines = 8;
inline constexpr uint64_t kEstimatedTotals = 16;
inline constexpr uint64_t kSummaryNoBase = 32;
inline constexpr uint64_t kSymbolFrame = 1;
inline constexpr uint64_t kLineFrame = 2;

}  // namespace quern::snapshot
