// SPDX-License-Identifier: MIT
//
// The blocks of a snapshot, one after the other. What is not wanted is passed over: by seeking
// where the input can seek. Every size is checked against what is really there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "quern/base/result.h"
#include "quern/formats/shared/format.h"
#include "quern/formats/snapshot/layout.h"

namespace quern::snapshot {

class BlockReader {
 public:
  explicit BlockReader(Reading& reading);

  /// Reads the opening. Errors: `damaged-snapshot`, `snapshot-version`, or the input's own; each
  /// with the byte.
  [[nodiscard]] Result<void> open();
  /// Goes to the next block, or from the last one to the end of the input.
  [[nodiscard]] Result<void> next();
  [[nodiscard]] Kind kind() const { return kind_; }
  /// Reads the data of this block. Without it, next() passes over them.
  [[nodiscard]] Result<void> load();
  /// What load() has read.
  [[nodiscard]] std::span<const uint8_t> data() const { return {data_.get(), length_}; }
  /// The memory of data(), for whoever keeps it.
  [[nodiscard]] std::unique_ptr<uint8_t[]> take_data();
  /// Where data() begin in the input.
  [[nodiscard]] uint64_t offset() const { return data_offset_; }

  /// An error at this byte of the input.
  [[nodiscard]] Diagnostic damage(uint64_t offset, std::string message) const;

  [[nodiscard]] uint32_t version() const { return version_; }

 private:
  Result<void> fill(std::span<uint8_t> room);
  Result<void> fill_from_window(std::span<uint8_t> room);
  Result<size_t> left_in_window();
  Result<void> fill_by_seeking(std::span<uint8_t> room);
  Result<void> skip(uint64_t bytes);
  Result<void> expect_end();
  [[nodiscard]] Diagnostic cut() const;

  Reading* reading_;
  bool can_seek_;
  uint64_t at_ = 0;                   ///< of the input: what is read next
  std::optional<uint64_t> size_;      ///< of the input, where it is known
  std::unique_ptr<uint8_t[]> ahead_;  ///< what was read beyond at_, where the input can seek
  size_t ahead_end_ = 0;
  size_t ahead_at_ = 0;       ///< where at_ is in it, or else in the window
  bool has_skipped_ = false;  ///< since the last block was loaded: little is read ahead

  uint32_t version_ = kFormatVersion;
  Kind kind_ = Kind::kEnd;
  uint32_t number_ = 0;
  uint64_t length_ = 0;
  uint32_t crc_ = 0;
  bool is_loaded_ = true;
  uint64_t data_offset_ = 0;
  std::unique_ptr<uint8_t[]> data_;
  size_t capacity_ = 0;
};

}  // namespace quern::snapshot
