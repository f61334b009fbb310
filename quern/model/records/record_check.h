// SPDX-License-Identifier: MIT
//
// Checks packed records that come from outside before anybody walks them: RecordCursor trusts what
// it reads. One stretch of one part at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/record_cursor.h"

namespace quern {

/// What the records may say.
struct RecordLimits {
  size_t width = 0;      ///< costs of a record
  size_t functions = 0;  ///< ids are below these
  size_t targets = 0;
  size_t names = 0;
  bool are_sums = false;  ///< calls only
};

/// What costs come to by key and column, as one number: of equal sums it is the same, in whatever
/// order and pieces they were added; of others it differs, since whoever wrote an input does not
/// know the seed. Marks are kept as they are.
class SumPrint {
 public:
  explicit SumPrint(uint64_t seed = 0) : seed_(seed) {}
  void add(uint64_t key, size_t column, int128 cost);
  void mark(uint64_t key, uint8_t marks);
  /// Of prints with the same seed.
  [[nodiscard]] bool is_as(SumPrint& other);

 private:
  struct Mark {
    uint64_t key;
    uint8_t marks;
    bool operator==(const Mark&) const = default;
  };
  void gather_marks();

  uint64_t seed_;
  uint128 sum_ = 0;
  std::vector<Mark> marks_;
  size_t gathered_ = 0;  ///< of the marks: ascending by key, a key once
};

/// What they come to: grows over all stretches of a part.
struct RecordSums {
  /// `seed`: of prints that are compared with these.
  explicit RecordSums(uint64_t seed = 0) : self_print(seed), call_print(seed) {}
  uint64_t selfs = 0, calls = 0, jumps = 0;
  std::vector<int128> self;  ///< Σ self costs by column; as wide as RecordLimits::width
  SumPrint self_print;       ///< by function
  SumPrint call_print;       ///< by caller and callee; column 0 is their count
};

inline constexpr uint8_t kEstimatedCost = 1;
inline constexpr uint8_t kEstimatedCount = 2;

/// The furthest that a sum of costs may be from 0: it can be added to others without end.
inline constexpr int128 kLargestSum = int128{1} << 96;

/// Nothing where `bytes` are whole, sound records after one mark of their part, else the offset of
/// the first one that is not. `finds`: empty; takes what is found in these bytes.
[[nodiscard]] std::optional<size_t> check_records(std::span<const uint8_t> bytes,
                                                  const RecordLimits& limits, RecordSums& sums,
                                                  RecordFinds& finds);

}  // namespace quern
