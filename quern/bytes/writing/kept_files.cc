// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/kept_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include "quern/base/int128.h"
#include "quern/bytes/files/handles.h"
#include "quern/bytes/writing/folders.h"
#include "quern/bytes/writing/system_calls.h"

namespace quern {

namespace {

int64_t in_ns(const timespec& time) {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Four lanes, each multiplied and folded with 8 bytes a step.
class Digest {
 public:
  void add(std::span<const char> bytes) {
    total_ += bytes.size();
    while (!bytes.empty()) {
      const size_t taken = std::min(bytes.size(), block_.size() - held_);
      std::memcpy(block_.data() + held_, bytes.data(), taken);
      held_ += taken;
      bytes = bytes.subspan(taken);
      if (held_ == block_.size()) {
        mix();
      }
    }
  }

  std::string digits() {
    std::memset(block_.data() + held_, 0, block_.size() - held_);
    mix();
    const uint64_t low = folded_product(lanes_[0] ^ total_, lanes_[1] + kOdd[2]) ^ lanes_[2];
    const uint64_t high = folded_product(lanes_[2] ^ low, lanes_[3] + kOdd[3]) ^ lanes_[0];
    return fmt::format("{:016x}{:016x}", folded_product(high, low ^ kOdd[0]),
                       folded_product(low ^ kOdd[1], high + total_));
  }

 private:
  static constexpr std::array<uint64_t, 4> kOdd = {0xd6e8feb86659fd93U, 0x9e3779b97f4a7c15U,
                                                   0xa0761d6478bd642fU, 0xe7037ed1a0b428dbU};
  void mix() {
    for (size_t at = 0; at < block_.size(); at += 32) {
      for (size_t lane = 0; lane < 4; ++lane) {
        uint64_t word = 0;
        std::memcpy(&word, block_.data() + at + 8 * lane, 8);
        // Added as well: a word that makes the product 0 must not forget what came before.
        lanes_[lane] =
            folded_product(lanes_[lane] ^ word, kOdd[lane]) + (lanes_[lane] << 1 | 1) + word;
      }
    }
    held_ = 0;
  }

  std::array<uint64_t, 4> lanes_ = kOdd;
  std::array<char, 4096> block_{};
  size_t held_ = 0;
  uint64_t total_ = 0;
};

}  // namespace

std::optional<FileStamp> file_stamp(const std::string& path) {
  struct stat status{};
  if (path.find('\0') != std::string::npos || ::stat(path.c_str(), &status) != 0 ||
      !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  return FileStamp{status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size),
                   in_ns(status.st_mtim), in_ns(status.st_ctim)};
}

bool may_change_unseen(const FileStamp& stamp, int64_t now) {
  constexpr int64_t kRacy = 2'000'000'000;
  return std::max(stamp.modified_ns, stamp.changed_ns) >= now - kRacy;
}

bool SeenFiles::are_same() const {
  return std::ranges::all_of(
      files_, [](const auto& file) { return file_stamp(file.first) == file.second; });
}

bool SeenFiles::are_settled(int64_t since) const {
  return std::ranges::none_of(files_, [since](const auto& file) {
    return file.second && may_change_unseen(*file.second, since);
  });
}

std::optional<std::string> content_digest(const std::string& path) {
  constexpr size_t kPiece = size_t{1} << 18;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open()) {
    return std::nullopt;
  }
  Digest digest;
  std::vector<char> room(kPiece);
  ssize_t got = 0;
  do {
    got = ::read(file.number(), room.data(), room.size());
    if (got > 0) {
      digest.add({room.data(), static_cast<size_t>(got)});
    }
  } while (got > 0 || (got < 0 && errno == EINTR));
  return got == 0 ? std::optional(digest.digits()) : std::nullopt;
}

std::string text_digest(std::string_view text) {
  Digest digest;
  digest.add(text);
  return digest.digits();
}

int64_t file_clock_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);  // files are stamped by it
  return in_ns(now);
}

bool make_private_folder(const std::string& path) {
  std::vector<std::string> made;
  (void)make_folders(std::filesystem::path(path).parent_path().string(), made);
  const int error_number =
      system_calls::error_of([&] { return system_calls::mkdir(path.c_str(), 0700); });
  // In somebody else's folder, links could lead anywhere.
  struct stat status{};
  return error_number == 0 ||
         (error_number == EEXIST && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
          status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0);
}

bool mark_used(const std::string& path) {
  return system_calls::error_of([&] { return system_calls::touch(path.c_str()); }) == 0;
}

bool remove_file(const std::string& path) {
  return system_calls::error_of(
             [&] { return system_calls::unlink_at(AT_FDCWD, path.c_str(), 0); }) == 0;
}

}  // namespace quern
