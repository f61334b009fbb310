// SPDX-License-Identifier: MIT
//
// Large files are cut at `fn=` rows, and threads read the stretches ahead with readers and sinks of
// their own. The main reader reads the first stretch and then joins the others in order. If a
// stretch cannot be joined (join.cc), it is read again in order: answers and findings are the same
// for any number of threads.
#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

namespace {

/// The bytes of a file from one offset to another.
class RangeSource final : public ByteSource {
 public:
  RangeSource(const Input& input, uint64_t begin, uint64_t end)
      : input_(&input), at_(begin), end_(end) {}

  Result<size_t> read(std::span<char> room) override {
    const Result<size_t> done =
        input_->read_at(at_, room.first(std::min<uint64_t>(room.size(), end_ - at_)));
    at_ += done.value_or(0);
    return done;
  }
  [[nodiscard]] uint64_t at() const { return at_; }

 private:
  const Input* input_;
  uint64_t at_;
  uint64_t end_;
};

/// One stretch, read ahead by a thread of its own.
class Stretch {
 public:
  Stretch(const Reader& first, const Reading& reading, std::unique_ptr<Sink> sink, uint64_t begin,
          uint64_t end)
      : begin_(begin),
        end_(end),
        source_(*reading.input, begin, end),
        window_(source_, reading.options.buffer_bytes, reading.options.max_row),
        sink_(std::move(sink)),
        reading_{window_, nullptr, *sink_, reading.options, info_},
        reader_(first, reading_),
        thread_(started()) {}

  [[nodiscard]] uint64_t begin() const { return begin_; }
  [[nodiscard]] uint64_t end() const { return end_; }
  /// Where its last whole row ends.
  [[nodiscard]] uint64_t rows_end() const { return begin_ + window_.offset(); }

  bool join(Reader& reader) {
    if (thread_.joinable()) {
      thread_.join();
    }
    return is_read_ && reader.adopt(reader_);
  }

 private:
  /// Where the system starts no thread, the stretch is read when its turn comes.
  std::jthread started() {
    try {
      return std::jthread([this] { read(); });
    } catch (const std::system_error&) {
      return {};
    }
  }
  /// The same where memory does not suffice for two at a time.
  void read() {
    try {
      is_read_ = reader_.read_until(window_, UINT64_MAX, begin_).has_value();
    } catch (const std::bad_alloc&) {
      is_read_ = false;
    }
  }

  uint64_t begin_;
  uint64_t end_;
  RangeSource source_;
  Window window_;
  std::unique_ptr<Sink> sink_;
  InputInfo info_;
  Reading reading_;
  bool is_read_ = false;
  Reader reader_;
  std::jthread thread_;
};

/// The start of the first `fn=` row at or behind `from`; nothing where there is none before `end`.
/// Pieces overlap by the length of the mark less one, so that a mark on their border is found.
std::optional<uint64_t> next_function(const Input& input, uint64_t from, uint64_t end) {
  constexpr std::string_view kMark = "\nfn=";
  std::string piece(size_t{1} << 16, '\0');
  for (uint64_t at = from; at < end;) {
    const Result<size_t> got = input.read_at(at, piece);
    if (!got || *got < kMark.size()) {
      return std::nullopt;
    }
    const size_t found = std::string_view(piece).substr(0, *got).find(kMark);
    if (found != std::string_view::npos) {
      return at + found + 1;
    }
    at += *got - (kMark.size() - 1);
  }
  return std::nullopt;
}

/// Where to cut a file of `size` bytes into `count` stretches; fewer where functions are rare.
/// Stretches of equal size, each moved to the next `fn=` row.
std::vector<uint64_t> cuts_of(const Input& input, uint64_t size, uint64_t begin, unsigned count) {
  std::vector<uint64_t> cuts;
  uint64_t last = begin;
  for (uint64_t at = 1; at < count; ++at) {
    const uint64_t wanted = std::max(last, size / count * at);
    const std::optional<uint64_t> cut = next_function(input, wanted, size);
    if (cut && *cut > last) {
      cuts.push_back(*cut);
      last = *cut;
    }
  }
  return cuts;
}

/// Reads [begin, end) in order, through a window of its own.
Result<uint64_t> read_again(Reader& reader, Reading& reading, uint64_t begin, uint64_t end) {
  RangeSource source(*reading.input, begin, end);
  Window window(source, reading.options.buffer_bytes, reading.options.max_row);
  const Result<bool> done = reader.read_until(window, UINT64_MAX, begin);
  if (!done) {
    Diagnostic error = done.error();
    if (error.code == "line-too-long") {  // the window knows only its own stretch
      const int128 place = int128{begin} + int128{window.offset()};
      error.message = "the line that begins at byte " + grouped(place) +
                      " of the text does not end within " +
                      counted(reading.options.max_row, "byte");
    }
    return failure(std::move(error));
  }
  return source.at();
}

template <class T>
Result<void> outcome(const Result<T>& result) {
  return result ? Result<void>() : failure(result.error());
}

bool may_be_cut(const Reading& reading) {
  return reading.options.threads > 1 && !reading.options.keep_going && reading.input != nullptr &&
         reading.input->is_random_access() &&
         reading.input->stored_size().value_or(0) >= reading.options.parallel_from;
}

}  // namespace

Result<void> read_in_stretches(Reader& reader, Reading& reading) {
  const auto read_rest = [&](uint64_t end) { return reader.read_until(reading.window, end); };
  if (!may_be_cut(reading)) {
    return outcome(read_rest(UINT64_MAX));
  }
  // The header is in the first window, nearly always; then the shape of the part is known.
  const uint64_t size = *reading.input->stored_size();
  constexpr uint64_t kHeader = uint64_t{1} << 16;
  const std::optional<uint64_t> first = next_function(*reading.input, 0, size);
  const auto second = first
                          ? next_function(*reading.input, *first, std::min(size, *first + kHeader))
                          : std::nullopt;
  // Up to the second function in order: readers of stretches start from the state that the header
  // and a first block have left.
  const Result<bool> more = read_rest(second.value_or(UINT64_MAX));
  if (!more || !*more) {
    return outcome(more);
  }
  if (!reader.can_be_joined()) {
    return outcome(read_rest(UINT64_MAX));
  }
  std::vector<uint64_t> cuts = cuts_of(*reading.input, size, *second, reading.options.threads);
  std::vector<std::unique_ptr<Stretch>> stretches;
  for (size_t at = 0; at < cuts.size(); ++at) {
    stretches.push_back(std::make_unique<Stretch>(reader, reading, reading.sink.fork(), cuts[at],
                                                  at + 1 < cuts.size() ? cuts[at + 1] : size));
  }
  if (const Result<bool> done = read_rest(cuts.empty() ? UINT64_MAX : cuts.front());
      !done || cuts.empty()) {
    return outcome(done);
  }
  uint64_t at = cuts.front();
  for (std::unique_ptr<Stretch>& stretch : stretches) {
    if (stretch->join(reader)) {
      at = stretch->rows_end();
    } else {
      const Result<uint64_t> done = read_again(reader, reading, stretch->begin(), stretch->end());
      if (!done) {
        return failure(done.error());
      }
      at = *done;
    }
    stretch.reset();
  }
  const Result<uint64_t> end = read_again(reader, reading, at, UINT64_MAX);
  if (!end) {
    return failure(end.error());
  }
  reading.sizes = SourceCounts{*end, *end};  // the first window holds bytes that others have read
  return {};
}

}  // namespace quern::callgrind
