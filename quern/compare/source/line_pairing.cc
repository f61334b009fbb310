// SPDX-License-Identifier: MIT
#include "quern/compare/source/line_pairing.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "quern/analysis/match/line_alignment.h"
#include "quern/base/dense_index.h"
#include "quern/base/text.h"
#include "quern/compare/source/similar_lines.h"

namespace quern {

namespace {

/// A line whose blanks do not count: code that moves into a block is indented, and stays the same.
struct BlanklessLine {
  std::string_view text;

  bool operator==(const BlanklessLine& other) const {
    std::string_view left = text, right = other.text;
    for (;;) {
      left = without_blanks(left);
      right = without_blanks(right);
      if (left.empty() || right.empty()) {
        return left.empty() && right.empty();
      }
      if (left.front() != right.front()) {
        return false;
      }
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }

  [[nodiscard]] uint64_t hash() const {
    uint64_t hash = 0;
    for (std::string_view rest = without_blanks(text); !rest.empty();
         rest = without_blanks(rest.substr(1))) {
      hash = mixed(hash, static_cast<unsigned char>(rest.front()));
    }
    return hash;
  }

 private:
  [[nodiscard]] static std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
      text.remove_prefix(1);
    }
    return text;
  }
};

std::vector<uint32_t> numbered(DenseIndex<BlanklessLine>& known, const SourceText& text) {
  std::vector<uint32_t> numbers;
  numbers.reserve(text.lines());
  for (uint64_t line = 1; line <= text.lines(); ++line) {
    numbers.push_back(known.of({text.line(line)}));
  }
  return numbers;
}

}  // namespace

std::string_view to_string(LineMatch match) {
  constexpr std::string_view kWords[] = {"", "same", "similar", "number"};
  return kWords[static_cast<size_t>(match)];
}

void LinePairing::add(bool has_old, bool has_new, LineMatch match, uint64_t count) {
  if (count == 0) {
    return;
  }
  const bool goes_on = !blocks_.empty() && blocks_.back().has[0] == has_old &&
                       blocks_.back().has[1] == has_new && blocks_.back().match == match;
  if (goes_on) {
    blocks_.back().count += count;
  } else {
    blocks_.push_back({{lines_[0], lines_[1]}, {has_old, has_new}, match, rows_, count});
  }
  rows_ += count;
  lines_[0] += has_old ? count : 0;
  lines_[1] += has_new ? count : 0;
}

LinePairing LinePairing::by_number(uint64_t lines) {
  LinePairing pairing;
  pairing.goes_on_[0] = pairing.goes_on_[1] = true;
  pairing.add(true, true, LineMatch::kNumber, lines);
  return pairing;
}

LinePairing LinePairing::of_one_side(Version side, uint64_t lines) {
  LinePairing pairing;
  pairing.goes_on_[static_cast<size_t>(side)] = true;
  pairing.add(side == Version::kOld, side == Version::kNew, LineMatch::kNone, lines);
  return pairing;
}

/// Lines between two pairs: those that are alike pair too; of the others the old ones come first.
class LinePairing::Gap {
 public:
  Gap(LinePairing& pairing, const SourceText& old_text, const SourceText& new_text, bool guesses)
      : pairing_(pairing), old_text_(old_text), new_text_(new_text), guesses_(guesses) {}

  /// Up to the pair of these lines, counted from 0.
  void close(uint64_t old_line, uint64_t new_line) {
    const uint64_t old_first = pairing_.lines_[0];
    const uint64_t new_first = pairing_.lines_[1];
    if (guesses_ && old_first != old_line && new_first != new_line) {
      for (const LinePair& pair : similar_lines(texts(old_text_, old_first, old_line),
                                                texts(new_text_, new_first, new_line), budget_)) {
        add_single(old_first + pair.old_line, new_first + pair.new_line);
        pairing_.add(true, true, LineMatch::kSimilar, 1);
      }
    }
    add_single(old_line, new_line);
  }

 private:
  static std::vector<std::string_view> texts(const SourceText& text, uint64_t first, uint64_t end) {
    std::vector<std::string_view> texts;
    for (uint64_t line = first; line < end && texts.size() <= kMostSimilarLines; ++line) {
      texts.push_back(text.line(line + 1));
    }
    return texts;
  }

  void add_single(uint64_t old_line, uint64_t new_line) {
    pairing_.add(true, false, LineMatch::kNone, old_line - pairing_.lines_[0]);
    pairing_.add(false, true, LineMatch::kNone, new_line - pairing_.lines_[1]);
  }

  LinePairing& pairing_;
  const SourceText& old_text_;
  const SourceText& new_text_;
  bool guesses_;
  uint64_t budget_ = kMostSimilarPairs;
};

LinePairing LinePairing::by_text(const SourceText& old_text, const SourceText& new_text,
                                 bool guesses) {
  std::vector<LinePair> pairs;
  {
    DenseIndex<BlanklessLine> known;
    const std::vector<uint32_t> old_lines = numbered(known, old_text);
    const std::vector<uint32_t> new_lines = numbered(known, new_text);
    pairs = align_lines(old_lines, new_lines);
  }
  LinePairing pairing;
  Gap gap(pairing, old_text, new_text, guesses);
  for (const LinePair& pair : pairs) {
    gap.close(pair.old_line, pair.new_line);
    pairing.add(true, true, LineMatch::kSame, 1);
  }
  gap.close(old_text.lines(), new_text.lines());
  return pairing;
}

PairedLine LinePairing::row(uint64_t row) const {
  const auto behind = std::ranges::upper_bound(blocks_, row, {}, &Block::first_row);
  const Block& block = *std::prev(behind);
  const uint64_t at = row - block.first_row + 1;
  return {.old_line = block.has[0] ? block.before[0] + at : 0,
          .new_line = block.has[1] ? block.before[1] + at : 0,
          .match = block.match};
}

PairedLine LinePairing::beyond(uint64_t line) const {
  const bool is_pair = goes_on_[0] && goes_on_[1];
  return {.old_line = goes_on_[0] ? line : 0,
          .new_line = goes_on_[1] ? line : 0,
          .match = is_pair ? LineMatch::kNumber : LineMatch::kNone};
}

std::optional<uint64_t> LinePairing::row_of(Version side, uint64_t line) const {
  const auto own = static_cast<size_t>(side);
  if (line == 0 || line > lines_[own]) {
    return std::nullopt;
  }
  // The last block with fewer lines before it has the line: a block without lines of this side has
  // as many before it as the next.
  const auto behind =
      std::ranges::lower_bound(blocks_, line, {}, [own](const Block& b) { return b.before[own]; });
  const Block& block = *std::prev(behind);
  return block.first_row + (line - 1 - block.before[own]);
}

LinePlace LinePairing::place_of(Version side, uint64_t line) const {
  if (line == 0) {
    return {};
  }
  const std::optional<uint64_t> row = row_of(side, line);
  return row ? LinePlace{LinePlace::Kind::kRow, *row} : LinePlace{LinePlace::Kind::kBeyond, line};
}

PairedLine LinePairing::at(const LinePlace& place, bool is_old, bool is_new) const {
  switch (place.kind) {
    case LinePlace::Kind::kUnknown:
      return {};
    case LinePlace::Kind::kRow:
      return row(place.at);
    default:
      break;
  }
  PairedLine pair = beyond(place.at);
  if (pair.old_line == 0 && pair.new_line == 0) {
    pair.old_line = is_old ? place.at : 0;
    pair.new_line = is_new ? place.at : 0;
    pair.match = is_old && is_new ? LineMatch::kNumber : LineMatch::kNone;
  }
  return pair;
}

}  // namespace quern
