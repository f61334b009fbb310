// SPDX-License-Identifier: MIT
//
// Memory that the texts of names stand in. It never moves, and a place in it has few bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace quern {

class NameTexts {
 public:
  /// Memory counts in pieces of this size: a place is the number of one and an offset.
  static constexpr unsigned kPieceShift = 18;
  static constexpr uint64_t kPiece = uint64_t{1} << kPieceShift;

  NameTexts() { pieces_.push_back(""); }

  [[nodiscard]] std::string_view at(uint64_t place, uint64_t length) const {
    return {pieces_[place >> kPieceShift] + (place & (kPiece - 1)), length};
  }
  /// keep() will be called for so many bytes more: at() may then be asked meanwhile.
  void expect(uint64_t bytes) { pieces_.reserve(pieces_.size() + bytes / (kPiece / 4) + 2); }
  /// The place of a copy.
  uint64_t keep(std::string_view text);
  /// The place of `size` bytes behind the first `at` of `bytes`, which are kept, or copied where
  /// they are few: a piece stands for many bytes of the input, or hostile ones would use up all.
  uint64_t take(std::unique_ptr<uint8_t[]> bytes, size_t at, uint64_t size);

 private:
  uint64_t add_pieces(const char* bytes, size_t size);

  std::vector<const char*> pieces_;
  std::vector<std::unique_ptr<char[]>> arena_;
  std::vector<std::unique_ptr<uint8_t[]>> taken_;
  size_t left_ = 0;     ///< of the open piece,
  char* at_ = nullptr;  ///< where it is free
  uint64_t place_ = 0;  ///< and the place that this is
};

}  // namespace quern
