// SPDX-License-Identifier: MIT
//
// An input's bytes as they are stored, before any decompression: a file, a pipe or memory. Counts
// what it hands out, and lets the first bytes be looked at without losing them. For this room.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/bytes/reading/source.h"

namespace quern {

class Stored : public ByteSource {
 public:
  /// The first bytes, six at most; before the first read().
  Result<std::string_view> head();
  Result<size_t> read(std::span<char> room) final;

  /// Bytes that read() has handed out; any thread may ask.
  [[nodiscard]] uint64_t taken() const { return taken_.load(std::memory_order_relaxed); }
  [[nodiscard]] virtual std::optional<uint64_t> size() const { return std::nullopt; }
  [[nodiscard]] virtual bool is_random_access() const { return false; }
  /// Does not move read(); any thread may ask.
  virtual Result<size_t> read_at(uint64_t offset, std::span<char> room) const;

 private:
  virtual Result<size_t> fetch(std::span<char> room) = 0;

  std::array<char, 6> head_{};
  size_t head_begin_ = 0;
  size_t head_end_ = 0;
  std::atomic<uint64_t> taken_ = 0;
};

/// Opens a file, or standard input for "-". Errors: as open_input.
[[nodiscard]] Result<std::unique_ptr<Stored>> open_stored(const std::string& path);

[[nodiscard]] std::unique_ptr<Stored> stored_in_memory(std::string bytes);

/// What somebody else's source gives, taken as it is.
[[nodiscard]] std::unique_ptr<Stored> stored_elsewhere(std::unique_ptr<ByteSource> source);

}  // namespace quern
