// SPDX-License-Identifier: MIT
//
// Myers' algorithm in linear space: two searches, from both ends of a box, meet in the middle of a
// shortest edit script, and both halves are aligned again. A diagonal is the number of old lines
// less that of new ones; on each only the furthest place is kept. Common ends are paired before
// every search, which leaves nothing to do for most files.
#include "quern/analysis/match/line_alignment.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace quern {

namespace {

/// Lines old_begin … old_end - 1 against new_begin … new_end - 1.
struct LineBox {
  int64_t old_begin = 0, old_end = 0;
  int64_t new_begin = 0, new_end = 0;
  [[nodiscard]] int64_t old_count() const { return old_end - old_begin; }
  [[nodiscard]] int64_t new_count() const { return new_end - new_begin; }
};

/// A place in a box: so many old and new lines are behind a search.
struct LinePlace {
  int64_t old_line = 0;
  int64_t new_line = 0;
};

enum class From : uint8_t { kBegin, kEnd };

/// How far a search came on each diagonal (old lines less new lines), after so many edits.
class Reach {
 public:
  /// For diagonals from -most to most.
  explicit Reach(int64_t most) : middle_(most), old_lines_(static_cast<size_t>(2 * most + 1)) {}

  void begin(const LineBox& box) {
    box_ = box;
    edits_ = -1;
  }
  [[nodiscard]] int64_t edits() const { return edits_; }
  [[nodiscard]] int64_t& on(int64_t diagonal) {
    return old_lines_[static_cast<size_t>(middle_ + diagonal)];
  }
  /// The diagonals that so many edits lead to, every other one; those beyond the box are left out.
  [[nodiscard]] int64_t lowest(int64_t edits) const {
    return -(edits - 2 * std::max<int64_t>(0, edits - box_.new_count()));
  }
  [[nodiscard]] int64_t highest(int64_t edits) const {
    return edits - 2 * std::max<int64_t>(0, edits - box_.old_count());
  }
  [[nodiscard]] bool has(int64_t diagonal) const {
    return edits_ >= 0 && lowest(edits_) <= diagonal && diagonal <= highest(edits_) &&
           (diagonal - edits_) % 2 == 0;
  }
  /// Where the next edit begins on this diagonal.
  [[nodiscard]] int64_t next(int64_t edits, int64_t diagonal) {
    if (edits == 0) {
      return 0;
    }
    const bool is_insertion =
        diagonal == -edits || (diagonal != edits && on(diagonal - 1) < on(diagonal + 1));
    return is_insertion ? on(diagonal + 1) : on(diagonal - 1) + 1;
  }
  void end_round(int64_t edits) { edits_ = edits; }

 private:
  LineBox box_;
  int64_t middle_;
  int64_t edits_ = -1;  ///< -1: none begun
  std::vector<int64_t> old_lines_;
};

class LineAligner {
 public:
  LineAligner(std::span<const uint32_t> old_lines, std::span<const uint32_t> new_lines,
              uint64_t most_work)
      : old_(old_lines),
        new_(new_lines),
        most_edits_(most_edits(old_lines.size() + new_lines.size() + 1, most_work)),
        from_begin_(most_edits_ + 1),
        from_end_(most_edits_ + 1) {}

  std::vector<LinePair> run() {
    align({0, static_cast<int64_t>(old_.size()), 0, static_cast<int64_t>(new_.size())});
    std::ranges::sort(pairs_, {}, &LinePair::old_line);
    return std::move(pairs_);
  }

 private:
  /// From either end, before a search is cut short.
  [[nodiscard]] static int64_t most_edits(uint64_t lines, uint64_t most_work) {
    constexpr uint64_t kLeastEdits = 16;
    return static_cast<int64_t>(std::max(kLeastEdits, std::min(most_work / lines, lines)));
  }

  [[nodiscard]] bool is_same(int64_t old_line, int64_t new_line) const {
    return old_[static_cast<size_t>(old_line)] == new_[static_cast<size_t>(new_line)];
  }

  void pair(int64_t old_line, int64_t new_line) {
    pairs_.push_back({static_cast<uint32_t>(old_line), static_cast<uint32_t>(new_line)});
  }

  /// Pairs what both ends share, and leaves the rest.
  void trim(LineBox& box) {
    while (box.old_count() != 0 && box.new_count() != 0 && is_same(box.old_begin, box.new_begin)) {
      pair(box.old_begin++, box.new_begin++);
    }
    while (box.old_count() != 0 && box.new_count() != 0 &&
           is_same(box.old_end - 1, box.new_end - 1)) {
      pair(--box.old_end, --box.new_end);
    }
  }

  /// The front part by recursion, which halves the edits each time; the back part in the loop.
  void align(LineBox box) {
    for (trim(box); box.old_count() != 0 && box.new_count() != 0; trim(box)) {
      const LinePlace middle = middle_of(box);
      align({box.old_begin, box.old_begin + middle.old_line, box.new_begin,
             box.new_begin + middle.new_line});
      box.old_begin += middle.old_line;
      box.new_begin += middle.new_line;
    }
  }

  /// A place that a shortest edit script passes half-way; where none is found in time, the one
  /// that a search came furthest to.
  [[nodiscard]] LinePlace middle_of(const LineBox& box) {
    from_begin_.begin(box);
    from_end_.begin(box);
    for (int64_t edits = 0;; ++edits) {
      if (const auto met = go_on<From::kBegin>(box, edits, from_begin_, from_end_)) {
        return *met;
      }
      if (const auto met = go_on<From::kEnd>(box, edits, from_end_, from_begin_)) {
        return *met;
      }
      if (edits >= most_edits_) {
        return furthest_of(box, from_begin_);
      }
    }
  }

  /// One edit more from this end. Where it meets the search from the other end: the place.
  template <From kFrom>
  [[nodiscard]] std::optional<LinePlace> go_on(const LineBox& box, int64_t edits, Reach& own,
                                               Reach& other) const {
    const int64_t across = box.old_count() - box.new_count();
    for (int64_t diagonal = own.lowest(edits); diagonal <= own.highest(edits); diagonal += 2) {
      int64_t old_line = own.next(edits, diagonal);
      int64_t new_line = old_line - diagonal;
      while (old_line < box.old_count() && new_line < box.new_count() &&
             is_same_from<kFrom>(box, old_line, new_line)) {
        ++old_line;
        ++new_line;
      }
      own.on(diagonal) = old_line;
      const bool is_inside = old_line <= box.old_count() && new_line <= box.new_count();
      if (is_inside && other.has(across - diagonal) &&
          old_line + other.on(across - diagonal) >= box.old_count()) {
        return seen_from_begin<kFrom>(box, {old_line, new_line});
      }
    }
    own.end_round(edits);
    return std::nullopt;
  }

  template <From kFrom>
  [[nodiscard]] bool is_same_from(const LineBox& box, int64_t old_line, int64_t new_line) const {
    return kFrom == From::kBegin ? is_same(box.old_begin + old_line, box.new_begin + new_line)
                                 : is_same(box.old_end - 1 - old_line, box.new_end - 1 - new_line);
  }

  template <From kFrom>
  [[nodiscard]] static LinePlace seen_from_begin(const LineBox& box, const LinePlace& place) {
    return kFrom == From::kBegin
               ? place
               : LinePlace{box.old_count() - place.old_line, box.new_count() - place.new_line};
  }

  /// From the begin: align() goes on behind it in its loop, however often that happens.
  [[nodiscard]] static LinePlace furthest_of(const LineBox& box, Reach& reach) {
    LinePlace best;
    for (int64_t diagonal = reach.lowest(reach.edits()); diagonal <= reach.highest(reach.edits());
         diagonal += 2) {
      const LinePlace place{reach.on(diagonal), reach.on(diagonal) - diagonal};
      if (place.old_line <= box.old_count() && place.new_line <= box.new_count() &&
          place.old_line + place.new_line > best.old_line + best.new_line) {
        best = place;
      }
    }
    return best;
  }

  std::span<const uint32_t> old_, new_;
  int64_t most_edits_;
  Reach from_begin_, from_end_;
  std::vector<LinePair> pairs_;
};

/// Lines that the other side has too, and where they stood: others can have no partner.
struct Shared {
  std::vector<uint32_t> lines;
  std::vector<uint32_t> places;

  Shared(std::span<const uint32_t> own, std::span<const uint32_t> other) {
    uint32_t end = 0;
    for (const uint32_t line : other) {
      end = std::max(end, line + 1);
    }
    std::vector<bool> is_there(end);
    for (const uint32_t line : other) {
      is_there[line] = true;
    }
    for (size_t at = 0; at < own.size(); ++at) {
      if (own[at] < end && is_there[own[at]]) {
        lines.push_back(own[at]);
        places.push_back(static_cast<uint32_t>(at));
      }
    }
  }
};

}  // namespace

std::vector<LinePair> align_lines(std::span<const uint32_t> old_lines,
                                  std::span<const uint32_t> new_lines, uint64_t most_work) {
  const Shared old_shared(old_lines, new_lines);
  const Shared new_shared(new_lines, old_lines);
  std::vector<LinePair> pairs = LineAligner(old_shared.lines, new_shared.lines, most_work).run();
  for (LinePair& pair : pairs) {
    pair = {old_shared.places[pair.old_line], new_shared.places[pair.new_line]};
  }
  return pairs;
}

}  // namespace quern
