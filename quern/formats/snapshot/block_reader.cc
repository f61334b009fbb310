// SPDX-License-Identifier: MIT
//
// Reads a snapshot block by block. Each head has its own checksum, so a length that was changed
// never makes the reader ask for memory or skip to a wrong place. In a plain file, blocks that
// nobody needs are passed over without being read; `top` reads the tables of a snapshot and little
// else. From a pipe or a compressed file everything has to be read, and memory for a block then
// grows with the bytes that arrive.
#include "quern/formats/snapshot/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "quern/bytes/files/checksum.h"
#include "quern/formats/shared/reading_error.h"
#include "quern/formats/snapshot/codes.h"
#include "quern/model/records/fields.h"

namespace quern::snapshot {

namespace {

constexpr size_t kAhead = size_t{1} << 17;
/// Behind a block that was passed over: the next one mostly is, too, but for its head.
constexpr size_t kLittleAhead = size_t{1} << 9;
/// Memory is asked for in such steps where the input's size is not known.
constexpr size_t kStep = size_t{1} << 24;
constexpr std::string_view kHint = "create the snapshot again from its profile";

}  // namespace

BlockReader::BlockReader(Reading& reading)
    : reading_(&reading), can_seek_(reading.input != nullptr && reading.input->is_random_access()) {
  if (can_seek_) {
    size_ = reading.input->stored_size();
    ahead_ = std::make_unique_for_overwrite<uint8_t[]>(kAhead);
  }
}

Diagnostic BlockReader::damage(uint64_t offset, std::string message) const {
  Diagnostic error = reading_error(*reading_, kDamaged, std::move(message), std::string(kHint));
  error.offset = offset;
  return error;
}

Diagnostic BlockReader::cut() const {
  return damage(at_, "the snapshot ends before its last block");
}

Result<void> BlockReader::fill(std::span<uint8_t> room) {
  return can_seek_ ? fill_by_seeking(room) : fill_from_window(room);
}

Result<void> BlockReader::fill_from_window(std::span<uint8_t> room) {
  while (!room.empty()) {
    const Result<size_t> there = left_in_window();
    if (!there) {
      return failure(there.error());
    }
    if (*there == 0) {
      return failure(cut());
    }
    const size_t taken = std::min(room.size(), *there);
    std::memcpy(room.data(), reading_->window.begin() + ahead_at_, taken);
    room = room.subspan(taken);
    ahead_at_ += taken;
    at_ += taken;
  }
  return {};
}

/// How many bytes the window has behind ahead_at_; 0 at the end of the input.
Result<size_t> BlockReader::left_in_window() {
  Window& window = reading_->window;
  const auto held = [&window] { return static_cast<size_t>(window.end() - window.begin()); };
  if (held() == ahead_at_) {
    const Result<bool> more = window.read_on(ahead_at_);
    ahead_at_ = 0;
    if (!more && held() == 0) {
      return failure(more.error());
    }
  }
  return held() - ahead_at_;
}

/// Small pieces come from a buffer of bytes read ahead, and large ones are read straight into their
/// place. Behind a skipped block little is read ahead, since the next block will probably be
/// skipped too.
Result<void> BlockReader::fill_by_seeking(std::span<uint8_t> room) {
  while (!room.empty()) {
    const size_t known = std::min(room.size(), ahead_end_ - ahead_at_);
    std::copy_n(ahead_.get() + ahead_at_, known, room.data());
    ahead_at_ += known;
    at_ += known;
    room = room.subspan(known);
    if (room.empty()) {
      break;
    }
    // Much is read to where it goes, little with what follows it.
    const size_t step = has_skipped_ ? kLittleAhead : kAhead;
    const bool is_much = room.size() >= step;
    const std::span<uint8_t> into = is_much ? room : std::span(ahead_.get(), step);
    const Result<size_t> got =
        reading_->input->read_at(at_, {reinterpret_cast<char*>(into.data()), into.size()});
    if (!got) {
      return failure(got.error());
    }
    if (*got == 0) {
      return failure(cut());
    }
    if (is_much) {
      at_ += *got;
      room = room.subspan(*got);
    } else {
      ahead_at_ = 0;
      ahead_end_ = *got;
    }
  }
  return {};
}

Result<void> BlockReader::skip(uint64_t bytes) {
  if (can_seek_) {
    const uint64_t known = std::min<uint64_t>(bytes, ahead_end_ - ahead_at_);
    ahead_at_ += known;
    at_ += bytes;
    has_skipped_ = has_skipped_ || known != bytes;
    return {};
  }
  std::vector<uint8_t> passed(std::min<uint64_t>(bytes, kFullBlock));
  while (bytes != 0) {
    const auto step = static_cast<size_t>(std::min<uint64_t>(bytes, passed.size()));
    if (Result<void> done = fill({passed.data(), step}); !done) {
      return done;
    }
    bytes -= step;
  }
  return {};
}

Result<void> BlockReader::open() {
  uint8_t opening[kOpeningBytes];
  if (Result<void> done = fill(opening); !done) {
    return done;
  }
  const uint8_t* const version = opening + kMagic.size();
  if (std::memcmp(opening, kMagic.data(), kMagic.size()) != 0) {
    return failure(damage(0, "this does not start like a snapshot"));
  }
  if (fixed<uint32_t>(version + 4) != crc32_of({opening, kOpeningBytes - 4})) {
    return failure(damage(0, "the start of the snapshot was changed"));
  }
  version_ = fixed<uint32_t>(version);
  if (version_ < kFirstVersion || version_ > kFormatVersion) {
    Diagnostic error = reading_error(
        *reading_, kVersion,
        fmt::format("this is a snapshot of version {}; this quern reads versions {} to {}",
                    version_, kFirstVersion, kFormatVersion),
        "create the snapshot again from its profile with this quern");
    error.offset = kMagic.size();
    return failure(std::move(error));
  }
  return {};
}

/// Reads a head and nothing of the data. The number in the head shows blocks that are missing or in
/// another order; if the file's size is known, a length beyond its end is a cut file.
Result<void> BlockReader::next() {
  if (!is_loaded_) {
    if (Result<void> done = skip(length_); !done) {
      return done;
    }
  }
  const uint64_t offset = at_;
  uint8_t head[kBlockHead];
  if (Result<void> done = fill(head); !done) {
    return done;
  }
  if (fixed<uint32_t>(head + 20) != crc32_of({head, 20}) || fixed<uint32_t>(head + 4) != number_) {
    return failure(damage(offset, "the head of a block was changed"));
  }
  ++number_;
  kind_ = static_cast<Kind>(fixed<uint32_t>(head));
  length_ = fixed<uint64_t>(head + 8);
  crc_ = fixed<uint32_t>(head + 16);
  data_offset_ = at_;
  is_loaded_ = false;
  const auto kind = static_cast<uint32_t>(kind_);
  if (kind == 0 || kind > kinds_of_version(version_) || length_ == 0 || length_ > SIZE_MAX / 2) {
    return failure(damage(offset, "the head of a block is invalid"));
  }
  if (size_ && (at_ > *size_ || length_ > *size_ - at_)) {
    at_ = *size_;
    return failure(cut());
  }
  if (kind_ == Kind::kEnd) {
    return expect_end();
  }
  return {};
}

/// The declared length is trusted only if the size of the file confirms it. Otherwise memory
/// doubles as bytes arrive: a head that promises 2^60 bytes costs nothing.
Result<void> BlockReader::load() {
  const size_t length = length_;
  if (capacity_ < length) {
    capacity_ = size_ ? length : std::min(length, kStep);
    data_ = std::make_unique_for_overwrite<uint8_t[]>(capacity_);
  }
  for (size_t done = 0; done < length;) {
    if (done == capacity_) {
      const size_t grown = std::min(length, 2 * capacity_);
      auto larger = std::make_unique_for_overwrite<uint8_t[]>(grown);
      std::copy_n(data_.get(), done, larger.get());
      data_ = std::move(larger);
      capacity_ = grown;
    }
    const size_t step = std::min(length, capacity_) - done;
    if (Result<void> filled = fill({data_.get() + done, step}); !filled) {
      return filled;
    }
    done += step;
  }
  is_loaded_ = true;
  has_skipped_ = false;
  if (crc32_of(data()) != crc_) {
    return failure(damage(data_offset_, fmt::format("the block of {} was changed",
                                                    kKindNames[static_cast<size_t>(kind_)])));
  }
  return {};
}

std::unique_ptr<uint8_t[]> BlockReader::take_data() {
  capacity_ = 0;
  return std::move(data_);
}

/// The last block has the length of the whole snapshot, and nothing follows it.
Result<void> BlockReader::expect_end() {
  if (Result<void> done = load(); !done) {
    return done;
  }
  if (length_ != sizeof(uint64_t) || fixed<uint64_t>(data_.get()) != at_) {
    return failure(damage(data_offset_, "the snapshot does not have the length that it declares"));
  }
  const Result<size_t> left = can_seek_ ? size_t{size_ && at_ < *size_} : left_in_window();
  if (!left) {
    return failure(left.error());
  }
  if (*left != 0) {
    return failure(damage(at_, "unexpected bytes follow the end of the snapshot"));
  }
  return {};
}

}  // namespace quern::snapshot
