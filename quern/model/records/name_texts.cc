// SPDX-License-Identifier: MIT
#include "quern/model/records/name_texts.h"

#include <cstring>
#include <utility>

namespace quern {

/// The place of the first byte.
uint64_t NameTexts::add_pieces(const char* bytes, size_t size) {
  const uint64_t place = uint64_t{pieces_.size()} << kPieceShift;
  for (size_t at = 0; at == 0 || at < size; at += kPiece) {
    pieces_.push_back(bytes + at);
  }
  return place;
}

uint64_t NameTexts::keep(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  if (text.size() > left_) {
    const bool is_giant = text.size() >= kPiece / 4;
    const size_t size = is_giant ? text.size() : kPiece;
    arena_.push_back(std::make_unique_for_overwrite<char[]>(size));
    const uint64_t place = add_pieces(arena_.back().get(), size);
    if (is_giant) {  // has memory of its own; the open piece stays open
      std::memcpy(arena_.back().get(), text.data(), text.size());
      return place;
    }
    place_ = place;
    at_ = arena_.back().get();
    left_ = size;
  }
  const uint64_t place = place_;
  std::memcpy(at_, text.data(), text.size());
  place_ += text.size();
  at_ += text.size();
  left_ -= text.size();
  return place;
}

uint64_t NameTexts::take(std::unique_ptr<uint8_t[]> bytes, size_t at, uint64_t size) {
  const char* const texts = reinterpret_cast<const char*>(bytes.get()) + at;
  if (size < kPiece / 4) {
    return keep({texts, size});
  }
  taken_.push_back(std::move(bytes));
  return add_pieces(texts, size);
}

}  // namespace quern
