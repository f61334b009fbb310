// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/read_ahead.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace quern {
namespace {

class ReadAhead final : public ByteSource {
 public:
  ReadAhead(ByteSource& source, size_t buffer_bytes, size_t buffers);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  ~ReadAhead() override;

  Result<size_t> read(std::span<char> room) override;

 private:
  struct Piece {
    std::unique_ptr<char[]> bytes;
    size_t size = 0;
    size_t taken = 0;
  };

  void run();
  bool wait_for_room();
  bool wait_for_piece();
  Result<size_t> last_word() const;

  // Only the pieces from read_ to written_ belong to the user, all others to the thread.
  ByteSource* source_;
  size_t buffer_bytes_;
  std::vector<Piece> ring_;

  std::mutex mutex_;
  std::condition_variable changed_;
  size_t written_ = 0;  // pieces ever filled
  size_t read_ = 0;     // pieces ever emptied
  bool ended_ = false;  // the thread fills no more
  bool stop_ = false;   // the user wants no more
  std::optional<Diagnostic> error_;
  std::exception_ptr thrown_;  // memory ran out over there
  std::thread thread_;
};

ReadAhead::ReadAhead(ByteSource& source, size_t buffer_bytes, size_t buffers)
    : source_(&source),
      buffer_bytes_(std::max<size_t>(buffer_bytes, 1)),
      ring_(std::max<size_t>(buffers, 2)) {
  for (Piece& piece : ring_) {
    piece.bytes = std::make_unique_for_overwrite<char[]>(buffer_bytes_);
  }
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    // No thread to be had: read() asks the source itself.
  }
}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void ReadAhead::run() {
  while (wait_for_room()) {
    Piece& piece = ring_[written_ % ring_.size()];
    Result<size_t> got = size_t{0};
    std::exception_ptr thrown;
    try {
      got = source_->read({piece.bytes.get(), buffer_bytes_});
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    thrown_ = thrown;
    if (!got) {
      error_ = std::move(got.error());
    }
    piece.size = got.value_or(0);
    piece.taken = 0;
    ended_ = piece.size == 0;
    written_ += ended_ ? 0 : 1;
    changed_.notify_all();
  }
}

bool ReadAhead::wait_for_room() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stop_ || ended_ || written_ - read_ < ring_.size(); });
  return !stop_ && !ended_;
}

bool ReadAhead::wait_for_piece() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || read_ != written_; });
  return read_ != written_;
}

/// What comes behind the last piece.
Result<size_t> ReadAhead::last_word() const {
  if (thrown_) {
    std::rethrow_exception(thrown_);
  }
  if (error_) {
    return failure(*error_);
  }
  return size_t{0};
}

Result<size_t> ReadAhead::read(std::span<char> room) {
  if (!thread_.joinable()) {
    return source_->read(room);
  }
  size_t given = 0;
  while (given < room.size() && wait_for_piece()) {
    Piece& piece = ring_[read_ % ring_.size()];
    const size_t length = std::min(room.size() - given, piece.size - piece.taken);
    std::memcpy(room.data() + given, piece.bytes.get() + piece.taken, length);
    given += length;
    piece.taken += length;
    if (piece.taken == piece.size) {
      const std::lock_guard lock(mutex_);
      ++read_;
      changed_.notify_all();
    }
  }
  return given != 0 || room.empty() ? given : last_word();
}

}  // namespace

std::unique_ptr<ByteSource> read_ahead(ByteSource& source, size_t buffer_bytes, size_t buffers) {
  return std::make_unique<ReadAhead>(source, buffer_bytes, buffers);
}

}  // namespace quern
