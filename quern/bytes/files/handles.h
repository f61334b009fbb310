// SPDX-License-Identifier: MIT
//
// Owners of what the system opens: a file descriptor, a folder. Each is closed with its owner, and
// errors of close() are ignored. That is right for reading and for locks. Output (bytes/writing)
// closes what it wrote by itself, because there such an error means lost bytes.
#pragma once

#include <dirent.h>
#include <unistd.h>

#include <memory>
#include <utility>

namespace quern {

/// A file descriptor; below 0: none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  /// The descriptor held before is closed with `other`.
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  /// Closes before the owner ends; harmless if nothing is open.
  void close() {
    if (is_open()) {
      ::close(std::exchange(number_, -1));
    }
  }

 private:
  int number_ = -1;
};

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
/// Null: it could not be opened.
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

}  // namespace quern
