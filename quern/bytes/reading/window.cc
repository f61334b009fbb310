// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/window.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "quern/base/text.h"

namespace quern {
namespace {

Diagnostic line_too_long(uint64_t offset, size_t longest) {
  Diagnostic error;
  error.code = "line-too-long";
  error.message = "the line that begins at byte " + grouped(static_cast<int128>(offset)) +
                  " of the text does not end within " + counted(longest, "byte");
  error.hint = "check that this is a text file; profiles have shorter rows";
  return error;
}

}  // namespace

Window::Window(ByteSource& source, size_t buffer_bytes, size_t longest_line)
    : source_(&source), longest_line_(longest_line) {
  reserve(std::max<size_t>(std::min(buffer_bytes, longest_line), 1));
}

Result<bool> Window::advance(size_t consumed) {
  drop(consumed);
  bool found = false;
  while (!found) {
    if (searched_ == end_) {
      if (at_end_) {
        return begin_ != end_;
      }
      if (!error_ && end_ == begin_ + capacity_) {
        grow();
      }
      if (error_) {
        return failure(*error_);
      }
    }
    read_into(capacity_);
    found = find_lines();
  }
  return true;
}

Result<bool> Window::read_on(size_t seen, size_t kept) {
  drop(seen - std::min(seen, kept));
  if (static_cast<size_t>(end_ - begin_) <= kept) {
    if (end_ == begin_ + capacity_) {
      reserve(2 * capacity_);
    }
    read_into(capacity_);
  }
  if (static_cast<size_t>(end_ - begin_) > kept) {
    return true;
  }
  return error_ ? Result<bool>(failure(*error_)) : Result<bool>(false);
}

Result<std::string_view> Window::peek(size_t most) {
  peeked_ = std::max(peeked_, most);
  reserve(peeked_);
  read_into(peeked_);
  const auto size = static_cast<size_t>(end_ - begin_);
  if (size == 0 && error_) {
    return failure(*error_);
  }
  return std::string_view(begin_, std::min(size, peeked_));
}

/// Moves what is left to the front: the zeros before it are never written.
void Window::drop(size_t consumed) {
  const auto size = static_cast<size_t>(end_ - begin_);
  consumed = std::min(consumed, size);
  const auto moved = [&](const char* place) {
    return begin_ +
           (std::max(place, static_cast<const char*>(begin_ + consumed)) - (begin_ + consumed));
  };
  lines_end_ = moved(lines_end_);
  searched_ = moved(searched_);
  std::memmove(begin_, begin_ + consumed, size - consumed);
  end_ = begin_ + (size - consumed);
  offset_ += consumed;
  std::memset(end_, 0, kPadding);
}

/// For a line that does not fit, or a user who leaves whole lines in a full window.
void Window::grow() {
  if (static_cast<size_t>(end_ - lines_end_) >= longest_line_) {
    error_ = line_too_long(offset_ + static_cast<size_t>(lines_end_ - begin_), longest_line_);
  } else {
    // Not beyond the longest line: that a longer one is refused must not depend on the buffer.
    const auto before = static_cast<size_t>(lines_end_ - begin_);
    reserve(std::min(2 * capacity_, before + std::min(longest_line_, 2 * capacity_)));
  }
}

void Window::reserve(size_t capacity) {
  if (capacity <= capacity_) {
    return;
  }
  auto memory = std::make_unique_for_overwrite<char[]>(capacity + 2 * kPadding);
  char* const begin = memory.get() + kPadding;
  const auto size = static_cast<size_t>(end_ - begin_);
  std::memset(memory.get(), 0, kPadding);
  if (memory_ != nullptr) {
    std::memcpy(begin, begin_, size);
  }
  std::memset(begin + size, 0, kPadding);
  lines_end_ = begin + (lines_end_ - begin_);
  searched_ = begin + (searched_ - begin_);
  end_ = begin + size;
  begin_ = begin;
  memory_ = std::move(memory);
  capacity_ = capacity;
}

/// Reads until the window holds `wanted` bytes, the source ends or fails.
void Window::read_into(size_t wanted) {
  char* const wanted_end = begin_ + wanted;
  while (!at_end_ && !error_ && end_ < wanted_end) {
    Result<size_t> got = source_->read({end_, wanted_end});
    if (got) {
      at_end_ = *got == 0;
      end_ += *got;
    } else {
      error_ = std::move(got.error());
    }
  }
  std::memset(end_, 0, kPadding);
}

/// Whether the bytes not yet searched hold the end of a line.
bool Window::find_lines() {
  const std::string_view fresh(searched_, static_cast<size_t>(end_ - searched_));
  const size_t last = fresh.rfind('\n');
  if (last != std::string_view::npos) {
    lines_end_ = searched_ + last + 1;
  }
  searched_ = end_;
  return last != std::string_view::npos;
}

}  // namespace quern
