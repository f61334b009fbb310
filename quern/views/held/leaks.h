// SPDX-License-Identifier: MIT
//
// Resources that were still held when a dump was made (IgProf's LK lists): by function, by stack,
// by size, by the pages of memory that they lie in, or one by one; and whether what is listed is
// what the counters say.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"

namespace quern {

enum class LeaksBy : uint8_t { kFunction, kStack, kSize, kPage, kBlock };
enum class LeakOrder : uint8_t { kBytes, kBlocks, kAddress };

/// The words of `--by` and `--order`, in the order of the enumerators.
inline constexpr std::array<std::string_view, 5> kLeaksByWords = {"function", "stack", "size",
                                                                  "page", "block"};
inline constexpr std::array<std::string_view, 3> kLeakOrderWords = {"bytes", "blocks", "address"};
[[nodiscard]] std::optional<LeaksBy> parse_leaks_by(std::string_view word);
[[nodiscard]] std::optional<LeakOrder> parse_leak_order(std::string_view word);

struct LeaksRequest {
  LeaksBy by = LeaksBy::kFunction;
  LeakOrder order = LeakOrder::kBytes;
  bool names_event = false;  ///< the selection's first column says whose resources
};

/// How much of something is held. A block's size counts in the unit of its event: bytes of memory;
/// descriptors count 1 each.
struct Held {
  uint64_t blocks = 0;
  int128 size = 0;
  uint64_t largest = 0;  ///< block
  /// Pages of 4 KiB that blocks touch, each once; those at address 0 have no known place.
  uint64_t pages = 0;
  int128 placed = 0;  ///< bytes of the blocks on them
};

struct LeakRow {
  RowName name;                  ///< by function, stack, block: who acquired it
  std::vector<RowName> callers;  ///< by stack and block, innermost first; at most kMostCallers
  uint64_t depth = 0;            ///< how many callers there are
  uint64_t first = 0;            ///< the lowest size or address of the row
  uint64_t last = 0;             ///< the highest; of blocks and pages, of their last byte
  Held held;
  /// By Selection::ratios, of its size, with its blocks for calls.
  std::vector<std::optional<Fraction>> ratios = {};
};

class LeakGroups;
class Nodes;

class Leaks {
 public:
  static constexpr uint64_t kPageSize = 4096;

  Selection selection;  ///< parts, groups and limit
  LeaksRequest request;
  Event event;  ///< whose resources
  /// Other events with resources of their own, which `--event` chooses.
  std::vector<std::string> other_events;
  Held total;
  Held unplaced;                   ///< of `total`: blocks without a known address
  bool has_pages = false;          ///< sizes are bytes of memory
  int128 counted = 0;              ///< what the event's counter says is held
  std::optional<int128> acquired;  ///< its count of blocks
  uint64_t of = 0;                 ///< rows
  uint64_t left_out = 0;           ///< of them: those that the query leaves out

  [[nodiscard]] size_t shown() const { return ranks_.size(); }
  [[nodiscard]] LeakRow row(size_t rank) const;
  /// What the row holds, without its names.
  [[nodiscard]] const Held& held(size_t rank) const;
  /// Of something, by Selection::ratios.
  [[nodiscard]] std::vector<std::optional<Fraction>> ratios(const Held& held) const;

 private:
  friend Result<Leaks> leaks(const Profile&, const Selection&, const LeaksRequest&);
  Leaks(const Profile& profile, const Selection& chosen, const LeaksRequest& asked);

  const Profile* profile_;
  std::shared_ptr<const Nodes> nodes_;
  std::shared_ptr<const LeakGroups> groups_;
  std::vector<uint32_t> ranks_;
  std::vector<uint32_t> depths_;  ///< by context: how many callers; empty where none are shown
};

/// Errors (Fault::kUsage): `one-event` where several are named, be it by ratios or the query (in
/// which an event's self cost is what is held, and calls are blocks), `no-leaks` where the chosen
/// parts list no resources (of the event).
[[nodiscard]] Result<Leaks> leaks(const Profile& profile, const Selection& selection,
                                  const LeaksRequest& request);

}  // namespace quern
