// SPDX-License-Identifier: MIT
//
// Where an input's bytes come from: a file, standard input or memory, and any of these through a
// decompressor chosen by the first bytes. A source is read once, forwards, into the caller's
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "quern/base/result.h"

namespace quern {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Reads up to `room.size()` bytes; fewer only at the end or ahead of an error, which the next
  /// call returns; 0 at the end and ever after. Errors: the system's (code `read-failed`), or a
  /// broken compressed stream with its byte offset (code `compressed-stream`).
  virtual Result<size_t> read(std::span<char> room) = 0;
};

enum class Compression : uint8_t { kNone, kGzip, kBzip2, kZstd, kXz };

/// "gzip", "bzip2", "zstd", "xz"; "none".
[[nodiscard]] std::string_view to_string(Compression compression);

/// By the first bytes (gzip needs 2, bzip2 3 and a level, zstd 4, xz 6). A skippable frame is zstd.
[[nodiscard]] Compression compression_of(std::string_view first_bytes);

/// Counts a consumer may read while or after the source is drained, from any thread. They are those
/// of read(); whoever uses read_at() knows stored_size().
struct SourceCounts {
  uint64_t raw_bytes = 0;   ///< as stored: compressed where it is
  uint64_t text_bytes = 0;  ///< as handed to the reader
};

/// Told now and then how far reading has come; must be cheap. `total` 0: not known.
class ReadProgress {
 public:
  virtual ~ReadProgress() = default;
  /// `raw` of `total` stored bytes are read.
  virtual void advanced(uint64_t raw, uint64_t total) = 0;
};

/// An opened input. Its compression has been recognized, its bytes come out plain.
class Input final : public ByteSource {
 public:
  Input(std::string name, std::unique_ptr<ByteSource> plain);
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input() override;

  Result<size_t> read(std::span<char> room) override;

  /// As the user named it; "<stdin>" for `-`.
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] Compression compression() const;
  [[nodiscard]] SourceCounts counts() const;
  /// Size of the stored file; nothing for pipes and standard input.
  [[nodiscard]] std::optional<uint64_t> stored_size() const;
  /// True for an uncompressed regular file or text in memory, on which `read_at` works.
  [[nodiscard]] bool is_random_access() const;
  /// Reads at an absolute offset, without moving `read`; usable from several threads at once.
  /// Only where is_random_access().
  Result<size_t> read_at(uint64_t offset, std::span<char> room) const;
  /// As read_at(), also when the input is gone: for those who read some of it once more, later.
  /// What cannot be read is missing. Only where is_random_access().
  using ReadAgain = std::function<size_t(uint64_t offset, std::span<char> room)>;
  [[nodiscard]] ReadAgain read_again() const;
  /// From now on it is called so.
  void rename(std::string name);
  /// Told by every later read(), on the thread that reads; null: nobody. Must outlive the input.
  void report_to(ReadProgress* progress);

 private:
  struct Impl;
  friend Result<Input> open_input(const std::string& path);
  friend Input memory_input(std::string name, std::string bytes);
  explicit Input(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Opens `path`, or standard input for "-". Errors (all Fault::kInput): `no-such-file`,
/// `permission-denied`, `is-a-directory`, `open-failed`; each with a hint.
[[nodiscard]] Result<Input> open_input(const std::string& path);

/// Bytes already in memory as an input, decompressed like a file's. For tests and the API.
[[nodiscard]] Input memory_input(std::string name, std::string bytes);

}  // namespace quern
